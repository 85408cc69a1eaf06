"""A process that compiles ahead what the screens of games need, and fills the cache with it.

It has the lowest priority, so that it gives way to everything else, and takes one task after the
other: first those of the game that somebody opened last. It ends when there is nothing left to do,
and when its pipe is closed, that is, with the server.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import threading
import warnings
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from plyground.game import Game
from plyground.game.registry import built_in_names, game, reference_of
from plyground.pipes import (
    hide_standard_streams,
    read_framed,
    start_python,
    write_framed,
)
from plyground.web.readiness import STAGES

LOWEST_PRIORITY = 19


class Task(NamedTuple):
    """A stage of a game to be made ready."""

    reference: str  # the game's name or file
    parameters: tuple[tuple[str, Any], ...]
    stage: str

    @classmethod
    def of(cls, game: Game[Any], stage: str) -> Task:
        """The task for a game of this process."""
        return cls(reference_of(type(game)), tuple(game.parameter_values.items()), stage)


class BackgroundCompiler:
    """Hands tasks to the process, one at a time; the process is there as long as there are any."""

    def __init__(self) -> None:
        """Nothing is started."""
        self._changed = threading.Condition()
        self._tasks: deque[Task] = deque()
        self._done: set[Task] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_at_work = False
        self._is_closed = False

    def add(self, tasks: Iterable[Task], first: bool = False) -> None:
        """Have these done, in their order; `first` before all others."""
        with self._changed:
            new = [task for task in tasks if task not in self._done]
            others = [task for task in self._tasks if task not in new]
            self._tasks = deque([*new, *others] if first else [*others, *new])
            if self._tasks and not self._is_at_work and not self._is_closed:
                self._is_at_work = True
                threading.Thread(target=self._work, name="compiler", daemon=True).start()

    def open(self, game: Game[Any]) -> None:
        """Have everything done that the screens of `game` need, before all else."""
        self.add((Task.of(game, stage) for stage in STAGES), first=True)

    def wait(self, task: Task, seconds: float) -> bool:
        """Wait until the task is done, or will not be; whether it is."""

        def is_settled() -> bool:
            return task in self._done or not self._is_at_work

        with self._changed:
            self._changed.wait_for(is_settled, seconds)
            return task in self._done

    def close(self) -> None:
        """End the process."""
        with self._changed:
            self._is_closed = True
            self._tasks.clear()
            process = self._process
        if process is not None:
            process.kill()

    # --- in a thread --------------------------------------------------------------------------

    def _work(self) -> None:
        process = start_python(__name__, stderr=subprocess.DEVNULL)
        answers: Any = process.stdout
        with self._changed:
            self._process = process
        try:
            while (task := self._next()) is not None:
                write_framed(process.stdin, json.dumps(task).encode())
                if read_framed(answers) is None:
                    break  # it has ended: of this task, or with us
                with self._changed:
                    self._done.add(task)
                    self._changed.notify_all()
        except OSError:  # it had ended before
            pass
        finally:
            process.kill()
            with process, self._changed:
                self._process, self._is_at_work = None, False
                self._changed.notify_all()

    def _next(self) -> Task | None:
        """The next task, which is on nobody's list any more."""
        with self._changed:
            if self._tasks and not self._is_closed:
                return self._tasks.popleft()
            self._is_at_work = False
            return None


def everything() -> list[Task]:
    """What every game that comes with us needs: all stages, and of each all games."""
    games = [game(name) for name in built_in_names()]
    return [Task.of(each, stage) for stage in STAGES for each in games]


# --- the process ------------------------------------------------------------------------------


def main() -> None:
    """Do the tasks that arrive, until the pipe is closed."""
    source, sink = hide_standard_streams()
    os.nice(LOWEST_PRIORITY)
    warnings.simplefilter("ignore")
    arrived: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        while (content := read_framed(source)) is not None:
            arrived.put(content)
        os._exit(0)  # whatever is being compiled

    threading.Thread(target=listen, daemon=True).start()
    while True:
        reference, parameters, stage = json.loads(arrived.get())
        with contextlib.suppress(Exception):  # will go wrong again where somebody sees it
            STAGES[stage](game(reference, **dict(parameters)))
        write_framed(sink, b"done")
