"""What solving Konane needs: keys that no two positions share, where a board fits into a word."""

from __future__ import annotations

from plyground.games.konane.game import Konane
from plyground.kernel.bits import WORD_BITS
from plyground.solvers.exact_keys import PackedKeys


def exact_keys(game: Konane) -> PackedKeys | None:
    """Both sides' stones and who moves; None for boards that need more than one word."""
    everything = game.start().mine
    width = everything[0].bit_length()
    return PackedKeys(width) if len(everything) == 1 and 2 * width < WORD_BITS else None
