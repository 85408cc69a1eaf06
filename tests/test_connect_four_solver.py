"""The Connect Four solver against plain minimax, its limits, threads and table."""

from __future__ import annotations

import random
from functools import cache, partial

import numpy as np
import pytest

import plyground as pg
from plyground.errors import InvalidLimitError, PlygroundError
from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.rules import has_four
from plyground.games.connect_four.solver.board import board_of, mirrored
from plyground.games.connect_four.solver.search import Features
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.games.connect_four.solver.table import (
    clear,
    keep,
    look_up,
    lower_of,
    megabytes_of,
    new_table,
    upper_of,
)
from plyground.kernel import Monitor, interpreted, popcount
from plyground.search.busy import is_taken, new_busy, release, take
from plyground.solvers.open_questions import (
    forget_questions,
    go_down,
    go_up,
    new_questions,
    take_answer,
)
from plyground.solvers.solver import Options
from plyground.vocabulary import Limit, Proven


def after(game, moves):
    position = game.start()
    for move in moves:
        position = position.play(int(move) - 1)
    return position


def oracle(width, height):
    """Plain minimax over every position of a board, by (mine, theirs)."""
    cells = width * height

    @cache
    def score(position):
        played = popcount(position.mine | position.theirs)
        if has_four(position.theirs, height):
            return -((cells + 2 - played) // 2)
        moves = np.zeros(width, np.int64)
        count = position.fill_moves(moves)
        if count == 0:
            return 0
        return max(-score(position.play(int(move))) for move in moves[:count])

    return score


def reachable(game):
    """Every position of the game."""
    seen, stack = {game.start()}, [game.start()]
    while stack:
        position = stack.pop()
        for move in game.legal(position):
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                stack.append(child)
    return seen


@pytest.fixture(scope="module")
def solver():
    return ConnectFourSolver(ConnectFour(), Options(32))


@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 4), (1, 5), (2, 4), (5, 2)])
def test_every_position_of_small_boards(width, height):
    game = ConnectFour(width=width, height=height)
    solver, naive = ConnectFourSolver(game, Options(8)), oracle(width, height)
    for position in reachable(game):
        assert solver.score(position) == naive(position), game.format_position(position)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (4, 5), (5, 5), (6, 4), (9, 3)])
def test_random_positions_of_medium_boards(width, height):
    game, chance = ConnectFour(width=width, height=height), random.Random(5)
    solver, naive = ConnectFourSolver(game, Options(8)), oracle(width, height)
    for _ in range(20):
        position = game.start()
        while popcount(position.mine | position.theirs) < width * height - 10:
            legal = game.legal(position)
            if not legal:
                break
            position = position.play(chance.choice(legal))
        assert solver.score(position) == naive(position), game.format_position(position)


@pytest.mark.parametrize("part", Features._fields)
def test_parts_change_no_score(part):
    game, chance = ConnectFour(width=5, height=5), random.Random(3)
    whole = ConnectFourSolver(game, Options(8))
    without = ConnectFourSolver(game, Options(8), features=Features()._replace(**{part: 0}))
    for _ in range(40):
        position = game.start()
        for _ in range(chance.randrange(4, 16)):
            if game.legal(position):
                position = position.play(chance.choice(game.legal(position)))
        assert without.score(position) == whole.score(position)


# Draws and wins of the first (1) or second (-1) player: John Tromp's table of small boards.
SMALL_BOARDS = {
    (4, 4): 0,
    (5, 4): 0,
    (6, 4): -1,
    (7, 4): 0,
    (4, 5): 0,
    (5, 5): 0,
    (6, 5): 0,
    (4, 6): 0,
    (5, 6): 0,
}


@pytest.mark.parametrize(("size", "value"), SMALL_BOARDS.items())
def test_known_values_of_small_boards(size, value):
    game = ConnectFour(width=size[0], height=size[1])
    solution = ConnectFourSolver(game, Options(64)).score_bounds(game.start(), weak=True)
    assert solution.score == value


@pytest.mark.slow
def test_empty_board_and_its_moves():
    game = ConnectFour()
    solver = ConnectFourSolver(game, Options(512))
    assert solver.score_bounds(game.start()).score == 1
    assert list(solver.scores(game.start()).values()) == [-2, -1, 0, 1, 0, -1, -2]
    assert len(solver.line(game.start(), 1)) == 41


