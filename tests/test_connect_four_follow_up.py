"""What the Connect Four solver reads off the board: bounds without looking ahead, and lines."""

from __future__ import annotations

import random

from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.solver.board import board_of, completing, holds_four, slots_of
from plyground.games.connect_four.solver.follow_up import fits_beside_two, follow_up_bound
from plyground.games.connect_four.solver.order import lines_of, lines_through, rank_of
from plyground.games.connect_four.solver.search import Features
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.kernel import popcount
from plyground.solvers.solver import Options

WIDTH, HEIGHT = 6, 4
CELLS = WIDTH * HEIGHT
BOARD = board_of(WIDTH, HEIGHT)


def quiet(position):
    """Whether the game goes on and nobody can win with the next disc of the player to move."""
    mask = position.mine | position.theirs
    wins = completing(position.mine, mask, BOARD) & slots_of(mask, BOARD)
    return not holds_four(position.theirs, BOARD) and not wins


def quiet_positions(number):
    """Positions in which neither side can complete four at once, by chance."""
    game, chance, found = ConnectFour(WIDTH, HEIGHT), random.Random(1), []
    while len(found) < number:
        position = game.start()
        for _ in range(chance.randint(8, CELLS - 4)):
            moves = [move for move in game.legal(position) if quiet(position.play(move))]
            if not moves:
                break
            position = position.play(chance.choice(moves))
        mask = position.mine | position.theirs
        if not completing(position.theirs, mask, BOARD) & slots_of(mask, BOARD):
            found.append(position)
    return found


def bound_of(position):
    mask = position.mine | position.theirs
    threats = completing(position.theirs, mask, BOARD)
    return follow_up_bound(position.mine, position.theirs, mask, threats, BOARD)


def test_no_score_is_above_the_bound():
    game = ConnectFour(WIDTH, HEIGHT)
    solver = ConnectFourSolver(game, Options(8), features=Features(follow_up=0))
    reached = {0: 0, 1: 0}
    for position in quiet_positions(400):
        bound = bound_of(position)
        if bound < CELLS:
            score = solver.score(position)
            assert score <= bound, game.format_position(position)
            reached[popcount(position.mine | position.theirs) % 2] += score == bound
    assert reached[0] > 20
    assert reached[1] > 2


def test_slots_of_odd_columns_are_shared():
    """White needs both slots of the two odd columns for its only four; the other gets one."""
    board = board_of(7, 6)
    mine = sum(1 << 7 * column + 3 for column in (2, 3))  # row 4
    odd = sum(1 << 7 * column + 3 for column in (1, 4))
    full = sum(
        ((1 << height) - 1) << 7 * column for column, height in enumerate((6, 3, 6, 6, 3, 6, 6))
    )
    theirs = full & ~mine & ~sum(1 << 7 * column + row for column in range(7) for row in (0, 5))
    assert holds_four(mine | odd, board)
    assert follow_up_bound(mine, theirs, full, 0, board) <= 0


def test_two_columns_are_treated_together():
    board = board_of(7, 6)
    mine = 1 << 14 | 1 << 21  # c1 and d1: a four needs b1 and e1
    slots = 1 << 7 | 1 << 28
    assert not fits_beside_two(mine | slots, slots, board)
    assert fits_beside_two(mine | slots | 1 << 0, slots, board)  # with a1, b1 is enough
    assert fits_beside_two(mine | slots, 1 << 7, board)


def test_lines_through_a_cell():
    lines = [
        {(column + i * across, row + i * up) for i in range(4)}
        for across, up in ((1, 0), (1, 1), (1, -1), (0, 1))
        for column in range(WIDTH)
        for row in range(HEIGHT)
    ]
    cells = {
        (column, row): 1 << 5 * column + row for column in range(WIDTH) for row in range(HEIGHT)
    }
    inside = [sum(map(cells.get, line)) for line in lines if line <= cells.keys()]
    for position in quiet_positions(20):
        mine, theirs = position.mine, position.theirs
        begun = [line for line in inside if line & mine and not line & theirs]
        found = lines_of(mine, theirs, BOARD)
        for cell in cells.values():
            wanted = sum(bool(line & cell) for line in begun)
            assert lines_through(cell, found, BOARD) == wanted


def test_rank_prefers_threats_lines_and_the_middle():
    nothing, some = lines_of(0, 0, BOARD), lines_of(1 << 10, 0, BOARD)
    middle, edge = 1 << 11, 1 << 1
    assert rank_of(middle, 0, 7, nothing, nothing, BOARD) > rank_of(
        edge, 0, 7, nothing, nothing, BOARD
    )
    assert rank_of(edge, 1, 7, nothing, nothing, BOARD) > rank_of(
        middle, 0, 7, nothing, nothing, BOARD
    )
    own = rank_of(middle, 0, 7, some, nothing, BOARD)
    assert (
        own
        > rank_of(middle, 0, 7, nothing, some, BOARD)
        > rank_of(middle, 0, 7, nothing, nothing, BOARD)
    )
