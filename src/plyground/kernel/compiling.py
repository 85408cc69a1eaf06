"""
What is being compiled now, told to whoever waits for it, with the seconds that it should take.

Nobody can see how far Numba is. So how long a kernel will take is known from what it took before:
the cache keeps the seconds beside the machine code (`kernel/cache.py`). A kernel that was never
compiled takes as long as others did for the same amount of bytecode.
"""

from __future__ import annotations

import contextlib
import contextvars
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

SECONDS_PER_BYTE = 4e-4  # of bytecode, on a machine that has not compiled anything yet


class Compilation(NamedTuple):
    """A kernel that is being compiled."""

    title: str  # of the kernel, as in "alpha-beta"
    expected: float  # seconds that it should take altogether
    begun: float  # on the clock of time.monotonic

    @property
    def passed(self) -> float:
        """The seconds that it has taken until now."""
        return time.monotonic() - self.begun


Listener = Callable[[Compilation | None], object]
_listener = contextvars.ContextVar[Listener | None]("listener", default=None)


@contextlib.contextmanager
def reporting(listener: Listener) -> Iterator[None]:
    """Tell `listener` of what is compiled for this thread inside the `with` block.

    It is called in the thread that compiles, with a compilation that begins, or with None when one
    has ended. What comes from the cache is not told.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


class Watched:
    """One kernel that may have to be compiled, with those that it calls."""

    def __init__(self) -> None:
        """Nothing is compiled yet."""
        self.has_begun = False
        self.at_end = contextlib.ExitStack()  # what to do then

    def begin(self, title: str, expected: float, passed: float = 0.0) -> None:
        """Say that it is being compiled, for `passed` seconds already."""
        self.has_begun = True
        listener = _listener.get()
        if listener is not None:
            listener(Compilation(title, expected, time.monotonic() - passed))
            self.at_end.callback(listener, None)


_watched = contextvars.ContextVar[Watched | None]("watched", default=None)


@contextlib.contextmanager
def watched_compilation() -> Iterator[None]:
    """Inside, one kernel may be compiled, with those that it calls."""
    found = Watched()
    token = _watched.set(found)
    try:
        with found.at_end:
            yield
    finally:
        _watched.reset(token)


def not_begun() -> Watched | None:
    """The kernel that is going to be compiled; None if it is, and now calls another."""
    found = _watched.get()
    return None if found is None or found.has_begun else found
