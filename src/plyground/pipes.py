"""Processes of ours that answer through pipes: how they are started, and how messages travel.

A message is its length and then so many bytes. In the process, the pipes take other numbers than
those of standard input and output, so that whoever prints there does not write into them.
"""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
from typing import Any, BinaryIO

LENGTH = struct.Struct("<I")
SPARE = 100  # the least number of a spare file descriptor, out of the way of small numbers


def start_python(module: str, call: str = "main()", **options: Any) -> subprocess.Popen[bytes]:
    """A process that calls a function of a module, found where this one finds modules.

    It has a session of its own: Ctrl-C is for us, and what it starts can be ended with it.
    """
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; {call}"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        bufsize=0,
        **options,
    )


def is_stopped(child: int) -> bool:
    """Return whether a process that this one started was stopped and not let go on."""
    with contextlib.suppress(ChildProcessError, AttributeError):  # ended; or not known here
        return os.waitid(os.P_PID, child, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    return False


def hide_standard_streams() -> tuple[BinaryIO, Any]:
    """The pipes in place of standard input, which is empty, and output, which becomes errors."""
    source, sink = os.fdopen(_spare(0), "rb"), os.fdopen(_spare(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return source, sink


def _spare(number: int) -> int:
    """Another file descriptor of the same file, out of the way of small numbers."""
    import fcntl

    return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, SPARE)


def framed(content: bytes) -> bytes:
    """The content as it travels."""
    return LENGTH.pack(len(content)) + content


def write_framed(sink: Any, content: bytes) -> None:
    """Write the content to a pipe without a buffer, which may take it in parts."""
    view = memoryview(framed(content))
    while view:
        view = view[sink.write(view) :]


def read_framed(source: BinaryIO) -> bytes | None:
    """The next content; None if the other end is closed."""
    header = source.read(LENGTH.size)
    return source.read(*LENGTH.unpack(header)) if len(header) == LENGTH.size else None
