"""The transposition table: proven bounds of positions, eight bytes each.

A key of `bits` bits is multiplied by an odd number modulo 2**bits, which loses nothing. The high
bits of the product are the key's home, one of the buckets that the table begins with; the low ones,
the tag, are stored. Home and tag together are the key, so that an entry never answers for another
position. As the table grows (`solvers.growing`), the highest bits of the tag choose the bucket,
too. A bucket is a line of the processor's cache.

    entry   tag | log2 of the nodes it cost (6 bits) | upper + 32 (6 bits) | lower + 32 (6 bits)

An entry is one number, read and written at once (`peek`, `poke`), so threads may share a table. A
new entry takes the place of that which cost least. Promised: what is found is true. Not promised:
that it is found.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled
from plyground.kernel.marks import instructions_in
from plyground.kernel.monitor import peek, poke
from plyground.solvers.growing import (
    BUCKETS,
    DOUBLINGS,
    MOST,
    START_BYTES,
    bucket_among,
)

BUCKET = 8
ENTRY_BYTES = 8
DATA_BITS = 18
OFFSET = 32
LINE_BYTES = 64
HURRY = 8  # once this part is in use the proof is a long one, and it grows so much faster
START_BITS = (START_BYTES // LINE_BYTES).bit_length() - 1
FACTOR = 0x1E3779B97F4A7C15


@compiled
class Table(NamedTuple):
    """The entries, and how a key is taken apart."""

    entries: Any  # [slot]; behind the last bucket stands the size, see `solvers.growing`
    end: int  # the slot behind the last bucket
    base_bits: int  # of the number of buckets in the beginning
    key_mask: int
    tag_bits: int
    rest_shift: int  # of a tag, to the right: the rest that chooses the bucket
    growth: int  # buckets that this thread adds for each entry that it adds

    def bounds(self, key: int) -> tuple[int, int]:
        """What is proven of the score, at least and at most; the widest where nothing is."""
        entry = look_up(self, key)
        return (lower_of(entry), upper_of(entry)) if entry != 0 else (-OFFSET, OFFSET)


def new_table(megabytes: float, bits: int, threads: int = 1) -> Table:
    """An empty table for keys of `bits` bits, which grows to that size at most.

    It is large enough for tags. It grows by what one of the threads stores; the others have it with
    `growth` 0.
    """
    least = max(0, bits + DATA_BITS - 63)
    most = least
    while 2 << most <= megabytes * 1_000_000 / LINE_BYTES and most < bits:
        most += 1
    base_bits = max(least, min(most, START_BITS))
    tag_bits = bits - base_bits
    end = BUCKET << most
    entries = _aligned(end + BUCKET)
    entries[end + BUCKETS], entries[end + MOST] = 1 << base_bits, 1 << most
    rest_shift = tag_bits - (most - base_bits)
    return Table(entries, end, base_bits, (1 << bits) - 1, tag_bits, rest_shift, threads)


def megabytes_of(table: Table) -> float:
    """How much of the table is in use."""
    return int(table.entries[table.end + BUCKETS]) * LINE_BYTES / 1_000_000


def clear(table: Table) -> None:
    """Forget everything, and begin small again."""
    entries, end = table.entries, table.end
    entries[: int(entries[end + BUCKETS]) * BUCKET] = 0
    entries[end + BUCKETS], entries[end + DOUBLINGS] = 1 << table.base_bits, 0


def _aligned(entries: int) -> Any:
    """Zeros that begin where a line of the processor's cache does."""
    room = np.zeros(entries + BUCKET, np.int64)
    first = -room.ctypes.data % LINE_BYTES // ENTRY_BYTES
    return room[first : first + entries]


instructions_in("plyground.games.connect_four.solver.machine")


def prefetch(entries: Any, index: int) -> None:
    """Tell the processor that `entries[index]` will be read soon; changes nothing."""


@compiled
def tag_of(table: Any, key: int) -> int:
    """What an entry keeps of the key."""
    return int(key * FACTOR & ((1 << table.tag_bits) - 1))


@compiled
def bucket_of(table: Any, key: int) -> int:
    """The first slot of the bucket in which `key` may stand."""
    home = ((key * FACTOR) & table.key_mask) >> table.tag_bits
    rest = tag_of(table, key) >> table.rest_shift
    buckets = int(table.entries[table.end + BUCKETS])
    doublings = int(table.entries[table.end + DOUBLINGS])
    spread = rest << table.base_bits | home
    return bucket_among(buckets, doublings, table.base_bits, spread) * BUCKET


@compiled
def look_up(table: Any, key: int) -> int:
    """What is stored for `key`, 0 if nothing is."""
    first, low, found = bucket_of(table, key), tag_of(table, key) << DATA_BITS, 0
    for i in range(first, first + BUCKET):  # all of them: no jump, which would often be missed
        entry = peek(table.entries, i)
        found = entry if low < entry < low + (1 << DATA_BITS) else found
    return found


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
    first, tag = bucket_of(table, key), tag_of(table, key)
    place, cheapest, fresh = first, 64, True
    for i in range(first, first + BUCKET):
        entry = peek(table.entries, i)
        if entry >> DATA_BITS == tag and entry != 0:
            lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
            work = max(work, entry >> 12 & 63)
            place, fresh = i, False
            break
        cost = entry >> 12 & 63 if entry != 0 else -1
        if cost < cheapest:
            place, cheapest = i, cost
    bounds = (upper + OFFSET) << 6 | (lower + OFFSET)
    poke(table.entries, place, tag << DATA_BITS | work << 12 | bounds)
    if fresh and cheapest < 0:
        long = table.entries[table.end + BUCKETS] * HURRY > table.entries[table.end + MOST]
        for _ in range(table.growth * (HURRY if long else 1)):
            add_bucket(table)


@compiled
def add_bucket(table: Any) -> None:
    """Have one more bucket in use, with what belongs there, if there may be more."""
    new = int(table.entries[table.end + BUCKETS])
    doublings = int(table.entries[table.end + DOUBLINGS])
    if new == table.entries[table.end + MOST]:
        return
    half = 1 << table.base_bits + doublings
    old, bit = new - half, DATA_BITS + table.rest_shift + doublings
    for i in range(BUCKET):
        entry = peek(table.entries, old * BUCKET + i)
        moved = entry & -(entry >> bit & 1)  # without a branch, which could not be foreseen
        poke(table.entries, new * BUCKET + i, moved)
        poke(table.entries, old * BUCKET + i, entry ^ moved)
    table.entries[table.end + BUCKETS] = new + 1
    if new + 1 == 2 * half:
        table.entries[table.end + DOUBLINGS] = doublings + 1
