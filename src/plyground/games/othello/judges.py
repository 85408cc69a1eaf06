"""Judging Othello: discs, mobility, corners and what hangs on them, and orders of moves.

Beside each corner lie two *C cells* on the rim and one *X cell* inside. A disc there hands over
the corner as long as that is empty. A disc on a corner is never turned over, and neither are the
discs of its colour that follow it along the rim without a gap: these are *anchored*.

    o C . . . . C o        o  corner
    C X . . . . X C
    . . . . . . . .
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.othello.rules import (
    BIT,
    HALF,
    SIZES,
    Cells,
    count,
    empty_cells,
    join,
    moves_of,
    run_down,
    run_up,
    split,
    turned_by,
)
from plyground.kernel import compiled, popcount
from plyground.vocabulary import Move

WORD, CORNER, X_CELL, C_CELLS = 0, 1, 2, 3  # columns of NEAR
CORNERS, LEVEL, UPRIGHT = 0, 1, 2  # rows of RIM


def _mask(size: int, *cells: int) -> tuple[int, int]:
    """The word in which the cells lie, all of them in the same, and their bits in it."""
    bits = [int(BIT[size, cell]) for cell in cells]
    return bits[0] // HALF, sum(1 << bit % HALF for bit in bits)


def _between() -> np.ndarray:
    """[size, 0] -> the cells between the left and right column, 1: top and bottom row; boards."""
    table = np.zeros((9, 2), np.int64)
    for size in SIZES:
        for cell in range(size * size):
            for i, place in enumerate((cell % size, cell // size)):
                if 0 < place < size - 1:
                    table[size, i] |= 1 << int(BIT[size, cell])
    return table


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """[size, corner, column] -> word and bits, [size, row, word] -> bits; names as above.

    LEVEL are the cells of the top and bottom row, UPRIGHT those of the first and last column,
    both without corners.
    """
    near, rim = np.zeros((9, 4, 4), np.int64), np.zeros((9, 3, 2), np.int64)
    for size in SIZES:
        last = size * (size - 1)
        corners = (
            (0, 1, size),
            (size - 1, -1, size),
            (last, 1, -size),
            (last + size - 1, -1, -size),
        )
        for i, (corner, across, down) in enumerate(corners):
            near[size, i, WORD], near[size, i, CORNER] = _mask(size, corner)
            near[size, i, X_CELL] = _mask(size, corner + across + down)[1]
            near[size, i, C_CELLS] = _mask(size, corner + across, corner + down)[1]
            rim[size, CORNERS, near[size, i, WORD]] |= near[size, i, CORNER]
        for place in range(1, size - 1):
            for row, cell in (
                (LEVEL, place),
                (LEVEL, last + place),
                (UPRIGHT, place * size),
                (UPRIGHT, place * size + size - 1),
            ):
                word, bit = _mask(size, cell)
                rim[size, row, word] |= bit
    return near, rim


NEAR, RIM = _tables()
BETWEEN = _between()


@compiled
def on_rim(discs: Cells, row: int, size: int) -> Cells:
    """The discs on one of the parts of the rim."""
    return discs[0] & int(RIM[size, row, 0]), discs[1] & int(RIM[size, row, 1])


@compiled
def anchored(discs: Cells, size: int) -> int:
    """How many of the discs stand on corners or follow one along the rim without a gap."""
    corners = on_rim(discs, CORNERS, size)
    if corners[0] | corners[1] == 0:
        return 0
    start = join(corners)
    level, upright = join(on_rim(discs, LEVEL, size)), join(on_rim(discs, UPRIGHT, size))
    found = run_up(start, level, 1) | run_down(start, level, 1)
    found |= run_up(start, upright, 8) | run_down(start, upright, 8)
    return count(corners) + popcount(found)


@compiled
def reach_of(theirs: Cells, empty: Cells, size: int) -> Cells:
    """The empty cells beside one of theirs, in a line along which it could be turned over."""
    other = join(theirs)
    across, down = other & int(BETWEEN[size, 0]), other & int(BETWEEN[size, 1])
    slanted = across & down
    beside = across << 1 | across >> 1 | down << 8 | down >> 8
    beside |= slanted << 7 | slanted >> 7 | slanted << 9 | slanted >> 9
    cells = split(beside)
    return cells[0] & empty[0], cells[1] & empty[1]


@compiled
def risks(mine: Cells, theirs: Cells, size: int) -> tuple[int, int]:
    """My discs minus theirs on X cells, and on C cells, beside empty corners."""
    on_x, on_c = 0, 0
    for corner in range(4):
        word = int(NEAR[size, corner, WORD])
        own, other = mine[word], theirs[word]
        if (own | other) & int(NEAR[size, corner, CORNER]) == 0:
            x_cell, c_cells = int(NEAR[size, corner, X_CELL]), int(NEAR[size, corner, C_CELLS])
            on_x += popcount(own & x_cell) - popcount(other & x_cell)
            on_c += popcount(own & c_cells) - popcount(other & c_cells)
    return on_x, on_c


@compiled
class Discs(NamedTuple):
    """Discs, own minus the other's: what counts at the end, and little before."""

    weight: int = 1

    def evaluate(self, position: Any) -> int:
        """Counts every disc alike."""
        return self.weight * (count(position.mine) - count(position.theirs))