def test_scores_distance_and_line(solver):
    game = solver.game
    position = after(game, "4444442")
    assert solver.score_bounds(position).score == 0
    assert solver.proven(position, 0).distance == 35
    assert solver.scores(position) == {0: -1, 1: -16, 2: 0, 4: -3, 5: -16, 6: -16}
    line = solver.line(position, 0)
    end = position
    for move in line:
        assert move in game.legal(end)
        end = end.play(move)
    assert game.outcome(end).winner is None
    assert len(line) == 35


def test_endings_are_answered_without_another_thread(solver, monkeypatch):
    game, chance = solver.game, random.Random(2)
    monkeypatch.setattr(solver, "_ask", None)
    position = game.start()
    while game.legal(position) and popcount(position.mine | position.theirs) < 32:
        position = position.play(chance.choice(game.legal(position)))
    found = solver.solve(position, moves=True)
    assert len(found.line) == found.distance
    assert set(found.moves) == set(game.legal(position))


def test_distance_counts_to_the_last_disc(solver):
    game = solver.game
    position = after(game, "4444442222")
    assert solver.score(position) == 15
    value = solver.proven(position, 15)
    assert str(value) == "win in 3"
    assert len(solver.line(position, 15)) == 3
    child = position.play(solver.best_move(position, 15))
    assert str(solver.proven(child, solver.score(child))) == "loss in 2"


@pytest.mark.parametrize("threads", [1, 2])
def test_many_positions_in_one_call(monkeypatch, threads):
    """Also those that are over, and those that a few nodes do not settle."""
    game = ConnectFour(width=4, height=3)
    many, one = (ConnectFourSolver(game, Options(8, count)) for count in (threads, 1))
    positions = sorted(reachable(game))[::7]
    monkeypatch.setattr("plyground.games.connect_four.solver.solver.QUICK_NODES", 3)
    scores = many.score_many(positions)
    assert scores == [one.score(position) for position in positions]
    values = many.solve_many(positions[:50])
    assert values == [one.solve(position).value for position in positions[:50]]
    assert many.solve_many(positions[:50], Limit(nodes=10**6)) == values


def test_weak_scores_are_signs(solver):
    position = after(solver.game, "44444422")
    strong = solver.score(position)
    assert solver.score_bounds(position, weak=True).score == (strong > 0) - (strong < 0)


def test_finished_games_have_scores(solver):
    position = after(solver.game, "1212121")
    assert solver.score(position) == -18
    assert solver.score_bounds(position).score == -18
    assert solver.solve(position).value == Proven(-1, 1, 0)


def test_largest_boards():
    for width, height in ((12, 4), (2, 30), (5, 9), (1, 61), (31, 1)):
        game = ConnectFour(width=width, height=height)
        chance, position = random.Random(1), game.start()
        while popcount(position.mine | position.theirs) < width * height - 8:
            legal = game.legal(position)
            if not legal:
                break
            position = position.play(chance.choice(legal))
        assert ConnectFourSolver(game, Options(1)).score(position) == oracle(width, height)(
            position
        )


def test_interpreted_is_the_same(solver):
    position = after(solver.game, "44444432223333311122")
    wanted = solver.score(position)
    with interpreted():
        assert ConnectFourSolver(solver.game, Options(1)).score(position) == wanted


def test_threads_agree(solver):
    position = after(solver.game, "4433")
    both = ConnectFourSolver(solver.game, Options(64, 2))
    wanted = solver.score_bounds(position, weak=True).score
    assert both.score_bounds(position, weak=True).score == wanted


def test_thread_takes_the_answer_of_another(solver):
    """A helper's answer to a question on the path is taken, and nothing below it is stored."""
    table = new_table(1, 49)
    path = new_questions(42)
    go_down(path, 3, 77, 1)
    go_down(path, 5, 78, 0)
    assert not go_up(path, table, 9, 10_000)
    keep(table, 77, -4, 0, 3)
    assert not go_up(path, table, 9, 10)  # too cheap to be worth a look
    assert go_up(path, table, 9, 10_000)
    assert go_up(path, table, 5, 0)
    take_answer(path, 5)
    assert go_up(path, table, 3, 0)
    assert take_answer(path, 3) == 0
    assert not go_up(path, table, 2, 0)
    forget_questions(path)
    assert not go_up(path, table, 5, 10_000)


