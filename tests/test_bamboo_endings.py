"""Bamboo's own search of positions with few free tiles, against the solver of all games."""

import random

import numpy as np
import pytest

import plyground as pg
from boards import after_chance
from plyground.games.bamboo.endings import TILES, decide, endings, new_endings
from plyground.games.bamboo.rules import legal_and_groups
from plyground.games.bamboo.sides import board_of, side_of
from plyground.kernel import Monitor, interpreted
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_keys import keys_for
from plyground.solvers.exact_search import Features
from plyground.solvers.solver import Options

SMALL, BOARD = pg.game("bamboo", radius=2), pg.game("bamboo", radius=3)


def own_result(position, held):
    return 1 if decide(position, held, Monitor().array) else -1


def test_sides_know_where_they_may_move():
    chance, board = random.Random(1), board_of(BOARD.start().free[0], 3)
    for plies in range(0, 36):
        position = after_chance(BOARD, plies, chance)
        for stones in (position.mine, position.theirs):
            side = side_of(stones[0], board)
            legal, groups = legal_and_groups(stones, position.free, 3)
            assert (side.legal & position.free[0], side.groups) == (legal[0], groups)


@pytest.mark.parametrize("radius", [1, 2])
def test_small_boards_are_decided_as_by_the_solver_of_all_games(radius):
    game = pg.game("bamboo", radius=radius)
    held, solver = new_endings(game, 8, 1)[0], ExactSolver(game, Options(8))
    start = game.start()
    for position in (start, *map(start.play, game.legal(start))):
        assert own_result(position, held) == solver.result(position)


def compare(count, plies):
    """How many of so many positions are won."""
    chance, won = random.Random(5), 0
    quick = ExactSolver(BOARD, Options(64))
    slow = ExactSolver(BOARD, Options(64), features=Features(symmetry_plies=0, endings=0))
    for _ in range(count):
        position = after_chance(BOARD, chance.choice(plies), chance)
        result = quick.result(position)
        assert result == slow.result(position)
        won += result > 0
    return won


def test_results_are_those_of_the_solver_of_all_games():
    assert 5 < compare(40, (22, 23, 24, 26)) < 35


@pytest.mark.slow
def test_many_results_are_those_of_the_solver_of_all_games():
    assert 50 < compare(400, (16, 17, 18, 19, 20, 22)) < 350


def test_interpreted_and_compiled_look_at_the_same():
    chance = random.Random(3)
    for _ in range(3):
        position, counts = after_chance(BOARD, 26, chance), []
        for run in (True, False):
            monitor, held = Monitor(), new_endings(BOARD, 1, 1)[0]
            if run:
                with interpreted():
                    result = decide(position, held, monitor.array)
            else:
                result = decide(position, held, monitor.array)
            counts.append((bool(result), monitor.statistics().nodes))
        assert counts[0] == counts[1]


def test_threads_share_a_table_and_find_the_same():
    position = after_chance(BOARD, 18, random.Random(2))
    results = {ExactSolver(BOARD, Options(32, threads=n)).result(position) for n in (1, 3)}
    assert len(results) == 1


def test_only_boards_of_one_word_with_many_tiles_have_endings():
    assert endings(SMALL, 8, 1) is None
    assert endings(pg.game("bamboo", radius=4), 8, 1) is None
    held = endings(BOARD, 8, 2)
    assert len(held) == 2
    assert np.shares_memory(held[0].table.entries, held[1].table.entries)
    assert not held[0].knows(BOARD.start())
    assert held[0].knows(after_chance(BOARD, BOARD.shape.cell_count - TILES, random.Random(0)))


def test_keys_put_blue_first():
    """Of all images, that with the largest key has a blue stone on the tile that is tried first."""
    keys, position = keys_for(BOARD), BOARD.start().play(18).play(36)
    best = max((position.transform(image) for image in range(12)), key=keys.key)
    assert BOARD.cells(best)[0] == 2
