"""Wide sets of bits behave like Python's sets, compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import interpreted, search_kernel
from plyground.kernel import words as w

LENGTHS = (1, 2, 3, 5)


@search_kernel
def everything(a, b, bit, step):
    """Every operation once."""
    return (
        w.union(a, b),
        w.common(a, b),
        w.without(a, b),
        w.with_bit(a, bit),
        w.without_bit(a, bit),
        w.shift_up(a, step),
        w.shift_down(a, step),
        w.empty_like(a),
        w.has_bit(a, bit),
        w.has_bit(a, bit - 400),
        w.has_bit(a, bit + 400),
        w.is_empty(a),
        w.is_empty(w.empty_like(a)),
        w.count_bits(a),
        w.first_bit(a),
        w.last_bit(a),
        w.differing(a, b),
        w.only_if(bit & 1, a),
        w.bit_of_words(a, step - 1),
        w.mix_words(bit, a),
    )


@search_kernel
def copied(rows, row, like):
    """The set in a row, written into the first."""
    w.put_words(rows, 0, w.words_at(rows, row, like))
    return w.words_at(rows, 0, like)


@st.composite
def sets(draw):
    length = draw(st.sampled_from(LENGTHS))
    bits = st.sets(st.integers(0, 62 * length - 1), max_size=40)
    return length, draw(bits), draw(bits), draw(st.integers(0, 62 * length - 1))


@given(sets(), st.integers(1, 61))
def test_operations(chosen, step):
    length, a, b, bit = chosen
    top = 62 * length

    def words(bits):
        return w.words_of(sorted(bits), length)

    expected = (
        words(a | b),
        words(a & b),
        words(a - b),
        words(a | {bit}),
        words(a - {bit}),
        words({x + step for x in a if x + step < top}),
        words({x - step for x in a if x >= step}),
        words(()),
        bit in a,
        False,
        False,
        not a,
        True,
        len(a),
        min(a, default=-1),
        max(a, default=-1),
        words(a ^ b),
        words(a if bit & 1 else ()),
        sorted(a)[step - 1] if step <= len(a) else -1,
    )
    arguments = (words(a), words(b), bit, step)
    with interpreted():
        plain = everything(*arguments)
    assert plain[:-1] == expected
    assert everything(*arguments) == plain
    assert w.bits_of(words(a)) == sorted(a)


@pytest.mark.parametrize("length", LENGTHS)
def test_rows_of_an_array(length):
    rows = np.arange(3 * length)
    wanted = tuple(range(2 * length, 3 * length))
    with interpreted():
        assert copied(rows.copy(), 2, wanted) == wanted
    assert copied(rows, 2, wanted) == wanted
    assert rows[:length].tolist() == list(wanted)


@pytest.mark.parametrize(("bits", "length"), [(1, 1), (62, 1), (63, 2), (124, 2), (125, 3)])
def test_words_for(bits, length):
    assert w.words_for(bits) == length


@search_kernel
def add_and_compare(nothing, a, b, first, second, limit):
    """Two additions, then a comparison."""
    counts = w.add_count(w.add_count(w.no_counts(nothing), a, first), b, second)
    return w.at_most(counts, limit)


@given(sets(), st.integers(0, 63), st.integers(0, 63), st.integers(-3, 127))
def test_counts(chosen, first, second, limit):
    length, a, b, _ = chosen
    sums = {bit: first * (bit in a) + second * (bit in b) for bit in range(62 * length)}
    expected = w.words_of([bit for bit, total in sums.items() if total <= limit], length)
    sides = w.words_of([], length), w.words_of(sorted(a), length), w.words_of(sorted(b), length)
    assert add_and_compare(*sides, first, second, limit) == expected
    with interpreted():
        assert add_and_compare(*sides, first, second, limit) == expected
