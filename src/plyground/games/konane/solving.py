"""What solving Konane needs: keys that no two positions share, where a board fits into a word."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.konane.game import Konane
from plyground.games.konane.rules import parity_of
from plyground.kernel import compiled
from plyground.kernel.bits import WORD_BITS


@compiled
class BoardKeys(NamedTuple):
    """A bit for each square, row by row from the top: is there a stone? And one for who moves.

    A square tells whose stone may stand there. In a row, the squares of who moves come last.
    """

    rows: int
    columns: int

    def key(self, position: Any) -> int:
        """The board itself. Requires stones in one word."""
        row_bits, parity = (self.columns + 1) // 2 + 1, parity_of(position.turn, self.rows)
        mask, odd, total = (1 << row_bits) - 1, self.columns & 1, 0
        mine, theirs = int(position.mine[0]), int(position.theirs[0])
        for row in range(self.rows):
            own = self.columns // 2 + (odd & (row + parity))
            total = total << self.columns | (theirs & mask) << own | mine & mask
            mine, theirs = mine >> row_bits, theirs >> row_bits
        return total << 1 | int(position.turn)


def exact_keys(game: Konane) -> BoardKeys | None:
    """Keys of boards of up to 61 squares, and None for those that do not fit into a key."""
    fits = game.height * game.width < WORD_BITS and len(game.start().mine) == 1
    return BoardKeys(game.height, game.width) if fits else None
