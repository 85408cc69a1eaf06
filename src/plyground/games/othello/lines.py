"""Othello on boards of up to six rows, a board in one word: where discs go and what they turn over.

A row takes seven bits, of which the last is no cell: a line that runs over the side of the board
ends there. For size 6:

    a1 b1 c1 d1 e1 f1    bit  0  1  2  3  4  5
    a2 b2 c2 d2 e2 f2         7  8  9 10 11 12
    ...                       ...
    a6 b6 c6 d6 e6 f6        35 36 37 38 39 40

A smaller board is the upper left of that. Beyond its sides nothing ever stands, so that lines end
there as well, and the same tables serve. Sets of cells are below 2**41.

Along a line from a new disc upwards (to higher bits), a one that is added below runs through all
bits that are set: those of the enemy, and those that are not of the line. It stops at the first
cell that is empty or mine, and what it ran through in the line is turned over if that is mine. The
other way, the first cell that is not the enemy's is the highest bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import compiled, inlined
from plyground.kernel.bits import highest_bit

SIDE = 6
ROW = 7  # bits from one row to the next
BITS = SIDE * ROW
FULL = (1 << BITS + ROW) - 1
WAYS = ((0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns, to higher bits
ROW_MASK = (1 << SIDE) - 1
DIGITS = np.array([sum((n >> i & 1) * 3**i for i in range(SIDE)) for n in range(1 << SIDE)])
ROW_VALUES = 3**SIDE


def bit_at_cell(size: int, cell: int) -> int:
    """The bit of a cell on a board of that size."""
    return cell // size * ROW + cell % size


def _rays() -> np.ndarray:
    """[bit, way] -> the cells in line above a cell, and with four ways more, those below."""
    rays = np.zeros((BITS, 2 * len(WAYS)), np.int64)
    for row in range(SIDE):
        for column in range(SIDE):
            for i, (down, right) in enumerate(WAYS * 2):
                sign = 1 if i < len(WAYS) else -1
                y, x = row + sign * down, column + sign * right
                while 0 <= y < SIDE and 0 <= x < SIDE:
                    rays[row * ROW + column, i] |= 1 << y * ROW + x
                    y, x = y + sign * down, x + sign * right
    return rays


RAYS = _rays()


@inlined
def ends_along(mine: int, theirs: int, step: int) -> int:
    """The bits behind up to four enemies in line with one of mine, both ways."""
    up, pairs = theirs & mine << step, theirs & theirs << step
    up |= theirs & up << step
    up |= pairs & up << 2 * step
    down = theirs & mine >> step
    down |= theirs & down >> step
    down |= pairs >> step & down >> 2 * step
    return up << step | down >> step


@inlined
def places(mine: int, theirs: int, cells: int) -> int:
    """The empty cells on which a disc of mine would turn over some of theirs."""
    ends = ends_along(mine, theirs, 1) | ends_along(mine, theirs, ROW - 1)
    ends |= ends_along(mine, theirs, ROW) | ends_along(mine, theirs, ROW + 1)
    return ends & cells & ~(mine | theirs)


@inlined
def turned_in(up: int, down: int, mine: int, theirs: int) -> int:
    """The enemies that a new disc turns over in the line of two rays."""
    above = ((theirs | FULL ^ up) + 1) & up & mine
    below = 1 << highest_bit(down & ~theirs | 1) & down & mine
    return (above - (above != 0)) & up | down & -(below << 1)


@inlined
def turned_at(bit: int, mine: int, theirs: int) -> int:
    """The enemies that a new disc of mine turns over; 0 if it may not be placed."""
    return (
        turned_in(int(RAYS[bit, 0]), int(RAYS[bit, 4]), mine, theirs)
        | turned_in(int(RAYS[bit, 1]), int(RAYS[bit, 5]), mine, theirs)
        | turned_in(int(RAYS[bit, 2]), int(RAYS[bit, 6]), mine, theirs)
        | turned_in(int(RAYS[bit, 3]), int(RAYS[bit, 7]), mine, theirs)
    )


@inlined
def around(cells: int) -> int:
    """The cells, all beside them, and bits that are no cells."""
    wide = cells | cells << 1 | cells >> 1
    return wide | wide << ROW | wide >> ROW


@compiled
def key_of(mine: int, theirs: int) -> int:
    """A number below 3**36 that no two positions share: a digit to the base 3 for each cell.

    Who moves is no part of it, since that changes no value.
    """
    total = 0
    for row in range(SIDE):
        own, other = mine >> ROW * row & ROW_MASK, theirs >> ROW * row & ROW_MASK
        total = total * ROW_VALUES + int(DIGITS[own]) + 2 * int(DIGITS[other])
    return total


@compiled
def on_lines(cells: Any) -> int:
    """A set of cells of `rules` in the bits of this board. Requires a board of at most 6x6."""
    found = 0
    for row in range(SIDE):
        found |= (cells[row >> 2] >> 8 * (row & 3) & ROW_MASK) << ROW * row
    return found
