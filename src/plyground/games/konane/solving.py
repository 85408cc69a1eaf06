"""What solving Konane needs: keys that no two positions share, where a board fits into a word."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.konane.game import Konane
from plyground.games.konane.rules import LARGEST, parity_of
from plyground.kernel import compiled
from plyground.kernel.bits import WORD_BITS

HALF_ROW = LARGEST // 2 + 1  # bits
APART = np.array(
    [sum((n >> j & 1) << 2 * j for j in range(HALF_ROW)) for n in range(1 << HALF_ROW)]
)


@compiled
class BoardKeys(NamedTuple):
    """A bit for each square, in the order of their numbers: is there a stone? Then who moves.

    A square tells whose stone may stand there.
    """

    rows: int
    columns: int

    def key(self, position: Any) -> int:
        """The board itself. Requires stones in one word."""
        row_bits, trails = (self.columns + 1) // 2 + 1, 1 - parity_of(position.turn, self.rows)
        mask, total = (1 << row_bits) - 1, int(position.turn)
        mine, theirs = int(position.mine[0]), int(position.theirs[0])
        for row in range(self.rows - 1, -1, -1):
            own, other = mine >> row * row_bits & mask, theirs >> row * row_bits & mask
            shift = (row + trails) & 1  # 1 where the other colour begins the row
            both = int(APART[own]) << shift | int(APART[other]) << 1 - shift
            total = total << self.columns | both
        return total


def exact_keys(game: Konane) -> BoardKeys | None:
    """Keys of boards of up to 61 squares, and None for those that do not fit into a key."""
    fits = game.height * game.width < WORD_BITS and len(game.start().mine) == 1
    return BoardKeys(game.height, game.width) if fits else None
