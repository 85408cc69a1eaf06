"""Running a search kernel under a limit, so that it stops on time and on Ctrl-C."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from plyground.kernel import machine
from plyground.kernel.background import Background
from plyground.kernel.monitor import Monitor
from plyground.kernel.search_kernel import Kernel
from plyground.vocabulary import Limit, Statistics


def run_search(
    kernel: Kernel,
    monitor: Monitor,
    *arguments: Any,
    limit: Limit | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Any:
    """What `kernel(*arguments, monitor.array)` returns, compiled first and stopped in time."""
    return run_ready(kernel.ready(*arguments, monitor.array), monitor, limit, clock)


def run_ready(
    call: Callable[[], Any],
    monitor: Monitor,
    limit: Limit | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Any:
    """
    What `call`, the call of a kernel that is compiled, returns, having been stopped in time.

    Limits in nodes and depth are the monitor's; `limit.seconds` is kept here. Compiled code cannot
    be interrupted, so where somebody must be able to (a deadline, or Ctrl-C in the main thread) it
    runs in a thread of its own while this one waits. A machine without threads has searches that
    read a clock.
    """
    seconds = limit.seconds if limit else None
    if not machine.has_threads():
        with monitor.within(seconds):
            return call()
    if seconds is None and threading.current_thread() is not threading.main_thread():
        return call()
    started = clock()
    running = Background(call)
    try:
        left = None if seconds is None else max(0.0, seconds - (clock() - started))
        if not running.wait(left):
            monitor.stop()
    except BaseException:  # Ctrl-C, most likely
        monitor.stop()
        running.wait()
        raise
    return running.result()


@contextmanager
def stopping(monitor: Monitor, seconds: float) -> Iterator[None]:
    """Have whatever searches with `monitor` inside the `with` block stopped after so long."""
    if not machine.has_threads():
        with monitor.within(seconds):
            yield
        return
    clock = threading.Timer(seconds, monitor.stop)
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


def rest_of(limit: Limit | None, begun: float) -> Limit | None:
    """What is left of the limit's seconds since `begun`; None where it has none."""
    if limit is None or limit.seconds is None:
        return None
    return Limit(seconds=max(1e-3, limit.seconds - (time.monotonic() - begun)))


class Helpers:
    """Further threads that do the same work and fill the table that the first one reads.

    They run inside the `with` block and are stopped at its end.
    """

    def __init__(self, kernel: Kernel, calls: Iterable[tuple[Any, ...]]) -> None:
        """One thread for each of the calls, which are arguments without the monitor.

        None where there are no threads: whoever is helped does all of the work.
        """
        self._monitors: list[Monitor] = []
        self._threads: list[threading.Thread] = []
        for arguments in calls if machine.has_threads() else ():
            watch = Monitor()
            call = (*arguments, watch.array)
            self._monitors.append(watch)
            self._threads.append(threading.Thread(target=kernel, args=call, daemon=True))

    def __enter__(self) -> Helpers:
        """Start."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop them all, and wait until they have."""
        for watch in self._monitors:
            watch.stop()
        for thread in self._threads:
            thread.join()

    def statistics(self) -> Statistics:
        """What the helpers did, altogether."""
        return sum((watch.statistics() for watch in self._monitors), Statistics())
