"""Asking a parser: it answers or refuses in our own words, soon, and without growing."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType
from typing import NoReturn, TypeVar
from unittest import mock

from faults.rig import Figures
from plyground.agents import kinds
from plyground.errors import PlygroundError
from plyground.game import registry
from plyground.web import agents

SECONDS = 1.0  # of the processor, for one input
MEGABYTES = 200.0  # that the process may have grown by meanwhile, at its largest
SHOWN = 300  # letters of an input that fails
STATUS, PEAK = Path("/proc/self/status"), Path("/proc/self/clear_refs")
LOOKING = (registry, kinds, agents)  # modules that look for packages
T = TypeVar("T")


class TooLongError(Exception):
    """An input took more than its time."""


def answers(
    inputs: Iterable[T],
    ask: Callable[[T], object],
    refusals: tuple[type[Exception], ...] = (PlygroundError,),
) -> Figures:
    """Ask about every input; an assertion shows the first that is neither answered nor refused."""
    with _known_packages():
        return _answers(inputs, ask, refusals)


@contextlib.contextmanager
def _known_packages() -> Iterator[None]:
    """Installed packages are looked for once: that takes long, and they stay the same."""
    found = entry_points()
    with contextlib.ExitStack() as patches:
        for module in LOOKING:
            patches.enter_context(mock.patch.object(module, "entry_points", found.select))
        yield


def _answers(
    inputs: Iterable[T], ask: Callable[[T], object], refusals: tuple[type[Exception], ...]
) -> Figures:
    count = refused = 0
    worst = 0.0
    grown = Growth()
    for each in inputs:
        count += 1
        begun = time.process_time()
        try:
            with within(SECONDS):
                ask(each)
        except refusals:
            refused += 1
        except Exception as error:
            raise AssertionError(
                f"{type(error).__name__}: {error!s:.200} for {shown(each)}"
            ) from error
        seconds = time.process_time() - begun
        assert seconds < SECONDS, f"{seconds:.1f} s for {shown(each)}"
        worst = max(worst, seconds)
    assert grown.megabytes < MEGABYTES, f"the process grew by {grown.megabytes:.0f} MB"
    return {
        "inputs": count,
        "refused": refused,
        "worst ms": 1000 * worst,
        "worst MB": grown.megabytes,
    }


def shown(each: object) -> str:
    """The input, not all of it if it is long."""
    text = repr(each)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} letters)"


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Ends what takes more of the processor's time, unless it is deep in machine code."""

    def give_up(_number: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError(f"it took more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Growth:
    """By how much the process has been larger than at the beginning, at its largest."""

    def __init__(self) -> None:
        """Begins now."""
        with contextlib.suppress(OSError):
            PEAK.write_text("5")  # the largest size is forgotten
        self.before = _status("VmRSS")

    @property
    def megabytes(self) -> float:
        """Until now; 0 where the system does not tell."""
        return max(0.0, _status("VmHWM") - self.before)


def _status(name: str) -> float:
    """Megabytes of that name in the status of this process."""
    try:
        lines = STATUS.read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(name)), 0.0)
