"""What the Connect Four solver reads off the board: bounds without looking ahead, and lines."""

from __future__ import annotations

import random
from functools import cache

import pytest

from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.solver.board import (
    board_of,
    children_of,
    completing,
    holds_four,
    slots_of,
)
from plyground.games.connect_four.solver.follow_up import fits_beside_two, follow_up_bound
from plyground.games.connect_four.solver.order import Recent, lines_of, lines_through, rank_of
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


def drawn(picture):
    """The board, the discs of the player to move (x) and all discs, from rows from the top down."""
    rows = picture.split()[::-1]
    board, bits = board_of(len(rows[0]), len(rows)), len(rows) + 1
    cells = [(mark, bits * i + j) for j, row in enumerate(rows) for i, mark in enumerate(row)]
    mine = sum(1 << bit for mark, bit in cells if mark == "x")
    return board, mine, mine | sum(1 << bit for mark, bit in cells if mark == "o")


def plain_minimax(board):
    """The score of (mine, mask), from the rules alone."""
    cells = board.width() * board.height()

    @cache
    def score(mine, mask):
        left = cells - popcount(mask)
        if holds_four(mine ^ mask, board):
            return -((left + 2) // 2)
        return max((-score(*child) for child in children_of((mine, mask), board)), default=0)

    return score


@pytest.mark.parametrize(
    ("without", "picture", "score"),
    [
        ("two columns: no threat above their slots", ".oo.x .xo.o .xx.o .xx.o", 2),
        ("two columns: no threat above their slots", "x.o. o.x. x.xo x.ox xooo", 1),
        ("two columns: odd slots are gained", ".... x.x. xoxo ooox oxox", 2),
        ("two columns: slot of one, cell above the other", "oo.. xx.. oxxx xooo xoox", 1),
        ("sure threats are rear cells", ".x.o oo.o xo.x xoox xxox", 0),
        ("nothing is gained above sure threats only", "ox.. xxx. oxo. ooo. xox.", 1),
        ("the other does not get all odd slots", "..oo xoxx xxox ooox xoxo", 0),
        ("one of each pair is gained", ".x.x .o.x oxxo xoxo ooxo", 2),
        ("either of a pair is gained", "o... o.xo oxxx xooo xxxo", 2),
        ("of six odd slots any three are gained", "...... o..oox x..xox xxooxo", 0),
        ("a sure threat wins with that disc at the latest", ".... .xx. ooo. oox. xxox", -2),
        ("late threat: wins with that disc at the latest", "...x o..x x..o oo.o xx.o", -2),
        ("late threat: other columns are gained", ".x.. .oo. .xo. xoxo oxox", 0),
        ("late threat: the cell beneath is gained", "o.ox o.xo o.ox xxxo xoxo", 2),
        ("late threat: the slot beneath is paired", "o..x o.oo x.xo x.xx xooo", 3),
        ("late threat: the slot beneath is gained", "oxx. xoo. oxo. xox. oxo.", 3),
        ("late threat: rear cells beneath are gained", ".ox. .ooo .xoo .oox .xxx .xox", 3),
        ("late threat: other odd slots are paired", "...o xx.o oo.x ooxx xoox", 0),
    ],
)
def test_each_condition_of_a_bound_is_needed(without, picture, score):
    """Positions in which the bound would be too low if it did `without` that condition."""
    board, mine, mask = drawn(picture)
    threats = completing(mine ^ mask, mask, board)
    assert plain_minimax(board)(mine, mask) == score
    assert score <= follow_up_bound(mine, mine ^ mask, mask, threats, board), without


@pytest.mark.slow
def test_no_score_of_a_whole_board_is_above_the_bound():
    """Every position that can come up on a board on which each condition matters."""
    board = board_of(4, 5)
    score, fired, seen, stack = plain_minimax(board), 0, {(0, 0)}, [(0, 0)]
    while stack:
        mine, mask = stack.pop()
        if holds_four(mine ^ mask, board) or mask == board.cells():
            continue
        new = [child for child in children_of((mine, mask), board) if child not in seen]
        seen.update(new)
        stack.extend(new)
        threats = completing(mine ^ mask, mask, board)
        if not threats & slots_of(mask, board):
            bound = follow_up_bound(mine, mine ^ mask, mask, threats, board)
            fired += bound < 20
            assert score(mine, mask) <= bound, (mine, mask)
    assert fired == 225_795 + 38_804  # with an even and an odd number of empty cells


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
    middle, edge, none = 1 << 11, 1 << 1, Recent(0, 0)
    plain = rank_of(middle, 0, 7, none, nothing, nothing, BOARD)
    assert plain > rank_of(edge, 0, 7, none, nothing, nothing, BOARD)
    assert rank_of(edge, 1, 7, none, nothing, nothing, BOARD) > plain
    own = rank_of(middle, 0, 7, none, some, nothing, BOARD)
    assert own > rank_of(middle, 0, 7, none, nothing, some, BOARD) > plain


def test_rank_prefers_what_was_right_lately():
    nothing, middle = lines_of(0, 0, BOARD), 1 << 11
    ranks = [
        rank_of(middle, 0, 7, recent, nothing, nothing, BOARD)
        for recent in (Recent(1, 1), Recent(1, middle), Recent(middle, 1), Recent(middle, middle))
    ]
    assert ranks == sorted(set(ranks))
