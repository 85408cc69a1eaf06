"""Specs: agents, evaluators and raters written as text.

    alphabeta(depth=4, evaluate=utility(ones=1, twos=3), order=centre)

A spec is a name and arguments by name; an argument is a number, a word, or a spec with arguments
of its own. The same text works in the command line, the store and every table of results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from plyground.errors import InvalidSpecError

Argument: TypeAlias = "int | float | str | Spec"
_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d+)?(?![\w.]))|(?P<word>[A-Za-z_]\w*)|(?P<sign>[(),=]))"
)


@dataclass(frozen=True)
class Spec:
    """A name with arguments; `str` gives the text back."""

    name: str
    arguments: dict[str, Argument] = field(default_factory=dict)

    def __str__(self) -> str:
        """As it is written."""
        inside = ", ".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.name}({inside})" if inside else self.name


def parse_spec(text: str) -> Spec:
    """The spec that the text describes; `InvalidSpecError` says where it goes wrong."""
    reader = _Reader(text)
    spec = reader.spec()
    reader.expect("")
    return spec


class _Reader:
    """Reads a spec word by word."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._split())
        self.place = 0

    def _split(self) -> Iterator[str]:
        place = 0
        while self.text[place:].strip():
            match = _TOKEN.match(self.text, place)
            if match is None:
                raise InvalidSpecError(
                    f"{self.text!r}: {self.text[place:].strip()[0]!r} means nothing"
                )
            yield match.group().strip()
            place = match.end()

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.place += 1
        return token

    def expect(self, wanted: str) -> None:
        found = self.take()
        if found != wanted:
            what = repr(wanted) if wanted else "the end"
            raise InvalidSpecError(f"{self.text!r}: expected {what}, found {found or 'the end'!r}")

    def word(self) -> str:
        token = self.take()
        if not re.fullmatch(r"[A-Za-z_]\w*", token):
            raise InvalidSpecError(f"{self.text!r}: expected a name, found {token or 'the end'!r}")
        return token

    def spec(self) -> Spec:
        name, arguments = self.word(), dict[str, Argument]()
        if self.peek() != "(":
            return Spec(name)
        self.take()
        while self.peek() != ")":
            key = self.word()
            if key in arguments:
                raise InvalidSpecError(f"{self.text!r}: {key} is given twice")
            self.expect("=")
            arguments[key] = self.value()
            if self.peek() != ")":
                self.expect(",")
        self.take()
        return Spec(name, arguments)

    def value(self) -> Argument:
        token = self.peek()
        if re.fullmatch(r"-?\d+", token):
            return int(self.take())
        if re.fullmatch(r"-?\d+\.\d+", token):
            return float(self.take())
        found = self.spec()
        return found if found.arguments else found.name
