"""Arguments of verbs, checked against their annotations before any work begins.

    @checked
    def solve(game: GameLike, *, moves: str | Sequence[str | Move] = "", ...)

    pg.solve("konane", moves=0)     InvalidParameterError: moves=0 must be text or a list

Annotations are read as the text that they are. Not promised: that values are in range, or that what
a list holds is of the right kind; who uses them checks that.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from numbers import Integral, Real
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from plyground.errors import InvalidParameterError
from plyground.game import Game, Playthrough
from plyground.reading import SHOWN, excerpt

A = ParamSpec("A")
R = TypeVar("R")

TEXT = (str, bytes, bytearray)
ALIASES = {"GameLike": "str | Path | Game", "Move": "int", "Player": "int", "Value": "int | str"}
BRACKETS = re.compile(r"\[[^\[\]]*\]")


def _is_bool(value: Any) -> bool:
    return type(value).__name__ in ("bool", "bool_")  # NumPy's is no subclass


def _has(verb: str) -> Callable[[Any], bool]:
    return lambda value: callable(getattr(value, verb, None))


KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "None": (lambda value: value is None, "None"),
    "bool": (_is_bool, "True or False"),
    "int": (lambda v: isinstance(v, Integral) and not _is_bool(v), "a whole number"),
    "float": (lambda v: isinstance(v, Real) and not _is_bool(v), "a number"),
    "str": (lambda value: isinstance(value, str), "text"),
    "Path": (lambda value: isinstance(value, Path), "a path"),
    "type": (lambda value: isinstance(value, type), "a class"),
    "tuple": (lambda value: isinstance(value, (tuple, list)), "a tuple"),
    "Sequence": (lambda v: isinstance(v, Iterable) and not isinstance(v, TEXT), "a list"),
    "Iterable": (lambda v: isinstance(v, Iterable) and not isinstance(v, TEXT), "a list"),
    "Mapping": (lambda value: isinstance(value, Mapping), "a dict"),
    "Callable": (callable, "a function"),
    "Game": (lambda value: isinstance(value, Game), "a game"),
    "Playthrough": (lambda value: isinstance(value, Playthrough), "a playthrough"),
    "Chooser": (_has("choose"), "an object with a method choose"),
    "Monitor": (_has("stop"), "a monitor"),
    "Machines": (_has("close"), "machines"),
}

MEANT = {  # what is right for an argument of this name, where its kinds do not say it
    "agents": "text such as 'alphabeta(depth=4)' or a class of yours, or a list of these",
    "changes": "a dict, as in {'gumbel': 8}",
    "cluster": "the address of a scheduler, as in tcp://10.0.0.1:8786",
    "plies": "a whole number or a range, as in 8 or 40..60",
    "within": "a whole number of plies",
}


def checked(verb: Callable[A, R]) -> Callable[A, R]:
    """The verb, which refuses an argument of another kind than its annotation says."""
    signature = inspect.signature(verb)

    @wraps(verb)
    def checking(*arguments: A.args, **named: A.kwargs) -> R:
        bound = signature.bind(*arguments, **named)
        for name, value in bound.arguments.items():
            parameter = signature.parameters[name]
            bound.arguments[name] = value = _python_number(value)
            if parameter.kind is not parameter.VAR_KEYWORD:  # which the game checks
                several = parameter.kind is parameter.VAR_POSITIONAL
                for each in value if several else (value,):
                    _check(name, each, str(parameter.annotation))
        return verb(*bound.args, **bound.kwargs)

    return checking


def _python_number(value: Any) -> Any:
    """Return a number of NumPy's as one of Python's, as JSON takes it; other values as they are."""
    numpy = sys.modules.get("numpy")  # without which there are no such numbers
    return value.item() if numpy and isinstance(value, numpy.generic) else value


def _check(name: str, value: Any, annotation: str) -> None:
    """Raise `InvalidParameterError` unless the annotation allows the value."""
    names = _alternatives(annotation)
    kinds = [KINDS.get(kind) for kind in names]
    if "Path" in names and isinstance(value, str) and not _may_be_path(value):
        raise InvalidParameterError(f"{name}={excerpt(value)} cannot be the name of a file")
    if not any(kind is None or kind[0](value) for kind in kinds):
        words = dict.fromkeys(kind[1] for kind in kinds if kind is not None)
        right = MEANT.get(name, " or ".join(words))
        shown = repr(value)[:SHOWN]
        if isinstance(value, str):
            shown = excerpt(value)
            right += f", as in [{shown}]" if right == "a list" else ""
        raise InvalidParameterError(f"{name}={shown} must be {right}")


def _may_be_path(text: str) -> bool:
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _alternatives(annotation: str) -> list[str]:
    """The kinds in an annotation, without what stands in brackets, as in `str` and `Sequence`."""
    while (shorter := BRACKETS.sub("", annotation)) != annotation:
        annotation = shorter
    for alias, kinds in ALIASES.items():
        annotation = re.sub(rf"\b{alias}\b", kinds, annotation)
    return annotation.split(" | ")
