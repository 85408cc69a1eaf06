"""
Bit arithmetic that means the same interpreted and compiled.

Masks are non-negative and below 2**62. Compiled integers wrap around at 64 bits and
interpreted ones never do; `spread` and `mix` keep only bits that are the same in both.

The bodies below are what runs interpreted; `bridge` replaces those of `popcount`, `lowest_bit`
and `highest_bit` by machine instructions.
"""

from __future__ import annotations

from plyground.kernel.marks import compiled

WORD_BITS = 62
FULL_WORD = (1 << WORD_BITS) - 1
STEP = 0x1E3779B97F4A7C15  # odd, so that adding it again and again passes through every word


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
def bit_at(mask: int, index: int) -> int:
    """The bit of `mask` that `index` others lie below. Requires 0 <= `index` < popcount(`mask`)."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        below = popcount(mask & ((1 << step) - 1))
        if index >= below:  # no jump in machine code, which would be missed half of the time
            index -= below
            mask >>= step
            place += step
    return place


@compiled
def spread(word: int) -> int:
    """62 well-spread bits, others for every other word. Requires a word within 0..2**62-1."""
    value = (word * STEP) & FULL_WORD
    value = ((value ^ (value >> 29)) * 0x3F58476D1CE4E5B9) & FULL_WORD
    return value ^ (value >> 32)


@compiled
def mix(seed: int, word: int) -> int:
    """62 well-spread bits that depend on both arguments and on their order.

    Requires both within 0..2**62-1. For a fixed seed, every word gives another result. The seed is
    spread before the word joins it, so that a chain of calls depends on the order of its words;
    and it is stepped before that, since `spread` leaves 0 as it is.
    """
    value = ((spread((seed + STEP) & FULL_WORD) ^ word) * 0x14D049BB133111EB) & FULL_WORD
    return value ^ (value >> 32)
