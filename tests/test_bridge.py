"""Methods of NamedTuples in compiled code, kernels calling kernels, and readable errors."""

from __future__ import annotations

import math
import warnings
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import CompilationError, NotCompiledWarning
from plyground.kernel import (
    by_reference,
    compiled,
    interpreted,
    lowest_bit,
    mix,
    popcount,
    search_kernel,
    spread,
)
from plyground.kernel.bits import STEP
from plyground.kernel.chance import next_seed, pick
from plyground.kernel.reals import natural_log

WORDS = st.integers(0, 2**62 - 1)


@compiled
class Point(NamedTuple):
    x: int
    y: int = 7

    def scaled(self, factor, extra=0):
        return Point(self.x * factor + extra, self.y * factor + extra)

    def total(self):
        return self.x + self.y


@compiled
class Pair(NamedTuple):
    """A nested NamedTuple beside a tuple and an array."""

    left: Point
    weights: tuple[int, int]
    table: Any

    def judge(self, index):
        return self.left.total() * self.weights[0] + self.table[index] * self.weights[1]


@compiled
class Other(NamedTuple):
    """Has a method of the same name as `Pair`, with other arguments."""

    value: int

    def judge(self, index, factor):
        return self.value * factor + index


@search_kernel
def judge_below(board, pair, depth):
    if depth == 0:
        return pair.judge(1) + pair.left.y * len(pair.weights)
    pair.table[depth] += board[0]
    return pair.left.scaled(depth).x + judge_below(board.copy(), pair, depth - 1)


@search_kernel
def judge_by_reference(board, pair, depth):
    return judge_below(board, by_reference(by_reference(pair)), depth)


@search_kernel
def judge_pair(pair, index):
    return pair.judge(index)


@search_kernel
def judge_other(other):
    return other.judge(1, factor=10) + Point(3, 7).scaled(2).total() + Point(1, 1).scaled(1, 5).x


@search_kernel
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@search_kernel
def twice_fibonacci(n):
    return 2 * fibonacci(n)


@search_kernel
def all_bits(a, b):
    bits = popcount(a), lowest_bit(a | 1 << 61)
    hashes = mix(a, b), spread(a), next_seed(a), pick(a, 1 + b % 1000)
    return bits, *hashes, natural_log(1 + (b >> 10))


def test_nested_values():
    pair = Pair(Point(2), (10, 100), np.array([5, 6]))
    assert judge_pair(pair, 1) == 90 + 600
    assert judge_pair.dispatcher.overloads


@compiled
class Ruler(NamedTuple):
    """Holds no array, and makes one all the same."""

    length: int

    def marks(self):
        return np.arange(self.length)


@search_kernel
def last_mark(ruler):
    return ruler.marks()[-1]


def test_a_value_without_arrays_may_make_some():
    with warnings.catch_warnings():
        warnings.simplefilter("error", NotCompiledWarning)
        assert [last_mark(Ruler(length)) for length in (3, 1000)] == [2, 999]


def test_same_name_other_arguments():
    assert judge_other(Other(4)) == 41 + 20 + 6
    with interpreted():
        assert judge_other(Other(4)) == 41 + 20 + 6


def test_a_reference_has_the_fields_and_methods_of_the_tuple():
    """Beside arrays of a position's own, which are counted: nothing of the tuple is freed."""
    board, table = np.full(2, 3), np.zeros(8, np.int64)
    pair = Pair(Point(2, 5), (3, 4), table)
    assert judge_by_reference.prepare(board, pair, 6)
    with interpreted():
        expected = judge_by_reference(board, pair, 6), table.tolist()
    for _ in range(100):
        table[:] = 0
        assert (judge_by_reference(board, pair, 6), table.tolist()) == expected


def test_kernels_call_kernels_and_themselves():
    assert twice_fibonacci(20) == 13530
    with interpreted():
        assert twice_fibonacci(12) == 288


@given(WORDS, WORDS)
def test_bits_mean_the_same_compiled(a, b):
    with interpreted():
        plain = all_bits(a, b)
    assert all_bits(a, b) == plain
    assert max(plain[1:]) < 2**62
    assert 0 <= plain[4] < 1 + b % 1000


def word_of(mixed, seed):
    """The word of which `mix` made that number: the steps of `mix` backwards."""
    value = (mixed ^ mixed >> 32) * pow(0x14D049BB133111EB, -1, 2**62) % 2**62
    return value ^ spread((seed + STEP) % 2**62)


def seed_of(hashed):
    """The word of which `spread` made that number."""
    value = (hashed ^ hashed >> 32) * pow(0x3F58476D1CE4E5B9, -1, 2**62) % 2**62
    value ^= value >> 29 ^ value >> 58
    return value * pow(STEP, -1, 2**62) % 2**62


@given(WORDS, WORDS)
def test_hashes_lose_nothing(a, b):
    assert seed_of(spread(a)) == a
    assert word_of(mix(a, b), a) == b


