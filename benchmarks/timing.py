"""How things are timed here: warmed up first, then the best of several runs.

By processor time, which other work on the machine hardly disturbs; only where several threads or
processes share the work it is the clock on the wall.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[], int], repeats: int = 5) -> float:
    """Units of work a second of processor time: the best of `repeats` after one that warms up."""
    return rates(work, repeats=repeats)[0]


def rates(*works: Callable[[], int], repeats: int = 5) -> list[float]:
    """The same for each of several, which run in turn, so that a busy moment is no one's alone."""
    for work in works:
        work()
    best = [0.0] * len(works)
    for _ in range(repeats):
        for i, work in enumerate(works):
            begun = time.process_time()
            done = work()
            best[i] = max(best[i], done / (time.process_time() - begun))
    return best


def readable(number: float) -> str:
    """Three significant digits with a unit, as in `2.64 M`."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:.3g}"
