"""Inputs that nobody would write: valid ones, changed at random, and noise."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

WORDS = re.compile(r"\w+|\s+|.", re.DOTALL)
STRANGE = (
    *("", " ", "\0", "\n", "\r\n", "\t", "\x1b[2J", "\x85", "\u2028", "\ufeff", "\ud800", "\udcff"),
    *("é", "ß", "İ", "\N{ARABIC-INDIC DIGIT THREE}", "²", "½", "\N{FULLWIDTH DIGIT ONE}", "🎲"),
    *("0", "-0", "-1", "1e308", "1e309", "-1e400", "nan", "inf", "0x10", "1_000", "00", "+1", ".5"),
    *("2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551616"),
    *("true", "null", "None", "[]", "{}", '""', "''", "\\", '\\"', "\\ud800", "//", "..", "/", "~"),
    *("{", "}", "(", ")", "[", "]", "=", ",", ":", ";", "#", '"', "'", "%s", "{0}", "$HOME", "-"),
    "9" * 400,
    "9" * 5000,
)
BRACKETS = ("()", "[]", "{}", "(a=", "a(b=", '{"a":', "[[", '"', "[a.b]\n", "a.")
DEEPEST = 5000


def noise(chance: random.Random) -> str:
    """A short text of strange words, or of any letters at all."""
    if chance.random() < 0.7:
        return "".join(chance.choices(STRANGE[:-2], k=chance.randint(0, 12)))
    return "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randint(0, 30)))


def mutated(chance: random.Random, seeds: Sequence[str]) -> str:
    """One of the seeds, changed in a few places, or now and then noise."""
    if chance.random() < 0.03:
        return noise(chance)
    text = chance.choice(seeds)
    for _ in range(min(1 + int(chance.expovariate(1.5)), 8)):
        text = chance.choice(_CHANGES)(chance, text, seeds)
    return text


def _strange_word(chance: random.Random, text: str, _seeds: Sequence[str]) -> str:
    """A word in place of another."""
    words = WORDS.findall(text) or [""]
    place = chance.randrange(len(words))
    words[place] = chance.choice(STRANGE)
    return "".join(words)


def _swapped_words(chance: random.Random, text: str, seeds: Sequence[str]) -> str:
    """A word in place of another, that stands elsewhere in the seeds."""
    words, others = WORDS.findall(text) or [""], WORDS.findall(chance.choice(seeds)) or [""]
    words[chance.randrange(len(words))] = chance.choice(others)
    return "".join(words)


def _inserted(chance: random.Random, text: str, _seeds: Sequence[str]) -> str:
    place = chance.randint(0, len(text))
    return text[:place] + chance.choice(STRANGE[:-1]) + text[place:]


def _flipped(chance: random.Random, text: str, _seeds: Sequence[str]) -> str:
    """Another letter in place of one, near it in the alphabet."""
    if not text:
        return text
    place = chance.randrange(len(text))
    letter = chr((ord(text[place]) ^ 1 << chance.randrange(8)) % 0x110000)
    return text[:place] + letter + text[place + 1 :]


def _cut(chance: random.Random, text: str, _seeds: Sequence[str]) -> str:
    start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    return text[:start] + text[end:] if chance.random() < 0.7 else text[:start]


def _repeated(chance: random.Random, text: str, _seeds: Sequence[str]) -> str:
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.randint(0, 20))
    times = chance.choice((1, 2, 3, 50))
    return text[:end] + text[start:end] * times + text[end:]


def _spliced(chance: random.Random, text: str, seeds: Sequence[str]) -> str:
    other = chance.choice(seeds)
    return text[: chance.randint(0, len(text))] + other[chance.randint(0, len(other)) :]


def _nested(chance: random.Random, text: str, _seeds: Sequence[str]) -> str:
    """Brackets around or within the text, rarely very many."""
    levels = 1 if chance.random() < 0.9 else chance.choice((40, 300, 2000, DEEPEST))
    opening = chance.choice(BRACKETS)
    closing = chance.choice(("", ")", "]", "}", opening[-1]))
    place = chance.choice((0, len(text), chance.randint(0, len(text))))
    return text[:place] + opening * levels + text[place:] + closing * levels


_CHANGES: tuple[Callable[[random.Random, str, Sequence[str]], str], ...] = (
    _strange_word,
    _strange_word,
    _swapped_words,
    _swapped_words,
    _inserted,
    _flipped,
    _cut,
    _repeated,
    _spliced,
    _nested,
)


def mutated_bytes(chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds with bytes flipped, replaced, cut out, repeated or taken from another."""
    if chance.random() < 0.02:
        return chance.randbytes(chance.randint(0, 200))
    content = bytearray(chance.choice(seeds))
    for _ in range(min(1 + int(chance.expovariate(0.5)), 20)):
        start = chance.randint(0, len(content))
        end = min(len(content), start + chance.choice((1, 1, 1, 2, 4, 8, 64)))
        kind = chance.random()
        if kind < 0.35:
            content[start:end] = bytes(
                byte ^ 1 << chance.randrange(8) for byte in content[start:end]
            )
        elif kind < 0.6:
            filler = chance.choice((b"\0", b"\xff", b"\x7f", b"\x80", chance.randbytes(1)))
            content[start:end] = filler * (end - start)
        elif kind < 0.7:
            del content[start:end]
        elif kind < 0.8:
            content[start:start] = content[start:end] * chance.choice((1, 2, 30))
        elif kind < 0.9:
            other = chance.choice(seeds)
            place = chance.randint(0, len(other))
            content[start:end] = other[place : place + end - start]
        else:
            del content[start:]
    return bytes(content)
