"""
One process at a time compiles a kernel, or trains in a folder.

The lock is advisory, on a file beside the one that is going to be written, and ends with the
process that holds it. Where there are no such locks (Windows), everybody has it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

LOOK_EVERY = 0.05  # seconds


class FileLock:
    """The right to make what will be in one file."""

    def __init__(self, file: Path) -> None:
        """Not taken yet."""
        self.path = file.with_suffix(".lock")
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Whether nobody else has it; also true where there is no telling."""
        if sys.platform == "win32":
            return True
        import fcntl

        try:
            descriptor = self._open()
        except OSError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:  # some file systems know no such locks
            os.close(descriptor)
            return not isinstance(error, BlockingIOError)
        if not self._is_there(descriptor):  # it was given back meanwhile, and its file deleted
            os.close(descriptor)
            return self.take()
        with contextlib.suppress(OSError):  # another user's file
            os.utime(descriptor)  # when it was taken
        self._descriptor = descriptor
        return True

    def _open(self) -> int:
        """Open the lock's file, made if need be; that of another user can be locked as well."""
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        except PermissionError:
            return os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW)

    def _is_there(self, descriptor: int) -> bool:
        """Whether others that come find this very file."""
        try:
            return os.path.samestat(os.fstat(descriptor), self.path.stat())
        except FileNotFoundError:
            return False

    def held_for(self) -> float:
        """The seconds for which whoever has it has had it."""
        try:
            return max(0.0, time.time() - self.path.stat().st_mtime)
        except OSError:
            return 0.0

    def wait(self, seconds: float) -> None:
        """Wait until it is taken by us, at most so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.take():
            time.sleep(LOOK_EVERY)

    def release(self) -> None:
        """Let others have it."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self._descriptor)
            self._descriptor = None
