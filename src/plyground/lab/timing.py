"""Which of two things takes longer: timed in turn, again and again, until the interval decides."""

from __future__ import annotations

import time
from collections.abc import Callable

from plyground.arena.statistics import ratio_interval
from plyground.lab.findings import above

FEWEST, MOST = 8, 400  # rounds


def time_ratios(
    one: Callable[[], object], two: Callable[[], object], bound: float = 1.0, seconds: float = 20.0
) -> list[float]:
    """The processor time of `one` divided by that of `two`, round by round.

    Both are called once before. It ends when the interval of the ratios leaves the bound out, or
    when the seconds are over, which then is undecided.
    """
    one(), two()
    until = time.monotonic() + seconds
    ratios: list[float] = []
    while len(ratios) < FEWEST or (
        len(ratios) < MOST
        and time.monotonic() < until
        and above(ratio_interval(ratios), bound) is None
    ):
        ratios.append(_cost(one) / _cost(two))
    return ratios


def _cost(work: Callable[[], object]) -> float:
    """Processor seconds, of so many calls that a clock can tell."""
    calls, begun = 0, time.process_time()
    while True:
        work()
        calls += 1
        spent = time.process_time() - begun
        if spent > 0.002:
            return spent / calls
