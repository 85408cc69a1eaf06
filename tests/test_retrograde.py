"""Retrograde analysis of Cachex agrees with the rules, position by position."""

from __future__ import annotations

import random

import numpy as np
import pytest

import plyground as pg
from plyground.agents import agent
from plyground.game.judges import AsListed, Nothing
from plyground.games.cachex.space import cachex_space
from plyground.kernel import Monitor, interpreted
from plyground.search.minimax import Switches
from plyground.search.runner import MinimaxSearch
from plyground.solvers import retrograde
from plyground.solvers.retrograde import Analysis, RetrogradeSolver, Walk, sweep
from plyground.solvers.retrograde_store import write_values
from plyground.solvers.solver import solve
from plyground.vocabulary import Limit, Proven

GAME = pg.game("cachex", size=3)


@pytest.fixture(scope="module")
def walk() -> Walk:
    solver = RetrogradeSolver(GAME)
    solver.solve(GAME.start())
    return solver.walk


def random_positions(count, seed=0):
    """Positions of random games, from the first regular turn on."""
    generator = random.Random(seed)
    found = []
    while len(found) < count:
        position = GAME.start()
        while legal := GAME.legal(position):
            if position.turn >= 2:
                found.append(position)
            position = position.play(generator.choice(legal))
    return found


def test_values_follow_from_those_after_each_move(walk):
    """The rules of the game, not those of the space, lead from position to position."""
    for position in random_positions(600):
        best = max(
            walk.move_values(position).values(),
            key=lambda value: (value.result, -value.result * (value.distance or 0)),
        )
        assert walk.value(position) == (best.result, best.distance)


def test_agrees_with_minimax(walk):
    for position in random_positions(60, seed=1):
        result, distance = walk.value(position)
        if distance is not None and distance <= 6:
            search = MinimaxSearch(Nothing(), AsListed(), Switches(), distance)
            score = search.search(GAME, position).score
            assert score == Proven(result, position.player(), distance)


def test_images_have_the_same_value(walk):
    for position in random_positions(100, seed=2):
        assert walk.value(position) == walk.value(position.transform(1))


def test_size_3():
    found = solve(GAME, moves=True)
    assert found.value == Proven(-1, 0, 8)
    assert {str(value) for value in found.moves.values()} == {"loss in 8"}
    assert len(found.line) == 8
    assert GAME.outcome(pg.Playthrough(GAME, GAME.start(), found.line).position).winner == 1


def test_when_to_steal():
    """After the first move, the steal wins for b1, c1 and their images, and only for these."""
    steals = set()
    for move in GAME.legal(GAME.start()):
        found = solve(GAME, GAME.start().play(move), moves=True)
        if found.moves[9].result > 0:
            steals.add(GAME.format_move(move))
    assert steals == {"b1", "c1", "a3", "b3"}


def test_without_the_steal_red_wins(walk):
    """The empty board as a regular position, in which the centre may be taken."""
    banned = GAME.start()._replace(turn=2, history=np.zeros(2, np.int64))
    assert walk.value(banned)[0] == 1
    placed = [
        max(value.result for reply, value in walk.move_values(first).items() if reply != 9)
        for first in (GAME.start().play(move) for move in GAME.legal(GAME.start()))
    ]
    assert min(placed) == -1


def test_too_late_to_win(walk):
    position = next(p for p in random_positions(200) if walk.value(p)[1] == 5)
    text = GAME.format_position(position).rsplit(" ", 1)[0]
    parity = position.turn % 2
    late = GAME.parse_position(f"{text} {340 + parity}")
    assert walk.value(late) == (0, None)
    in_time = GAME.parse_position(f"{text} {336 + parity}")
    assert walk.value(in_time) == walk.value(position)


def test_interpreted_is_the_same():
    space, last = cachex_space(3), 1500
    compiled, plain = Analysis(space, "cachex-3"), Analysis(space, "cachex-3")
    compiled.run(Monitor())
    plain.values[:] = np.where(compiled.values == 1, 1, 0)
    children = np.zeros(space.most_children, np.int64)
    with interpreted():
        sweep(space, plain.values, 1, 0, last, children, Monitor().array)
    won_at_once = np.flatnonzero(plain.values[:last] == 2)
    expected = np.flatnonzero(compiled.values[:last] == 2)
    impossible = np.flatnonzero(compiled.values[:last] == 255)
    assert np.array_equal(np.setdiff1d(won_at_once, impossible), expected)


