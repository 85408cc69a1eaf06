"""Numba's errors in a student's words: which class, which method, which line, and what to do."""

from __future__ import annotations

import dis
import linecache
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from plyground.errors import CacheWarning, CompilationError
from plyground.kernel.marks import compiled_classes, compiled_functions, methods_of

ADVICE = (
    "Compiled code may use integers, floats, booleans, tuples, NamedTuples and NumPy arrays, "
    "and may call only functions and methods of classes marked @compiled."
)
_OUR_KERNEL = str(Path(__file__).parent)
NO_TYPE = "a value of this kind cannot be part of compiled code"

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|at (?P<at>\S+) \((?P<row>\d+)\)')
_MISSING = re.compile(r"NameError: name '(?P<name>\w+)'")
_METHOD = re.compile(r"BoundFunction\(<function (?P<method>\S+) at")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_REASONS = (
    re.compile(r"Can't unify return type[^\n]*"),
    re.compile(r"Unknown attribute '.*?' (?:for|of type) [^\n]*"),
    re.compile(r"NameError: [^\n]*"),
    re.compile(r"Cannot unify [^\n]*"),
    re.compile(r"Untyped global name '.*?'[^\n]*"),
    re.compile(r"No implementation of function [^\n]*"),
    re.compile(r"Invalid use of [^\n]*"),
    re.compile(r"Use of unsupported [^\n]*"),
)


def explain(error: BaseException, arguments: tuple[Any, ...] = ()) -> CompilationError:
    """What went wrong in which line of which method, from one of Numba's own errors."""
    for argument in arguments:
        if hasattr(argument, "_fields") and type(argument) not in compiled_classes:
            return CompilationError(f"the class {type(argument).__name__} is not marked @compiled")
    text = _COLOUR.sub("", str(error))
    reason = _reason(text)
    if re.match(r"Unknown attribute '_", reason):
        reason += " (names that begin with an underscore stay outside compiled code)"
    places = [*_known_places(text), *_missing_name(text), *_mentioned_methods(text)]
    if not places:
        names = " with ".join(type(a).__name__ for a in arguments if hasattr(a, "_fields"))
        return CompilationError(f"{names or 'it'} cannot be compiled: {reason}. {ADVICE}")
    # Numba quotes the innermost error first; that is where it happened.
    name, file, line = places[0]
    source = linecache.getline(file, line).strip()
    return CompilationError(
        f"{name} ({Path(file).name}, line {line}) cannot be compiled: {reason}\n"
        f"    {source}\n{ADVICE}"
    )


def explain_value(
    arguments: tuple[Any, ...], error: BaseException, has_type: Callable[[Any], bool]
) -> CompilationError:
    """Which field of which argument holds something that Numba has no type for."""
    for value in arguments:
        for field in getattr(value, "_fields", ()):
            content = getattr(value, field)
            if not has_type(content):
                return CompilationError(
                    f"{type(value).__name__}.{field} holds {content!r} "
                    f"({type(content).__name__}): {NO_TYPE}. {ADVICE}"
                )
    return CompilationError(f"cannot compile: {error}. {ADVICE}")


_unknown: set[str] = set()  # objects of which a warning was given


def warn_of_unknown(title: str, value: Any) -> None:
    """Say, once, why machine code is not kept: whether it is current could not be told later."""
    kind = type(value)
    said = f"{title}: {kind.__module__}.{kind.__qualname__}"
    if said not in _unknown:
        _unknown.add(said)
        warnings.warn(
            f"the machine code of {title} is compiled anew in every process, since what its code "
            f"refers to includes an object of {kind.__module__}.{kind.__qualname__}, and it cannot "
            "be told whether that has changed; use numbers, tuples, arrays or functions instead",
            CacheWarning,
            stacklevel=2,
        )


def _reason(text: str) -> str:
    """The sentence of Numba's report that says what was wrong."""
    for pattern in _REASONS:
        found = pattern.findall(text)
        if found:
            return re.sub(r" at 0x[0-9a-f]+", "", str(found[0])).rstrip(".:")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[1] if len(lines) > 1 and lines[0].startswith("Failed in") else lines[0]


def _known_places(text: str) -> Iterator[tuple[str, str, int]]:
    """Those of the places a report mentions that lie in marked code: name, file, line."""
    for match in _PLACE.finditer(text):
        mentioned = match["file"] or match["at"]
        line = int(match["line"] or match["row"])
        for name, code in marked_code():
            first, last = _lines(code)
            if code.co_filename.startswith(_OUR_KERNEL):
                continue  # the mistake is in what called our helper
            if _same_file(mentioned, code.co_filename) and first <= line <= last:
                yield name, code.co_filename, line


def _missing_name(text: str) -> Iterator[tuple[str, str, int]]:
    """Where marked code uses a name that is defined nowhere; Numba does not say the line."""
    match = _MISSING.search(text)
    if match is None:
        return
    for name, code in marked_code():
        for instruction in dis.get_instructions(code):
            row = instruction.positions.lineno if instruction.positions else None
            if instruction.argval == match["name"] and row:
                yield name, code.co_filename, row


def _mentioned_methods(text: str) -> Iterator[tuple[str, str, int]]:
    """The methods that a report names without a place: their first lines."""
    for match in _METHOD.finditer(text):
        for name, code in marked_code():
            if match["method"].endswith(name):
                yield name, code.co_filename, code.co_firstlineno


def marked_code() -> Iterator[tuple[str, CodeType]]:
    """The name and the code of every marked function and method."""
    for cls in list(compiled_classes):  # other threads may import more
        for name, method in methods_of(cls).items():
            yield f"{cls.__name__}.{name}", method.__code__
    for function in compiled_functions:
        yield function.__name__, function.__code__


def _lines(code: CodeType) -> tuple[int, int]:
    rows = [row for _, _, row in code.co_lines() if row is not None]
    return code.co_firstlineno, max(rows, default=code.co_firstlineno)


def _same_file(mentioned: str, actual: str) -> bool:
    """Whether Numba, which prints relative paths, means this file."""
    return Path(mentioned).resolve() == Path(actual).resolve() or actual.endswith(
        mentioned.lstrip("./")
    )
