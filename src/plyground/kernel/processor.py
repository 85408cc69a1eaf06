"""What Linux says of the processor."""

from __future__ import annotations

from pathlib import Path

CPU_INFO = Path("/proc/cpuinfo")


def cpu_info(name: str) -> str:
    """The first value under a name such as `flags` or `model name`; empty if there is none."""
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    pairs = (line.partition(":") for line in lines)
    return next((value.strip() for found, _, value in pairs if found.strip() == name), "")
