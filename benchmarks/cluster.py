"""Time to proof over the workers of a Dask cluster on this machine.

python -m benchmarks.cluster --workers 1,2,4,16 --seconds 180 > cluster.json

Every proof is made anew with 1 worker, then with 2, and so on: seconds, nodes, the share of nodes
that were lost or repeated, the processor seconds of the workers and of this process, how much of
their time workers were busy, and the bytes of a subproblem. Compiling is done before. What would
take longer than is left is stopped, and says so. Each line of the output is one measurement as
JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import distributed

import plyground as pg
from plyground.cluster.dask_cluster import cluster_at
from plyground.cluster.machines import Machines
from plyground.solvers import split_proof
from plyground.solvers.solver import Options, new_solver
from plyground.solvers.split_places import NOWHERE
from plyground.vocabulary import Limit

CASES: dict[str, tuple[str, dict[str, Any], int]] = {  # game, parameters, random plies
    "konane-5x6": ("konane", {"rows": 5, "columns": 6}, 0),
    "konane-6x6": ("konane", {"size": 6}, 0),
    "bamboo-3": ("bamboo", {"radius": 3}, 12),
    "konane-5x8": ("konane", {"rows": 5, "columns": 8}, 0),
    "konane-6x7": ("konane", {"rows": 6, "columns": 7}, 0),
}
SHORT = ("konane-5x6", "bamboo-3")


def position_of(name: str) -> tuple[Any, Any]:
    """The game of a case, and the position to be proven."""
    game_name, parameters, plies = CASES[name]
    game, chance = pg.game(game_name, **parameters), random.Random(1)
    position = game.start()
    for _ in range(plies):
        position = position.play(chance.choice(game.legal(position)))
    return game, position


def processor_seconds() -> float:
    """Of the process in which it is called."""
    return time.process_time()


def prove(name: str, how: Options, client: Any, seconds: float) -> dict[str, Any]:
    """One proof by a cluster, and what it took."""
    game, position = position_of(name)
    solver: Any = new_solver(game, how)
    before, own = client.run(processor_seconds), time.process_time()
    found = solver.solve(position, Limit(seconds=seconds))
    after = client.run(processor_seconds)
    return {
        "case": name,
        "threads": solver.worker_threads,
        "value": None if found.value is None else str(found.value),
        "seconds": round(found.statistics.seconds, 2),
        **found.notes["cluster"].data,
        "worker_cpu": round(sum(after[each] - before.get(each, 0.0) for each in after), 2),
        "own_cpu": round(time.process_time() - own, 2),
        "busy": round(solver.count.seconds / solver.machines.size / found.statistics.seconds, 2),
        "carried_bytes": len(pickle.dumps(solver._places.news(NOWHERE))),
    }


def prove_alone(name: str, seconds: float, memory: int) -> dict[str, Any]:
    """The same by one thread of this process, without a cluster."""
    game, position = position_of(name)
    solver = new_solver(game, Options(memory))
    solver.prepare(position)
    begun = time.process_time()
    found = solver.solve(position, Limit(seconds=seconds))
    return {
        "case": name,
        "workers": 0,
        "value": None if found.value is None else str(found.value),
        "seconds": round(found.statistics.seconds, 2),
        "nodes": found.statistics.nodes,
        "own_cpu": round(time.process_time() - begun, 2),
    }


@contextmanager
def cluster_of(workers: int) -> Iterator[tuple[Machines, Any]]:
    """A cluster of so many processes, with what speaks to it."""
    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        ) as made,
        distributed.Client(made) as client,
        cluster_at(made.scheduler_address) as machines,
    ):
        yield machines, client


def rate_of_calls(machines: Machines, calls: int = 400) -> dict[str, Any]:
    """How many empty calls a second the scheduler and this process manage."""
    from plyground.cluster.calls import call_all

    begun = time.monotonic()
    call_all(machines, processor_seconds, [() for _ in range(calls)])
    passed = time.monotonic() - begun
    return {"calls_a_second": round(calls / passed), "workers": machines.size}


def main() -> None:
    """Measure, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--workers", default="1,2", help="numbers of workers, as in 1,2,4,16")
    parser.add_argument("--seconds", type=float, default=180, help="for everything together")
    parser.add_argument("--cases", default=",".join(SHORT), help=f"of {', '.join(CASES)}")
    parser.add_argument("--memory", type=int, default=512, help="megabytes of each table")
    parser.add_argument("--threads", type=int, default=1, help="of each worker")
    parser.add_argument("--nodes", type=int, help="the most nodes of a subproblem")
    given = parser.parse_args()
    end, names = time.monotonic() + given.seconds, given.cases.split(",")
    if given.nodes:
        split_proof.MOST_NODES = given.nodes
    told = {"cores": os.cpu_count(), "most_nodes": split_proof.MOST_NODES}
    print(json.dumps(told), flush=True)
    for name in names:
        left = max(1.0, end - time.monotonic())
        print(json.dumps(prove_alone(name, left, given.memory)), flush=True)
    for workers in map(int, given.workers.split(",")):
        with cluster_of(workers) as (machines, client):
            print(json.dumps(rate_of_calls(machines)), flush=True)
            for name in names:
                game, position = position_of(name)
                how = Options(given.memory, given.threads, cluster=machines)
                warm: Any = new_solver(game, how)
                warm.solve(position, Limit(nodes=1000))
                left = max(1.0, end - time.monotonic())
                print(json.dumps(prove(name, how, client, left)), flush=True)


if __name__ == "__main__":
    main()
