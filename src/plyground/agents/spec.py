r"""Specs: agents, evaluators and raters written as text.

    alphabeta(depth=4, evaluate=utility(ones=1, twos=3), order=centre)
    engine(cmd="python bot.py --level \"very hard\"", seconds=0.5)
    path/to/agents.py:FirstLegal(depth=3)
    Rusty=engine(cmd="./rusty")

A spec is a name, or a file and perhaps a class in it, with arguments by name. An argument is a
number, a word, text in double quotes, or a spec with arguments of its own. Inside quotes `\"` is
a quote and `\\` a backslash. The same text works in the command line, the store and every table
of results. A label before it, as in `Rusty=...`, is what tables show instead of the rest.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from plyground.errors import InvalidSpecError
from plyground.reading import excerpt

Argument: TypeAlias = "int | float | str | Spec"
DEEPEST = 20  # levels of specs within specs
LARGEST = 2**62  # what machine code can count with
SHOWN_DIGITS = 20  # of a number that is refused
_WORD = r"[A-Za-z_]\w*"
_WHOLE = r"-?\d+"
_DECIMAL = r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
_TEXT = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(rf"\s*(?:{_DECIMAL}(?![\w.])|{_WORD}|{_TEXT}|[(),=])", re.DOTALL)
_LABEL = re.compile(r"\s*(\w(?:[\w .+#-]*[\w+#])?)\s*=\s*")
_FILE = re.compile(rf'\s*([^"]*?\.py(?::{_WORD})?)\s*(?=\(|$)', re.DOTALL)


@dataclass(frozen=True)
class Spec:
    """A name with arguments, and a label if it has one; `str` gives the text back."""

    name: str
    arguments: dict[str, Argument] = field(default_factory=dict)
    label: str = ""

    @property
    def file(self) -> str | None:
        """The path, if the name is that of a file."""
        found = _FILE.fullmatch(self.name)
        return found and self.name.rpartition(".py")[0] + ".py"

    def __str__(self) -> str:
        """As it is written."""
        inside = ", ".join(f"{name}={_written(value)}" for name, value in self.arguments.items())
        text = f"{self.name}({inside})" if inside else self.name
        return f"{self.label}={text}" if self.label else text


def parse_spec(text: str) -> Spec:
    """The spec that the text describes; `InvalidSpecError` says where it goes wrong."""
    reader = _Reader(text)
    spec = reader.whole()
    reader.expect("")
    return spec


def label_of(text: str) -> str:
    """What tables show of a spec: its label if it has one, else the whole text."""
    label = _LABEL.match(text)
    return label[1] if label else text


def _written(value: Argument) -> str:
    """The argument as it stands in a spec: in quotes unless it is a word or a number."""
    if not isinstance(value, str) or re.fullmatch(_WORD, value):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _misread(rest: str) -> str:
    """Why no part of a spec begins here."""
    if rest[0] == '"':
        return "the quote has no end; close it with another '\"'"
    part = re.split(r"[\s(),=]", rest)[0] or rest[0]
    return f"{part!r} means nothing"


class _Reader:
    """Reads a spec word by word."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.label = _LABEL.match(text)
        begins = self.label.end() if self.label else 0
        self.file = _FILE.match(text, begins)
        self.tokens = list(self._split(self.file.end() if self.file else begins))
        self.place = self.depth = 0

    def _split(self, place: int) -> Iterator[str]:
        while rest := self.text[place:].strip():
            match = _TOKEN.match(self.text, place)
            if match is None:
                raise self._error(_misread(rest))
            yield match.group().strip()
            place = match.end()

    def _error(self, what: str) -> InvalidSpecError:
        return InvalidSpecError(f"{excerpt(self.text)}: {what}")

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
            raise self._error(f"expected {what}, found {found or 'the end'!r}")

    def word(self) -> str:
        token = self.take()
        if not re.fullmatch(_WORD, token):
            raise self._error(f"expected a name, found {token or 'the end'!r}")
        return token

    def whole(self) -> Spec:
        name, label = self.file[1] if self.file else self.word(), self.label
        return Spec(name, self.arguments(), label[1] if label else "")

    def spec(self) -> Spec:
        return Spec(self.word(), self.arguments())

    def arguments(self) -> dict[str, Argument]:
        arguments = dict[str, Argument]()
        if self.peek() != "(":
            return arguments
        self.take()
        self.depth += 1
        if self.depth > DEEPEST:
            raise self._error(f"it is nested more than {DEEPEST} levels deep")
        while self.peek() != ")":
            key = self.word()
            if key in arguments:
                raise self._error(f"{key} is given twice")
            self.expect("=")
            arguments[key] = self.value()
            if self.peek() != ")":
                self.expect(",")
        self.take()
        self.depth -= 1
        return arguments

    def value(self) -> Argument:
        token = self.peek()
        if token.startswith('"'):
            return self.quoted()
        if re.fullmatch(_DECIMAL, token):
            return self.number()
        found = self.spec()
        return found if found.arguments else found.name

    def number(self) -> int | float:
        token = self.take()
        with contextlib.suppress(ValueError, OverflowError):  # of numbers with too many digits
            value = int(token) if re.fullmatch(_WHOLE, token) else float(token)
            if abs(value) <= LARGEST:
                return value
        shown = token if len(token) <= SHOWN_DIGITS else f"{token[:SHOWN_DIGITS]}..."
        raise self._error(f"{shown} is too large a number")

    def quoted(self) -> str:
        inside = self.take()[1:-1]
        strange = re.search(r"\\[^\\\"]", re.sub(r"\\\\", "", inside))
        if strange:
            raise self._error(f"{strange[0]} means nothing in quotes; write \\\\ for a backslash")
        return re.sub(r"\\(.)", r"\1", inside)
