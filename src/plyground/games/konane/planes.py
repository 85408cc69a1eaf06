"""Konane as planes: rows from the bottom, columns from the left.

channel  0  the board                        5  all squares, in the first removal
         1  own stones                       6  all squares, in the second removal
         2  their stones                     7  all squares, if jumps end after one stone
         3  own stones that may move         8  squares of the mover's colour
         4  their stones that could jump     9  distance from the border

policy   0  remove the stone
         1 to 28  jump from here: 1 + 7 * direction + jumps - 1, with the directions of
                  `games.konane`
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.konane.game import Konane
from plyground.games.konane.rules import (
    LARGEST,
    REMOVAL,
    SQUARE,
    jumps_of,
    openings,
    other_squares,
    parity_of,
)
from plyground.kernel import compiled, lowest_bit
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import Words, common, union
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move

CHANNELS = 10
LONGEST = LARGEST // 2 - 1  # stones that a jump can take
POLICY_PLANES = 1 + 4 * LONGEST
BORDER_UNIT = LARGEST / 2

_SIZES = np.maximum(np.arange(LARGEST + 1), 1).astype(np.int16)[:, None, None]
ROW, COLUMN = SQUARE // _SIZES, SQUARE % _SIZES  # [columns, parity, bit] -> row, column


@compiled
def mark_squares(planes: Any, channel: int, squares: Words, columns: int, parity: int) -> None:
    """Write 1 on squares of a colour, whose parity is as in `SQUARE`."""
    low = 0
    for word in squares:
        while word:
            bit = low + lowest_bit(word)
            planes[channel, int(ROW[columns, parity, bit]), int(COLUMN[columns, parity, bit])] = 1.0
            word &= word - 1
        low += WORD_BITS


@compiled
def jumpers(mine: Words, theirs: Words, leading: Words, trailing: Words, columns: int) -> Words:
    """The stones of `mine` that can jump; the rest as in `games.konane.openings`."""
    down, left, right, up = openings(mine, theirs, leading, trailing, columns)
    return common(mine, union(union(down, left), union(right, up)))


@compiled
class KonaneEncoder(NamedTuple):
    """Writes Konane positions of one board into planes."""

    rows: int
    columns: int

    def fill_planes(self, position: Any, planes: Any) -> None:
        """Stones, those that can move, and the rules of the moment."""
        columns, mover = self.columns, parity_of(position.turn, self.rows)
        mine, theirs = position.mine, position.theirs
        leading, trailing = position.leading, position.trailing
        planes[:] = 0.0
        self.fill_board(position, planes)
        mark_squares(planes, 1, mine, columns, mover)
        mark_squares(planes, 2, theirs, columns, 1 - mover)
        if position.is_opening():
            self.mark_removable(position, planes)
        else:
            mark_squares(
                planes, 3, jumpers(mine, theirs, leading, trailing, columns), columns, mover
            )
        able = jumpers(theirs, mine, *other_squares(leading, trailing, columns), columns)
        mark_squares(planes, 4, able, columns, 1 - mover)
        mark_squares(planes, 8, union(leading, trailing), columns, mover)

    def fill_board(self, position: Any, planes: Any) -> None:
        """The channels that depend on no stone."""
        rows, columns, opening = self.rows, self.columns, position.is_opening()
        first = 1.0 if opening and position.turn == 0 else 0.0
        second = 1.0 if opening and position.turn == 1 else 0.0
        for row in range(rows):
            from_edge = min(row, rows - 1 - row)
            for column in range(columns):
                planes[0, row, column] = 1.0
                planes[5, row, column] = first
                planes[6, row, column] = second
                planes[7, row, column] = position.single
                border = min(from_edge, column, columns - 1 - column)
                planes[9, row, column] = border / BORDER_UNIT

    def mark_removable(self, position: Any, planes: Any) -> None:
        """In the opening, the own stones that may be removed."""
        for row in range(self.rows):
            for column in range(self.columns):
                if position.is_removable(row * self.columns + column):
                    planes[3, row, column] = 1.0

    def slot(self, position: Any, move: Move) -> int:
        """The square where the move starts, in the plane of what the move does."""
        plane = 0
        if move < REMOVAL:
            plane = LONGEST * (move >> 11) + jumps_of(move)
        return plane * self.rows * self.columns + (move & 255)


def encoding(game: Konane) -> Encoding:
    """A policy plane for removals and one for every direction and length of a jump."""
    rows, columns = game.height, game.width
    encoder = KonaneEncoder(rows, columns)
    return Encoding("konane-1", encoder, CHANNELS, rows, columns, POLICY_PLANES)
