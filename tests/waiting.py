"""Waiting for something that happens elsewhere, however busy the machine is."""

from __future__ import annotations

import threading
from collections.abc import Callable

PATIENCE = 300  # seconds; only what hangs takes so long


def wait_for(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until the condition holds; fails after `seconds`."""
    pause = threading.Event()
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        pause.wait(0.02)
    raise AssertionError("waited in vain")
