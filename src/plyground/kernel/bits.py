"""
Bit arithmetic that means the same interpreted and compiled.

Masks are non-negative and below 2**62. Compiled integers wrap around at 64 bits and
interpreted ones never do; `mix` keeps only bits that do not notice.

The bodies below are what runs interpreted; `bridge` gives all but `mix` their machine
instructions.
"""

from __future__ import annotations

from plyground.kernel.marks import compiled

WORD_BITS = 62
FULL_WORD = (1 << WORD_BITS) - 1


def popcount(mask: int) -> int:
    """How many bits of `mask` are set. Requires `mask` >= 0."""
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """The index of the lowest set bit. Requires `mask` > 0."""
    return (mask & -mask).bit_length() - 1


def highest_bit(mask: int) -> int:
    """The index of the highest set bit. Requires `mask` > 0."""
    return mask.bit_length() - 1


@compiled
def mix(seed: int, word: int) -> int:
    """62 well-spread bits that depend on both arguments. Requires both within 0..2**62-1."""
    value = ((seed ^ word) * 0x1E3779B97F4A7C15) & FULL_WORD
    value = ((value ^ (value >> 29)) * 0x3F58476D1CE4E5B9) & FULL_WORD
    return value ^ (value >> 32)
