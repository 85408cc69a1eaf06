"""Sets of up to a few hundred bits as tuples of 62-bit words, for boards wider than one word.

    bit     0 ... 61 | 62 ... 123 | 124 ...
    word        0    |     1      |   2

All words are non-negative. The bodies below are what runs interpreted; `unrolled` writes the
same word by word for machine code, so that a set of n words costs n instructions a step.
"""

from __future__ import annotations

import operator
from typing import Any, TypeAlias

from plyground.kernel.bits import FULL_WORD, WORD_BITS, bit_at, lowest_bit, mix, popcount
from plyground.kernel.marks import compiled

Words: TypeAlias = tuple[int, ...]
Counts: TypeAlias = tuple[Words, ...]  # a number for every bit: plane j holds its binary digit j

COUNT_PLANES = 7  # so counts stay below 128


def words_for(bits: int) -> int:
    """The number of words needed for that many bits."""
    return -(-bits // WORD_BITS)


def words_of(bits: list[int], length: int) -> Words:
    """The set of these bits, in `length` words."""
    numbers = [0] * length
    for bit in bits:
        numbers[bit // WORD_BITS] |= 1 << bit % WORD_BITS
    return tuple(numbers)


def bits_of(words: Words) -> list[int]:
    """The bits of the set, ascending."""
    return [bit for bit in range(len(words) * WORD_BITS) if has_bit(words, bit)]


def empty_like(words: Words) -> Words:
    """The empty set, as wide as `words`."""
    return (0,) * len(words)


def is_empty(words: Words) -> bool:
    """Whether no bit is set."""
    return not any(words)


def union(a: Words, b: Words) -> Words:
    """The bits that are in `a`, in `b` or in both."""
    return tuple(map(operator.or_, a, b))


def common(a: Words, b: Words) -> Words:
    """The bits that are in both `a` and `b`."""
    return tuple(map(operator.and_, a, b))


def without(a: Words, b: Words) -> Words:
    """The bits of `a` that are not in `b`."""
    return tuple([x & ~y for x, y in zip(a, b, strict=True)])


def differing(a: Words, b: Words) -> Words:
    """The bits that are in one of `a` and `b` alone."""
    return tuple(map(operator.xor, a, b))


def only_if(condition: int, words: Words) -> Words:
    """The set if `condition` is 1, the empty set if it is 0."""
    return words if condition else empty_like(words)


def has_bit(words: Words, bit: int) -> bool:
    """Whether `bit` is in the set; false for bits outside the words."""
    return 0 <= bit < len(words) * WORD_BITS and words[bit // WORD_BITS] >> bit % WORD_BITS & 1 == 1


def with_bit(words: Words, bit: int) -> Words:
    """The set with `bit` added. Requires a bit within the words."""
    return tuple(
        word | 1 << bit - WORD_BITS * i if i == bit // WORD_BITS else word
        for i, word in enumerate(words)
    )


def without_bit(words: Words, bit: int) -> Words:
    """The set with `bit` taken out. Requires a bit within the words."""
    return tuple(
        word & ~(1 << bit - WORD_BITS * i) if i == bit // WORD_BITS else word
        for i, word in enumerate(words)
    )


def shift_up(words: Words, step: int) -> Words:
    """Every bit moved up by `step`, 0 < step < 62; those that leave the words are lost."""
    return _split(_joined(words) << step, len(words))


def shift_down(words: Words, step: int) -> Words:
    """Every bit moved down by `step`, 0 < step < 62; those that leave the words are lost."""
    return _split(_joined(words) >> step, len(words))


def last_bit(words: Words) -> int:
    """The highest bit, -1 if there is none."""
    return _joined(words).bit_length() - 1


def _joined(words: Words) -> int:
    """All words as one large integer."""
    joined = 0
    for word in reversed(words):
        joined = joined << WORD_BITS | word
    return joined


def _split(joined: int, length: int) -> Words:
    """The lowest `length` words of a large integer."""
    return tuple([joined >> WORD_BITS * i & FULL_WORD for i in range(length)])


def count_bits(words: Words) -> int:
    """How many bits are set."""
    return sum(map(popcount, words))


def first_bit(words: Words) -> int:
    """The lowest bit. Requires a set that is not empty."""
    for i, word in enumerate(words):
        if word:
            return i * WORD_BITS + lowest_bit(word)
    return -1


def words_at(rows: Any, row: int, like: Words) -> Words:
    """The set in a row of `rows` [row * words + word], where each is as wide as `like`."""
    begin = row * len(like)
    return tuple([int(word) for word in rows[begin : begin + len(like)]])


def put_words(rows: Any, row: int, words: Words) -> None:
    """Write the set into a row of `rows`, as `words_at` reads it."""
    begin = row * len(words)
    rows[begin : begin + len(words)] = words


def no_counts(words: Words) -> Counts:
    """Counts of zero for every bit of a set as wide as `words`."""
    return (empty_like(words),) * COUNT_PLANES


def add_count(counts: Counts, where: Words, amount: int) -> Counts:
    """The counts with `amount` added for every bit in `where`. Requires sums below 128."""
    carry, planes = empty_like(where), []
    for j, plane in enumerate(counts):
        added = where if amount >> j & 1 else empty_like(where)
        sums = [p ^ a ^ c for p, a, c in zip(plane, added, carry, strict=True)]
        carry = tuple([p & a | c & (p | a) for p, a, c in zip(plane, added, carry, strict=True)])
        planes.append(tuple(sums))
    return tuple(planes)


def at_most(counts: Counts, limit: int) -> Words:
    """The bits whose count is at most `limit`; none if that is negative."""
    less, equal = empty_like(counts[0]), tuple([FULL_WORD for _ in counts[0]])
    if limit < 0:
        return less
    for j in reversed(range(COUNT_PLANES)):
        if limit >> j & 1:
            less = union(less, without(equal, counts[j]))
            equal = common(equal, counts[j])
        else:
            equal = without(equal, counts[j])
    return union(less, equal)


@compiled
def bit_of_words(words: Words, index: int) -> int:
    """The bit that `index` others lie below; -1 if there are no more than that."""
    low = 0
    for word in words:
        here = popcount(word)
        if index < here:
            return low + bit_at(word, index)
        index -= here
        low += WORD_BITS
    return -1


@compiled
def spread_over_hexagons(cells: Words, row: int) -> Words:
    """The cells and all bits beside them, on a board of hexagons whose rows are `row` bits apart.

    Each row lies half a cell further right than the one below, and one bit between rows stays
    empty; such bits, too, may be among those that come back.
    """
    wide = union(cells, union(shift_up(cells, 1), shift_down(cells, 1)))
    above = union(shift_up(cells, row), shift_up(cells, row - 1))
    below = union(shift_down(cells, row), shift_down(cells, row - 1))
    return union(wide, union(above, below))


@compiled
def mix_words(seed: int, words: Words) -> int:
    """62 well-spread bits that depend on the seed and on every word."""
    for word in words:
        seed = mix(seed, word)
    return seed