@compiled
def moves_ahead(mine: Cells, theirs: Cells, size: int) -> int:
    """How many more moves I would have than the other."""
    return count(moves_of(mine, theirs, size)) - count(moves_of(theirs, mine, size))


@compiled
def reach_ahead(mine: Cells, theirs: Cells, size: int) -> int:
    """How many more cells I have in reach than the other."""
    empty = empty_cells(mine, theirs, size)
    return count(reach_of(theirs, empty, size)) - count(reach_of(mine, empty, size))


@compiled
class Mobility(NamedTuple):
    """Moves and cells in reach, own minus the other's, each with a weight."""

    moves: int = 2
    reach: int = 1

    def evaluate(self, position: Any) -> int:
        """A cell in reach lies beside an enemy; it need not be a move yet."""
        mine, theirs, size = position.mine, position.theirs, position.size
        value = self.moves * moves_ahead(mine, theirs, size)
        return int(value + self.reach * reach_ahead(mine, theirs, size))


@compiled
class Corners(NamedTuple):
    """Corners and the cells beside them, mobility, discs and the last move.

    What corners and cells in reach are worth fades with the empty cells, what moves and discs
    are worth grows with the full ones. The weights began as a least-squares fit to the final
    margins of 4,411 games at depth 5; anchored discs and cells in reach were then raised by hand,
    which won more games.
    """

    corner: int = 190  # fading
    x_cell: int = 160  # fading
    reach: int = 20  # fading
    moves: int = 20  # growing
    discs: int = 3  # growing
    parity: int = 25  # growing; for the side that fills the last cell if nobody passes
    anchored: int = 20
    c_cell: int = 25

    def evaluate(self, position: Any) -> int:
        """Weighted, own minus the other's."""
        mine, theirs, size = position.mine, position.theirs, position.size
        empty = count(empty_cells(mine, theirs, size))
        on_x, on_c = risks(mine, theirs, size)
        corners = count(on_rim(mine, CORNERS, size)) - count(on_rim(theirs, CORNERS, size))
        fading = self.corner * corners - self.x_cell * on_x
        fading += self.reach * reach_ahead(mine, theirs, size)
        growing = self.discs * (count(mine) - count(theirs))
        growing += self.moves * moves_ahead(mine, theirs, size)
        growing += self.parity if empty & 1 else -self.parity
        steady = self.anchored * (anchored(mine, size) - anchored(theirs, size))
        steady -= self.c_cell * on_c
        full = size * size - empty
        return int(steady + (empty * fading + full * growing) // (size * size))


@compiled
class CornersFirst(NamedTuple):
    """Corners first, cells beside an empty corner last, and fewer replies before more."""

    corner: int = 40
    x_cell: int = 25
    c_cell: int = 8
    reply: int = 4

    def rate(self, position: Any, move: Move) -> int:
        """What the cell is worth, less what the other may answer."""
        size, after = position.size, position.play(move)
        value = -self.reply * count(moves_of(after.mine, after.theirs, size))
        if move == size * size:
            return int(value)
        place = int(BIT[size, move])
        word, disc = place // HALF, 1 << place % HALF
        for i in range(4):
            if word == NEAR[size, i, WORD]:
                corner = int(NEAR[size, i, CORNER])
                if disc == corner:
                    value += self.corner
                elif (position.mine[word] | position.theirs[word]) & corner == 0:
                    value -= self.x_cell if disc & int(NEAR[size, i, X_CELL]) else 0
                    value -= self.c_cell if disc & int(NEAR[size, i, C_CELLS]) else 0
        return int(value)


@compiled
class MostTurned(NamedTuple):
    """The moves that turn over most discs first: what beginners look for."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """How many discs are turned over."""
        if move == position.size * position.size:
            return 0
        disc = 1 << int(BIT[position.size, move])
        turned = turned_by(disc, join(position.mine), join(position.theirs))
        return self.weight * popcount(turned)
