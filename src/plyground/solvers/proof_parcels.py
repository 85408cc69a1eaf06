"""Proofs on their way between solvers: those that cost much, taken into another's tables.

They travel as a file of proofs holds them (`exact_store`): hashed keys, work and bounds. A solver
has a table of results and, where the game has endings, one of theirs; there is a parcel for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.errors import ContradictionError
from plyground.kernel import search_kernel
from plyground.solvers.exact_store import costliest
from plyground.solvers.exact_table import BUCKET, WORK_BITS, bucket_of, put, rest_of, take_log

FRESH, KNOWN, WRONG = 0, 1, 2  # places of a tally


@dataclass(frozen=True)
class ProofParcel:
    """Proofs by value."""

    spreads: Any  # [proof]: hashed keys, 64 bits
    data: Any  # [proof]: work and bounds, 32 bits

    def __len__(self) -> int:
        """How many there are."""
        return len(self.spreads)


def no_proofs() -> ProofParcel:
    """An empty parcel."""
    return ProofParcel(np.zeros(0, np.int64), np.zeros(0, np.uint32))


def costliest_parcel(table: Any, most: int, least: int = 1) -> ProofParcel:
    """The costliest proofs of a table, at most so many, with at least so much work."""
    spreads, data = costliest(table, most, least)
    return ProofParcel(spreads, data.astype(np.uint32))


def logged_parcel(logs: Sequence[Any]) -> ProofParcel:
    """What several threads have logged of one table; the logs are empty then."""
    taken = [take_log(log) for log in logs]
    return join([ProofParcel(spreads, data.astype(np.uint32)) for spreads, data in taken])


def join(parcels: Sequence[ProofParcel]) -> ProofParcel:
    """All proofs of several parcels."""
    if not parcels:
        return no_proofs()
    return ProofParcel(
        np.concatenate([each.spreads for each in parcels]),
        np.concatenate([each.data for each in parcels]),
    )


def costliest_of(parcel: ProofParcel, most: int) -> ProofParcel:
    """The costliest proofs of a parcel, at most so many."""
    if len(parcel) <= most:
        return parcel
    chosen = np.argpartition(parcel.data, len(parcel) - most)[-most:]  # work is in the highest bits
    return ProofParcel(parcel.spreads[chosen], parcel.data[chosen])


@search_kernel
def merge(table: Any, spreads: Any, data: Any, tally: Any) -> None:
    """Take proofs into the table, together with what it holds of the same positions.

    Adds to the tally the nodes of proofs that were new, the nodes of those that were known, and 1
    for each that contradicts what was known, which is not taken.
    """
    bits, mask = int(table.value_bits), (1 << table.value_bits) - 1
    data_bits = 2 * bits + WORK_BITS
    for place in range(spreads.shape[0]):
        hashed, given = int(spreads[place]), int(data[place])
        low, high, work = given & mask, given >> bits & mask, given >> 2 * bits
        bucket, rest = bucket_of(table, hashed), rest_of(table, hashed)
        is_known = False
        for i in range(BUCKET):
            entry = int(table.entries[bucket, i])
            if entry >> data_bits == rest and entry != 0:
                is_known = low <= entry & mask and entry >> bits & mask <= high
                low, high = max(low, entry & mask), min(high, entry >> bits & mask)
                work = max(work, entry >> 2 * bits & ((1 << WORK_BITS) - 1))
        if low > high:
            tally[WRONG] += 1
        elif is_known:
            tally[KNOWN] += 1 << work - 1
        else:
            tally[FRESH] += 1 << work - 1
            put(table, hashed, work << 2 * bits | high << bits | low)


def new_tally() -> Any:
    """What `merge` counts, all 0."""
    return np.zeros(3, np.int64)


def take_parcels(tables: Sequence[Any], parcels: Sequence[ProofParcel], tally: Any) -> None:
    """Merge a parcel into each table."""
    for table, parcel in zip(tables, parcels, strict=True):
        take_parcel(table, parcel, tally)


def take_parcel(table: Any, parcel: ProofParcel, tally: Any) -> None:
    """Merge a parcel into the table, and count as `merge` does.

    `ContradictionError` if a proof contradicts what the table holds.
    """
    if len(parcel):
        merge(table, parcel.spreads, parcel.data.astype(np.int64), tally)
    if tally[WRONG]:
        raise ContradictionError("a worker's proofs contradict those of another; nothing is proven")
