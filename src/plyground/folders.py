"""
Folders that are made for the user, and why one of them would not be used.

What lies in the cache is trusted like our own code: machine code is unpickled from it, and a note
in it says that a game keeps its contract. So the cache is a folder that only the user may write
(mode 0700), and a folder or file that somebody else owns or may write is left alone, with a
`CacheWarning`. Root may own it: root can change our code as well. On Windows, where a user's
folders are closed to others, and in a browser, neither owner nor mode is looked at.

    PLYGROUND_CACHE_DIR, if it is set
    ~/.cache/plyground             or its like; if there is a home, and it can be written
    /tmp/plyground-USER_ID         otherwise
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from plyground.errors import CacheWarning, FileError

OURS_ALONE = 0o700
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
ROOT = 0
NO_PLAIN_FILE = "it is no plain file"
LARGEST = 2**31  # bytes of a file that is read whole, unless the reader expects more
WITHOUT_USERS = ("win32", "emscripten")  # systems on which files do not belong to somebody
_refused: set[Path] = set()  # folders that a warning was about


def cache_directory() -> Path | None:
    """The folder of the cache, made if need be; None if none can be made that is ours alone."""
    chosen = os.environ.get("PLYGROUND_CACHE_DIR")
    if chosen:
        folder = Path(chosen)
        _make(folder)
    else:
        folder = next(filter(_make, _usual_places()), _temporary())
    why = _objection_to_folder(folder)
    if why:
        os.environ["PLYGROUND_CACHE_DIR"] = os.devnull  # processes we start need not say it again
        _refuse(folder, folder, why)
    return folder if why == "" else None


def data_directory() -> Path:
    """The folder for results, which may not be there yet: temporary for a user without a home."""
    home = _home()
    if home is not None:
        return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "plyground"
    folder = _temporary()
    _make(folder)
    why = _objection_to_folder(folder)
    if why:
        raise FileError(f"results cannot be kept in {folder}, since {why}; set HOME")
    return folder


@contextmanager
def folder_to_write(to: Path) -> Iterator[None]:
    """Make a folder, into which one must be able to write; if what follows fails, it goes again."""
    was_there = to.exists()
    try:
        to.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=to).close()
    except OSError as error:
        raise FileError(f"cannot write into {to}: {error.strerror}") from error
    try:
        yield
    except BaseException:
        if not was_there:
            with suppress(OSError):
                to.rmdir()
        raise


def write_whole(file: Path, content: bytes, mode: int = 0o644) -> None:
    """Write the file such that nobody ever sees a part of it; `OSError` if it is no plain file.

    A device or a pipe of that name stays what it is, and so does a link, whose file is written.
    """
    file = Path(os.path.realpath(file))
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, NO_PLAIN_FILE)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        part.chmod(mode)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def read_whole(file: Path, most: float = LARGEST) -> bytes:
    """Return the content of a plain file; `OSError` if it is none, or has more than `most` bytes.

    A device such as /dev/zero would never end, a pipe might not, and the holes of a file take no
    room on the disk.
    """
    with _plain_file(file) as stream:
        if os.fstat(stream.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it is larger than {most / 2**20:,.0f} MB")
        return stream.readall() or b""


def read_beginning(file: Path, size: int) -> bytes:
    """Return the first `size` bytes of a plain file, or all there are; `OSError` if it is none."""
    with _plain_file(file) as stream:
        return stream.read(size) or b""


@contextmanager
def _plain_file(file: Path) -> Iterator[io.FileIO]:
    with io.FileIO(file, opener=_open_at_once) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise OSError(errno.EINVAL, NO_PLAIN_FILE)
        yield stream


def keep_own(file: Path, content: bytes) -> bool:
    """Write a file of the cache, for `read_own`; whether that was possible."""
    try:
        file.parent.mkdir(mode=OURS_ALONE, parents=True, exist_ok=True)
        if file.is_symlink() or file.is_fifo():
            file.unlink()  # `read_own` reads neither, and nothing outside of the cache is changed
        write_whole(file, content, mode=0o600)
    except OSError:
        return False
    return True


def read_own(file: Path) -> bytes | None:
    """What is in a file of the cache; None if it is not there, or is not ours alone."""
    try:
        with io.FileIO(file, opener=_open_as_it_is) as stream:
            found = os.fstat(stream.fileno())
            why = _objection(found)
            if why:
                _refuse(file.parent, file, why)
            return stream.readall() if stat.S_ISREG(found.st_mode) and not why else None
    except OSError:
        return None


def _usual_places() -> Iterator[Path]:
    home = _home()
    if home is not None:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
        elif sys.platform == "darwin":
            base = home / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
        yield base / "plyground"
    yield _temporary()


def _home() -> Path | None:
    """The user's home; None for a user without one, as in a container."""
    try:
        home = Path.home()
    except RuntimeError:  # neither HOME nor an entry for this user
        return None
    return home if home.is_absolute() and home != Path(home.anchor) else None


def _temporary() -> Path:
    """A folder among the temporary files, whose name others can know: look who made it."""
    try:
        base = tempfile.gettempdir()
    except FileNotFoundError:  # nothing can be written at all
        base = "/"
    user = "" if sys.platform in WITHOUT_USERS else f"-{os.geteuid()}"
    return Path(base) / f"plyground{user}"


def _make(folder: Path) -> bool:
    """Make the folder if it is not there; whether it can be written."""
    try:
        folder.mkdir(mode=OURS_ALONE, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.R_OK | os.W_OK | os.X_OK)


def _objection_to_folder(folder: Path) -> str | None:
    """Why the folder is not ours alone, empty if it is; None if there is no folder."""
    try:
        link, found = folder.lstat(), folder.stat()
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        return None
    return (_objection(link) if stat.S_ISLNK(link.st_mode) else "") or _objection(found)


def _objection(found: os.stat_result) -> str:
    """Why something may contain what others wrote; empty if it cannot."""
    if sys.platform in WITHOUT_USERS:
        return ""
    if found.st_uid not in (ROOT, os.geteuid()):
        return f"it belongs to another user ({found.st_uid})"
    if found.st_mode & OTHERS_MAY_WRITE and not stat.S_ISLNK(found.st_mode):
        return "other users may write it"
    return ""


def _refuse(folder: Path, path: Path, why: str) -> None:
    """Say, once for a folder, what is not used and what to do."""
    if folder in _refused:
        return
    _refused.add(folder)
    warnings.warn(
        f"{path} is not used, since {why}; everything is compiled anew instead. "
        "Remove it, or set PLYGROUND_CACHE_DIR to a folder that only you can write.",
        CacheWarning,
        stacklevel=2,
    )


def _open_at_once(path: str, flags: int) -> int:
    """Open the file, and wait for nobody, as a pipe would."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _open_as_it_is(path: str, flags: int) -> int:
    """Open the file at once, and follow no link."""
    return _open_at_once(path, flags | getattr(os, "O_NOFOLLOW", 0))
