"""A proof on a cluster: its workers, its scheduler, its main process and its disk are hit.

Whatever happened: the value is the right one, the file of proofs is whole, and what was once in it
is never proven again from nothing.
"""

from __future__ import annotations

import contextlib
import re
import signal
import time
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

from faults.clusters import Cluster, cluster_in, impatience
from faults.rig import Figures, Trial, family
from faults.sessions import process, send
from lossy_machines import LossyMachines
from plyground.cluster.dask_cluster import DaskCluster, cluster_at
from plyground.errors import WorkerError
from plyground.game import registry
from plyground.game.registry import game
from plyground.solvers import split_proof
from plyground.solvers.exact_store import recall_proofs
from plyground.solvers.solver import Options, new_solver
from random_games import GraphPosition, RandomGame, drawn
from waiting import PATIENCE

GAME = game("bamboo", radius=2)
GAMES = 20  # random ones of a trial
LOSS = -1  # what it is worth to Red
SMALL = (
    "from plyground.solvers import split_proof; "
    "split_proof.FIRST_NODES, split_proof.MOST_NODES = 100, 2000; "
)
MAIN = (
    "import sys, resource, pathlib, warnings; warnings.simplefilter('ignore'); "
    + SMALL
    + """
import plyground as pg
address, keep, room = sys.argv[1:]
if int(room) >= 0:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(room), most))
print(pg.solve("bamboo", radius=2, cluster=address, keep=keep).found.low, flush=True)
"""
)


@family("proofs", share=3)
def disturb_a_proof(trial: Trial) -> Figures:
    """Hit one piece of a proof under way, and go on."""
    keep, chance = trial.folder / "kept", trial.chance
    piece = ("worker", "scheduler", "main", "disk")[trial.number % 4]
    room = str(chance.randrange(3000)) if piece == "disk" else "-1"
    with impatience(), cluster_in(trial.folder) as cluster:
        ready(cluster).close()
        with process(MAIN, cluster.address, str(keep), room) as main:
            hits = _hit(trial, cluster, main, piece, keep)
            said, complaint = main.communicate()
        before = proofs_in(keep)
        if piece in ("worker", "disk"):  # the proof must have come to its end
            assert said.strip() == str(LOSS), complaint
        elif said.strip() != str(LOSS):
            assert piece == "main" or re.search("scheduler .*; what was proven is in", complaint)
            if piece == "scheduler":
                cluster.restart()
            with ready(cluster) as machines:
                solver = new_solver(GAME, Options(cluster=machines, keep=keep))
                assert solver.solve(GAME.start()).low == LOSS
    assert proofs_in(keep) >= before or piece == "disk"
    return {"hits": hits, "proofs": proofs_in(keep), f"{piece}s": 1}


@family("proofs-lost", share=0.5)
def lose_answers(trial: Trial) -> Figures:
    """Lose answers of workers that look at random games; every move keeps its true value."""
    chance, lost = trial.chance, 0
    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(split_proof, "FIRST_NODES", 3))
        patches.enter_context(mock.patch.object(GraphPosition, "interpreted", True, create=True))
        patches.enter_context(mock.patch.dict(registry._registered, {RandomGame.name: RandomGame}))
        for _ in range(GAMES):
            random_game = RandomGame(chance.randrange(10**9))
            values = drawn(random_game.seed).values
            start = random_game.at(chance.choice([0, chance.randrange(len(values))]), 0, 0)
            unlucky = {*chance.sample(range(1, 9), 2)}
            with LossyMachines(2, unlucky.__contains__) as machines:
                solver = new_solver(random_game, Options(memory=1, cluster=machines))
                solution = solver.solve(start, moves=True)
            assert solution.low == solution.high == values[start.node]
            for move, value in solution.moves.items():
                assert value.result == -values[start.play(move).node]
            lost += machines.lost
    return {"games": GAMES, "lost": lost}


def _hit(trial: Trial, cluster: Cluster, main: object, piece: str, keep: Path) -> int:
    """Wait for a random moment of the proof, and hit the piece; how many signals were sent."""
    until = time.monotonic() + PATIENCE
    wanted = trial.chance.choice([0, 1, 100, 1000])
    while main.poll() is None and (not keep.exists() or keep.stat().st_size < wanted):
        assert time.monotonic() < until
        if piece == "disk":
            return 0
        time.sleep(0.002)
    if main.poll() is not None or piece == "disk":
        return 0
    victim = {"worker": cluster.workers[0], "scheduler": cluster.scheduler, "main": main}[piece]
    sent = send(victim.pid, signal.SIGKILL)
    if piece == "worker" and trial.chance.random() < 0.5:
        cluster.workers[0] = cluster.start_worker()
    return sent


def ready(cluster: Cluster) -> DaskCluster:
    """The cluster as machines, as soon as it can be used."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return cluster_at(cluster.address)
        except WorkerError:
            assert time.monotonic() < until


def proofs_in(keep: Path) -> int:
    """How many proofs the file holds, which must be whole; 0 if there is none."""
    with contextlib.suppress(FileNotFoundError):
        return recall_proofs(new_solver(GAME, Options(memory=8)), keep)
    return 0
