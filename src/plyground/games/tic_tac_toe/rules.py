"""
Tic-tac-toe: three in a line on a board of nine cells.

    bit of a cell       name

     6  7  8          a3 b3 c3
     3  4  5          a2 b2 c2
     0  1  2          a1 b1 c1

A move is the number of its cell.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.game import Moves
from plyground.kernel import compiled, popcount
from plyground.shapes import Grid
from plyground.vocabulary import Move, Player

FULL = 0b111_111_111
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

BOARD = Grid(3, 3)
TURNED = tuple(tuple(BOARD.turned(cell, k) for cell in range(9)) for k in range(8))


@compiled
def has_line(mask: int) -> bool:
    """Whether the cells in `mask` contain three in a line."""
    for line in LINES:
        if mask & line == line:
            return True
    return False


@compiled
def turn_cells(mask: int, symmetry: int) -> int:
    """The cells in `mask` under a symmetry of the square."""
    turned = 0
    for cell in range(9):
        if mask >> cell & 1:
            turned |= 1 << TURNED[symmetry][cell]
    return turned


@compiled
class TicTacToePosition(NamedTuple):
    """The cells of the player to move and of the other, bit i for cell i."""

    mine: int
    theirs: int

    def fill_moves(self, moves: Moves) -> int:
        """The empty cells; none once the other has three in a line."""
        if has_line(self.theirs):
            return 0
        count = 0
        taken = self.mine | self.theirs
        for cell in range(9):
            if not taken >> cell & 1:
                moves[count] = cell
                count += 1
        return count

    def play(self, move: Move) -> TicTacToePosition:
        """Take the cell; the other is to move."""
        return TicTacToePosition(self.theirs, self.mine | 1 << move)

    def result(self) -> int:
        """A loss if the other has three in a line, otherwise a draw."""
        return -1 if has_line(self.theirs) else 0

    def key(self) -> int:
        """Both sides' bits: exact."""
        return self.mine | self.theirs << 9

    def player(self) -> Player:
        """X after an even number of moves."""
        return popcount(self.mine | self.theirs) & 1

    def transform(self, symmetry: int) -> TicTacToePosition:
        """Reflected or rotated."""
        return TicTacToePosition(turn_cells(self.mine, symmetry), turn_cells(self.theirs, symmetry))

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The cell that `move` goes to."""
        return TURNED[symmetry][move]
