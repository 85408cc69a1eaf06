"""Calls in a thread of their own: whoever waits for one notices Ctrl-C at once."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import Any

from plyground.kernel import machine

_main_thread_waits = threading.Event()


class Background:
    """A call that runs in a thread of its own, which does not keep the program alive."""

    def __init__(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Begin the call."""
        self._finished = threading.Event()
        self._value: Any = None
        self._error: BaseException | None = None
        run = contextvars.copy_context().run
        threading.Thread(target=run, args=(self._run, call, arguments), daemon=True).start()

    def _run(self, call: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        try:
            self._value = call(*arguments)
        except BaseException as error:
            self._error = error
        finally:
            self._finished.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most so long; whether it has come."""
        return self._finished.wait(seconds)

    def result(self) -> Any:
        """What the call returned, or raise what it raised; waits for it."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._value


def interruptibly(call: Callable[..., Any], *arguments: Any) -> Any:
    """What `call(*arguments)` returns.

    Python delivers Ctrl-C in the main thread, where machine code that is being compiled would delay
    it, and Numba's callbacks and destructors lose it. So there the call is made in the background;
    after Ctrl-C nobody waits for it any more.
    """
    if threading.current_thread() is not threading.main_thread() or not machine.has_threads():
        return call(*arguments)
    _main_thread_waits.set()
    try:
        return Background(call, *arguments).result()
    finally:
        _main_thread_waits.clear()


def main_thread_waits() -> bool:
    """Whether the main thread is waiting inside `interruptibly`."""
    return _main_thread_waits.is_set()
