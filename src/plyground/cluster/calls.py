"""Calls on machines, each answered once, whatever is lost on the way."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from plyground.cluster.machines import LostWorkerError, Machines
from plyground.errors import PlygroundError, WorkerError

ATTEMPTS = 3  # at a call whose workers die, before all is given up
AHEAD = 4  # one call waits for so many workers, so that none has to wait for one

Tag = TypeVar("Tag")


@dataclass(frozen=True)
class _Call(Generic[Tag]):
    """What was asked, for whom, and for the how manieth time."""

    tag: Tag
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    place: str = ""  # where it would best be done
    attempt: int = 1
    begun: float = field(default_factory=time.monotonic, compare=False)


class Calls(Generic[Tag]):
    """Calls under way, known by a tag of the caller's; for one thread."""

    def __init__(self, machines: Machines, ahead: bool = True) -> None:
        """None yet; with `ahead`, some more than there are workers keep all of them busy."""
        self.machines = machines
        self.ahead = ahead
        self.repeated = 0  # calls that were made again, since their workers died
        self._under_way: dict[Future[Any], _Call[Tag]] = {}
        self._failures: list[PlygroundError] = []  # to be raised once other answers were taken
        self._done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()

    def __len__(self) -> int:
        """How many are under way, or failed and were not told yet."""
        return len(self._under_way) + len(self._failures)

    @property
    def room(self) -> int:
        """How many more keep every worker busy."""
        size = self.machines.size
        waiting = max(1, size // AHEAD) if self.ahead else 0
        return max(0, size + waiting - len(self))

    def seconds_of(self) -> dict[Tag, float]:
        """How long each has been under way."""
        now = time.monotonic()
        return {call.tag: now - call.begun for call in self._under_way.values()}

    def make(
        self, tag: Tag, function: Callable[..., Any], *arguments: Any, place: str = ""
    ) -> None:
        """Have a worker call the function, at this place if that can be."""
        self._submit(_Call(tag, function, arguments, place))

    def _submit(self, call: _Call[Tag]) -> None:
        future = self.machines.call_at(call.place, call.function, *call.arguments)
        self._under_way[future] = call
        future.add_done_callback(self._done.put)

    def take(self, seconds: float | None = None) -> list[tuple[Tag, Any]]:
        """The answers that have come, after waiting up to `seconds` for the first.

        Raises what a call raised, as a `PlygroundError`; answers that came with it are given first.
        """
        if self._failures:
            raise self._failures.pop(0)
        try:
            first = self._done.get(timeout=seconds)
        except queue.Empty:
            return []
        done = [first, *(self._done.get() for _ in range(self._done.qsize()))]
        answers = [answer for each in done for answer in self._answers(each)]
        if self._failures and not answers:
            raise self._failures.pop(0)
        return answers

    def _answers(self, future: Future[Any]) -> Iterator[tuple[Tag, Any]]:
        """The answer; none if the call failed, or has to be made again."""
        call = self._under_way.pop(future)
        error = future.exception()
        if error is None:
            yield call.tag, future.result()
        elif isinstance(error, LostWorkerError) and call.attempt < ATTEMPTS:
            self.repeated += 1
            self._submit(replace(call, place="", attempt=call.attempt + 1))
        elif isinstance(error, PlygroundError):
            self._failures.append(error)
        else:
            said = f"the work cannot be done there: {type(error).__name__}: {error}"
            failure = WorkerError(said)
            failure.__cause__ = error
            self._failures.append(failure)


def call_all(
    machines: Machines,
    function: Callable[..., Any],
    given: Iterable[tuple[Any, ...]],
    report: Callable[[int], object] | None = None,
) -> list[Any]:
    """What the function returns for each of these arguments, in their order.

    `report` is told the number of each answer as it comes.
    """
    calls: Calls[int] = Calls(machines)
    waiting, found = enumerate(given), dict[int, Any]()
    while True:
        while calls.room and (following := next(waiting, None)) is not None:
            calls.make(following[0], function, *following[1])
        if not len(calls):
            return [found[number] for number in sorted(found)]
        for number, answer in calls.take():
            found[number] = answer
            if report is not None:
                report(number)
