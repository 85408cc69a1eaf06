"""Boards of Konane in one word, a bit for each square: what proofs ask most often, and quickly.

A square's number is its bit, row * columns + column from 0 at the bottom left. `occupied` holds the
squares with a stone. Since a stone only stands on squares of its own colour, these and whose turn
it is are the whole position. A jump goes two squares in a line, so it ends on its own colour, and
what it jumps over is of the other: one shift for each finds the jumps of all stones in a direction.
Rows have no gap between them; `rightward` and `leftward` say from where a jump stays in its row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.konane.game import Konane
from plyground.games.konane.rules import is_black
from plyground.kernel import compiled, inlined, popcount


@compiled
class Board(NamedTuple):
    """A board of up to 61 squares, and how far a stone may jump."""

    squares: int  # how many there are
    columns: int
    single: int  # 1 if jumps end after one stone
    colours: Any  # [player]: the squares on which the player's stones may stand
    rightward: int  # squares with two others to the right of them
    leftward: int  # squares with two others to the left of them


def board_of(game: Konane) -> Board:
    """The board of a game. Requires at most 61 squares."""
    rows, columns = game.height, game.width
    colours, rightward, leftward = [0, 0], 0, 0
    for square in range(rows * columns):
        colours[0 if is_black(rows, columns, square) else 1] |= 1 << square
        rightward |= (square % columns < columns - 2) << square
        leftward |= (square % columns >= 2) << square
    both = np.array(colours, np.int64)
    single = int(game.jumps == "single")
    return Board(rows * columns, columns, single, both, rightward, leftward)


@inlined
def jumps_from(own: int, enemies: int, empty: int, board: Any) -> tuple[int, int, int, int]:
    """The squares of `own` from which a stone could jump down, left, right and up.

    `empty` holds those on which it may land.
    """
    row = board.columns
    return (
        own & enemies << row & empty << 2 * row,
        own & enemies << 1 & empty << 2 & board.leftward,
        own & enemies >> 1 & empty >> 2 & board.rightward,
        own & enemies >> row & empty >> 2 * row,
    )


@inlined
def count_replies(occupied: int, own: int, board: Any) -> int:
    """How many jumps over one, two and three stones the player with these squares has."""
    mine, row, longer = occupied & own, board.columns, board.single - 1
    down, left, right, up = jumps_from(own, occupied & ~own, own & ~occupied, board)
    low, west, east, high = mine & down, mine & left, mine & right, mine & up
    count = popcount(low) + popcount(west) + popcount(east) + popcount(high)
    low &= down << 2 * row & longer
    west &= left << 2 & longer
    east &= right >> 2 & longer
    high &= up >> 2 * row & longer
    count += popcount(low) + popcount(west) + popcount(east) + popcount(high)
    low &= down << 4 * row
    west &= left << 4
    east &= right >> 4
    high &= up >> 4 * row
    return count + popcount(low) + popcount(west) + popcount(east) + popcount(high)


@inlined
def one_round(reach: int, empty: int, enemies: int, board: Any) -> tuple[int, int]:
    """Where stones may have come to stand after one jump more, and what may be empty then."""
    row = board.columns
    down, left, right, up = jumps_from(reach, enemies, empty, board)
    ends = down >> 2 * row | left >> 2 | right << 2 | up << 2 * row
    return reach | ends, empty | down | left | right | up


@inlined
def count_prospects(occupied: int, own: int, board: Any) -> int:
    """How many enemy stones who has these squares could take in some three jumps: see `prospects`.

    The enemies stand still. All that could ever be taken would take longer to count.
    """
    enemies, row = occupied & ~own, board.columns
    reach, empty = one_round(occupied & own, own & ~occupied, enemies, board)
    reach, empty = one_round(reach, empty, enemies, board)
    down, left, right, up = jumps_from(reach, enemies, empty, board)
    return popcount(down >> row | left >> 1 | right << 1 | up << row)


@inlined
def fill_down(occupied: int, able: int, step: int, found: Any, row: int, count: int) -> int:
    """Write what is occupied after one jump each towards lower squares; how many are written."""
    stones = occupied & able
    while stones:
        stone = stones & -stones
        stones ^= stone
        found[row, count] = occupied ^ (stone | stone >> step | stone >> 2 * step)
        count += 1
    return count


@inlined
def fill_up(occupied: int, able: int, step: int, found: Any, row: int, count: int) -> int:
    """The same, towards higher squares."""
    stones = occupied & able
    while stones:
        stone = stones & -stones
        stones ^= stone
        found[row, count] = occupied ^ (stone | stone << step | stone << 2 * step)
        count += 1
    return count


@inlined
def fill_longer_down(occupied: int, able: int, step: int, found: Any, row: int, count: int) -> int:
    """The same for jumps over two and more stones, towards lower squares."""
    taken, stones, reach = 1, occupied & able, able << 2 * step
    stones &= reach
    while stones:
        left, taken = stones, taken + 1
        while left:
            stone = end = left & -left
            left ^= stone
            changed = stone
            for _ in range(taken):
                changed |= end >> step
                end >>= 2 * step
            found[row, count] = occupied ^ (changed | end)
            count += 1
        reach <<= 2 * step
        stones &= reach
    return count


@inlined
def fill_longer_up(occupied: int, able: int, step: int, found: Any, row: int, count: int) -> int:
    """The same, towards higher squares."""
    taken, stones, reach = 1, occupied & able, able >> 2 * step
    stones &= reach
    while stones:
        left, taken = stones, taken + 1
        while left:
            stone = end = left & -left
            left ^= stone
            changed = stone
            for _ in range(taken):
                changed |= end << step
                end <<= 2 * step
            found[row, count] = occupied ^ (changed | end)
            count += 1
        reach >>= 2 * step
        stones &= reach
    return count


@compiled
def fill_children(occupied: int, player: int, board: Any, found: Any, row: int) -> int:
    """Write into a row of `found` what is occupied after each jump of the player; how many."""
    own, step = int(board.colours[player]), int(board.columns)
    down, left, right, up = jumps_from(own, occupied & ~own, own & ~occupied, board)
    count = fill_down(occupied, down, step, found, row, 0)
    count = fill_down(occupied, left, 1, found, row, count)
    count = fill_up(occupied, right, 1, found, row, count)
    count = fill_up(occupied, up, step, found, row, count)
    if board.single == 0 and count:
        count = fill_longer_down(occupied, down, step, found, row, count)
        count = fill_longer_down(occupied, left, 1, found, row, count)
        count = fill_longer_up(occupied, right, 1, found, row, count)
        count = fill_longer_up(occupied, up, step, found, row, count)
    return count
