"""Calls of machine code that takes one block of memory (`kernel/targets/layout.py` draws it).

For each kind of arguments a function is written that packs them in one step: numbers as they are,
arrays by address and shape. It is called like the kernel. Python's lock is released meanwhile.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator
from typing import Any

SLOT = 8  # bytes
PLAIN = {"integer": "q", "truth": "q", "real": "d"}  # as struct names what is in a slot


class KernelFailedError(RuntimeError):
    """A kernel raised an exception; code that comes with the package tells its number alone."""


def can_return(layout: dict[str, Any]) -> bool:
    """Whether callers can give back such a result: a number or a row of numbers."""
    if layout["kind"] == "row":
        return layout["item"]["kind"] in ("integer", "real")
    return layout["kind"] in PLAIN


def caller_for(function: Any, described: dict[str, Any]) -> Callable[..., Any]:
    """`function`, which takes a block, as a callable that takes the arguments described."""
    result = described["result"]
    names = [f"_{place}" for place in range(len(described["arguments"]))]
    slots = [
        slot
        for name, (_, layout) in zip(names, described["arguments"], strict=True)
        for slot in _slots(layout, name)
    ]
    answer = "".join(PLAIN[form["kind"]] for form in _results(result))
    first = SLOT * len(answer)
    function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_int32
    known = {
        "Block": ctypes.c_char * (first + SLOT * len(slots)),
        "function": function,
        "pack": struct.Struct("<" + "".join(form for form, _ in slots)).pack_into,
        "unpack": struct.Struct("<" + answer).unpack_from,
        "address": _address,
        "fail": _fail,
    }
    body = [
        f"def call({', '.join(names)}):",
        "block = Block()",
        f"pack(block, {first}, {', '.join(value for _, value in slots)})",
        "status = function(block)",
        f"if status: fail({described['name']!r}, status)",
        f"return {_answer(result)}",
    ]
    exec("\n    ".join(body), known)
    call: Callable[..., Any] = known["call"]
    return call


def _address(array: Any) -> int:
    """Where the contents of an array lie. NumPy's own answer takes ten times as long."""
    if array.size == 0:
        return 0
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    except TypeError:  # it may not be written
        return int(array.ctypes.data)


def _fail(name: str, status: int) -> None:
    raise KernelFailedError(f"{name} failed with status {status}")


def _slots(layout: dict[str, Any], value: str) -> Iterator[tuple[str, str]]:
    """The form and the value of each slot that the expression `value` takes, as Python text."""
    kind = layout["kind"]
    if kind == "record":
        for place, (_, part) in enumerate(layout["fields"]):
            yield from _slots(part, f"{value}[{place}]")
    elif kind == "row":
        for place in range(layout["length"]):
            yield from _slots(layout["item"], f"{value}[{place}]")
    elif kind == "array":
        yield "q", f"address({value})"
        yield "q", "0"
        for place in range(layout["dimensions"]):
            yield "q", f"{value}.shape[{place}]"
    else:
        yield PLAIN[kind], value


def _results(layout: dict[str, Any]) -> list[dict[str, Any]]:
    return [layout["item"]] * layout["length"] if layout["kind"] == "row" else [layout]


def _answer(layout: dict[str, Any]) -> str:
    """The result, taken out of the block."""
    if layout["kind"] == "row":
        return "unpack(block)"
    return "bool(unpack(block)[0])" if layout["kind"] == "truth" else "unpack(block)[0]"
