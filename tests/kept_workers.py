"""Worker processes that go on from one tournament to the next: each takes a second to start."""

from __future__ import annotations

from typing import ClassVar

from plyground.tournaments.worker_pool import Worker, WorkerPool


class KeepingPool(WorkerPool):
    """A pool that leaves its free workers to the next pool."""

    stock: ClassVar[list[Worker]] = []

    def _start(self, folder: str) -> Worker:
        for worker in [each for each in self.stock if each.folder == folder]:
            self.stock.remove(worker)
            if worker.process.poll() is None:
                with self._lock:
                    self._busy.add(worker)
                return worker
            worker.close()
        return super()._start(folder)

    def close(self) -> None:
        with self._lock:
            self.stock.extend(self._free)
            self._free = []
        super().close()
