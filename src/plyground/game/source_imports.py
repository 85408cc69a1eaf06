"""Imports of a user's modules, always from what their files say now."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

PREFIX = "plyground_user_"  # of the names of a user's modules


@contextlib.contextmanager
def from_source() -> Iterator[None]:
    """Keep no bytecode of what is imported.

    Python takes bytecode for current if the file has the same length and was written in the same
    second, as happens where a number is edited and the game loaded at once.
    """
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
