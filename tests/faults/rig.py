"""The rig: families of trials, each trial with a seed of its own, and what came of them.

A family is a function that gets a random source and an empty folder, does one harmful thing and
asserts what must hold after it. What it returns are figures to be added up, or, under a name that
begins with "worst", compared: `{"games": 12, "worst ms": 3.5}`.

    @family("kills", share=3)
    def kill_a_tournament(trial: Trial) -> Figures: ...
"""

from __future__ import annotations

import random
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Figures = Mapping[str, float]
WORST = "worst"  # how the names of figures begin whose largest counts, not their sum


@dataclass(frozen=True)
class Trial:
    """What one trial may use: everything drawn from `chance` is the same for the same seed."""

    number: int
    chance: random.Random
    folder: Path


@dataclass(frozen=True)
class Family:
    """Faults of one kind."""

    name: str
    share: float  # of the time, compared with the other families
    try_one: Callable[[Trial], Figures]


@dataclass
class Tally:
    """What came of a family's trials."""

    family: Family
    trials: int = 0
    seconds: float = 0.0
    figures: dict[str, float] = field(default_factory=dict)
    failures: dict[int, str] = field(default_factory=dict)  # by the number of the trial

    def add(self, figures: Figures) -> None:
        """Count the figures of one trial."""
        for name, value in figures.items():
            before = self.figures.get(name, 0.0)
            self.figures[name] = max(before, value) if name.startswith(WORST) else before + value


FAMILIES: dict[str, Family] = {}


def family(
    name: str, share: float = 1.0
) -> Callable[[Callable[[Trial], Figures]], Callable[[Trial], Figures]]:
    """Put a function that tries one fault among the families."""

    def enter(try_one: Callable[[Trial], Figures]) -> Callable[[Trial], Figures]:
        FAMILIES[name] = Family(name, share, try_one)
        return try_one

    return enter


def one_trial(of: Family, seed: int, number: int) -> Figures:
    """Try the fault once; the same seed and number make the same trial."""
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        chance = random.Random(f"{of.name} {seed} {number}")
        return of.try_one(Trial(number, chance, Path(folder)))


def trials(of: Family, seed: int, seconds: float, most: int | None = None) -> Tally:
    """Try the fault again and again, for so long or so often; at least once."""
    tally = Tally(of)
    start = time.monotonic()
    while True:
        try:
            tally.add(one_trial(of, seed, tally.trials))
        except Exception:
            tally.failures[tally.trials] = traceback.format_exc()
        tally.trials += 1
        tally.seconds = time.monotonic() - start
        if tally.seconds >= seconds or tally.trials == most:
            return tally
