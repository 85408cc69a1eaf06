"""
Parameters of a game: declared once, checked everywhere.

A parameter is a dataclass field made by `parameter`; what it allows is its metadata, so that
the command line, the page and the tests learn it from the same place.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, cast

from plyground.errors import InvalidParameterError, did_you_mean

Value = int | str


@dataclass(frozen=True)
class Parameter:
    """A knob of a game: a whole number in a range, or a word out of several."""

    name: str
    default: Value
    help: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    blank: int | None = None  # stands for "not said": allowed, and never shown

    @property
    def allowed(self) -> str:
        """What the parameter may be, in words."""
        if self.choices:
            return " or ".join(self.choices)
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: Any) -> None:
        """Raise `InvalidParameterError` unless `value` is allowed."""
        if self.choices:
            fine = value in self.choices
        else:
            low, high = self.low or 0, self.high or 0
            whole = isinstance(value, int) and not isinstance(value, bool)
            fine = whole and (low <= value <= high or value == self.blank)
        if not fine:
            raise InvalidParameterError(f"{self.name}={value} is not {self.allowed}")

    def parse(self, text: str) -> Value:
        """The value that a person typed."""
        if self.choices:
            return text
        if re.fullmatch(r"-?[0-9]{1,9}", text) is None:
            raise InvalidParameterError(f"{self.name}={text} is not {self.allowed}")
        return int(text)


def parameter(
    default: Value,
    help: str,
    *,
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    blank: int | None = None,
) -> Any:
    """A dataclass field that is a parameter of its game: choices, or a range of numbers.

    A value of `blank` says that other parameters decide, and is left out wherever values are shown.
    """
    if not choices and (low is None or high is None):
        raise TypeError("a parameter needs choices, or low and high")
    allowed = {"help": help, "low": low, "high": high, "choices": choices, "blank": blank}
    return field(default=default, metadata={"parameter": allowed})


@functools.cache
def parameters_of(game: type[Any]) -> tuple[Parameter, ...]:
    """The parameters that a class of games declares."""
    return tuple(
        Parameter(f.name, cast(Value, f.default), **f.metadata["parameter"])
        for f in fields(game)
        if "parameter" in f.metadata
    )


def check_names(game: Any, given: Mapping[str, object]) -> None:
    """Raise `InvalidParameterError` if a name is none of the game's parameters."""
    known = [known.name for known in parameters_of(game)]
    for name in given:
        if name not in known:
            none = getattr(game, "parameter_help", "it has none")  # in another library's game
            offer = f"it has {', '.join(known)}" if known else none
            alike = did_you_mean(name, known)
            raise InvalidParameterError(f"{game.name} has no parameter {name!r}; {offer}{alike}")
