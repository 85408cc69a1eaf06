"""`Machine`: what a result was measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from plyground.kernel.processor import cpu_info

PACKAGES = ("numpy", "numba", "scipy", "onnxruntime", "torch")


@dataclass(frozen=True)
class Machine:
    """Processor, memory and what is installed."""

    processor: str
    cores: int
    memory: float  # GiB; 0 where the system does not say
    system: str
    python: str
    packages: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """As in `AMD EPYC, 64 cores, 251 GiB, Linux x86_64, Python 3.12.3, numba 0.61.0`."""
        memory = f", {self.memory:g} GiB" if self.memory else ""
        packages = "".join(f", {name} {found}" for name, found in self.packages.items())
        return (
            f"{self.processor}, {self.cores} cores{memory}, {self.system}, Python {self.python}"
            f"{packages}"
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
