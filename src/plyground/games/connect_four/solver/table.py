"""The transposition table: proven bounds of positions, eight bytes each.

A key of `bits` bits is multiplied by an odd number modulo 2**bits, which loses nothing. The high
bits of the product choose a bucket, a line of the processor's cache; the low ones, the tag, are
stored. Bucket and tag together are the key, so that an entry never answers for another position.

    entry   tag | log2 of the nodes it cost (6 bits) | upper + 32 (6 bits) | lower + 32 (6 bits)

An entry is one number, written at once, so threads may share a table. A new entry takes the place
of that which cost least. Promised: what is found is true. Not promised: that it is found.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled

BUCKET = 8
ENTRY_BYTES = 8
DATA_BITS = 18
OFFSET = 32
LINE_BYTES = 64
FACTOR = 0x1E3779B97F4A7C15


@compiled
class Table(NamedTuple):
    """The entries, and how a key is taken apart."""

    entries: Any  # [slot]
    key_mask: int
    tag_bits: int

    def bounds(self, key: int) -> tuple[int, int]:
        """What is proven of the score, at least and at most; the widest where nothing is."""
        entry = look_up(self, key)
        return (lower_of(entry), upper_of(entry)) if entry != 0 else (-OFFSET, OFFSET)


def new_table(megabytes: float, bits: int) -> Table:
    """An empty table for keys of `bits` bits, of at most that size but large enough for tags."""
    least = max(0, bits + DATA_BITS - 63)
    buckets = 1 << least
    while 2 * buckets * BUCKET * ENTRY_BYTES <= megabytes * 1_000_000 and buckets < 1 << bits:
        buckets *= 2
    tag_bits = bits - (buckets.bit_length() - 1)
    return Table(_aligned(buckets * BUCKET), (1 << bits) - 1, tag_bits)


def _aligned(entries: int) -> Any:
    """Zeros that begin where a line of the processor's cache does."""
    room = np.zeros(entries + BUCKET, np.int64)
    first = -room.ctypes.data % LINE_BYTES // ENTRY_BYTES
    return room[first : first + entries]


def prefetch(entries: Any, index: int) -> None:
    """Tell the processor that `entries[index]` will be read soon; changes nothing."""


@compiled
def bucket_of(table: Any, key: int) -> int:
    """The first slot of the bucket in which `key` may stand."""
    return int((((key * FACTOR) & table.key_mask) >> table.tag_bits) * BUCKET)


@compiled
def look_up(table: Any, key: int) -> int:
    """What is stored for `key`, 0 if nothing is."""
    spread = (key * FACTOR) & table.key_mask
    first = (spread >> table.tag_bits) * BUCKET
    tag = spread & ((1 << table.tag_bits) - 1)
    for i in range(first, first + BUCKET):
        entry = int(table.entries[i])
        if entry >> DATA_BITS == tag and entry != 0:
            return entry
    return 0


@compiled
def lower_of(entry: int) -> int:
    """The score that the position has at least."""
    return (entry & 63) - OFFSET


@compiled
def upper_of(entry: int) -> int:
    """The score that the position has at most."""
    return (entry >> 6 & 63) - OFFSET


@compiled
def keep(table: Any, key: int, lower: int, upper: int, work: int) -> None:
    """Store bounds that cost 2**work nodes in the place of the cheapest entry."""
    spread = (key * FACTOR) & table.key_mask
    first = (spread >> table.tag_bits) * BUCKET
    tag = spread & ((1 << table.tag_bits) - 1)
    place, cheapest = first, 64
    for i in range(first, first + BUCKET):
        entry = int(table.entries[i])
        if entry >> DATA_BITS == tag and entry != 0:
            lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
            work = max(work, entry >> 12 & 63)
            place = i
            break
        cost = entry >> 12 & 63
        if cost < cheapest:
            place, cheapest = i, cost
    table.entries[place] = tag << DATA_BITS | work << 12 | (upper + OFFSET) << 6 | (lower + OFFSET)
