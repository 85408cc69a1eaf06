"""`Machine`: what a result was measured on."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from plyground.kernel.processor import cpu_info

PACKAGES = ("numpy", "numba", "scipy", "onnxruntime", "torch")
QUIET = 0.25  # processors that others may keep busy beside a measurement


@dataclass(frozen=True)
class Machine:
    """Processor, memory and what is installed."""

    processor: str
    cores: int
    memory: float  # GiB; 0 where the system does not say
    system: str
    python: str
    packages: Mapping[str, str] = field(default_factory=dict)
    others: float | None = None  # processors that others kept busy meanwhile; None: unknown

    def __str__(self) -> str:
        """As in `AMD EPYC, 64 cores, 251 GiB, Linux x86_64, Python 3.12.3, numba 0.61.0`."""
        memory = f", {self.memory:g} GiB" if self.memory else ""
        packages = "".join(f", {name} {found}" for name, found in self.packages.items())
        busy = self.others is not None and self.others > QUIET
        others = f", while others kept {self.others:.1f} processors busy" if busy else ""
        return (
            f"{self.processor}, {self.cores} cores{memory}, {self.system}, Python {self.python}"
            f"{packages}{others}"
        )


@cache
def this_machine() -> Machine:
    """The one that this runs on."""
    return Machine(
        _processor(),
        os.cpu_count() or 1,
        _memory(),
        f"{platform.system()} {platform.machine()}",
        platform.python_version(),
        dict(_packages()),
    )


class Others:
    """Measures how many processors are kept busy by others, over all that is done within it."""

    def __init__(self) -> None:
        """Nothing has been measured yet."""
        self._seconds = self._busy = 0.0
        self._begun: tuple[float, float] | None = None

    @property
    def processors(self) -> float | None:
        """Return the mean; None where the system does not say, or nothing took any time."""
        return max(0.0, self._busy / self._seconds) if self._seconds else None

    def __enter__(self) -> None:
        """Begin."""
        self._begun = _now()

    def __exit__(self, *_error: object) -> None:
        """Add what was seen since."""
        ended = _now()
        if self._begun and ended:
            self._seconds += ended[0] - self._begun[0]
            self._busy += ended[1] - self._begun[1]


def _now() -> tuple[float, float] | None:
    """Return a time, and the seconds of all processors that others have used; None if unknown."""
    try:
        first, _ = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)
        ticks = list(map(int, first.split()[1:9]))
    except (OSError, ValueError):
        return None
    user, nice, system, _idle, _waiting, *interrupts = ticks
    busy = (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")
    return time.monotonic(), busy - sum(os.times()[:4])


def _processor() -> str:
    """Return the processor's name, with family and model: virtual machines often name none."""
    name = cpu_info("model name") or platform.processor() or platform.machine()
    family, model = cpu_info("cpu family"), cpu_info("model")
    make = f" (family {family}, model {model})" if family and model else ""
    return f"{name}{make}" if name else "unknown processor"


def _memory() -> float:
    if not hasattr(os, "sysconf"):
        return 0.0
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (ValueError, OSError):
        return 0.0


def _packages() -> list[tuple[str, str]]:
    found = []
    for package in PACKAGES:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            continue
    return found
