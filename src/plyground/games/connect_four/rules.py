"""
Connect Four: discs fall into columns; four in a line wins.

Each column takes height + 1 bits, from the bottom; the top one stays empty and keeps lines
from running over into the next column. For 7 columns and 6 rows:

     6 13 20 27 34 41 48      always empty
     5 12 19 26 33 40 47      row 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      row 1

A move is the number of its column from 0; people count columns from 1.
"""

from __future__ import annotations

from typing import NamedTuple

from plyground.game import Moves
from plyground.kernel import compiled, popcount
from plyground.vocabulary import Move, Player


@compiled
def four_along(discs: int, step: int) -> int:
    """The lowest discs of every four in a line, where neighbours are `step` bits apart."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> step >> step)  # in two steps: machine code cannot shift by 64


@compiled
def has_four(discs: int, height: int) -> bool:
    """Whether `discs` contain four in a line."""
    column = height + 1
    return (
        four_along(discs, 1)
        | four_along(discs, column)
        | four_along(discs, column - 1)
        | four_along(discs, column + 1)
    ) != 0


@compiled
class ConnectFourPosition(NamedTuple):
    """The discs of the player to move and of the other, and the size of the board."""

    mine: int
    theirs: int
    width: int
    height: int

    def fill_moves(self, moves: Moves) -> int:
        """The columns with room; none once the other has four in a line."""
        if has_four(self.theirs, self.height):
            return 0
        count = 0
        taken = self.mine | self.theirs
        top = 1 << (self.height - 1)
        for column in range(self.width):
            moves[count] = column  # kept if there is room: without a branch, which would be missed
            count += taken & top == 0
            top <<= self.height + 1
        return count

    def play(self, move: Move) -> ConnectFourPosition:
        """Drop a disc into the column; the other is to move."""
        bottom = 1 << move * (self.height + 1)
        column = ((1 << self.height) - 1) * bottom
        taken = self.mine | self.theirs
        disc = (taken + bottom) & column & ~taken
        return ConnectFourPosition(self.theirs, self.mine | disc, self.width, self.height)

    def result(self) -> int:
        """A loss if the other has four in a line, otherwise a draw."""
        return -1 if has_four(self.theirs, self.height) else 0

    def key(self) -> int:
        """Exact: the carry of this sum in each column tells how many discs it holds."""
        return self.mine + (self.mine | self.theirs)

    def player(self) -> Player:
        """The first player after an even number of moves."""
        return popcount(self.mine | self.theirs) & 1

    def transform(self, symmetry: int) -> ConnectFourPosition:
        """Mirrored left to right if `symmetry` is 1."""
        if symmetry == 0:
            return self
        mine, theirs = 0, 0
        column = (1 << (self.height + 1)) - 1
        for move in range(self.width):
            here = move * (self.height + 1)
            there = (self.width - 1 - move) * (self.height + 1)
            mine |= (self.mine >> here & column) << there
            theirs |= (self.theirs >> here & column) << there
        return ConnectFourPosition(mine, theirs, self.width, self.height)

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The column that `move` goes to."""
        return self.width - 1 - move if symmetry else move
