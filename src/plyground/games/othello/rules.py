"""The rules of Othello on sets of cells.

Cells are numbered from a1 at the top left, row by row, as Othello players do. Inside, a row takes
eight bits whatever the size, and a set of cells is two words of 32 bits: `mine[0]` holds the
rows 1 to 4 and `mine[1]` the rows 5 to 8. For size 6:

    cell     0  1  2  3  4  5    a1 b1 c1 d1 e1 f1    bit     0  1  2  3  4  5   of word 0
             6  7  8  9 10 11    a2 b2 c2 d2 e2 f2            8  9 10 11 12 13
            12 13 14 15 16 17    a3 b3 c3 d3 e3 f3           16 17 18 19 20 21
            18 19 20 21 22 23    a4 b4 c4 d4 e4 f4           24 25 26 27 28 29
            24 25 26 27 28 29    a5 b5 c5 d5 e5 f5            0  1  2  3  4  5   of word 1
            30 31 32 33 34 35    a6 b6 c6 d6 e6 f6            8  9 10 11 12 13

A move is the number of its cell; size * size passes.

To look along lines the two words are joined to a *board* of 64 bits. Its bit for h8 is the sign
bit of a machine word, so that shifting it down drags ones behind and shifting up pushes bits out,
while Python's integers do neither. The masks below make both the same: a disc on the rim is never
turned over across the rim, and without the rim no such bit is left.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from plyground.game import Moves
from plyground.kernel import compiled, lowest_bit, mix, popcount
from plyground.shapes import Grid
from plyground.vocabulary import Move, Player

SIZES = (4, 6, 8)
TURNS = (0, 3, 4, 7)  # the symmetries of a square that keep the start: see Grid.turned
HALF = 32  # bits in each of the two words
FULL_HALF = (1 << HALF) - 1
NOT_LEFT_OR_RIGHT = 0x7E7E7E7E7E7E7E7E  # the columns b to g
NOT_TOP_OR_BOTTOM = 0x00FFFFFFFFFFFF00  # the rows 2 to 7
NOT_ON_RIM = NOT_LEFT_OR_RIGHT & NOT_TOP_OR_BOTTOM

Cells: TypeAlias = tuple[int, int]  # a set of cells: rows 1 to 4, and rows 5 to 8


def bit_of_cell(size: int, cell: int) -> int:
    """The bit of a cell on a board of 64 bits."""
    return cell // size * 8 + cell % size


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[size, cell] -> bit, [size, word] -> all cells, [size, symmetry, bit] -> bit."""
    bits = np.zeros((9, 64), np.int64)
    everything = np.zeros((9, 2), np.int64)
    turned = np.zeros((9, len(TURNS), 64), np.int64)
    for size in SIZES:
        grid = Grid(size, size)
        for cell in range(size * size):
            bit = bits[size, cell] = bit_of_cell(size, cell)
            everything[size, bit // HALF] |= 1 << bit % HALF
            turned[size, :, bit] = [bit_of_cell(size, grid.turned(cell, k)) for k in TURNS]
    return bits, everything, turned


BIT, EVERYTHING, TURNED = _tables()


@compiled
def join(cells: Cells) -> int:
    """The set as one board of 64 bits, whose highest is the sign bit in machine code."""
    return cells[0] | cells[1] << HALF


@compiled
def split(board: int) -> Cells:
    """The set of the lowest 64 bits of a board."""
    return board & FULL_HALF, board >> HALF & FULL_HALF


@compiled
def count(cells: Cells) -> int:
    """How many cells are in the set."""
    return popcount(cells[0]) + popcount(cells[1])


@compiled
def empty_cells(mine: Cells, theirs: Cells, size: int) -> Cells:
    """The cells of the board without a disc."""
    return (
        int(EVERYTHING[size, 0]) & ~(mine[0] | theirs[0]),
        int(EVERYTHING[size, 1]) & ~(mine[1] | theirs[1]),
    )


@compiled
def run_up(start: int, through: int, step: int) -> int:
    """The cells of `through` that follow a cell of `start` without a gap, up to six in a line.

    Each is `step` bits above the one before.
    """
    run = through & start << step
    run |= through & run << step
    pairs = through & through << step
    run |= pairs & run << 2 * step
    return run | pairs & run << 2 * step


@compiled
def run_down(start: int, through: int, step: int) -> int:
    """The same with each `step` bits below the one before."""
    run = through & start >> step
    run |= through & run >> step
    pairs = through & through >> step
    run |= pairs & run >> 2 * step
    return run | pairs & run >> 2 * step


@compiled
def ends_along(mine: int, through: int, step: int) -> int:
    """The bits behind the enemies in line with one of mine, both ways."""
    return run_up(mine, through, step) << step | run_down(mine, through, step) >> step


@compiled
def moves_of(mine: Cells, theirs: Cells, size: int) -> Cells:
    """The empty cells on which a disc of mine would turn over some of theirs."""
    own, other = join(mine), join(theirs)
    slanted = other & NOT_ON_RIM
    ends = split(
        ends_along(own, other & NOT_LEFT_OR_RIGHT, 1)
        | ends_along(own, other & NOT_TOP_OR_BOTTOM, 8)
        | ends_along(own, slanted, 7)
        | ends_along(own, slanted, 9)
    )
    empty = empty_cells(mine, theirs, size)
    return ends[0] & empty[0], ends[1] & empty[1]


@compiled
def turned_along(disc: int, mine: int, through: int, step: int) -> int:
    """The enemies between a new disc and one of mine in line with it, both ways."""
    up, down = run_up(disc, through, step), run_down(disc, through, step)
    turned = up if up << step & mine else 0
    return turned | down if down >> step & mine else turned


@compiled
def turned_by(disc: int, mine: int, theirs: int) -> int:
    """The enemies that a new disc of mine turns over; all three are boards."""
    slanted = theirs & NOT_ON_RIM
    return (
        turned_along(disc, mine, theirs & NOT_LEFT_OR_RIGHT, 1)
        | turned_along(disc, mine, theirs & NOT_TOP_OR_BOTTOM, 8)
        | turned_along(disc, mine, slanted, 7)
        | turned_along(disc, mine, slanted, 9)
    )


@compiled
class OthelloPosition(NamedTuple):
    """Discs of the player to move and of the other, and who moves: a pass hides the number."""

    mine: Cells
    theirs: Cells
    turn: int  # 0 if Black moves, 1 if White
    size: int

    def fill_moves(self, moves: Moves) -> int:
        """The cells that turn over a disc; a pass if only the other has such a cell."""
        places = moves_of(self.mine, self.theirs, self.size)
        if places[0] | places[1] == 0:
            replies = moves_of(self.theirs, self.mine, self.size)
            moves[0] = self.size * self.size
            return 1 if replies[0] | replies[1] else 0
        found, first = 0, 0
        for word in places:
            while word:
                bit = lowest_bit(word)
                moves[found] = first + (bit >> 3) * self.size + (bit & 7)
                word &= word - 1
                found += 1
            first += 4 * self.size
        return found

    def play(self, move: Move) -> OthelloPosition:
        """Pass, or place a disc and turn over what it encloses; the other is to move."""
        if move == self.size * self.size:
            return OthelloPosition(self.theirs, self.mine, 1 - self.turn, self.size)
        disc = 1 << int(BIT[self.size, move])
        mine, theirs = join(self.mine), join(self.theirs)
        turned = turned_by(disc, mine, theirs)
        after = split(mine | disc | turned)
        return OthelloPosition(split(theirs ^ turned), after, 1 - self.turn, self.size)

    def result(self) -> int:
        """More discs win."""
        ahead = count(self.mine) - count(self.theirs)
        if ahead == 0:
            return 0
        return 1 if ahead > 0 else -1

    def key(self) -> int:
        """Exact on 4x4, a hash of all discs and of whose turn it is on larger boards."""
        if self.size == 4:
            return self.mine[0] | self.theirs[0] << 28 | self.turn << 56
        low = mix(mix(1, self.turn << HALF | self.mine[0]), self.theirs[0])
        return mix(mix(low, self.mine[1]), self.theirs[1])

    def player(self) -> Player:
        """Black is the first player."""
        return self.turn

    def transform(self, symmetry: int) -> OthelloPosition:
        """Turned by half a circle or mirrored at a diagonal."""
        mine, theirs = self.turn_cells(self.mine, symmetry), self.turn_cells(self.theirs, symmetry)
        return OthelloPosition(mine, theirs, self.turn, self.size)

    def turn_cells(self, cells: Cells, symmetry: int) -> Cells:
        """The set of cells under a symmetry."""
        turned, first = 0, 0
        for word in cells:
            while word:
                turned |= 1 << int(TURNED[self.size, symmetry, first + lowest_bit(word)])
                word &= word - 1
            first += HALF
        return split(turned)

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The cell that `move` goes to; a pass stays one."""
        if move == self.size * self.size:
            return move
        bit = int(TURNED[self.size, symmetry, int(BIT[self.size, move])])
        return (bit >> 3) * self.size + (bit & 7)
