"""What solving Konane needs: keys that no two positions share, where a board fits into a word."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.konane.game import Konane
from plyground.games.konane.rules import LARGEST, parity_of
from plyground.kernel import compiled
from plyground.kernel.bits import WORD_BITS
from plyground.solvers.exact_table import SIGNED_BITS

HALF_ROW = LARGEST // 2 + 1  # bits
APART = np.array(
    [sum((n >> j & 1) << 2 * j for j in range(HALF_ROW)) for n in range(1 << HALF_ROW)]
)


@compiled
def occupied_row(position: Any, row: int) -> int:
    """A bit for each square of a row, from the left: is there a stone? Requires one word a side."""
    columns, trails = position.columns, 1 - parity_of(position.turn, position.rows)
    row_bits = (columns + 1) // 2 + 1
    place, mask = row * row_bits, (1 << row_bits) - 1
    shift = (row + trails) & 1  # 1 where the other colour begins the row
    mine = int(APART[int(position.mine[0]) >> place & mask]) << shift
    return mine | int(APART[int(position.theirs[0]) >> place & mask]) << 1 - shift


@compiled
class BoardKeys(NamedTuple):
    """A bit for each square, in the order of their numbers: is there a stone? Then who moves.

    A square tells whose stone may stand there.
    """

    rows: int
    columns: int

    def key(self, position: Any) -> int:
        """The board itself."""
        total = int(position.turn)
        for row in range(self.rows - 1, -1, -1):
            total = total << self.columns | occupied_row(position, row)
        return total


@compiled
class LargeBoardKeys(NamedTuple):
    """Boards of 63 and 64 squares: a bit for each square without a stone, and who moves on 63.

    On 64 squares the number of rows is even, and upside down every square is of the other colour.
    So, after the opening, White to move is Black to move on the board upside down, and that is
    what has the key: 64 bits, of which the highest is the sign of the number.
    """

    rows: int
    columns: int

    def bits(self) -> int:
        """All bits of a number."""
        return SIGNED_BITS

    def key(self, position: Any) -> int:
        """The board as who moves sees it."""
        lower, turn = self.rows // 2, int(position.turn)
        upside_down = turn == 1 and self.rows * self.columns == SIGNED_BITS
        above, below = 0, 0
        for i in range(self.rows - 1, -1, -1):
            row = self.rows - 1 - i if upside_down else i
            empty = occupied_row(position, row) ^ ((1 << self.columns) - 1)
            if i < lower:
                below = below << self.columns | empty
            else:
                above = above << self.columns | empty
        below_bits = lower * self.columns
        sign = 1 << SIGNED_BITS - 1 - below_bits  # the highest bit of `above`
        if turn == 1 and not upside_down:
            above |= sign
        return ((above ^ sign) - sign) << below_bits | below


def exact_keys(game: Konane) -> BoardKeys | LargeBoardKeys | None:
    """Keys of boards of up to 64 squares, and None for those that do not fit into a key."""
    squares = game.height * game.width
    if squares > SIGNED_BITS or len(game.start().mine) > 1:
        return None
    keys = BoardKeys if squares < WORD_BITS else LargeBoardKeys
    return keys(game.height, game.width)
