"""How much resident memory this process takes, and which of two players made it grow.

Agents of ours share a process, so growth belongs to the agent that was at work when it happened;
those of other people have a process each. Linux tells the resident memory of a process and its peak
in `/proc/NUMBER/status`, and begins a new peak when 5 is written to `/proc/NUMBER/clear_refs`.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
from collections.abc import Iterator
from pathlib import Path

from plyground.errors import UnsupportedError
from plyground.vocabulary import Player

MEGABYTE = 1 << 20
PROCESSES = Path("/proc")


def resident_memory(process: int | None = None) -> tuple[int, int]:
    """Bytes that a process, this one by default, has resident now, and the most that it had.

    The most is counted from the last `forget_peak` on.
    """
    status = PROCESSES / str(process or "self") / "status"
    found = {}
    try:
        for line in status.read_text().splitlines():
            if line.startswith(("VmRSS:", "VmHWM:")):
                name, size, _unit = line.split()
                found[name] = 1024 * int(size)
        return found["VmRSS:"], found["VmHWM:"]
    except (OSError, KeyError) as error:
        raise UnsupportedError(
            f"memory can be measured only where Linux tells it, in {status}: play without a limit "
            "of memory, or on such a machine"
        ) from error


def forget_peak(process: int | None = None) -> None:
    """Begin a new peak; where that is forbidden, the peak stays that of the whole process."""
    with contextlib.suppress(OSError):
        (PROCESSES / str(process or "self") / "clear_refs").write_text("5")


def give_back_memory() -> None:
    """Have the system take back what is free, so that nobody grows into it unseen."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # there is none but in glibc
        ctypes.CDLL(None).malloc_trim(0)


class MemoryMeter:
    """How far the process has grown at the hands of each player."""

    def __init__(self) -> None:
        """Nobody has taken anything; `UnsupportedError` where memory cannot be measured."""
        give_back_memory()
        resident_memory()
        self.held = [0, 0]  # bytes
        self.most = [0, 0]

    def forget(self, player: Player) -> None:
        """Begin anew for the player."""
        give_back_memory()
        self.held[player] = self.most[player] = 0

    @contextlib.contextmanager
    def at_work(self, player: Player, process: int | None = None) -> Iterator[None]:
        """What happens inside, in that process or else in ours, is the player's."""
        forget_peak(process)
        before, old_peak = _resident_if_alive(process)
        try:
            yield
        finally:
            after, peak = _resident_if_alive(process)
            reached = max(after, peak) if peak > old_peak else after
            self.most[player] = max(self.most[player], self.held[player] + reached - before)
            self.held[player] = max(0, self.held[player] + after - before)


def _resident_if_alive(process: int | None) -> tuple[int, int]:
    """As `resident_memory`; nothing of a process that has ended, which shows when it is asked."""
    try:
        return resident_memory(process)
    except UnsupportedError:
        if process is None:
            raise
        return 0, 0
