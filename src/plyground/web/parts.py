"""Costly work: in a thread of its own, or in parts on the event loop where there are no threads.

Work is a function that returns what it found, or one that is a generator: it pauses at each
`yield`, for so many seconds, and returns what it found at its end. A thread goes through all of it;
on a machine without threads the event loop goes on at each pause, so that messages are read and
progress is sent.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar, cast

from plyground.errors import PlygroundError
from plyground.kernel import machine
from plyground.web.problems import failed

T = TypeVar("T")
Parts = Generator[float, None, T]  # what is yielded: how many seconds to pause
Work = Callable[[], T] | Callable[[], Parts[T]]


def safely(work: Callable[[], T]) -> T:
    """What `work` returns; whatever it raises, even `SystemExit`, is an error of ours."""
    try:
        return work()
    except PlygroundError:
        raise
    except BaseException as error:
        raise failed(error) from None


async def aside(work: Callable[[], T]) -> T:
    """What `work` returns, safely; the event loop goes on meanwhile, where there are threads."""
    return await asyncio.to_thread(safely, work) if machine.has_threads() else safely(work)


def at_once(work: Work[T]) -> T:
    """What `work` finds, all of it done here and now."""
    made = work()
    if not isinstance(made, Generator):
        return made
    while True:
        try:
            time.sleep(next(made))
        except StopIteration as end:
            return cast(T, end.value)


async def in_parts(work: Work[T]) -> T:
    """What `work` finds, the event loop going on between its parts."""
    await asyncio.sleep(0)
    made: Any = safely(work)
    if not isinstance(made, Generator):
        return cast(T, made)
    while True:
        pause, end = safely(lambda: _next_of(made))
        if end is not None:
            return cast(T, end.value)
        await asyncio.sleep(pause)


def _next_of(parts: Parts[T]) -> tuple[float, StopIteration | None]:
    """How long to pause after the next part, or how the work ended."""
    try:
        return next(parts), None
    except StopIteration as end:
        return 0.0, end
