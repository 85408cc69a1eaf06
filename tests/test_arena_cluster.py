"""Tournaments on a Dask cluster, a worker of which is killed on the way."""

from __future__ import annotations

import os
import signal

import pytest

from arena_outcomes import outcomes
from command_line import plyground
from plyground.errors import MissingDependencyError, WorkerError
from plyground.tournaments import cluster_workplace, local_workplace, make_plan, play_tournament

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")  # Dask's own, when a worker is lost


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as made:
        yield made


def test_a_killed_worker_loses_nothing(cluster, tmp_path):
    plan = make_plan("tic_tac_toe", ["random", "minimax(depth=3)"], pairs=100)
    seen = []

    def kill_one(record):
        seen.append(record)
        if len(seen) == 10:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    workplace = cluster_workplace(cluster.scheduler_address)
    assert workplace.size == 2
    records = play_tournament(plan, tmp_path / "r.db", workplace=workplace, on_game=kill_one)
    assert len(seen) == 200
    assert outcomes(records) == outcomes(play_tournament(plan, workplace=local_workplace(2)))


def test_command(cluster):
    done = plyground(
        *("arena", "tic_tac_toe", "random", "minimax(depth=1)", "--pairs", "3"),
        *("--cluster", cluster.scheduler_address),
    )
    assert done.returncode == 0, done.stderr
    assert "Cross table" in done.stdout


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_nobody_there(address, monkeypatch):
    monkeypatch.setattr("plyground.tournaments.executors.CONNECT_SECONDS", 0.5)
    with pytest.raises(WorkerError, match=f"no Dask scheduler answers at {address}"):
        cluster_workplace(address)


def test_cluster_without_workers():
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(WorkerError, match="has no workers"),
    ):
        cluster_workplace(empty.scheduler_address)


def test_without_dask(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'plyground\[cluster\]'"):
        cluster_workplace("tcp://127.0.0.1:1")
