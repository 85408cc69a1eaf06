"""Where games are played: processes of this machine, a Dask cluster, or any executor.

A workplace is a `concurrent.futures.Executor` that runs `play_assignment`, with what a tournament
needs to know about it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from plyground.cluster.dask_cluster import cluster_at
from plyground.cluster.machines import MOST_WORKERS, Machines
from plyground.errors import InvalidParameterError, UsageError
from plyground.kernel.machine import usable_cores
from plyground.tournaments.worker import Assignment
from plyground.tournaments.worker_pool import Report, WorkerPool, play_assignment
from plyground.tournaments.worker_status import Reading


class Workplace(ABC):
    """An executor for assignments."""

    size: int  # assignments that run at the same time
    batch_seconds: float  # that an assignment of quick games should take

    @abstractmethod
    def submit(self, assignment: Assignment, report: Report) -> Future[Any]:
        """A future of the results, except those that `report` is called with before."""

    @abstractmethod
    def close(self) -> None:
        """Stop what is under way and give everything back."""

    def readings(self) -> list[Reading]:
        """What is going on at the moment, where that can be seen."""
        return []


class LocalWorkplace(Workplace):
    """Processes of this machine, each watched by a thread."""

    batch_seconds = 1.0  # results are reported one by one, however long it is

    def __init__(self, workers: int) -> None:
        """`workers` processes, started when they are needed."""
        if not 1 <= workers <= MOST_WORKERS:
            raise InvalidParameterError(f"workers={workers} must be from 1 to {MOST_WORKERS}")
        self.size = workers
        self._pool = WorkerPool()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")

    def submit(self, assignment: Assignment, report: Report) -> Future[Any]:
        """Have a process play the games; every result is reported as it comes."""
        return self._threads.submit(play_assignment, assignment, self._pool, report)

    def readings(self) -> list[Reading]:
        """What the processes are doing."""
        return self._pool.readings()

    def close(self) -> None:
        """Kill the processes."""
        self._pool.close()
        self._threads.shutdown(wait=True, cancel_futures=True)


class ExecutorWorkplace(Workplace):
    """Any executor whose workers can import plyground and start processes."""

    batch_seconds = 0.2  # results come when all games of an assignment are over

    def __init__(
        self, executor: Executor, size: int, close: Callable[[], Any] | None = None
    ) -> None:
        """`size` assignments run at once; `close` is called at the end."""
        self._executor = executor
        self._close = close
        self.size = size

    def submit(self, assignment: Assignment, report: Report) -> Future[Any]:
        """Have the executor play the games."""
        return self._executor.submit(play_assignment, assignment)

    def close(self) -> None:
        """Call what was given for that; an executor of somebody else's stays as it is."""
        if self._close is not None:
            self._close()


class ClusterWorkplace(Workplace):
    """A Dask cluster; what a machine had in hand when it was lost is played on another."""

    batch_seconds = 0.2  # results come when all games of an assignment are over

    def __init__(self, cluster: Machines) -> None:
        """As many assignments run at once as the cluster has threads."""
        self._cluster = cluster

    @property
    def size(self) -> int:  # type: ignore[override]
        """Assignments that run at the same time."""
        return self._cluster.size

    def submit(self, assignment: Assignment, report: Report) -> Future[Any]:
        """Have the cluster play the games."""
        self._cluster.say = report
        return self._cluster.call(play_assignment, assignment)

    def close(self) -> None:
        """Leave the cluster."""
        self._cluster.close()


class KeptWorkplace(Workplace):
    """A workplace that outlasts a tournament, so that the next one need not start it again."""

    def __init__(self, place: Workplace) -> None:
        """The same as that place, except that `close` leaves it open."""
        self._place = place
        self.batch_seconds = place.batch_seconds

    @property
    def size(self) -> int:  # type: ignore[override]
        """Assignments that run at the same time."""
        return self._place.size

    def submit(self, assignment: Assignment, report: Report) -> Future[Any]:
        """Have the place play the games."""
        return self._place.submit(assignment, report)

    def readings(self) -> list[Reading]:
        """What is going on there."""
        return self._place.readings()

    def close(self) -> None:
        """Stay open for the next tournament."""


def local_workplace(workers: int | None = None) -> Workplace:
    """`workers` processes of this machine; by default one for each core that we may use."""
    return LocalWorkplace(usable_cores() if workers is None else workers)


def cluster_workplace(address: str) -> Workplace:
    """The Dask cluster whose scheduler has this address, as in `tcp://10.0.0.1:8786`."""
    return ClusterWorkplace(cluster_at(address))


def chosen_workplace(workers: int | None, cluster: str | None) -> Workplace:
    """The cluster at that address, or so many processes of this machine; not both."""
    refuse_both(workers, cluster)
    return local_workplace(workers) if cluster is None else cluster_workplace(cluster)


def refuse_both(workers: int | None, cluster: str | None) -> None:
    """Refuse a number of processes together with a cluster."""
    if workers is not None and cluster is not None:
        raise UsageError("--workers is for this machine; a cluster has workers of its own")
