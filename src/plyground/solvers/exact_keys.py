"""Keys that two positions never share, for boards that are small enough.

A position's own key may be a hash. Where all stones fit into 62 bits, one of these takes its
place, and a proof rests on no hash:

    packed     the stones of the side to move, then those of the other, then who moves, in bits
    ternary    one digit to the base 3 for each cell, which takes 58.6 bits for 37 cells

Keys that need all 64 bits of a number, its sign included, say so by a method `bits`; -1 is none of
them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.kernel import compiled
from plyground.kernel.bits import WORD_BITS

PART_BITS = 13  # of a set of stones, looked up at once


@compiled
class OwnKeys(NamedTuple):
    """The keys of the positions themselves, exact or not."""

    exact: int = 0

    def key(self, position: Any) -> int:
        """What the position says."""
        return int(position.key())


@compiled
class PackedKeys(NamedTuple):
    """For positions with `mine` and `theirs` in one word of at most `width` bits."""

    width: int

    def key(self, position: Any) -> int:
        """All stones and who moves."""
        stones = int(position.mine[0]) | int(position.theirs[0]) << self.width
        return stones | int(position.player()) << 2 * self.width


@compiled
class TernaryKeys(NamedTuple):
    """For positions with `mine` and `theirs` in one word, where the stones tell who moves."""

    digits: Any  # [part, bits of it]: the number with a 1 for each stone

    def key(self, position: Any) -> int:
        """A 1 for each of my stones, a 2 for each of the other's."""
        return int(self.of(int(position.mine[0])) + 2 * self.of(int(position.theirs[0])))

    def of(self, stones: int) -> int:
        """The number with a 1 for each of the stones."""
        total, mask = 0, (1 << PART_BITS) - 1
        for part in range(self.digits.shape[0]):
            total += int(self.digits[part, stones >> part * PART_BITS & mask])
        return total


def ternary_keys(bits: list[int]) -> TernaryKeys:
    """Keys for cells at these bits of a word."""
    parts = max(bits) // PART_BITS + 1
    digits = np.zeros((parts, 1 << PART_BITS), np.int64)
    sets = np.arange(1 << PART_BITS)
    for cell, bit in enumerate(bits):
        part, place = divmod(bit, PART_BITS)
        digits[part] += (sets >> place & 1) * 3**cell
    return TernaryKeys(digits)


def bits_of(keys: Any) -> int:
    """How many bits the keys may take."""
    return int(keys.bits()) if hasattr(keys, "bits") else WORD_BITS


def are_exact(keys: Any) -> bool:
    """Whether no two positions share a key."""
    return not isinstance(keys, OwnKeys) or bool(keys.exact)


def are_positions(keys: Any) -> bool:
    """Whether a key is the position itself, as a number of 62 bits."""
    return are_exact(keys) and bits_of(keys) == WORD_BITS


def keys_for(game: Game[Any]) -> Any:
    """Exact keys where the game has them for its board, and otherwise the positions' own."""
    own = game.knowledge.load(game.knowledge.solving.keys)
    return (own(game) if own else None) or OwnKeys()
