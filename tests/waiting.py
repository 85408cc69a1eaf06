"""Waiting for something that happens elsewhere, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300  # seconds; only what hangs takes so long
LONGEST_PAUSE = 0.2  # seconds; whoever asks all the time slows down what is waited for


def wait_for(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until the condition holds; fails after `seconds`."""
    waited, pause = 0.0, 0.01
    while not condition():
        assert waited < seconds, "waited in vain"
        time.sleep(pause)
        waited, pause = waited + pause, min(1.2 * pause, LONGEST_PAUSE)
