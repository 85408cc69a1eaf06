"""The table of an exact solver: proven bounds of positions, shared by all threads.

An entry is one 64-bit number, written and read as a whole, so threads need no lock. Four entries
make a bucket. A key is hashed (`spread`, which loses nothing) and divided by the number of buckets:
the remainder is the number of its bucket, and the quotient stands in the entry, so that every bit
of the key is compared:

    quotient | work (5) | high (value bits) | low (value bits)

`low` and `high` are bounds of the value for the side to move, shifted to begin at 0. `work` is
the number of binary digits of the nodes that the bounds cost; of the four entries in a bucket
the one that cost least is given up. An entry that was never written is 0; work is never 0.

Promised: bounds that are found were stored under the same key. Not promised: that what was
stored is still there; that two positions never share a key.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled, spread
from plyground.kernel.bits import WORD_BITS

BUCKET = 4
ENTRY_BYTES = 8
WORK_BITS = 5
LARGEST_WORK = (1 << WORK_BITS) - 1
NUMBER_BITS = 63  # of a non-negative 64-bit number


@compiled
class Table(NamedTuple):
    """The entries, and how they are laid out."""

    entries: Any  # [bucket, 4]
    value_bits: int
    largest: int  # values lie from -largest to +largest

    def bounds(self, key: int) -> tuple[int, int]:
        """The bounds known for `key`: the widest possible where there are none."""
        return probe(self, key)


def bits_for(largest: int) -> int:
    """How many bits hold the values from -largest to +largest."""
    return (2 * largest).bit_length()


def fewest_buckets(largest: int) -> int:
    """With so many buckets, quotients leave room for the values."""
    return 1 << max(1, 2 * bits_for(largest) + WORK_BITS + WORD_BITS - NUMBER_BITS)


def new_table(megabytes: float, largest: int) -> Table:
    """An empty table of that size, or larger if its entries need it."""
    wanted = int(megabytes * 1_000_000) // (BUCKET * ENTRY_BYTES)
    buckets = max(wanted, fewest_buckets(largest))
    return Table(np.zeros((buckets, BUCKET), np.int64), bits_for(largest), largest)


@compiled
def probe(table: Any, key: int) -> tuple[int, int]:
    """The bounds known for `key`: the widest possible where there are none."""
    hashed = spread(key)
    bucket = hashed % table.entries.shape[0]
    rest = hashed // table.entries.shape[0]
    data_bits = 2 * table.value_bits + WORK_BITS
    mask = (1 << table.value_bits) - 1
    for i in range(BUCKET):
        entry = int(table.entries[bucket, i])
        if entry >> data_bits == rest and entry != 0:
            low = (entry & mask) - table.largest
            high = (entry >> table.value_bits & mask) - table.largest
            return low, high
    return -table.largest, int(table.largest)


@compiled
def store(table: Any, key: int, low: int, high: int, nodes: int) -> None:
    """Keep bounds that cost so many nodes, in place of the entry that cost least."""
    hashed = spread(key)
    bucket = hashed % table.entries.shape[0]
    rest = hashed // table.entries.shape[0]
    data_bits = 2 * table.value_bits + WORK_BITS
    chosen, least = 0, LARGEST_WORK + 1
    for i in range(BUCKET):
        entry = int(table.entries[bucket, i])
        if entry >> data_bits == rest and entry != 0:
            chosen = i
            break
        work = entry >> 2 * table.value_bits & LARGEST_WORK
        if work < least:
            chosen, least = i, work
    work = 1
    while nodes > 1 and work < LARGEST_WORK:
        nodes >>= 1
        work += 1
    bounds = (high + table.largest) << table.value_bits | (low + table.largest)
    table.entries[bucket, chosen] = (rest << WORK_BITS | work) << 2 * table.value_bits | bounds
