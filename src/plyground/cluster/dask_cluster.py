"""A Dask cluster as machines: what a worker had in hand when it was lost, another one does.

Everything that speaks to the cluster runs in the thread of Dask's client.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from plyground.cluster.machines import LostWorkerError, Machines
from plyground.errors import (
    InvalidParameterError,
    LostClusterError,
    WorkerError,
)
from plyground.extras import needed

CONNECT_SECONDS = 10
SILENT_SECONDS = 60.0  # without a sign of a machine of a cluster, before others do its work
LOOK_SECONDS = 1.0  # between looks at a cluster
PARTING_SECONDS = 5.0  # for leaving a cluster
TALKATIVE = ("distributed.batched", "distributed.client")  # about what is said here in a line
NOBODY = "nobody"  # as the machine of a cluster that has none


class DaskCluster(Machines):
    """The workers of a scheduler."""

    def __init__(self, client: Any, address: str, size: int) -> None:
        """`size` calls run at once; `client` is connected to the scheduler at `address`."""
        self.size = size
        self._client = client
        self._address = address
        self._under_way: set[Future[Any]] = set()
        self._ended: WorkerError | None = None
        client.loop.add_callback(self._watch)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a worker of the cluster call the function."""
        return self.call_at("", function, *arguments)

    def call_at(self, place: str, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have the worker with this address call it, or another if that one is gone or busy."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        where = {"workers": [place], "allow_other_workers": True} if place else {}
        self._client.loop.add_callback(self._call, future, where, function, arguments)
        return future

    def tell(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have every worker call it in the thread in which it listens."""
        self._client.loop.add_callback(self._tell, function, arguments)

    async def _tell(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        with contextlib.suppress(Exception):  # nobody relies on it
            await self._client._run(function, *arguments, on_error="ignore")

    async def _call(
        self,
        future: Future[Any],
        where: dict[str, Any],
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> None:
        self._under_way.add(future)
        try:
            answer = await self._answer(where, function, arguments)
        except (Exception, asyncio.CancelledError) as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(answer)
        self._under_way.discard(future)

    async def _answer(
        self, where: dict[str, Any], function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> Any:
        """The answer; that a machine or the scheduler was lost is told apart from other errors."""
        from distributed.scheduler import KilledWorker

        asked = None
        try:
            if self._ended is not None:
                raise self._ended
            asked = self._client.submit(function, *arguments, pure=False, **where)
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
        return self._ended or LostClusterError(f"the Dask scheduler at {self._address} {what}")

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
        self.lost += len(heard.keys() - found.keys() - {NOBODY})
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
        self.say(
            f"worker {address} of the cluster has been silent for {SILENT_SECONDS:g} s; "
            "others do its work"
        )
        await self._client.scheduler.unregister(address=address, stimulus_id="plyground-silent")

    def close(self) -> None:
        """Leave the cluster, which forgets what it was asked for."""
        with contextlib.suppress(OSError):  # it does not listen any more
            self._client.close(timeout=PARTING_SECONDS)


@contextlib.contextmanager
def machines_of(cluster: str | Machines | None) -> Iterator[Machines | None]:
    """The machines at an address while they are needed; those of somebody else's stay open."""
    if not isinstance(cluster, (str, Machines, type(None))):
        raise InvalidParameterError(
            f"cluster={cluster!r} must be the address of a scheduler, as in tcp://10.0.0.1:8786"
        )
    if not isinstance(cluster, str):
        yield cluster
        return
    with cluster_at(cluster) as machines:
        yield machines


def cluster_at(address: str) -> DaskCluster:
    """The Dask cluster whose scheduler has this address, as in `tcp://10.0.0.1:8786`."""
    with needed("cluster", "a cluster needs Dask"):
        import distributed
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    connect: Any = distributed.Client
    _check_address(address)
    try:
        client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise WorkerError(f"no Dask scheduler answers at {address}: {error}") from error
    threads = client.nthreads()
    if not threads:
        client.close()
        raise WorkerError(f"the cluster at {address} has no workers; start `dask worker {address}`")
    return DaskCluster(client, address, sum(threads.values()))


def _check_address(address: str) -> None:
    """Raise `InvalidParameterError` where Dask's client would fail, and fail again when it goes."""
    from distributed.comm.addressing import get_address_host_port

    parse: Any = get_address_host_port
    try:
        parse(address)
    except (ValueError, TypeError) as error:
        raise InvalidParameterError(
            f"{address!r} is no address of a Dask scheduler; one is as in tcp://127.0.0.1:8786"
        ) from error
