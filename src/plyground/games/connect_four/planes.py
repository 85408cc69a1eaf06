"""Connect Four as planes: rows from the bottom, columns from the left.

channel  0  the board                        4  empty cells that complete four for the mover
         1  own discs                        5  empty cells that complete four for the other
         2  their discs                      6  the second, fourth, ... row from the bottom
         3  where a disc would come to rest  7  all cells, if the mover moved first in the game
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.judges import BOTTOM, board_cells, slots_of, threats_of
from plyground.kernel import compiled, popcount
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move

CHANNELS = 8


@compiled
class ConnectFourEncoder(NamedTuple):
    """Writes Connect Four positions of one size into planes."""

    width: int
    height: int

    def fill_planes(self, position: Any, planes: Any) -> None:
        """The discs of both sides, what they threaten, and the parities that decide endings."""
        mine, theirs, height = position.mine, position.theirs, self.height
        bottom = int(BOTTOM[self.width, height])
        board = board_cells(bottom, height)
        landings = slots_of(position, bottom, board)
        own_threats = threats_of(mine, theirs, board, height)
        their_threats = threats_of(theirs, mine, board, height)
        first = 1 - position.player()
        for column in range(self.width):
            for row in range(height):
                bit = column * (height + 1) + row
                planes[0, row, column] = 1.0
                planes[1, row, column] = mine >> bit & 1
                planes[2, row, column] = theirs >> bit & 1
                planes[3, row, column] = landings >> bit & 1
                planes[4, row, column] = own_threats >> bit & 1
                planes[5, row, column] = their_threats >> bit & 1
                planes[6, row, column] = row & 1
                planes[7, row, column] = first

    def slot(self, position: Any, move: Move) -> int:
        """The cell in which the disc comes to rest."""
        column = (position.mine | position.theirs) >> move * (self.height + 1)
        return popcount(column & ((1 << self.height) - 1)) * self.width + move


def encoding(game: ConnectFour) -> Encoding:
    """One policy plane."""
    encoder = ConnectFourEncoder(game.width, game.height)
    return Encoding("connect_four-1", encoder, CHANNELS, game.height, game.width, owners=True)
