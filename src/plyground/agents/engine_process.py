"""The process of an engine: lines to it, lines from it, its errors, its end.

Two threads read what the engine writes, so that nothing it does can block the caller. They hold
no reference to the `EngineProcess`; when nobody does, the engine is told to quit, and killed if
it does not.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

from plyground.errors import EngineError

LONGEST_LINE = 2**16  # bytes
WAITING_LINES = 1000  # then the engine has to wait until somebody reads
LAST_WORDS = 5  # lines of standard error that an error message shows
PARTING = 1.0  # seconds that an engine has to quit on its own
GLANCE = 0.2  # seconds between checks whether a silent engine still runs

END = 0  # its output ended
TOO_LONG = 1  # a line had no end

_running: weakref.WeakSet[subprocess.Popen[bytes]] = weakref.WeakSet()  # that we have started


def entrust(process: subprocess.Popen[bytes]) -> None:
    """Have `kill_engines` kill this one too."""
    _running.add(process)


def kill_engines() -> None:
    """Kill every engine of this process, which is about to end abruptly."""
    for process in list(_running):
        kill_group(process)


class EngineProcess:
    """A running engine. Every method may raise `EngineError`, after which it is to be killed."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        """Start it; no shell is involved."""
        self.name = name
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us, and its children end with it
            )
        except OSError as error:
            reason = error.strerror or error
            raise EngineError(f"{name}: cannot start {command[0]}: {reason}") from error
        self._process = process
        self._gone_since: float | None = None
        entrust(process)
        self._lines: queue.Queue[str | int] = queue.Queue(WAITING_LINES)
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        assert process.stdout is not None
        assert process.stderr is not None
        self._threads = [
            threading.Thread(target=_read_answers, args=(process.stdout, self._lines), daemon=True),
            threading.Thread(
                target=_read_words, args=(process.stderr, self._last_words.append), daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()
        self.quit = weakref.finalize(
            self, _end, process, self._lines, self._threads, owner=os.getpid()
        )

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def send(self, line: str) -> None:
        """Write one line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise EngineError(self._obituary()) from None

    def receive(self, seconds: float) -> str | None:
        """The next line that is not blank; None if there is none within these seconds."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            try:
                return self._checked(self._lines.get(timeout=max(0.0, min(left, GLANCE))))
            except queue.Empty:
                self._check_running()
                if left <= GLANCE:
                    return None

    def _check_running(self) -> None:
        """Notice that it ended, though what it started holds its output open."""
        if self.running:
            return
        now = time.monotonic()
        self._gone_since = self._gone_since or now
        if now - self._gone_since > GLANCE:  # its last lines have been read by now
            raise EngineError(self._obituary())

    def discard(self) -> None:
        """Forget the lines that nobody asked for."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._checked(self._lines.get_nowait())

    def kill(self) -> None:
        """End it at once."""
        kill_group(self._process)
        self.quit()

    def _checked(self, item: str | int) -> str:
        if item == END:
            raise EngineError(self._obituary())
        if item == TOO_LONG:
            raise EngineError(f"{self.name} wrote a line of more than {LONGEST_LINE} bytes")
        assert isinstance(item, str)
        return item

    def _obituary(self) -> str:
        """How it ended, and the last lines of its standard error."""
        try:
            code = self._process.wait(timeout=PARTING)
        except subprocess.TimeoutExpired:
            return f"{self.name} closed its output"
        self._threads[1].join(PARTING)
        how = f"with exit code {code}" if code >= 0 else f"by {_signal_name(-code)}"
        words = " | ".join(self._last_words)
        return f"{self.name} ended {how}; " + (f"it said: {words}" if words else "it said nothing")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _read_answers(pipe: IO[bytes], lines: queue.Queue[str | int]) -> None:
    """Put each line of `pipe` that is not blank among `lines`, then why there are no more."""
    with pipe:
        while line := pipe.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                lines.put(TOO_LONG)
                return
            if text := line.decode(errors="replace").strip():
                lines.put(text)
    lines.put(END)


def _read_words(pipe: IO[bytes], take: Callable[[str], None]) -> None:
    """Hand each line of `pipe` that is not blank to `take`, cut to a readable length."""
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            if text := line.decode(errors="replace").strip():
                take(text[:200])


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End the process, and where the system knows sessions, all that it started.

    The children of an engine that has ended keep its group, and its number, in use.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _end(
    process: subprocess.Popen[bytes],
    lines: queue.Queue[str | int],
    threads: list[threading.Thread],
    owner: int,
) -> None:
    """Tell the engine to quit, make sure that it did, and leave neither zombie nor open pipe."""
    if os.getpid() != owner:  # a forked copy; the engine is its parent's
        return
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write(b"quit\n")
        process.stdin.flush()
    with contextlib.suppress(OSError):
        process.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=PARTING)
    kill_group(process)
    process.wait()
    _running.discard(process)
    patience = time.monotonic() + PARTING
    while any(thread.is_alive() for thread in threads) and time.monotonic() < patience:
        with contextlib.suppress(queue.Empty):
            while True:
                lines.get_nowait()
        time.sleep(0.002)
