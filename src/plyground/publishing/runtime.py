"""Python for browsers: Pyodide, with the compiled libraries that the program needs.

Fetched once, checked against the checksums below, and kept in the cache: a second site needs no
network. PLYGROUND_PYODIDE may name a folder with the files, or another address that has them.
"""

from __future__ import annotations

import hashlib
import os
import urllib.request
from pathlib import Path
from typing import NamedTuple

from plyground.errors import PlygroundError
from plyground.folders import cache_directory, keep_own, read_own, read_whole

VERSION = "314.0.3"
SOURCE = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
VARIABLE = "PLYGROUND_PYODIDE"
SECONDS = 60.0  # without a byte


class Download(NamedTuple):
    """A file of Pyodide's, and the checksum of its content."""

    name: str
    sha256: str


INTERPRETER = (
    Download("pyodide.mjs", "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5"),
    Download("pyodide.asm.mjs", "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d"),
    Download(
        "pyodide.asm.wasm", "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf"
    ),
    Download(
        "python_stdlib.zip", "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4"
    ),
)
WHEELS = (
    Download(
        "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
    ),
    Download(
        "pydantic_core-2.41.5-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "fad0d59f3602537b4b0342ba6f1a997062b991dffe40f74722cc2b69cb95b075",
    ),
    Download(
        "pydantic-2.12.5-py3-none-any.whl",
        "f27dd6df3cbc35ce8fdc56571bcd431e724dbee4c48aef4012a33201bf737b68",
    ),
)
LIBRARIES = ("numpy", "pydantic", "pydantic-core")  # that the wheels hold
# The interpreter asks for a list of further packages; there are none.
LOCK = {
    "info": {
        "abi_version": "2026_0",
        "arch": "wasm32",
        "platform": "emscripten_5_0_3",
        "python": "3.14.0",
        "version": VERSION,
    },
    "packages": {},
}


def fetched_files() -> dict[str, bytes]:
    """All files by name; `PlygroundError` if one cannot be had."""
    return {wanted.name: content_of(wanted) for wanted in (*INTERPRETER, *WHEELS)}


def content_of(wanted: Download) -> bytes:
    """The file, from the cache if it is there; `PlygroundError` if it cannot be had."""
    cache = cache_directory()
    kept = None if cache is None else cache / "pyodide" / VERSION / wanted.name
    content = None if kept is None else read_own(kept)
    if content is not None and _fits(content, wanted):
        return content
    content = _fetch(wanted)
    if not _fits(content, wanted):
        raise PlygroundError(
            f"{_place_of(wanted)} is not the file of Pyodide {VERSION}: its checksum differs"
        )
    if kept is not None:
        keep_own(kept, content)
    return content


def _fits(content: bytes, wanted: Download) -> bool:
    return hashlib.sha256(content).hexdigest() == wanted.sha256


def _place_of(wanted: Download) -> str:
    return f"{(os.environ.get(VARIABLE) or SOURCE).rstrip('/')}/{wanted.name}"


def _fetch(wanted: Download) -> bytes:
    place = _place_of(wanted)
    try:
        if "://" not in place:
            return read_whole(Path(place))
        with urllib.request.urlopen(place, timeout=SECONDS) as answer:
            content: bytes = answer.read()
            return content
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise PlygroundError(
            f"Python for browsers cannot be fetched: {place}: {reason}. The first site needs a "
            f"network; or download Pyodide {VERSION} elsewhere and set {VARIABLE} to its folder"
        ) from None
