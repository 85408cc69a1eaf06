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
from plyground.games.konane.rules import LARGEST, REMOVAL, SQUARE, jumps_of, openings
from plyground.kernel import compiled, lowest_bit
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import Words, common, union
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move, Player

CHANNELS = 10
LONGEST = LARGEST // 2 - 1  # stones that a jump can take
POLICY_PLANES = 1 + 4 * LONGEST
BORDER_UNIT = LARGEST / 2

_SIZES = np.maximum(np.arange(LARGEST + 1), 1).astype(np.int16)[:, None, None]
ROW, COLUMN = SQUARE // _SIZES, SQUARE % _SIZES  # [size, player, bit] -> row, column


@compiled
def mark_squares(planes: Any, channel: int, squares: Words, size: int, owner: Player) -> None:
    """Write 1 on squares of the owner's colour."""
    low = 0
    for word in squares:
        while word:
            bit = low + lowest_bit(word)
            planes[channel, int(ROW[size, owner, bit]), int(COLUMN[size, owner, bit])] = 1.0
            word &= word - 1
        low += WORD_BITS


@compiled
def jumpers(mine: Words, theirs: Words, leading: Words, trailing: Words, size: int) -> Words:
    """The stones of `mine` that can jump; the rest as in `games.konane.openings`."""
    down, left, right, up = openings(mine, theirs, leading, trailing, size)
    return common(mine, union(union(down, left), union(right, up)))


@compiled
class KonaneEncoder(NamedTuple):
    """Writes Konane positions of one size into planes."""

    size: int

    def fill_planes(self, position: Any, planes: Any) -> None:
        """Stones, those that can move, and the rules of the moment."""
        size, mover = self.size, position.turn
        mine, theirs = position.mine, position.theirs
        leading, trailing = position.leading, position.trailing
        planes[:] = 0.0
        self.fill_board(position, planes)
        mark_squares(planes, 1, mine, size, mover)
        mark_squares(planes, 2, theirs, size, 1 - mover)
        if position.is_opening():
            self.mark_removable(position, planes)
        else:
            mark_squares(planes, 3, jumpers(mine, theirs, leading, trailing, size), size, mover)
        able = jumpers(theirs, mine, trailing, leading, size)
        mark_squares(planes, 4, able, size, 1 - mover)
        mark_squares(planes, 8, union(leading, trailing), size, mover)

    def fill_board(self, position: Any, planes: Any) -> None:
        """The channels that depend on no stone."""
        size, opening = self.size, position.is_opening()
        first = 1.0 if opening and position.turn == 0 else 0.0
        second = 1.0 if opening and position.turn == 1 else 0.0
        for row in range(size):
            from_edge = min(row, size - 1 - row)
            for column in range(size):
                planes[0, row, column] = 1.0
                planes[5, row, column] = first
                planes[6, row, column] = second
                planes[7, row, column] = position.single
                border = min(from_edge, column, size - 1 - column)
                planes[9, row, column] = border / BORDER_UNIT

    def mark_removable(self, position: Any, planes: Any) -> None:
        """In the opening, the own stones that may be removed."""
        for row in range(self.size):
            for column in range(self.size):
                if position.is_removable(row * self.size + column):
                    planes[3, row, column] = 1.0

    def slot(self, position: Any, move: Move) -> int:
        """The square where the move starts, in the plane of what the move does."""
        plane = 0
        if move < REMOVAL:
            plane = LONGEST * (move >> 11) + jumps_of(move)
        return plane * self.size * self.size + (move & 255)


def encoding(game: Konane) -> Encoding:
    """A policy plane for removals and one for every direction and length of a jump."""
    encoder = KonaneEncoder(game.size)
    return Encoding("konane-1", encoder, CHANNELS, game.size, game.size, POLICY_PLANES)
