"""Kills, stops and restarts of a Dask cluster while it plays a tournament."""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import subprocess
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from faults.processes import a_plan, finish, pause
from faults.rig import Figures, Trial, family
from faults.sessions import IMPATIENT, a_moment, check_store, process, send
from plyground.cluster import dask_cluster
from plyground.errors import WorkerError
from plyground.tournaments import (
    Plan,
    Workplace,
    cluster_workplace,
    play_tournament,
)
from waiting import PATIENCE

SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
WORKER = IMPATIENT + "from distributed.cli.dask_worker import main; main()"
DISTURBANCES = 3
SILENT_SECONDS = 2.0  # after which a machine is given up, here


@contextlib.contextmanager
def cluster_in(folder: Path) -> Iterator[Cluster]:
    """A cluster whose processes have been started, but may not be ready; killed in the end."""
    with contextlib.ExitStack() as pieces:
        yield Cluster(folder, pieces)


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path, pieces: contextlib.ExitStack) -> None:
        """`pieces` ends the processes."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.pieces = pieces
        self.restart()

    def restart(self) -> int:
        """Start all processes anew, in place of those there were; 1 restart."""
        self.pieces.close()
        at = ("--host", "127.0.0.1", "--port", str(self.port))
        self.scheduler = self._start(SCHEDULER, *at)
        self.workers = [self.start_worker() for _ in range(2)]
        return 1

    def start_worker(self) -> subprocess.Popen[str]:
        """A worker of the scheduler."""
        where = ("--local-directory", str(self.folder))
        return self._start(WORKER, self.address, "--no-nanny", "--nthreads", "1", *where)

    def _start(self, code: str, *arguments: str) -> subprocess.Popen[str]:
        quiet = subprocess.DEVNULL
        return self.pieces.enter_context(process(code, *arguments, "--no-dashboard", output=quiet))

    def workplace(self) -> Workplace:
        """The cluster as a workplace, as soon as it can be used."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return cluster_workplace(self.address)
            except WorkerError:
                assert time.monotonic() < until


@family("clusters", share=4)
def kill_clusters(trial: Trial) -> Figures:
    """A Dask cluster: its scheduler and its workers."""
    plan, store = a_plan(trial), trial.folder / "r.db"
    with impatience(), cluster_in(trial.folder) as cluster:
        workplace = cluster.workplace()
        with Disturber(trial, cluster, store, plan.game_count) as disturber:
            lost = play(plan, store, workplace)
        if lost and trial.number % 3 == 2:
            disturber.count += cluster.restart()
            play(plan, store, cluster.workplace())
    finish(plan, store)
    return {"kills": disturber.count, "games": check_store(store)}


@contextlib.contextmanager
def impatience() -> Iterator[None]:
    """What is silent is given up soon, and nobody need be told."""
    soon = mock.patch.multiple(dask_cluster, SILENT_SECONDS=SILENT_SECONDS, LOOK_SECONDS=0.2)
    with soon, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def play(plan: Plan, store: Path, cluster: Workplace) -> bool:
    """Play on the cluster; whether it was lost, which must be told in one line."""
    said = ""
    try:
        play_tournament(plan, store, workplace=cluster)
    except WorkerError as error:
        said = str(error)
    assert re.fullmatch(r"(the Dask scheduler at \S+ (was lost|has .*))?", said), said
    return bool(said)


class Disturber(threading.Thread):
    """Kills and stops pieces of a cluster at random moments, while it plays."""

    def __init__(self, trial: Trial, cluster: Cluster, store: Path, games: int) -> None:
        super().__init__(daemon=True)
        self.trial, self.cluster = trial, cluster
        self.store, self.games = store, games
        self.ended = threading.Event()
        self.count = 0

    def __enter__(self) -> Disturber:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.ended.set()
        self.join()

    def run(self) -> None:
        for _ in range(self.trial.chance.randint(1, DISTURBANCES)):
            a_moment(self.trial.chance, self.store, self.games, self.ended.is_set)
            if not self.ended.is_set():
                self.disturb()

    def disturb(self) -> None:
        """Hit one piece."""
        chance, cluster = self.trial.chance, self.cluster
        piece = chance.choice([cluster.scheduler, *cluster.workers])
        if chance.random() < 0.4:
            self.count += pause(self.trial, piece.pid)
            return
        self.count += send(piece.pid, chance.choice([signal.SIGKILL, signal.SIGSTOP]))
        if piece in cluster.workers:
            cluster.workers[cluster.workers.index(piece)] = cluster.start_worker()
