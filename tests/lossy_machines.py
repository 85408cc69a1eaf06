"""Machines that lose some of the calls, after the work was done: the answer never arrives."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from plyground.cluster.machines import LostWorkerError, Threads


class LossyMachines(Threads):
    """Threads, of whose calls those are lost for whose number `lose` is true."""

    def __init__(self, size: int, lose: Callable[[int], bool]) -> None:
        super().__init__(size)
        self.lose = lose
        self.count = 0
        self._lock = threading.Lock()

    def call(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with self._lock:
            self.count += 1
            number = self.count
        return super().call(self._work, number, function, arguments)

    def _work(self, number: int, function: Callable[..., Any], arguments: Any) -> Any:
        answer = function(*arguments)
        if self.lose(number):
            self.lost += 1
            raise LostWorkerError("gone")
        return answer
