"""The analyst: exact where a solver gets through, a search where it does not."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

import plyground as pg
from plyground.agents import agent
from plyground.agents.analyst import AnalystAgent
from plyground.errors import UnsupportedError
from plyground.kernel import Monitor
from plyground.search.analysis import best_first
from plyground.vocabulary import Analysis, Estimate, Limit, MoveReport, Proven, Statistics
from waiting import PATIENCE


def last_of(game, position=None, limit=None, monitor=None):
    """What is known in the end."""
    with agent(game, "analyst") as analyst:
        *_, known = analyst.analyse(position or game.start(), limit or Limit(seconds=60), monitor)
    return known


def test_the_first_move_of_connect_four_is_proven():
    game = pg.game("connect_four")
    known = last_of(game)
    assert known.finished
    best, *others = known.moves
    assert best.move == 3
    assert best.score == Proven(1, 0, 41)
    assert {report.move: report.score.result for report in others} == {
        **{2: 0, 4: 0},
        **{1: -1, 5: -1, 0: -1, 6: -1},
    }
    for report in known.moves:  # how play goes on, to its end
        position = game.start()
        for move in report.line:
            position = game.play(position, move)
        assert game.outcome(position) is not None
        assert len(report.line) == report.score.distance


def test_perfect_moves_lose_nothing():
    game = pg.game("connect_four")
    position = game.start()
    for move in (3, 3, 3, 3, 3):
        known = {report.move: report.score.result for report in last_of(game, position).moves}
        assert known[move] == max(known.values())
        position = game.play(position, move)


def test_small_games_are_known_with_lines():
    known = last_of(pg.game("tic_tac_toe"))
    assert known.finished
    assert {report.score for report in known.moves} == {Proven(0, 0)}
    assert {len(report.line) for report in known.moves} == {9}


class Slow:
    """A solver that proves some moves and then takes for ever."""

    patient = False

    def __init__(self, game, proven):
        self.game = game
        self.proven = proven
        self.is_prepared = False
        self.stopped = threading.Event()

    def prepare(self, position):
        self.is_prepared = True

    def analyse(self, position, limit, monitor):
        known = {move: MoveReport(move) for move in self.game.legal(position)} | self.proven
        yield Analysis(best_first(known), Statistics())
        while not monitor.stopped:
            monitor.array[3] += 1
        self.stopped.set()


@pytest.fixture
def game():
    return pg.game("tic_tac_toe")


def slow(game, *, patient=False, proven=()):
    solver = Slow(game, dict(proven))
    solver.patient = patient
    return AnalystAgent("slow", solver, agent(game, "alphabeta(depth=3)"))


def test_where_the_solver_does_not_get_through_a_search_goes_on(game):
    lost = MoveReport(4, Proven(-1, 0), 2, (4,))
    analyst = slow(game, proven={4: lost})
    first, *_, last = analyst.analyse(game.start(), Limit(seconds=30))
    assert [report.score for report in first.moves if report.move != 4] == [None] * 8
    assert analyst.solver.stopped.is_set()
    assert last.moves[-1] == lost  # what is proven stays
    assert {type(report.score) for report in last.moves[:-1]} == {Estimate}


def test_a_limit_in_depth_is_for_the_search_alone(game):
    analyst = slow(game)
    *_, last = analyst.analyse(game.start(), Limit(depth=2))
    assert not analyst.solver.stopped.is_set()
    assert last.statistics.depth == 2


def test_stopping_stops_the_solver_too(game):
    analyst, watch = slow(game, patient=True), Monitor()
    steps = analyst.analyse(game.start(), None, watch)
    next(steps)
    watch.stop()
    assert list(steps) == []
    assert analyst.solver.stopped.wait(PATIENCE)
    assert watch.statistics().nodes > 0  # counted for whoever watches


def test_the_search_of_a_patient_solver_is_prepared_when_it_is_needed(game):
    prepared = []
    for patient in (True, False):
        analyst = slow(game, patient=patient)
        analyst.rest.prepare = lambda _position, patient=patient: prepared.append(patient)
        analyst.prepare(game.start())
        assert analyst.solver.is_prepared
    assert prepared == [False]


def test_a_limit_in_nodes_gives_the_same_again():
    game = pg.game("connect_four", width=6, height=5)
    one, other = (last_of(game, game.start(), Limit(nodes=3000)).moves for _ in range(2))
    assert one == other


def test_a_game_of_which_nothing_can_be_proven_is_searched(game, monkeypatch):
    def refuse(*_):
        raise UnsupportedError("nothing can be proven")

    monkeypatch.setattr("plyground.solvers.solver.solver_for", refuse)
    known = last_of(game, limit=Limit(depth=2))
    assert {type(report.score) for report in known.moves} == {Estimate}


def test_a_solver_without_tables_is_used_too():
    with agent(pg.game("cachex", size=3), "analyst(memory=2)") as analyst:
        assert isinstance(analyst, AnalystAgent)
    with agent(pg.game("cachex", size=9), "analyst") as searches:  # too many positions
        assert not isinstance(searches, AnalystAgent)


# --- from Python and the terminal ---------------------------------------------------------------


def test_pg_analyse_is_exact_where_it_can_be():
    found = pg.analyse("connect_four")
    assert (found.agent, found.best) == ("analyst", "4")
    assert found.score == Proven(1, 0, 41)
    assert str(found).endswith("Every move is proven.")


def test_what_is_not_proven_is_said():
    found = pg.analyse("tic_tac_toe", depth=2)
    assert str(found).endswith("Nothing is proven: these are estimates of a search.")
    first, *others = found.found.moves
    some = (replace(first, score=Proven(1, 0, 1)), *others)
    mixed = replace(found, found=replace(found.found, moves=some))
    assert mixed.certainty == "1 of 9 moves are proven; the others are estimates of a search."
