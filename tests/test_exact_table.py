"""The table of an exact solver: it finds what was stored, and nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from boards import after_chance
from plyground.errors import UnsupportedError
from plyground.kernel.bits import WORD_BITS
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_keys import OwnKeys
from plyground.solvers.exact_store import costliest, keep_proofs, restore
from plyground.solvers.exact_table import (
    SIGNED_BITS,
    bucket_of,
    fewest_buckets,
    hash_at,
    hash_of,
    megabytes_of,
    new_table,
    probe,
    rest_of,
    store,
)
from plyground.solvers.layers import check_can_certify
from plyground.solvers.solver import Options


@given(
    st.dictionaries(st.integers(0, 2**62 - 1), st.tuples(st.integers(-9, 9), st.integers(-9, 9))),
    st.integers(1, 10**9),
)
def test_table_finds_only_what_was_stored(stored, nodes):
    table = new_table(0.001, 9)
    assert len(table.entries) == fewest_buckets(9) + 1
    for key, (low, high) in stored.items():
        store(table, key, low, high, nodes)
        assert probe(table, key) == (low, high)
    for key, bounds in stored.items():
        for near in (key, key ^ 1, key ^ 1 << 61):
            assert probe(table, near) in (stored.get(near, bounds), (-9, 9))


def test_a_proof_that_is_met_again_keeps_what_it_cost():
    table = new_table(1, 1)
    for nodes in (1 << 20, 1):
        store(table, 77, 1, 1, nodes)
    _, data = costliest(table, 10)
    assert [int(each) >> 2 * table.value_bits for each in data] == [21]
    assert table.bounds(77) == (1, 1)


def test_table_gives_up_what_cost_least():
    table = new_table(0.0001, 1)
    keys, cost = range(20000), 1 << 20
    store(table, 77, 1, 1, cost)
    for key in keys:
        if key != 77:
            store(table, key, -1, -1, 1)
    assert probe(table, 77) == (1, 1)


@given(st.integers(-(2**63), 2**63 - 1))
def test_what_a_key_is_hashed_to_comes_back_from_the_table(key):
    """Of every number of 64 bits another hash; a word has one within 62 bits."""
    table = new_table(1, 1, key_bits=SIGNED_BITS)
    hashed = hash_of(key)
    assert hash_at(table, bucket_of(table, hashed), rest_of(table, hashed)) == hashed
    assert hashed >> WORD_BITS == key >> WORD_BITS
    assert all(hash_of(key ^ 1 << bit) != hashed for bit in range(63))


@given(st.sets(st.integers(-(2**63), 2**63 - 1), max_size=60), st.integers(0, 2**30))
def test_a_table_for_signed_keys_keeps_them_apart_and_gives_them_back(keys, spice):
    one, other = (new_table(2, 1, key_bits=SIGNED_BITS) for _ in range(2))
    stored = {key ^ turn * spice: (turn % 3 - 1, 1) for turn in range(30) for key in keys}
    for key, bounds in stored.items():
        store(one, key, *bounds, 5)
    restore(other, *costliest(one, len(stored)))
    for key, bounds in stored.items():
        assert probe(one, key) == probe(other, key) == bounds
        for near in (key ^ -(1 << 63), key ^ 1 << 62, key ^ 1):
            assert probe(one, near) == stored.get(near, (-1, 1))


@pytest.mark.parametrize("board", [{"size": 8}, {"rows": 7, "columns": 9}], ids=str)
def test_signed_keys_serve_a_whole_proof(board, tmp_path):
    """With hashes in their place, and from what was kept of a proof, the value is the same."""
    game, chance, path = pg.game("konane", **board), random.Random(5), tmp_path / "some.proofs"
    hashed = ExactSolver(game, Options(8))
    hashed.keys = OwnKeys()
    solver = ExactSolver(game, Options(8))
    positions = [after_chance(game, chance.randrange(30, 40), chance) for _ in range(20)]
    values = [solver.result(position) for position in positions]
    assert values == [hashed.result(position) for position in positions]
    assert {*values} == {-1, 1}
    assert keep_proofs(solver, path) > 1000
    again = ExactSolver(game, Options(8, keep=path))
    assert again.recalled > 1000
    assert [again.result(position) for position in positions] == values
    with pytest.raises(UnsupportedError, match="its board is too large"):
        check_can_certify(solver, game.start())


@given(st.sets(st.integers(0, 2**62 - 1), max_size=60), st.integers(0, 2**30))
def test_table_grows_and_loses_nothing(keys, spice):
    """However far it has grown, what was stored last is found; it stays within its bound."""
    table = new_table(3, 1)
    begun = megabytes_of(table)
    for turn in range(200):
        for key in keys:
            store(table, (key ^ turn * spice) % 2**62, -1, turn % 2, 5)
            assert probe(table, (key ^ turn * spice) % 2**62) == (-1, turn % 2)
    assert begun <= megabytes_of(table) <= 3
    assert begun < megabytes_of(table) or not keys
