"""Othello as planes: rows from the top, columns from the left.

channel  0  the board                        5  cells beside their discs
         1  own discs                        6  cells beside own discs
         2  their discs                      7  all cells, if the mover has to pass
         3  cells legal for the mover        8  all cells, if the number of empty ones is odd
         4  cells legal for the other        9  distance from the border

Channels 5 and 6 hold empty cells in a line with discs that could be turned over along it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.othello.game import Othello
from plyground.games.othello.judges import reach_of
from plyground.games.othello.rules import Cells, count, empty_cells, moves_of
from plyground.kernel import compiled, lowest_bit
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move

CHANNELS = 10
BORDER_UNIT = 4.0


@compiled
def mark_cells(planes: Any, channel: int, cells: Cells) -> None:
    """Write 1 on the cells."""
    first = 0
    for word in cells:
        while word:
            bit = lowest_bit(word)
            planes[channel, first + (bit >> 3), bit & 7] = 1.0
            word &= word - 1
        first += 4


@compiled
class OthelloEncoder(NamedTuple):
    """Writes Othello positions of one size into planes."""

    size: int

    def fill_planes(self, position: Any, planes: Any) -> None:
        """Discs, moves and cells in reach of both sides, and what holds for all of the board."""
        mine, theirs, size = position.mine, position.theirs, self.size
        empty = empty_cells(mine, theirs, size)
        legal, replies = moves_of(mine, theirs, size), moves_of(theirs, mine, size)
        planes[:] = 0.0
        must_pass = legal[0] | legal[1] == 0 and replies[0] | replies[1] != 0
        self.fill_board(planes, 1.0 if must_pass else 0.0, float(count(empty) & 1))
        mark_cells(planes, 1, mine)
        mark_cells(planes, 2, theirs)
        mark_cells(planes, 3, legal)
        mark_cells(planes, 4, replies)
        mark_cells(planes, 5, reach_of(theirs, empty, size))
        mark_cells(planes, 6, reach_of(mine, empty, size))

    def fill_board(self, planes: Any, must_pass: float, odd: float) -> None:
        """The channels that have a value on every cell."""
        size = self.size
        for row in range(size):
            from_edge = min(row, size - 1 - row)
            for column in range(size):
                planes[0, row, column] = 1.0
                planes[7, row, column] = must_pass
                planes[8, row, column] = odd
                border = min(from_edge, column, size - 1 - column)
                planes[9, row, column] = border / BORDER_UNIT

    def slot(self, position: Any, move: Move) -> int:
        """The place of the cell; a pass comes last."""
        return move


def encoding(game: Othello) -> Encoding:
    """One policy plane and a slot for a pass."""
    encoder = OthelloEncoder(game.size)
    return Encoding("othello-1", encoder, CHANNELS, game.size, game.size, extra=1, owners=True)
