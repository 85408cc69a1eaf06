"""Proofs on their way between tables: logged, told once, merged, and never against each other."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.errors import ContradictionError
from plyground.solvers.exact_table import new_table, probe, store, with_log
from plyground.solvers.proof_parcels import (
    KNOWN,
    WRONG,
    ProofParcel,
    costliest_of,
    costliest_parcel,
    join,
    logged_parcel,
    new_tally,
    take_parcel,
)


def test_a_log_has_what_cost_enough_and_is_told_once():
    table = with_log(new_table(1, 1), 3, 8)
    for key, nodes in ((1, 127), (2, 128), (3, 1000), (2, 10**6), (4, 10**6)):
        store(table, key, 1, 1, nodes)
    told, other = logged_parcel([table.log]), new_table(1, 1)
    assert list(told.data >> 2 * table.value_bits) == [8, 10, 20]  # and no room for the last
    take_parcel(other, told, new_tally())
    assert [probe(other, key) for key in range(1, 5)] == [(-1, 1), (1, 1), (1, 1), (-1, 1)]
    assert len(logged_parcel([table.log])) == 0
    take_parcel(table, told, new_tally())
    assert len(logged_parcel([table.log])) == 0  # what others have told is not told again


def test_proofs_that_contradict_each_other_are_refused():
    table = new_table(1, 1)
    store(table, 5, 1, 1, 100)
    other = new_table(1, 1)
    store(other, 5, -1, -1, 50)
    store(other, 6, -1, 0, 50)
    tally = np.zeros(3, np.int64)
    with pytest.raises(ContradictionError, match="contradict"):
        take_parcel(table, costliest_parcel(other, 10), tally)
    assert tally[WRONG] == 1
    assert probe(table, 5) == (1, 1)
    assert probe(table, 6) == (-1, 0)


def test_merged_bounds_are_those_of_both():
    one, two, tally = new_table(1, 1), new_table(1, 1), np.zeros(3, np.int64)
    store(one, 7, 0, 1, 8)
    store(two, 7, -1, 0, 1000)
    parcel = costliest_parcel(two, 10)
    take_parcel(one, parcel, tally)
    assert probe(one, 7) == (0, 0)
    take_parcel(one, parcel, tally)
    assert tally[KNOWN] == 512  # 1000 nodes, rounded down to a power of two


def test_the_costliest_of_a_parcel():
    table = new_table(1, 1)
    for key, nodes in ((5, 100), (6, 1000), (7, 1)):
        store(table, key, 1, 1, nodes)
    whole = costliest_parcel(table, 10)
    parts = [ProofParcel(whole.spreads[i : i + 1], whole.data[i : i + 1]) for i in range(3)]
    assert len(join(parts)) == 3
    least = costliest_of(join(parts), 1).data >> 2 * table.value_bits
    assert list(least) == [(1000).bit_length()]
    assert costliest_of(whole, 3) is whole
    assert len(join([])) == 0
