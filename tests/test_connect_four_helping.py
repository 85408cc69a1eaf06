"""Other cores help the Connect Four solver with long questions, unless nobody wants that."""

from __future__ import annotations

import pytest

from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.solver import asking
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.kernel import Helpers, Monitor, interpreted, machine
from plyground.solvers.solver import Options
from plyground.vocabulary import Limit

LONG = "44444343"  # moves to a position that a few nodes do not settle
FEW = 500  # nodes


@pytest.fixture
def helpers(monkeypatch):
    """How many helpers each question got that was asked of several threads or one."""
    numbers = []

    class Counted(Helpers):
        def __init__(self, kernel, calls):
            given = list(calls)
            numbers.append(len(given))
            super().__init__(kernel, given)

    monkeypatch.setattr(asking, "Helpers", Counted)
    monkeypatch.setattr(asking, "spare_cores", lambda: 2)
    monkeypatch.setattr("plyground.games.connect_four.solver.solver.QUICK_NODES", FEW)
    monkeypatch.setattr("plyground.games.connect_four.solver.solver.ALONE_NODES", 2 * FEW)
    return numbers


def position_after(moves):
    position = ConnectFour().start()
    for move in moves:
        position = position.play(int(move) - 1)
    return position


def test_long_questions_get_help_and_the_score_is_the_same(helpers):
    game, position = ConnectFour(), position_after(LONG)
    wanted = ConnectFourSolver(game, Options(8, threads=1)).score_bounds(position)
    assert set(helpers) == {0}
    helpers.clear()
    found = ConnectFourSolver(game, Options(8)).score_bounds(position)
    assert found.score == wanted.score
    assert set(helpers) == {2}


def test_questions_that_take_little_take_the_same_nodes_every_time(helpers, monkeypatch):
    monkeypatch.setattr("plyground.games.connect_four.solver.solver.ALONE_NODES", 10**9)
    game, position = ConnectFour(), position_after(LONG)
    first, second = (ConnectFourSolver(game, Options(8)).score_bounds(position) for _ in range(2))
    assert first.statistics.nodes == second.statistics.nodes
    assert helpers == []


def test_nobody_helps_under_a_limit_in_nodes(helpers):
    game, position = ConnectFour(), position_after(LONG)
    first, second = (
        ConnectFourSolver(game, Options(8)).score_bounds(position, limit=Limit(nodes=50 * FEW))
        for _ in range(2)
    )
    assert first.statistics.nodes == second.statistics.nodes
    assert (first.low, first.high) == (second.low, second.high)
    assert set(helpers) == {0}


@pytest.mark.parametrize("spare", [0, 2, 63])
def test_as_many_help_as_there_are_cores_to_spare(helpers, monkeypatch, spare):
    monkeypatch.setattr(asking, "spare_cores", lambda: spare)
    asker = ConnectFourSolver(ConnectFour(), Options(8))._asker
    assert asker.gets_help(Monitor()) == (spare > 0)
    assert len(asker._shared) == 1 + min(spare, asking.MOST_HELPERS)
    with interpreted():
        assert not asker.gets_help(Monitor())


def test_cores_that_others_need_are_left_alone(monkeypatch):
    monkeypatch.setattr(machine, "_needed", [])
    monkeypatch.setattr(machine, "usable_cores", lambda: 4)
    assert machine.spare_cores() == 3
    monkeypatch.setattr(machine, "has_threads", lambda: False)
    assert machine.spare_cores() == 0
    monkeypatch.setattr(machine, "has_threads", lambda: True)
    machine.leave_cores()
    assert machine.spare_cores() == 0


def test_help_ends_with_the_deadline(helpers):
    """Of the empty board, which takes much longer; nobody is left behind who still searches."""
    solver = ConnectFourSolver(ConnectFour(), Options(8))
    assert solver.score_bounds(ConnectFour().start(), limit=Limit(seconds=0.3)).score is None
    assert 2 in helpers
