"""
Machine code that comes with the package: kernels that were compiled when the wheel was made.

A folder of shared libraries with a description, written by `plyground.web.prebuilding`:

    index.json       for which machine the libraries are, their checksums, and the kernels
    GAME.so          the code

A kernel is found by its name, the kinds of its arguments and the fingerprint of the source that
it was compiled from, so rules that were edited are never played by old code. What does not fit, is
damaged or made for another processor is not found, and Numba compiles as ever. Nothing here
imports Numba: the first move needs neither it nor its compiler.

The folder is `prebuilt/` in the package, or the one that PLYGROUND_PREBUILT names; set to nothing,
no such code is used.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from plyground.kernel.fingerprint import source_fingerprint
from plyground.kernel.flat_call import caller_for
from plyground.kernel.processor import cpu_info
from plyground.kernel.search_kernel import kind_of

FORMAT = 1
INDEX = "index.json"
SWITCH = "PLYGROUND_PREBUILT"
# What code for a processor may use, as Linux names it.
NEEDED = {
    "x86-64-v3": {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"},
}


def find(kernel: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """The machine code of `kernel` for such arguments, as a callable; None if there is none."""
    shipped = _shipped(os.environ.get(SWITCH))
    return None if shipped is None else shipped.find(kernel, arguments)


def is_there() -> bool:
    """Whether code that this machine can run comes with the package."""
    return _shipped(os.environ.get(SWITCH)) is not None


def this_machine() -> str:
    """The kind of machine that this process runs on, as in `linux-x86_64`."""
    return f"{sys.platform}-{platform.machine()}"


def name_of(kernel: Any) -> str:
    """What a kernel is called in an index."""
    return f"{kernel.function.__module__}.{kernel.function.__qualname__}"


def key_of(kernel: Any, arguments: tuple[Any, ...]) -> str:
    """What a kernel for such arguments, of this very source, is found by."""
    kind = kind_of(arguments)
    source = source_fingerprint((kernel.function, *dict.fromkeys(_classes(kind))))
    return hashlib.sha256(f"{name_of(kernel)} {_words(kind)} {source}".encode()).hexdigest()[:32]


def digest_of(file: Path) -> str:
    """The checksum of a library."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


class Shipped:
    """A folder of libraries that this machine can run."""

    def __init__(self, folder: Path, index: dict[str, Any]) -> None:
        """Nothing is loaded yet."""
        self.folder = folder
        self._names, self._kernels = set(index["names"]), dict(index["kernels"])
        self._checksums = dict(index["libraries"])
        self._libraries: dict[str, ctypes.CDLL | None] = {}

    def find(self, kernel: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
        """The machine code of `kernel` for such arguments, None if there is none."""
        if name_of(kernel) not in self._names:
            return None
        entry = self._kernels.get(key_of(kernel, arguments))
        if entry is None:
            return None
        code = getattr(self._library(entry["library"]), entry["symbol"], None)
        return None if code is None else caller_for(code, entry)

    def _library(self, name: str) -> ctypes.CDLL | None:
        """A library, loaded once; None if it is not what was built."""
        if name not in self._libraries:
            self._libraries[name] = self._load(name)
        return self._libraries[name]

    def _load(self, name: str) -> ctypes.CDLL | None:
        file = self.folder / name
        try:
            if digest_of(file) != self._checksums[name]:
                return None
            return ctypes.CDLL(str(file))
        except OSError:
            return None


@cache
def _shipped(chosen: str | None) -> Shipped | None:
    """The folder with libraries for this machine; None if there is none."""
    if chosen == "":
        return None
    folder = Path(__file__).parents[1] / "prebuilt" if chosen is None else Path(chosen).resolve()
    try:
        index = json.loads((folder / INDEX).read_text())
        fits = index["format"] == FORMAT and index["machine"] == this_machine()
        return Shipped(folder, index) if fits and _has_processor(index["cpu"]) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _has_processor(cpu: str) -> bool:
    """Whether this machine's processor has what code for `cpu` may use."""
    needed = NEEDED.get(cpu, set())
    return not needed or needed <= set(cpu_info("flags").split())


# --- kinds of arguments -----------------------------------------------------------------------


def _words(kind: Any) -> str:
    """What `kind_of` found, in words that are the same everywhere.

    Modules are left out: that of a user's file is named after its place. Classes that share a name
    are told apart by their source. Of an array's layout, what machine code is made for counts.
    """
    if not isinstance(kind, tuple):
        return kind if isinstance(kind, str) else str(kind.__qualname__)
    if isinstance(kind[0], type):
        return f"{kind[0].__qualname__}({', '.join(map(_words, kind[1:]))})"
    dtype, dimensions, (in_rows, _, writeable, aligned) = kind
    return f"{dimensions} {_item(dtype)} {(in_rows, writeable, aligned)}"


def _item(dtype: Any) -> str:
    if dtype.fields is None:
        return str(dtype.str)
    fields = (f"{name} {part.str} {at}" for name, (part, at) in dtype.fields.items())
    return f"[{', '.join(fields)}, {dtype.itemsize}]"


def _classes(kind: Any) -> Iterator[type]:
    """The classes of NamedTuples in what `kind_of` found, those of the outermost first."""
    if isinstance(kind, tuple) and isinstance(kind[0], type):
        if hasattr(kind[0], "_fields"):
            yield kind[0]
        for part in kind[1:]:
            yield from _classes(part)
