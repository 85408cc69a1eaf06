"""Files that a user's code reads: what it is depends on them as on its source.

Python announces each file that is opened (`sys.addaudithook`). Whatever code of the user's is about
to open it, itself or by a library, has read it. Imports are not such reading, nor is what we read.
"""

from __future__ import annotations

import os
import sys
import threading
from hashlib import file_digest
from pathlib import Path
from typing import Any

from plyground.game.source_imports import PACKAGE, root_of
from plyground.kernel.fingerprint import PREFIX
from plyground.kernel.libraries import LIBRARIES, lies_in_library

OPENINGS = ("open", "sqlite3.connect")
SYSTEM = {"/proc", "/sys", "/dev"}  # folders without files of anybody's
IMPORTS = "<frozen importlib"
OURS = "plyground"
_read: dict[str, dict[Path, str]] = {}  # by the module that reads, with digests
_here = threading.local()  # `busy`: while a file is looked at


def files_of(root: str) -> dict[Path, str]:
    """The files that a module has read, with digests of then."""
    return _read.get(root, {})


def files_read(value: type) -> dict[Path, str]:
    """The files that the modules of a class and its bases have read, ordered by name."""
    found = [files_of(root_of(cls.__module__)) for cls in value.__mro__]
    return dict(sorted(item for files in found for item in files.items()))


def forget_files(root: str) -> None:
    """Forget what a user's module has read, which is loaded anew."""
    _read.pop(root, None)


def digest_of(file: Path) -> str:
    """A digest of what is in a file; empty if there is none."""
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as content:
            return file_digest(content, "sha256").hexdigest()
    except (OSError, ValueError):
        return ""


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    """Note a file that a user's code is about to read."""
    if event not in OPENINGS or getattr(_here, "busy", False):
        return
    name, *how = arguments
    if not isinstance(name, (str, bytes)) or (how[1:] and how[1] & (os.O_WRONLY | os.O_TRUNC)):
        return
    _here.busy = True
    try:
        roots = _readers()
        file = Path(os.path.realpath(os.fsdecode(name))) if roots else None
        if file and not _is_no_data(file):
            for root in roots:
                _read.setdefault(root, {})[file] = digest_of(file)
    finally:
        _here.busy = False


def _readers() -> set[str]:
    """The modules whose code is about to open a file: those of users' files, and what we called."""
    roots, frame = set[str](), sys._getframe(2)
    while frame is not None and not frame.f_code.co_filename.startswith(IMPORTS):
        root = root_of(str(frame.f_globals.get("__name__", "")))
        if root == OURS:
            return roots
        if root not in LIBRARIES:
            roots.add(root)
        frame = frame.f_back  # type: ignore[assignment]
    return {root for root in roots if root.startswith(PREFIX)}


def _is_no_data(file: Path) -> bool:
    """Whether a file belongs to Python, to us or to the system, or is bytecode."""
    kept = "__pycache__" in file.parts or not SYSTEM.isdisjoint(map(str, file.parents))
    return kept or lies_in_library(str(file)) or file.is_relative_to(PACKAGE)


sys.addaudithook(_listen)
