"""The file of a store: making it, finding it, and refusing what is none."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
import struct
import tempfile
import threading
from pathlib import Path

from plyground.errors import InvalidStoreError
from plyground.tournaments.schema import APPLICATION_ID, VERSION, schema

NO_STORE = "is no store of results; choose another file"
_HEADER = b"SQLite format 3\0"

# A process that closes a file loses all its locks on it, SQLite's too, and another process may then
# take away the log that this one still writes to. So a process looks at the first bytes of each
# file once, while it has no connection to it; later SQLite says what it is.
NOWHERE = (-1, -1)
_looking = threading.Lock()
_looked_at: set[tuple[int, int]] = set()


def check_file(path: Path, create: bool) -> None:
    """Make the file if need be; `InvalidStoreError` unless it is a store of this version."""
    if create and not path.exists():
        _create(path)
    try:
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):  # a pipe would keep us waiting
            raise InvalidStoreError(f"{path} {NO_STORE}")
        if create and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "it may not be written")
        found = file_identity(path)
        with _looking:
            if found not in _looked_at:
                _check_header(path, _first_bytes(path))
                _looked_at.add(found)
    except OSError as error:
        raise InvalidStoreError(f"cannot open {path}: {error.strerror}") from error


def file_identity(path: Path) -> tuple[int, int]:
    """Device and number of a file, by which another one of that name is told apart."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return NOWHERE
    return found.st_dev, found.st_ino


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _check_header(path: Path, header: bytes) -> None:
    """Raise `InvalidStoreError` unless a file that begins so is a store of this version."""
    if len(header) < 100 or not header.startswith(_HEADER):
        raise InvalidStoreError(f"{path} {NO_STORE}")
    (version,), (application,) = (
        struct.unpack_from(">i", header, 60),
        struct.unpack_from(">i", header, 68),
    )
    check_marks(path, application, version)


def check_marks(path: Path, application: int, version: int) -> None:
    """Raise `InvalidStoreError` unless a database is marked as a store of this version."""
    if application != APPLICATION_ID:
        raise InvalidStoreError(f"{path} is a database of another program; choose another file")
    if version != VERSION:
        raise InvalidStoreError(
            f"{path} was written by a newer Plyground (store version {version}, this one knows "
            f"{VERSION}); update Plyground or choose another file"
        )


def address_of(path: Path, create: bool) -> str:
    """Where SQLite finds the store.

    One that this user cannot change is read as it is: SQLite would leave files beside it that its
    owner could not write, or could not make them.
    """
    beside = Path(f"{path}-wal")
    may_write = os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)
    fixed = not (create or may_write or beside.exists())
    return f"{path.absolute().as_uri()}{'?immutable=1' if fixed else ''}"


def _create(path: Path) -> None:
    """Make an empty store, whole or not at all: its header must be there from the first moment."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except OSError as error:
        raise InvalidStoreError(f"cannot make {path}: {error.strerror}") from error
    os.close(descriptor)
    temporary = Path(name)
    try:
        with contextlib.closing(sqlite3.connect(temporary)) as base:
            base.executescript(schema())
        temporary.chmod(0o644)
        with contextlib.suppress(FileExistsError):  # another process was quicker
            os.link(temporary, path)
    finally:
        temporary.unlink()
