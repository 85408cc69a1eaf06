"""What solving Bamboo needs: keys that no two positions share, where a board fits into a word."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.bamboo.game import Bamboo
from plyground.games.bamboo.judges import SumOfSquares
from plyground.games.bamboo.rules import BIT
from plyground.kernel import compiled
from plyground.kernel.bits import WORD_BITS
from plyground.solvers.exact_keys import PackedKeys, TernaryKeys, ternary_keys


@compiled
class RankedKeys(NamedTuple):
    """A digit to the base 3 for each tile, that of the tile to be tried first in front.

    Blue's stones are 2, free tiles 1 and Red's stones 0. So of all images of a position, that with
    the largest key has Blue's stones where Blue's next ones are tried: the search goes on from
    there, and positions that differ in Red's stones alone stay together.
    """

    empty: int  # the key of the empty board
    digits: TernaryKeys

    def key(self, position: Any) -> int:
        """What the digits say."""
        difference = self.digits.of(int(position.mine[0])) - self.digits.of(int(position.theirs[0]))
        return self.empty + (difference if position.player() else -difference)


def exact_keys(game: Bamboo) -> PackedKeys | RankedKeys | None:
    """Stones in bits, or in digits to the base 3 where that is shorter; None for large boards."""
    start = game.start()
    if len(start.free) > 1:
        return None
    width = start.free[0].bit_length()
    if 2 * width < WORD_BITS:
        return PackedKeys(width)
    tiles = range(game.shape.cell_count)
    ranked = sorted(tiles, key=lambda tile: (SumOfSquares().rate(start, tile), -tile))
    keys = ternary_keys([int(BIT[game.radius, tile]) for tile in ranked])
    return RankedKeys(keys.of(start.free[0]), keys)