def test_mix_depends_on_the_order():
    """Of words as keys have them: small numbers, one or two bits, and rows of bits."""
    bits = [1 << i for i in range(0, 62, 2)]
    rows = [high - low for high in (*bits, 1 << 62) for low in bits if low < high]
    words = np.array(sorted({*range(64), *rows, *(a | b for a in bits for b in bits)}))
    mixed = mix(words[:, None].astype(np.uint64), words[None, :].astype(np.uint64))
    assert len(np.unique(mixed)) == len(words) ** 2
    few = [0, 1, 2, 1 << 30, 1 << 61]
    nested = {mix(mix(a, b), c) for a in few for b in few for c in few}
    assert not nested & {mix(a, mix(b, c)) for a in few for b in few for c in few}
    assert len(nested) == len(few) ** 3


def test_mix_notices_how_many_words_there_were():
    key, seen = 0, set()
    for _ in range(100):
        key = mix(key, 0)
        seen.add(key)
    assert len(seen) == 100


@given(st.integers(1, 2**52))
def test_logarithms_are_right(number):
    assert natural_log(number) == pytest.approx(math.log(number), rel=1e-15, abs=1e-300)


def test_pick_is_even():
    seed, counts = 5, [0] * 7
    for _ in range(70_000):
        seed = next_seed(seed)
        counts[pick(seed, 7)] += 1
    assert all(9_500 < count < 10_500 for count in counts)


def test_redefined_class_runs_its_own_code():
    """As in a notebook, where a cell is edited and run again."""

    def define(step):
        @compiled
        class Counter(NamedTuple):
            value: int

            def judge(self, index):
                return self.value + step + index

        return Counter

    first, second = define(1), define(2)
    for _ in range(2):
        assert judge_pair(first(10), 0) == 11
        assert judge_pair(second(10), 0) == 12


def test_compiled_refuses_what_it_cannot_mark():
    with pytest.raises(TypeError, match="@compiled goes on a NamedTuple or a function"):
        compiled(int)


# --- what a student reads when Numba cannot compile ------------------------------------------


@compiled
class WrongMethod(NamedTuple):
    value: int

    def judge(self, index):
        return self.value.to_roman() if index else 0


@compiled
class CallsUnmarked(NamedTuple):
    value: int

    def judge(self, index):
        return unmarked(self.value) + index


@compiled
class MissingName(NamedTuple):
    value: int

    def judge(self, index):
        return self.value + indx  # noqa: F821


@compiled
class TwoTypes(NamedTuple):
    value: int

    def judge(self, index):
        if index:
            return (1, 2)
        return self.value


@compiled
class HoldsDictionary(NamedTuple):
    value: dict[str, int]

    def judge(self, index):
        return self.value["a"] + index


@compiled
class LacksMethod(NamedTuple):
    value: int


@compiled
class UsesPrivate(NamedTuple):
    value: int

    def judge(self, index):
        return self._secret() + index

    def _secret(self):
        return 1


class Unmarked(NamedTuple):
    value: int

    def judge(self, index):
        return index


@compiled
class UsesDefault(NamedTuple):
    value: int

    def judge(self, index):
        return Point(self.value).total() + index


def unmarked(value):
    return value


@pytest.mark.parametrize(
    ("argument", "names", "says"),
    [
        (WrongMethod(1), "WrongMethod.judge (test_bridge.py, line ", "to_roman"),
        (CallsUnmarked(1), "CallsUnmarked.judge (test_bridge.py, line ", "unmarked"),
        (MissingName(1), "MissingName.judge (test_bridge.py, line ", "indx"),
        (TwoTypes(1), "TwoTypes.judge", "int"),
        (HoldsDictionary({"a": 1}), "HoldsDictionary.value", "dict"),
        (LacksMethod(1), "LacksMethod", "judge"),
        (UsesPrivate(1), "UsesPrivate.judge", "underscore"),
        (UsesDefault(1), "UsesDefault.judge", "must give every field"),
    ],
)
def test_error_names_class_method_and_line(argument, names, says):
    with pytest.raises(CompilationError) as caught:
        judge_pair.require(argument, 0)
    message = str(caught.value)
    assert names in message
    assert says in message
    assert "@compiled" in message
    assert len(message.splitlines()) <= 3


def test_error_asks_for_the_mark():
    with pytest.raises(CompilationError, match="the class Unmarked is not marked @compiled"):
        judge_pair.require(Unmarked(1), 0)


def test_one_large_number_does_not_slow_the_others():
    with pytest.warns(NotCompiledWarning):
        assert twice_fibonacci(-(2**70)) == -(2**71)
    assert twice_fibonacci.prepare(5)


def test_error_shows_the_line():
    with pytest.raises(CompilationError, match=r"return self\.value\.to_roman\(\)"):
        judge_pair.require(WrongMethod(1), 0)


def test_runs_interpreted_with_one_warning():
    with pytest.warns(NotCompiledWarning, match=r"CallsUnmarked\.judge"):
        assert judge_pair(CallsUnmarked(41), 1) == 42
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert judge_pair(CallsUnmarked(41), 1) == 42


def test_runs_interpreted_with_values_numba_has_no_type_for():
    with pytest.warns(NotCompiledWarning, match=r"HoldsDictionary\.value"):
        assert judge_pair(HoldsDictionary({"a": 1}), 1) == 2
