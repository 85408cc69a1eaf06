"""Complete analyses in the cache folder, so that a game is analysed once.

    DIRECTORY / cachex-4-FINGERPRINT.values      SHA-256 of the rest, then one byte for each
                                                 position, compressed

The fingerprint is of the rules and of the analysis, so that a file answers for the code that wrote
it and for no other. A file that is missing, damaged or of another length is no file: the analysis
is done again.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from plyground.folders import cache_directory, read_own, write_whole
from plyground.solvers.files import unpacked, with_checksum, without_checksum

LEAST_POSITIONS = 1_000_000  # fewer are analysed in a moment
FASTEST = 1  # zlib's level


def values_file(name: str, roots: Iterable[Any]) -> Path | None:
    """Where the values of that game are kept, as analysed by this code; None without a cache."""
    from plyground.kernel.fingerprint import fingerprint

    folder = cache_directory()
    return None if folder is None else folder / f"{name}-{fingerprint(roots)[:32]}.values"


def read_values(path: Path, positions: int) -> Any:
    """The values in that file; None if it is not there, or not as it was written."""
    content = without_checksum(read_own(path) or b"")
    try:
        plain = unpacked(zlib.decompressobj(), content or b"", positions)
    except ValueError:
        return None
    return np.frombuffer(bytearray(plain), np.uint8) if len(plain) == positions else None


def write_values(path: Path, values: Any) -> None:
    """Keep the values, in place of those of earlier code; not if the folder cannot be written."""
    with contextlib.suppress(OSError):
        write_whole(path, with_checksum(zlib.compress(values.tobytes(), FASTEST)))
        for old in path.parent.glob(f"{path.name.rpartition('-')[0]}-*.values"):
            if old != path:
                old.unlink(missing_ok=True)
