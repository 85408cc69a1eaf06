"""The table of an exact solver: proven bounds of positions, shared by all threads.

An entry is one 64-bit number, written and read as a whole, so threads need no lock. Four entries
make a bucket. A key is hashed (`hash_of`, which loses nothing). The low bits of that are its home
among the buckets that the table begins with; the others, its rest (see `growing`), stand in the
entry, so that every bit of the key is compared:

    rest | work (5) | high (value bits) | low (value bits)

`low` and `high` are bounds of the value for the side to move, shifted to begin at 0. `work` is
the number of binary digits of the nodes that the bounds cost; of the four entries in a bucket
the one that cost least is given up. An entry that was never written is 0; work is never 0.

Keys are within 0..2**62-1, or any numbers of 64 bits where the table is made for these.

A thread that is to tell others what it finds has a *log* of its own: proofs that cost enough are
written there, too, as they come.

Promised: bounds that are found were stored under the same key. Not promised: that what was
stored is still there; that two positions never share a key.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled, spread
from plyground.kernel.bits import FULL_WORD, STEP, WORD_BITS
from plyground.solvers.growing import (
    BUCKETS,
    DOUBLINGS,
    MOST,
    START_BYTES,
    bucket_among,
)

BUCKET = 4
ENTRY_BYTES = 8
BUCKET_BYTES = BUCKET * ENTRY_BYTES
GROWTH = 2  # buckets for each new entry, so that hardly any is given up before all are in use
WORK_BITS = 5
LARGEST_WORK = (1 << WORK_BITS) - 1
NUMBER_BITS = 63  # of a non-negative 64-bit number
SIGNED_BITS = 64  # of any
NO_LOG = np.zeros((0, 2), np.int64)


@compiled
class Table(NamedTuple):
    """The entries, and how they are laid out."""

    entries: Any  # [bucket, 4]; the last row is the size, see `growing`
    base_bits: int  # of the number of buckets in the beginning
    value_bits: int
    largest: int  # values lie from -largest to +largest
    growth: int  # buckets that this thread adds for each entry that it adds
    key_bits: int  # `WORD_BITS` or `SIGNED_BITS`
    log: Any = NO_LOG  # [1 + proof, 2]: how many, and the least work; hashed keys, work and bounds

    def bounds(self, key: int) -> tuple[int, int]:
        """The bounds known for `key`: the widest possible where there are none."""
        return probe(self, key)


def bits_for(largest: int) -> int:
    """How many bits hold the values from -largest to +largest."""
    return (2 * largest).bit_length()


def fewest_buckets(largest: int, key_bits: int = WORD_BITS) -> int:
    """With so many buckets, what is left of a key leaves room for the values."""
    return 1 << max(1, 2 * bits_for(largest) + WORK_BITS + key_bits - NUMBER_BITS)


def new_table(megabytes: float, largest: int, threads: int = 1, key_bits: int = WORD_BITS) -> Table:
    """An empty table that may grow to that size, or larger if its entries need it.

    It grows by what one of the threads stores; the others have it with `growth` 0.
    """
    least = fewest_buckets(largest, key_bits)
    most = max(int(megabytes * 1_000_000) // BUCKET_BYTES, least)
    base_bits = max(least, min(most, START_BYTES // BUCKET_BYTES)).bit_length() - 1
    entries = np.zeros((most + 1, BUCKET), np.int64)
    entries[-1, BUCKETS], entries[-1, MOST] = 1 << base_bits, most
    return Table(entries, base_bits, bits_for(largest), largest, GROWTH * threads, key_bits)


def whole_table(megabytes: float, largest: int) -> Table:
    """An empty table all of which is in use from the beginning, for proofs that will need it.

    Its size is the largest power of two that fits, or more if its entries need it.
    """
    most = max(int(megabytes * 1_000_000) // BUCKET_BYTES, fewest_buckets(largest))
    base_bits = most.bit_length() - 1
    entries = np.zeros(((1 << base_bits) + 1, BUCKET), np.int64)
    entries[-1, BUCKETS] = entries[-1, MOST] = 1 << base_bits
    return Table(entries, base_bits, bits_for(largest), largest, 0, WORD_BITS)


def with_log(table: Table, most: int, least: int) -> Table:
    """The same table with a log for so many proofs of at least so much work."""
    log = np.zeros((1 + most, 2), np.int64)
    log[0, 1] = least
    return table._replace(log=log)


def take_log(log: Any) -> tuple[Any, Any]:
    """Hashed keys, and work and bounds, of the proofs of a log, which is empty then."""
    count = int(log[0, 0])
    spreads, data = log[1 : 1 + count, 0].copy(), log[1 : 1 + count, 1].copy()
    log[0, 0] = 0
    return spreads, data


def limit_to(table: Table, megabytes: float) -> None:
    """Let the table grow to that size at most; it never shrinks."""
    size, buckets = table.entries[-1], int(megabytes * 1_000_000) // BUCKET_BYTES
    size[MOST] = max(size[BUCKETS], min(buckets, size[MOST]))


def megabytes_of(table: Table) -> float:
    """How much of the table is in use."""
    return int(table.entries[-1, BUCKETS]) * BUCKET_BYTES / 1_000_000


@compiled
def hash_of(key: int) -> int:
    """Another number of 64 bits for every key, the low 62 well spread; of 62 bits for 62."""
    top = key >> WORD_BITS
    return top << WORD_BITS | spread((key ^ top * STEP) & FULL_WORD)


@compiled
def rest_of(table: Any, hashed: int) -> int:
    """What an entry holds of a key that was hashed."""
    home_bits = int(table.base_bits)
    return hashed >> home_bits & ((1 << SIGNED_BITS - home_bits) - 1)


@compiled
def hash_at(table: Any, bucket: int, rest: int) -> int:
    """The hashed key of an entry: `rest_of` turned round."""
    home_bits = int(table.base_bits)
    word = WORD_BITS - home_bits  # bits of the rest below the top ones
    top = (rest >> word ^ 2) - 2 if table.key_bits == SIGNED_BITS else 0
    low = (rest & ((1 << word) - 1)) << home_bits
    return top << WORD_BITS | low | bucket & ((1 << home_bits) - 1)


@compiled
def bucket_of(table: Any, hashed: int) -> int:
    """The bucket in which a key that was hashed may stand."""
    last = table.entries.shape[0] - 1
    buckets, doublings = int(table.entries[last, BUCKETS]), int(table.entries[last, DOUBLINGS])
    return bucket_among(buckets, doublings, table.base_bits, hashed)


@compiled
def probe(table: Any, key: int) -> tuple[int, int]:
    """The bounds known for `key`: the widest possible where there are none."""
    hashed = hash_of(key)
    bucket, rest = bucket_of(table, hashed), rest_of(table, hashed)
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
    work = 1
    while nodes > 1 and work < LARGEST_WORK:
        nodes >>= 1
        work += 1
    bounds = (high + table.largest) << table.value_bits | (low + table.largest)
    hashed, data = hash_of(key), work << 2 * table.value_bits | bounds
    put(table, hashed, data)
    if table.log.shape[0] > 0 and work >= table.log[0, 1]:
        note(table.log, hashed, data)


@compiled
def note(log: Any, hashed: int, data: int) -> None:
    """Add a proof to a log, if there is room."""
    count = int(log[0, 0]) + 1
    if count < log.shape[0]:
        log[0, 0] = count
        log[count, 0] = hashed
        log[count, 1] = data


@compiled
def put(table: Any, hashed: int, data: int) -> None:
    """Write work and bounds of a key that was hashed; grow if it takes a place that was empty.

    An entry of the same key gives its work to the new one, if that cost less.
    """
    bucket, rest = bucket_of(table, hashed), rest_of(table, hashed)
    data_bits = 2 * table.value_bits + WORK_BITS
    chosen, least = 0, LARGEST_WORK + 1
    for i in range(BUCKET):
        entry = int(table.entries[bucket, i])
        work = entry >> 2 * table.value_bits & LARGEST_WORK
        if entry >> data_bits == rest and entry != 0:
            data += max(0, work - (data >> 2 * table.value_bits)) << 2 * table.value_bits
            chosen, least = i, LARGEST_WORK
            break
        if work < least:
            chosen, least = i, work
    table.entries[bucket, chosen] = rest << data_bits | data
    if least == 0:
        for _ in range(table.growth):
            add_bucket(table)


@compiled
def add_bucket(table: Any) -> None:
    """Have one more bucket in use, with what belongs there, if there may be more."""
    last = table.entries.shape[0] - 1
    new, doublings = int(table.entries[last, BUCKETS]), int(table.entries[last, DOUBLINGS])
    if new == table.entries[last, MOST]:
        return
    half = 1 << table.base_bits + doublings
    old, bit = new - half, 2 * table.value_bits + WORK_BITS + doublings
    for i in range(BUCKET):
        entry = int(table.entries[old, i])
        moved = entry & -(entry >> bit & 1)  # without a branch, which could not be foreseen
        table.entries[new, i] = moved
        table.entries[old, i] = entry ^ moved
    table.entries[last, BUCKETS] = new + 1
    if new + 1 == 2 * half:
        table.entries[last, DOUBLINGS] = doublings + 1
