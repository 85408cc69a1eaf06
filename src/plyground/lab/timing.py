"""Which of two things takes longer: timed in turn, again and again, until the interval decides."""

from __future__ import annotations

import time
from collections.abc import Callable

from plyground.lab.findings import above
from plyground.tournaments.statistics import Interval, ratio_interval

FEWEST, MOST = 8, 400  # rounds


def time_ratios(
    one: Callable[[], object], two: Callable[[], object], bound: float = 1.0, seconds: float = 20.0
) -> list[float]:
    """The processor time of `one` divided by that of `two`, round by round.

    Both are called once before. It ends when the interval of the ratios leaves the bound out, or
    when the seconds are over, which then is undecided.
    """
    return _rounds(one, two, seconds, lambda found: above(found, bound) is not None)


def estimated_ratios(
    one: Callable[[], object], two: Callable[[], object], width: float = 0.05, seconds: float = 20.0
) -> list[float]:
    """The same, until the interval is narrower than that share of the ratio."""
    return _rounds(one, two, seconds, lambda found: found.high - found.low < width * found.value)


def _rounds(
    one: Callable[[], object],
    two: Callable[[], object],
    seconds: float,
    is_enough: Callable[[Interval], bool],
) -> list[float]:
    one(), two()
    until = time.monotonic() + seconds
    ratios: list[float] = []
    while len(ratios) < FEWEST or (
        len(ratios) < MOST and time.monotonic() < until and not is_enough(ratio_interval(ratios))
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
