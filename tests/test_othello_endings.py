"""Othello's own search to the end, against the rules and the solver of all games."""

import random

import numpy as np
import pytest

import plyground as pg
from plyground.games.othello.endings import KNOWN, decide, endings, margin, new_endings
from plyground.games.othello.lines import bit_at_cell, key_of, on_lines, places, turned_at
from plyground.kernel import Monitor, interpreted
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_search import Features
from plyground.solvers.solver import Options

TINY, BOARD = pg.game("othello", size=4), pg.game("othello", size=6)
GAMES = {4: TINY, 6: BOARD}


def after_chance(game, empty, chance):
    """A position of a random game with so many empty cells; one that ends before is begun anew."""
    position = game.start()
    while game.cells(position).count(0) > empty:
        legal = game.legal(position)
        position = position.play(chance.choice(legal)) if legal else game.start()
    return position


def cells_in(game, word):
    size = game.size
    return [cell for cell in range(size * size) if word >> bit_at_cell(size, cell) & 1]


@pytest.mark.parametrize("size", [4, 6])
def test_moves_and_what_they_turn_over_are_those_of_the_rules(size):
    game, chance = GAMES[size], random.Random(size)
    everywhere = new_endings(game, 1, 1)[0].board.cells
    for _ in range(150):
        position = after_chance(game, chance.randrange(size * size - 4), chance)
        mine, theirs = on_lines(position.mine), on_lines(position.theirs)
        assert cells_in(game, mine | theirs) == [
            cell for cell, disc in enumerate(game.cells(position)) if disc
        ]
        moves = [move for move in game.legal(position) if move < size * size]
        assert cells_in(game, places(mine, theirs, everywhere)) == moves
        for move in moves:
            bit, after = bit_at_cell(size, move), position.play(move)
            turned = turned_at(bit, mine, theirs)
            assert theirs ^ turned == on_lines(after.mine)
            assert mine | turned | 1 << bit == on_lines(after.theirs)


def test_keys_are_exact():
    chance, known = random.Random(3), {}
    for _ in range(300):
        position = after_chance(BOARD, chance.randrange(32), chance)
        discs = on_lines(position.mine), on_lines(position.theirs)
        key = key_of(*discs)
        assert 0 <= key < 3**36
        assert known.setdefault(key, discs) == discs
    assert len(known) > 250


def own_result(position, held):
    wins, draws = (decide(position, goal, held, Monitor().array) for goal in (1, 0))
    assert draws or not wins
    return 1 if wins else 0 if draws else -1


def compare(size, count, empty):
    """The results of so many positions, each found by both."""
    game, chance, results = GAMES[size], random.Random(7), []
    slow = ExactSolver(game, Options(64, threads=1), features=Features(endings=0))
    held = new_endings(game, 8, 1)[0]
    for _ in range(count):
        position = after_chance(game, chance.choice(empty), chance)
        results.append(own_result(position, held))
        assert results[-1] == slow.result(position), game.format_position(position)
    return {result: results.count(result) for result in (-1, 0, 1)}


@pytest.mark.parametrize(
    ("size", "empty"), [(4, range(13)), (6, range(8)), (6, range(8, 13)), (6, (13, 14, 15))]
)
def test_results_are_those_of_the_solver_of_all_games(size, empty):
    found = compare(size, 150, list(empty))
    assert min(found.values()) > 2


@pytest.mark.slow
def test_many_results_are_those_of_the_solver_of_all_games():
    assert min(compare(6, 400, [14, 15, 16, 17, 18]).values()) > 5


def best_margin(game, position):
    """By the rules alone."""
    legal = game.legal(position)
    if not legal:
        cells, player = game.cells(position), position.player() + 1
        return cells.count(player) - cells.count(3 - player)
    return max(-best_margin(game, position.play(move)) for move in legal)


@pytest.mark.parametrize("size", [4, 6])
def test_margins_are_those_of_the_rules(size):
    game, chance, found = GAMES[size], random.Random(size), set()
    for _ in range(40):
        position = after_chance(game, chance.randrange(6), chance)
        found.add(margin(game, position, 1))
        assert margin(game, position, 1) == best_margin(game, position)
    assert len(found) > 10


def test_white_is_eight_ahead_on_the_small_board():
    assert margin(TINY, TINY.start(), 10) == -8


def test_interpreted_and_compiled_look_at_the_same():
    chance = random.Random(3)
    for empty in (5, 11, 13, 15):
        position, counts = after_chance(BOARD, empty, chance), []
        for goal in (0, 1):
            for run in (True, False):
                monitor, held = Monitor(), new_endings(BOARD, 1, 1)[0]
                if run:
                    with interpreted():
                        reached = decide(position, goal, held, monitor.array)
                else:
                    reached = decide(position, goal, held, monitor.array)
                counts.append((bool(reached), monitor.statistics().nodes, held.small.sum()))
            assert counts[-1] == counts[-2]


def test_a_search_that_is_stopped_leaves_nothing_wrong_behind():
    position = after_chance(BOARD, 18, random.Random(4))
    held, whole = new_endings(BOARD, 8, 1)[0], new_endings(BOARD, 8, 1)[0]
    for nodes in (10, 100, 1000, 5000):
        monitor = Monitor(pg.Limit(nodes=nodes))
        decide(position, 1, held, monitor.array)
        assert monitor.statistics().nodes <= nodes
    assert own_result(position, held) == own_result(position, whole)


def test_threads_share_a_table_and_find_the_same():
    for seed in range(4):
        position = after_chance(BOARD, 20, random.Random(seed))
        results = {ExactSolver(BOARD, Options(32, threads=n)).result(position) for n in (1, 3)}
        assert len(results) == 1


def test_only_six_rows_have_endings():
    assert endings(TINY, 8, 1) is None
    assert endings(pg.game("othello", size=8), 8, 1) is None
    held = endings(BOARD, 8, 2)
    assert len(held) == 2
    assert np.shares_memory(held[0].table.entries, held[1].table.entries)
    assert not np.shares_memory(held[0].small, held[1].small)
    assert not held[0].knows(BOARD.start())
    assert held[0].knows(after_chance(BOARD, KNOWN, random.Random(0)))


def test_draws_are_found_where_the_endings_answer():
    chance, found = random.Random(9), set()
    quick = ExactSolver(BOARD, Options(16, threads=1))
    slow = ExactSolver(BOARD, Options(16, threads=1), features=Features(endings=0))
    for _ in range(120):
        position = after_chance(BOARD, 10, chance)
        for solver in (quick, slow):
            solver.forget()
        assert quick.result(position) == slow.result(position)
        found.add(quick.result(position))
    assert found == {-1, 0, 1}
