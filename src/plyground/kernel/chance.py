"""
Random numbers that are the same interpreted and compiled.

A stream is an integer seed that steps; nothing is kept anywhere else, so the same seed always
gives the same numbers, in every thread and process.
"""

from __future__ import annotations

from plyground.kernel.bits import FULL_WORD, STEP, spread
from plyground.kernel.marks import compiled


@compiled
def next_seed(seed: int) -> int:
    """The next state of the stream. Requires 0 <= `seed` < 2**62."""
    return (seed + STEP) & FULL_WORD


@compiled
def pick(seed: int, count: int) -> int:
    """A number from 0 to `count` - 1, evenly spread over seeds. Requires 0 < `count` < 2**31."""
    return (spread(seed) >> 31) * count >> 31
