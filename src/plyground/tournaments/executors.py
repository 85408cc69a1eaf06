"""Where games are played: processes of this machine, a Dask cluster, or any executor.

A workplace is a `concurrent.futures.Executor` that runs `play_assignment`, with what a tournament
needs to know about it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from plyground.errors import InvalidParameterError, MissingDependencyError, WorkerError
from plyground.tournaments.worker import Assignment
from plyground.tournaments.worker_pool import Report, WorkerPool, play_assignment
from plyground.tournaments.worker_status import Reading

MOST_WORKERS = 1024
CONNECT_SECONDS = 10
SILENT_SECONDS = 60.0  # without a sign of a machine of a cluster, before others do its work
LOOK_SECONDS = 1.0  # between looks at a cluster
PARTING_SECONDS = 5.0  # for leaving a cluster
TALKATIVE = ("distributed.batched", "distributed.client")  # about what is said here in a line
NOBODY = "nobody"  # as the machine of a cluster that has none


class LostWorkerError(Exception):
    """A part of a workplace was lost with its games; others are left."""


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


class DaskWorkplace(Workplace):
    """A Dask cluster; what a machine had in hand when it was lost is played on another.

    Everything that speaks to the cluster runs in the thread of Dask's client.
    """

    batch_seconds = 0.2  # results come when all games of an assignment are over

    def __init__(self, client: Any, address: str, size: int) -> None:
        """`size` assignments run at once; `client` is connected to the scheduler at `address`."""
        self.size = size
        self._client = client
        self._address = address
        self._under_way: set[Future[Any]] = set()
        self._report: Report | None = None
        self._ended: WorkerError | None = None
        client.loop.add_callback(self._watch)

    def submit(self, assignment: Assignment, report: Report) -> Future[Any]:
        """Have the cluster play the games."""
        self._report = report
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self._client.loop.add_callback(self._play, assignment, future)
        return future

    async def _play(self, assignment: Assignment, future: Future[Any]) -> None:
        self._under_way.add(future)
        try:
            results = await self._results(assignment)
        except (Exception, asyncio.CancelledError) as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(results)
        self._under_way.discard(future)

    async def _results(self, assignment: Assignment) -> Any:
        """The results; that a machine or the scheduler was lost is told apart from other errors."""
        from distributed.scheduler import KilledWorker

        asked = None
        try:
            if self._ended is not None:
                raise self._ended
            asked = self._client.submit(play_assignment, assignment, pure=False)
            return await asked
        except KilledWorker as error:
            count = error.allowed_failures + 1
            raise LostWorkerError(f"{count} workers of the cluster died with it") from error
        except (Exception, asyncio.CancelledError) as error:
            if asked is None or asked.status != "error":  # no error of the task itself
                raise self._lost("was lost") from error
            if isinstance(error, OSError):
                raise LostWorkerError(str(error)) from error
            raise

    def _lost(self, what: str) -> WorkerError:
        return self._ended or WorkerError(f"the Dask scheduler at {self._address} {what}")

    def _end(self, what: str) -> None:
        """Give up the cluster, since this happened to it."""
        self._ended = self._lost(what)
        for future in self._under_way:
            if not future.done():
                future.set_exception(self._ended)

    async def _watch(self) -> None:
        """Look after the cluster for as long as it can be used."""
        heard: dict[str, float] = {}
        looks: Counter[str] = Counter()
        while self._ended is None and self._client.status == "running":
            try:
                heard = await asyncio.wait_for(self._look(heard, looks), SILENT_SECONDS)
            except TimeoutError:
                self._end(f"has not answered for {SILENT_SECONDS:g} s")
            except OSError:
                self._end("was lost")
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self, heard: dict[str, float], looks: Counter[str]) -> dict[str, float]:
        """When the scheduler heard of each machine; `looks` are those since then, few enough."""
        found = (await self._client.scheduler.identity())["workers"]
        self.size = sum(each["nthreads"] for each in found.values()) or self.size
        now = {address: each["last_seen"] for address, each in found.items()} or {NOBODY: 0.0}
        for address in now:
            looks[address] = looks[address] + 1 if now[address] == heard.get(address) else 0
            if looks[address] * LOOK_SECONDS >= SILENT_SECONDS:
                await self._drop(address)
        return now

    async def _drop(self, address: str) -> None:
        """Have Dask give what the machine has to others, as it does itself after five minutes."""
        if address == NOBODY:
            self._end(f"has had no worker for {SILENT_SECONDS:g} s")
            return
        if self._report is not None:
            self._report(
                f"worker {address} of the cluster has been silent for {SILENT_SECONDS:g} s; "
                "others play its games"
            )
        await self._client.scheduler.unregister(address=address, stimulus_id="plyground-silent")

    def close(self) -> None:
        """Leave the cluster, which forgets what it was asked for."""
        with contextlib.suppress(OSError):  # it does not listen any more
            self._client.close(timeout=PARTING_SECONDS)


def local_workplace(workers: int | None = None) -> Workplace:
    """`workers` processes of this machine; by default one for each core that we may use."""
    return LocalWorkplace(_usable_cores() if workers is None else workers)


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cluster_workplace(address: str) -> Workplace:
    """The Dask cluster whose scheduler has this address, as in `tcp://10.0.0.1:8786`."""
    try:
        import distributed
    except ImportError as error:
        raise MissingDependencyError(
            "a cluster needs Dask: pip install 'plyground[cluster]'"
        ) from error
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise WorkerError(f"no Dask scheduler answers at {address}: {error}") from error
    threads = client.nthreads()
    if not threads:
        client.close()
        raise WorkerError(f"the cluster at {address} has no workers; start `dask worker {address}`")
    return DaskWorkplace(client, address, sum(threads.values()))
