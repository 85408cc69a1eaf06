"""What solving Bamboo needs: keys that no two positions share, where a board fits into a word."""

from __future__ import annotations

from plyground.games.bamboo.game import Bamboo
from plyground.kernel.bits import WORD_BITS
from plyground.solvers.exact_keys import PackedKeys, TernaryKeys, ternary_keys


def exact_keys(game: Bamboo) -> PackedKeys | TernaryKeys | None:
    """Stones in bits, or in digits to the base 3 where that is shorter; None for large boards."""
    everything = game.start().free
    bits = [bit for bit in range(WORD_BITS) if everything[0] >> bit & 1]
    width = max(bits) + 1
    if len(everything) > 1:
        return None
    if 2 * width < WORD_BITS:
        return PackedKeys(width)
    return ternary_keys(bits) if 3 ** len(bits) < 1 << WORD_BITS else None
