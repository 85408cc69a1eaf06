"""Konane's own search, against the solver of all games and the rules."""

import random

import numpy as np
import pytest

import plyground as pg
from boards import after_chance
from plyground.games.konane.boards import board_of, count_prospects, count_replies, fill_children
from plyground.games.konane.endings import GONE, MANY, STONES, decide, endings, new_endings
from plyground.games.konane.prospects import prospects
from plyground.games.konane.rules import other_squares
from plyground.games.konane.solving import exact_keys
from plyground.kernel import Monitor, interpreted
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_search import Features
from plyground.solvers.solver import Options

BOARDS = [
    pg.game("konane", rows=rows, columns=columns, jumps=jumps)
    for rows, columns in ((4, 5), (6, 6), (3, 15), (6, 8), (7, 7), (15, 4))
    for jumps in ("multi", "single")
]
USUAL = pg.game("konane", size=6)
NAMES = [f"{game.height}x{game.width} {game.jumps}" for game in BOARDS]


def occupied_squares(game, position):
    return sum(1 << square for square, content in enumerate(game.cells(position)) if content)


@pytest.mark.parametrize("game", BOARDS, ids=NAMES)
def test_boards_know_the_rules(game):
    """Jumps, and what they lead to, on boards up to the last bit of a word."""
    chance, board, keys = random.Random(4), board_of(game), exact_keys(game)
    found = np.zeros((2, game.max_moves), np.int64)
    for plies in range(2, 24):
        position = after_chance(game, plies, chance)
        occupied, turn = occupied_squares(game, position), position.player()
        assert keys.key(position) == occupied | turn << board.squares
        legal = game.legal(position)
        count = fill_children(occupied, turn, board, found, 1)
        children = [occupied_squares(game, position.play(move)) for move in legal]
        assert sorted(found[1, :count].tolist()) == sorted(children)
        own = int(board.colours[turn])
        short = sum((occupied ^ child).bit_count() <= 5 for child in children)  # three stones taken
        assert count_replies(occupied, own, board) == short


def taken_in_three_jumps(game, mine, theirs):
    """Which of `theirs` could be taken, by stones that jump at the same time, three times."""
    lines = [
        (start, start + step, start + 2 * step)
        for start in range(game.height * game.width)
        for step, fits in (
            (1, start % game.width < game.width - 2),
            (-1, start % game.width > 1),
            (game.width, start // game.width < game.height - 2),
            (-game.width, start // game.width > 1),
        )
        if fits
    ]
    reach, full = set(mine), mine | theirs
    for _ in range(3):
        jumps = [
            line for line in lines if line[0] in reach and line[1] in theirs and line[2] not in full
        ]
        reach |= {end for *_, end in jumps}
        full = full - {start for start, *_ in jumps}
    return {middle for _, middle, _ in jumps}


@pytest.mark.parametrize("game", BOARDS, ids=NAMES)
def test_boards_count_what_can_be_taken_soon(game):
    """As the oracle says, and never more than `prospects`."""
    chance, board = random.Random(6), board_of(game)
    for plies in range(2, 24):
        p = after_chance(game, plies, chance)
        occupied, columns = occupied_squares(game, p), game.width
        stones = [set(np.flatnonzero(np.array(game.cells(p)) == 1 + player)) for player in (0, 1)]
        others = other_squares(p.leading, p.trailing, columns)
        mine = prospects(p.mine, p.theirs, p.leading, p.trailing, columns)
        theirs = prospects(p.theirs, p.mine, *others, columns)
        for player, all_of_them in ((p.player(), mine), (1 - p.player(), theirs)):
            found = count_prospects(occupied, int(board.colours[player]), board)
            assert found == len(taken_in_three_jumps(game, stones[player], stones[1 - player]))
            assert found <= all_of_them


def compare(game, count, plies):
    """How many of so many positions are won."""
    chance, won = random.Random(5), 0
    held = new_endings(game, 16, 1)[0]
    slow = ExactSolver(game, Options(64), features=Features(symmetry_plies=0, endings=0))
    for _ in range(count):
        position = after_chance(game, chance.choice(plies), chance)
        if not game.legal(position):
            continue
        result = bool(decide(position, held, Monitor().array))
        assert result == (slow.result(position) > 0)
        won += result
    return won


@pytest.mark.parametrize("jumps", ["multi", "single"])
def test_results_are_those_of_the_solver_of_all_games(jumps):
    assert 15 < compare(pg.game("konane", size=6, jumps=jumps), 80, (11, 12, 13)) < 65


@pytest.mark.slow
@pytest.mark.parametrize("jumps", ["multi", "single"])
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 5), (4, 8), (5, 7), (3, 15), (6, 8)])
def test_many_results_are_those_of_the_solver_of_all_games(rows, columns, jumps):
    game = pg.game("konane", rows=rows, columns=columns, jumps=jumps)
    squares = rows * columns
    plies = range(2, 12) if squares <= 25 else range(squares // 4, squares // 2)
    if squares > 40:
        plies = range(squares // 2 - 4, squares // 2)
    assert 20 < compare(game, 200, plies) < 180


@pytest.mark.parametrize("jumps", ["multi", "single"])
def test_interpreted_and_compiled_look_at_the_same(jumps):
    chance, game = random.Random(3), pg.game("konane", size=6, jumps=jumps)
    for threads in (1, 1, 2):  # with two, what threads do for each other is run through, too
        position, counts = after_chance(game, 11, chance), []
        for run in (True, False):
            monitor, held = Monitor(), new_endings(game, 1, threads)[0]
            if run:
                with interpreted():
                    result = decide(position, held, monitor.array)
            else:
                result = decide(position, held, monitor.array)
            counts.append((bool(result), monitor.statistics().nodes))
        assert counts[0] == counts[1]
        assert counts[0][1] > 10


def test_threads_share_a_table_and_find_the_same():
    results = {ExactSolver(USUAL, Options(32, threads=n)).result(USUAL.start()) for n in (1, 3)}
    assert results == {-1}


def test_only_boards_with_exact_keys_and_many_squares_have_endings():
    assert endings(pg.game("konane", size=5), 8, 1) is None
    assert endings(pg.game("konane", size=8), 8, 1) is None
    held = endings(USUAL, 8, 2)
    assert len(held) == 2
    assert np.shares_memory(held[0].table.entries, held[1].table.entries)
    assert [each.table.growth > 0 for each in held] == [True, False]
    chance = random.Random(0)
    single = pg.game("konane", size=6, jumps="single")
    assert not held[0].knows(after_chance(single, GONE - 1, chance))
    assert held[0].knows(after_chance(single, GONE, chance))
    large = pg.game("konane", rows=6, columns=8, jumps="single")
    wide = endings(large, 8, 1)[0]
    assert not wide.knows(after_chance(large, large.height * large.width - STONES - 1, chance))
    assert wide.knows(after_chance(large, large.height * large.width - STONES, chance))


def test_many_threads_have_a_whole_table():
    few, many = (endings(USUAL, 8, threads)[0].table for threads in (1, MANY))
    assert few.growth > 0
    assert many.growth == 0
