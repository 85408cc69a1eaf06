"""What solving Othello needs: keys that no two positions share, on 4x4 and 6x6.

The key of a position on 4x4 is the position. On 6x6 it is one digit to the base 3 for each cell, 1
for a disc of who is to move and 2 for one of the other's, and then who moves: 58.1 bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.othello.game import Othello
from plyground.games.othello.lines import DIGITS, ROW_MASK, ROW_VALUES, SIDE
from plyground.games.othello.rules import HALF
from plyground.kernel import compiled
from plyground.solvers.exact_keys import OwnKeys


@compiled
class TernaryRows(NamedTuple):
    """Keys of positions on 6x6."""

    rows: int = SIDE

    def key(self, position: Any) -> int:
        """Row after row, then who moves."""
        mine = int(position.mine[0]) | int(position.mine[1]) << HALF
        theirs = int(position.theirs[0]) | int(position.theirs[1]) << HALF
        total = 0
        for row in range(self.rows):
            own, other = mine >> 8 * row & ROW_MASK, theirs >> 8 * row & ROW_MASK
            total = total * ROW_VALUES + int(DIGITS[own]) + 2 * int(DIGITS[other])
        return total << 1 | int(position.turn)


def exact_keys(game: Othello) -> OwnKeys | TernaryRows | None:
    """Keys for 4x4 and 6x6; None on 8x8, which does not fit into a key."""
    if game.size == SIDE:
        return TernaryRows()
    return OwnKeys(exact=1) if game.size < SIDE else None
