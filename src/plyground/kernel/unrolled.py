"""Machine code for `words`: each function written out word by word.

Numba compiles tuples of a fixed length well, but cannot build one in a loop. So for each length
that occurs, a lambda is written in which every word appears on its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload

from plyground.kernel import words
from plyground.kernel.bits import FULL_WORD, WORD_BITS, highest_bit, lowest_bit, popcount

NAMES = {
    "FULL": FULL_WORD,
    "popcount": popcount,
    "lowest_bit": lowest_bit,
    "highest_bit": highest_bit,
}


def _write(parameters: str, body: str) -> Callable[..., Any]:
    function: Callable[..., Any] = eval(f"lambda {parameters}: {body}", dict(NAMES))
    return function


def _each(parameters: str, item: str, length: int) -> Callable[..., Any]:
    """A lambda that returns a tuple with `item` written out for every word."""
    return _write(
        parameters, "(" + "".join(f"{_at(item, i, length)}, " for i in range(length)) + ")"
    )


def _at(item: str, i: int, length: int) -> str:
    """`item` for word i: W is the word, B the one below, A the one above, LOW its first bit."""
    below = f"a[{i - 1}]" if i > 0 else "0"
    above = f"a[{i + 1}]" if i + 1 < length else "0"
    low = i * WORD_BITS
    within = f"({low} <= bit < {low + WORD_BITS})"
    parts = {"W": f"a[{i}]", "V": f"b[{i}]", "B": below, "A": above, "LOW": str(low), "IN": within}
    return "(" + " ".join(parts.get(part, part) for part in item.split()) + ")"


@overload(words.empty_like, strict=False)
def _empty_like(words: Any) -> Any:
    return _each("words", "0", len(words))


@overload(words.is_empty, strict=False)
def _is_empty(words: Any) -> Any:
    return _write("words", "(" + " | ".join(f"words[{i}]" for i in range(len(words))) + ") == 0")


# Operations that do the same to every word: their two parameters, and what becomes of a word.
WORD_BY_WORD: dict[Callable[..., Any], tuple[str, str]] = {
    words.union: ("a, b", "W | V"),
    words.common: ("a, b", "W & V"),
    words.without: ("a, b", "W & ~ V"),
    words.differing: ("a, b", "W ^ V"),
    words.only_if: ("condition, a", "W & - condition"),
    words.with_bit: ("a, bit", "W | ( 1 << ( bit - LOW ) if IN else 0 )"),
    words.without_bit: ("a, bit", "W & ~ ( 1 << ( bit - LOW ) if IN else 0 )"),
    words.shift_up: ("a, step", f"( W << step & FULL ) | B >> {WORD_BITS} - step"),
    words.shift_down: ("a, step", f"W >> step | ( A << {WORD_BITS} - step & FULL )"),
}


def _declare(function: Callable[..., Any], parameters: str, item: str) -> None:
    """Have machine code for one of these operations, of which one argument is a set."""

    @overload(function, strict=False)
    def _written(one: Any, other: Any) -> Any:
        held = one if isinstance(one, types.BaseTuple) else other
        return _each(parameters, item, len(held))


for _function, _form in WORD_BY_WORD.items():
    _declare(_function, *_form)


@overload(words.words_at, strict=False)
def _words_at(rows: Any, row: Any, like: Any) -> Any:
    length = len(like)
    items = "".join(f"rows[row * {length} + {i}], " for i in range(length))
    return _write("rows, row, like", f"({items})")


@overload(words.put_words, strict=False)
def _put_words(rows: Any, row: Any, words: Any) -> Any:
    length = len(words)
    lines = [f"rows[row * {length} + {i}] = words[{i}]" for i in range(length)]
    return _define(["def f(rows, row, words):", *lines])


@overload(words.has_bit, strict=False)
def _has_bit(words: Any, bit: Any) -> Any:
    tests = (
        _at("( W >> ( bit - LOW ) & 1 ) if IN else 0", i, len(words)) for i in range(len(words))
    )
    return _write("a, bit", f"({' | '.join(tests)}) == 1")


@overload(words.count_bits, strict=False)
def _count_bits(words: Any) -> Any:
    return _write("a", " + ".join(f"popcount(a[{i}])" for i in range(len(words))))


@overload(words.first_bit, strict=False)
def _first_bit(words: Any) -> Any:
    body = "-1"
    for i in reversed(range(len(words))):
        body = f"({i * WORD_BITS} + lowest_bit(a[{i}]) if a[{i}] else {body})"
    return _write("a", body)


@overload(words.last_bit, strict=False)
def _last_bit(words: Any) -> Any:
    body = "-1"
    for i in range(len(words)):
        body = f"({i * WORD_BITS} + highest_bit(a[{i}]) if a[{i}] else {body})"
    return _write("a", body)


@overload(words.no_counts, strict=False)
def _no_counts(words_: Any) -> Any:
    nothing = f"({'0, ' * len(words_)})"
    return _write("words", f"({f'{nothing}, ' * words.COUNT_PLANES})")


def _define(source: list[str]) -> Callable[..., Any]:
    """The function `f` that the lines of `source` define."""
    names: dict[str, Any] = dict(NAMES)
    exec("\n    ".join(source), names)
    function: Callable[..., Any] = names["f"]
    return function


@overload(words.add_count, strict=False)
def _add_count(counts: Any, where: Any, amount: Any) -> Any:
    """A ripple-carry adder in every bit, one line a plane and word."""
    length, lines = len(where), ["def f(counts, where, amount):"]
    for i in range(length):
        lines.append(f"c{i} = 0")
    for j in range(words.COUNT_PLANES):
        lines.append(f"every = -(amount >> {j} & 1)")
        for i in range(length):
            lines.append(f"p, a = counts[{j}][{i}], where[{i}] & every")
            lines.append(f"s{j}_{i} = p ^ a ^ c{i}")
            lines.append(f"c{i} = p & a | c{i} & (p | a)")
    planes = (
        "(" + "".join(f"s{j}_{i}, " for i in range(length)) + "), "
        for j in range(words.COUNT_PLANES)
    )
    return _define([*lines, f"return ({''.join(planes)})"])


@overload(words.at_most, strict=False)
def _at_most(counts: Any, limit: Any) -> Any:
    """A comparison in every bit, from the highest digit down."""
    length, lines = len(counts[0]), ["def f(counts, limit):", "some = -1 if limit >= 0 else 0"]
    for i in range(length):
        lines.append(f"l{i}, e{i} = 0, FULL & some")
    for j in reversed(range(words.COUNT_PLANES)):
        lines.append(f"one = -(limit >> {j} & 1)")
        for i in range(length):
            lines.append(f"p = counts[{j}][{i}]")
            lines.append(f"l{i} |= e{i} & ~p & one")
            lines.append(f"e{i} &= ~(p ^ one)")
    return _define([*lines, "return (" + "".join(f"l{i} | e{i}, " for i in range(length)) + ")"])