def test_busy_list():
    none, some = new_busy(1), new_busy(2)
    for busy in (none, some):
        assert not is_taken(busy, 12)
        take(busy, 12)
        assert is_taken(busy, 12) == (busy is some)
        assert not is_taken(busy, 0)
        release(busy, 12)
        assert not is_taken(busy, 12)


def test_node_limit_ends_the_search_with_bounds():
    game = ConnectFour()
    solver = ConnectFourSolver(game, Options(8))
    for nodes in (1000, 100_000):
        found = solver.score_bounds(game.start(), limit=Limit(nodes=nodes))
        assert found.score is None
        assert nodes <= found.statistics.nodes < nodes + 10
        assert found.low <= 1 <= found.high


def test_time_limit_and_stop():
    game = ConnectFour()
    solver = ConnectFourSolver(game, Options(8))
    assert solver.score_bounds(game.start(), limit=Limit(seconds=0.2)).score is None
    watch = Monitor()
    watch.stop()
    assert solver.score_bounds(game.start(), monitor=watch).score is None
    assert solver.scores(game.start(), monitor=watch) == {}
    assert solver.best_move(game.start(), 1, watch) is None


@pytest.mark.parametrize(
    ("wish", "error"),
    [({"memory": 0}, InvalidLimitError), ({"threads": 0}, InvalidLimitError)],
)
def test_solver_refuses(wish, error):
    with pytest.raises(error, match="must be"):
        ConnectFourSolver(ConnectFour(), Options(**wish))


def test_solver_refuses_other_games(solver):
    with pytest.raises(PlygroundError, match="knows connect_four, not tic_tac_toe"):
        ConnectFourSolver(pg.game("tic_tac_toe"))
    with pytest.raises(PlygroundError):
        solver.score(ConnectFour(width=5, height=5).start())


def test_table_tells_keys_apart():
    for bits in (20, 49, 62):
        table, chance = new_table(1, bits), random.Random(bits)
        truth = {}
        for _ in range(30_000):
            key = chance.randrange(1, 1 << bits)
            truth[key] = (-(key % 20), key % 17)
            with interpreted():
                keep(table, key, *truth[key], 3)
        found = 0
        for key, bounds in truth.items():
            entry = look_up(table, key)
            found += entry != 0
            assert entry == 0 or (lower_of(entry), upper_of(entry)) == bounds
        assert found > 10_000
        assert all(look_up(table, key + 1) == 0 for key in truth if key + 1 not in truth)


def test_table_grows_and_loses_nothing():
    """Every entry is still found when the table has grown from its first size to its last."""
    table, chance, truth = new_table(4, 49), random.Random(9), {}
    begun = megabytes_of(table)
    while megabytes_of(table) < 2 * begun:
        key = chance.randrange(1, 1 << 49)
        truth[key] = (-(key % 20), key % 17)
        with interpreted():
            keep(table, key, *truth[key], 3)
    found = [(lower_of(entry), upper_of(entry)) for entry in map(partial(look_up, table), truth)]
    assert found == list(truth.values())
    clear(table)
    assert megabytes_of(table) == begun
    assert not any(look_up(table, key) for key in truth)


def test_answer_of_all_solvers(solver):
    """The value as every solver tells it; the score of the field is a note."""
    position = after(solver.game, "4444442222")
    found = solver.solve(position, moves=True)
    assert (found.value, len(found.line)) == (Proven(1, 0, 3), 3)
    assert (found.notes["score"].data, found.notes["score"].words) == ([15, 15], "+15")
    scores = solver.scores(position)
    for move, score in scores.items():
        child = solver.proven(position.play(move), -score)
        assert found.moves[move] == Proven(-child.result, 0, child.distance + 1)
    assert found.notes["scores"].data == {str(move + 1): score for move, score in scores.items()}


def test_mirror_is_its_own_inverse():
    for width, height in ((7, 6), (5, 4), (12, 4)):
        board, chance = board_of(width, height), random.Random(2)
        for _ in range(50):
            mask = chance.getrandbits(width * (height + 1))
            assert mirrored(mirrored(mask, board), board) == mask
