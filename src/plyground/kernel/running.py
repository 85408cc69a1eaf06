"""Running a search kernel under a limit, so that it stops on time and on Ctrl-C."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable
from typing import Any

from plyground.kernel.monitor import Monitor
from plyground.kernel.search_kernel import Kernel
from plyground.vocabulary import Limit


def run_search(
    kernel: Kernel,
    monitor: Monitor,
    *arguments: Any,
    limit: Limit | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Any:
    """
    What `kernel(*arguments, monitor.array)` returns, having been stopped in time.

    Compilation happens first and is never on the clock. Limits in nodes and depth are the
    monitor's; `limit.seconds` is kept here. Compiled code cannot be interrupted, so where
    somebody must be able to (a deadline, or Ctrl-C in the main thread) it runs in a thread
    of its own while this one waits.
    """
    arguments = (*arguments, monitor.array)
    kernel.prepare(*arguments)
    seconds = limit.seconds if limit else None
    if seconds is None and threading.current_thread() is not threading.main_thread():
        return kernel(*arguments)
    return _Watched(kernel, arguments, monitor).run(seconds, clock)


class _Watched:
    """One call of a kernel in its own thread."""

    def __init__(self, kernel: Kernel, arguments: tuple[Any, ...], monitor: Monitor) -> None:
        self.monitor = monitor
        self.finished = threading.Event()
        self.value: Any = None
        self.error: BaseException | None = None
        call = contextvars.copy_context().run
        self.thread = threading.Thread(
            target=call, args=(self._call, kernel, arguments), name="search", daemon=True
        )

    def _call(self, kernel: Kernel, arguments: tuple[Any, ...]) -> None:
        try:
            self.value = kernel(*arguments)
        except BaseException as error:
            self.error = error
        finally:
            self.finished.set()

    def run(self, seconds: float | None, clock: Callable[[], float]) -> Any:
        started = clock()
        self.thread.start()
        try:
            left = None if seconds is None else max(0.0, seconds - (clock() - started))
            if not self.finished.wait(left):
                self.monitor.stop()
                self.finished.wait()
        except BaseException:  # Ctrl-C, most likely
            self.monitor.stop()
            self.finished.wait()
            raise
        if self.error is not None:
            raise self.error
        return self.value
