"""Tic-tac-toe as planes: rows from the bottom, columns from the left.

channel  0  the board
         1  own cells
         2  their cells
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.tic_tac_toe.game import TicTacToe
from plyground.kernel import compiled
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move

CHANNELS, SIDE = 3, 3


@compiled
class TicTacToeEncoder(NamedTuple):
    """Writes tic-tac-toe positions into planes."""

    side: int = SIDE

    def fill_planes(self, position: Any, planes: Any) -> None:
        """The cells of both sides."""
        for cell in range(self.side * self.side):
            row, column = cell // self.side, cell % self.side
            planes[0, row, column] = 1.0
            planes[1, row, column] = position.mine >> cell & 1
            planes[2, row, column] = position.theirs >> cell & 1

    def slot(self, position: Any, move: Move) -> int:
        """The cell itself."""
        return move


def encoding(_game: TicTacToe) -> Encoding:
    """One policy plane."""
    return Encoding("tic_tac_toe-1", TicTacToeEncoder(), CHANNELS, SIDE, SIDE, owners=True)
