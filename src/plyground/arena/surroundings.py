"""What agents in one process share, kept apart as if each had a process of its own.

Whoever is at work has its own working folder, environment, limit of recursion, streams, path of
imports and global random numbers; ours come back when it has answered. So an agent that changes
them changes nothing for its opponent. Timers are stopped, and standard input, output and errors are
mended. Where the pipes to the arena are gone, the process ends while that agent is still at work,
which is how the arena knows who did it.

What an agent leaves behind in threads or in modules of other packages is not kept apart.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from plyground.vocabulary import Player

LOST_PIPES = 81  # the exit code of a process whose pipes an agent closed
SPARE = 100  # the least number of a spare file descriptor, out of the way of small numbers
STANDARD = (0, 1, 2)
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
Mark = tuple[int, int] | None  # device and number of an open file


class Surroundings(NamedTuple):
    """What code can change for everybody else in its process."""

    folder: str
    environment: dict[str, str]
    recursion: int
    streams: tuple[Any, Any, Any]
    path: list[str]
    chance: Any
    numpy_chance: Any  # None where NumPy is not loaded

    @classmethod
    def now(cls) -> Surroundings:
        """As they are."""
        numpy = sys.modules.get("numpy")
        return cls(
            _folder(),
            dict(os.environ),
            sys.getrecursionlimit(),
            (sys.stdin, sys.stdout, sys.stderr),
            list(sys.path),
            random.getstate(),
            numpy.random.get_state() if numpy else None,
        )

    def install(self, over: Surroundings) -> None:
        """Make them so again, where they are as `over` says now."""
        if self.folder and self.folder != over.folder:
            with contextlib.suppress(OSError):
                os.chdir(self.folder)
        if self.environment != over.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        with contextlib.suppress(RecursionError):
            sys.setrecursionlimit(self.recursion)
        sys.stdin, sys.stdout, sys.stderr = self.streams
        sys.path[:] = self.path
        random.setstate(self.chance)
        if self.numpy_chance is not None:
            sys.modules["numpy"].random.set_state(self.numpy_chance)

    def seeded(self, seed: int) -> Surroundings:
        """The same with random numbers that follow from the seed."""
        numpy = sys.modules.get("numpy")
        drawn = numpy.random.RandomState(seed % 2**32).get_state() if numpy else None
        return self._replace(chance=random.Random(seed).getstate(), numpy_chance=drawn)


class Apart:
    """The surroundings of both players of a game, and our own."""

    def __init__(self, seeds: Sequence[int], pipes: Sequence[int]) -> None:
        """`pipes` are the file descriptors without which the process is of no use."""
        self._ours = Surroundings.now()
        self._theirs = [self._ours.seeded(seed) for seed in seeds]
        self._pipes = {pipe: _mark(pipe) for pipe in pipes}
        self._standard = {number: _mark(number) for number in STANDARD}
        self._spares = {number: spare(number) for number in STANDARD if self._standard[number]}

    @contextlib.contextmanager
    def at_work(self, player: Player) -> Iterator[None]:
        """Inside, the surroundings are the player's."""
        self._theirs[player].install(self._ours)
        try:
            yield
        finally:
            self._theirs[player] = Surroundings.now()
            self._ours.install(self._theirs[player])
            self._mend()

    @contextlib.contextmanager
    def rehearsing(self, player: Player) -> Iterator[None]:
        """What the player draws inside it draws again: not every game has a rehearsal."""
        before = self._theirs[player]
        yield
        self._theirs[player] = self._theirs[player]._replace(
            chance=before.chance, numpy_chance=before.numpy_chance
        )

    def _mend(self) -> None:
        for timer in TIMERS:
            signal.setitimer(timer, 0)
        if any(_mark(pipe) != mark for pipe, mark in self._pipes.items()):
            os._exit(LOST_PIPES)
        for number, mark in self._standard.items():
            if mark is not None and _mark(number) != mark:
                with contextlib.suppress(OSError):
                    os.dup2(self._spares[number], number)

    def close(self) -> None:
        """Give back what is held."""
        for number in self._spares.values():
            with contextlib.suppress(OSError):
                os.close(number)


def spare(number: int) -> int:
    """Another file descriptor of the same file, out of the way of small numbers."""
    import fcntl

    return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, SPARE)


def _mark(number: int) -> Mark:
    """What tells an open file from another; None if the number is none of an open file."""
    try:
        found = os.fstat(number)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return ""  # somebody removed it
