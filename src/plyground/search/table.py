"""The transposition table: what was found out about positions, shared by all threads.

An entry is two 64-bit numbers in one row, `[slot, 2]`:

    0   key xor data
    1   data: value + 2**30 (31 bits) | move + 1 (16) | depth (8) | bound (2) | age (4)

Because the first number depends on the second, a row that two threads wrote half each belongs to
no key and is not found. A position may stand in two neighbouring slots: the first keeps what was
searched deepest in this search, the second whatever came last.

Promised: an entry that is found was stored for a position with the same key. Not promised: that
what was stored is still there; that two positions never share a key; that the move is legal.
Values of won and lost games are stored as distances from the position, not from the root.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import compiled, spread

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENTRY_BYTES = 16
VALUE_OFFSET = 1 << 30
DEEPEST = 255


def new_table(megabytes: float) -> Any:
    """An empty table of at most that size; at least two slots, a power of two."""
    slots = 2
    while 2 * slots * ENTRY_BYTES <= megabytes * 1_000_000:
        slots *= 2
    return np.zeros((slots, 2), np.int64)


@compiled
def pack(value: int, move: int, depth: int, bound: int, age: int) -> int:
    """One number out of five; `unpack_...` take it apart."""
    return (
        ((((value + VALUE_OFFSET) << 16 | (move + 1)) << 8 | min(depth, DEEPEST)) << 2 | bound) << 4
    ) | (age & 15)


@compiled
def unpack_value(data: int) -> int:
    """The value that was stored."""
    return (data >> 30) - VALUE_OFFSET


@compiled
def unpack_move(data: int) -> int:
    """The move that was stored, -1 if none was."""
    return (data >> 14 & 0xFFFF) - 1


@compiled
def unpack_depth(data: int) -> int:
    """How deep the position was searched."""
    return data >> 6 & 0xFF


@compiled
def unpack_bound(data: int) -> int:
    """Whether the value is EXACT, or the true one AT_LEAST or AT_MOST as large."""
    return data >> 4 & 3


@compiled
def settles(bound: int, value: int, alpha: int, beta: int) -> bool:
    """Whether a value with that bound, 0 for none, is all that the window asks for."""
    if bound == AT_LEAST:
        return value >= beta
    return bound == EXACT or (bound == AT_MOST and value <= alpha)


@compiled
def probe(table: Any, key: int) -> int:
    """The data stored for `key`, 0 if there is none."""
    slot = spread(key) & (table.shape[0] - 2)
    for offset in range(2):
        data = int(table[slot + offset, 1])
        if int(table[slot + offset, 0]) ^ data == key and data != 0:
            return data
    return 0


@compiled
def store(table: Any, key: int, data: int) -> None:
    """Keep `data` for `key`: in the first slot if it is deeper or the old one is stale."""
    slot = spread(key) & (table.shape[0] - 2)
    old = int(table[slot, 1])
    same = int(table[slot, 0]) ^ old == key
    stale = (old & 15) != (data & 15)
    if not (same or stale or unpack_depth(data) >= unpack_depth(old)):
        slot += 1
    table[slot, 0] = key ^ data
    table[slot, 1] = data
