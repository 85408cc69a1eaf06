"""A library of kernels for Plyground itself, which `kernel/prebuilt.py` finds and calls.

Each kernel becomes an object file of its own, so that one that cannot be built, or that makes
arrays and counts references to them, concerns no other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.errors import CompilationError
from plyground.kernel.flat_call import can_return
from plyground.kernel.prebuilt import key_of, name_of
from plyground.kernel.search_kernel import Kernel
from plyground.kernel.targets.building import Entry, frame_of
from plyground.kernel.targets.emitting import Target, emit, portable_texts
from plyground.kernel.targets.linker import MissingFunctionError, link
from plyground.kernel.targets.portable import compile_kernel
from plyground.kernel.targets.wrapping import run_text

Call = tuple[Kernel, tuple[Any, ...]]


@dataclass(frozen=True)
class Piece:
    """A kernel for some kinds of arguments: its entry in the index, and its object file."""

    key: str
    described: dict[str, Any]
    texts: tuple[str, ...]
    content: bytes


def write_library(calls: Iterable[Call], to: Path, target: Target) -> dict[str, Any]:
    """Write the kernels of these calls as one library; what the index says of each, by its key.

    Those that cannot be built are left out. Requires a process that has become portable.
    """
    wanted = {key_of(*call): call for call in calls}
    pieces = [
        piece
        for number, (key, call) in enumerate(wanted.items())
        if (piece := _piece(key, call, f"plyground_{number}", target)) is not None
    ]
    while pieces:
        try:
            _link(pieces, to, target)
            break
        except MissingFunctionError as error:
            called = f"@{error}("
            left = [piece for piece in pieces if not any(called in text for text in piece.texts)]
            if len(left) == len(pieces):
                raise CompilationError(
                    f"machine code for {target.name} needs {error}, which no kernel calls by name: "
                    "it stands for an instruction that the target lacks"
                ) from error
            pieces = left
    return {piece.key: piece.described for piece in pieces}


def _piece(key: str, call: Call, symbol: str, target: Target) -> Piece | None:
    """The kernel as an object file; None if it cannot be built, or its result not be returned."""
    kernel, arguments = call
    try:
        code = compile_kernel(kernel, arguments)
        frame = frame_of(Entry(kernel.function.__name__, *call), code.description)
        texts = tuple(portable_texts([code.text, run_text(code, frame, symbol)]))
        described = frame.described()
        if not can_return(described["result"]):
            return None
        content = emit(texts, [symbol], target)
    except CompilationError:
        return None
    about = {"name": name_of(kernel), "symbol": symbol}
    about |= {part: described[part] for part in ("result", "arguments")}
    return Piece(key, about, texts, content)


def _link(pieces: list[Piece], to: Path, target: Target) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{piece.described['symbol']}.o" for piece in pieces]
        for file, piece in zip(files, pieces, strict=True):
            file.write_bytes(piece.content)
        link(files, to, target, [piece.described["symbol"] for piece in pieces])