def test_limits():
    retrograde.analysis_of.cache_clear()
    found = solve(GAME, limit=Limit(nodes=25_000))
    assert (found.value, found.low, found.high) == (None, -1, 1)
    assert solve(GAME).value == Proven(-1, 0, 8)  # goes on where it was stopped
    with pytest.raises(pg.InvalidLimitError, match="no limit in depth"):
        solve(GAME, limit=Limit(depth=2))


def test_stops_anywhere_and_goes_on(monkeypatch):
    """However often it is stopped, even at the end of a sweep, it finds what it finds at once."""
    monkeypatch.setattr(retrograde, "STRETCH", 1 << 12)
    space, whole, stopped = cachex_space(3), *(Analysis(cachex_space(3), "x") for _ in "12")
    whole.run(Monitor())
    turns = 0
    while not stopped.complete:
        stopped.run(Monitor(Limit(nodes=1 + 997 * turns % 5000)))
        turns += 1
    assert turns > 10
    assert stopped.swept == whole.swept
    assert np.array_equal(stopped.values, whole.values)
    assert len(whole.values) == space.positions


def test_large_analyses_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(retrograde, "LEAST_POSITIONS", 1)
    first = Analysis(cachex_space(3), "cachex-3")
    assert not first.complete
    first.run(Monitor())
    other = first.file.with_name("cachex-3-0123.values")
    other.write_bytes(b"of earlier rules")
    again = Analysis(cachex_space(3), "cachex-3")
    assert again.complete
    assert np.array_equal(again.values, first.values)
    write_values(first.file, first.values)
    assert not other.exists()
    first.file.write_bytes(first.file.read_bytes()[:-1])
    assert not Analysis(cachex_space(3), "cachex-3").complete
    write_values(tmp_path / "cache" / first.file.name / "no folder", first.values)  # no error


def test_perfect_plays_small_boards():
    players = (agent(GAME, "random", seed=2), agent(GAME, "perfect"))
    position, plies, last = GAME.start(), 0, None
    while GAME.legal(position):
        found = players[plies % 2].choose(position)
        if plies % 2:
            assert found.score.result == 1
            assert last is None or found.score.distance < last
            last = found.score.distance
        position, plies = position.play(found.move), plies + 1
    assert GAME.outcome(position).winner == 1


def test_perfect_keeps_draws_and_limits(walk):
    """A draw has a move that keeps it; an analysis that is not done leaves the move to a search."""
    retrograde.analysis_of.cache_clear()
    player = agent(GAME, "perfect")
    legal, stopped = GAME.legal(GAME.start()), Monitor()
    stopped.stop()
    with interpreted():
        assert player.choose(GAME.start(), Limit(seconds=1e-4)).move in legal
        assert player.choose(GAME.start(), monitor=stopped).move in legal
    drawn = next((p for p in random_positions(900, seed=5) if walk.value(p)[0] == 0), None)
    if drawn is not None:
        found = player.choose(drawn)
        assert found.score.result == 0
        assert walk.value(drawn.play(found.move))[0] == 0


@pytest.mark.slow
def test_size_4_of_cachex(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path))
    retrograde.analysis_of.cache_clear()
    game = pg.game("cachex", size=4)
    found = solve(game, moves=True)
    assert found.value == Proven(-1, 0, 22)
    assert {value.result for value in found.moves.values()} == {-1}
    steals, steal = set(), 16
    for move in game.legal(game.start()):
        answers = solve(game, game.start().play(move), moves=True).moves
        if answers[steal].result > 0:
            steals.add(game.format_move(move))
            assert sum(value.result > 0 for value in answers.values()) == 1
    assert steals == {"c1", "d1", "c2", "b3", "a4", "b4"}
    retrograde.analysis_of.cache_clear()
    assert solve(game).statistics.nodes == 0  # it was kept
