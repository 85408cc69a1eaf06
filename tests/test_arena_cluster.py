"""Tournaments on a Dask cluster, parts of which are killed and stopped on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from arena_outcomes import outcomes
from command_line import plyground
from plyground.errors import MissingDependencyError, WorkerError, WorkerWarning
from plyground.tournaments import cluster_workplace, local_workplace, make_plan, play_tournament
from plyground.tournaments.tournament import Tournament

distributed = pytest.importorskip("distributed")
pytest_plugins = "interpreting"
pytestmark = [
    pytest.mark.filterwarnings("default"),  # Dask's own, when a worker is lost
    pytest.mark.usefixtures("interpreted_processes"),
]


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as made:
        yield made


PLAN = make_plan("tic_tac_toe", ["random", "minimax(depth=1)"], pairs=100)


@pytest.fixture(scope="module")
def undisturbed():
    return outcomes(play_tournament(PLAN, workplace=local_workplace(1)))


def after_games(count: int, act):
    """What acts once, when so many games are over."""
    seen = []

    def look(record):
        seen.append(record)
        if len(seen) == count:
            act()

    return look


def test_a_killed_worker_loses_nothing(cluster, tmp_path, undisturbed):
    kill = after_games(10, lambda: os.kill(cluster.workers[0].pid, signal.SIGKILL))
    workplace = cluster_workplace(cluster.scheduler_address)
    assert workplace.size == 2
    records = play_tournament(PLAN, tmp_path / "r.db", workplace=workplace, on_game=kill)
    assert outcomes(records) == undisturbed


@pytest.mark.slow
def test_a_stopped_worker_is_not_waited_for(cluster, monkeypatch, undisturbed):
    monkeypatch.setattr("plyground.cluster.dask_cluster.SILENT_SECONDS", 6.0)
    monkeypatch.setattr("plyground.cluster.dask_cluster.LOOK_SECONDS", 0.1)
    stopped = cluster.workers[1].pid
    stop = after_games(2, lambda: os.kill(stopped, signal.SIGSTOP))
    workplace = cluster_workplace(cluster.scheduler_address)
    with pytest.warns(WorkerWarning, match=r"has been silent for 6 s; others do its work"):
        records = play_tournament(PLAN, workplace=workplace, on_game=stop)
    os.kill(stopped, signal.SIGKILL)  # another one takes its place
    assert outcomes(records) == undisturbed


def test_a_future_that_changes_between_two_looks_is_no_error(cluster, monkeypatch):
    monkeypatch.setattr(distributed.Future, "status", property(lambda _future: "lost"))
    plan = make_plan("tic_tac_toe", ["random", "random"], pairs=2)
    workplace = cluster_workplace(cluster.scheduler_address)
    assert len(play_tournament(plan, workplace=workplace)) == 4


ALL_IN_ONE = """
import distributed, sys
with distributed.LocalCluster(
    n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=None
) as made:
    print(made.scheduler_address, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def fragile():
    """A cluster in one process, and its address."""
    with subprocess.Popen(
        [sys.executable, "-c", ALL_IN_ONE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process, process.stdout.readline().strip()
        process.kill()


@pytest.mark.slow
def test_a_killed_scheduler_ends_in_one_line_and_a_store_to_resume(fragile, tmp_path, monkeypatch):
    process, address = fragile
    kill = after_games(3, process.kill)
    finish = Tournament._finish

    def finish_and_kill(tournament, number, record):
        finish(tournament, number, record)
        kill(record)

    monkeypatch.setattr(Tournament, "_finish", finish_and_kill)
    arena = ("arena", "tic_tac_toe", "random", "minimax(depth=3)", "--pairs", "50")
    kept = ("--store", str(tmp_path / "r.db"))
    done = plyground(*arena, *kept, "--cluster", address)
    assert done.returncode == 2
    assert f"the Dask scheduler at {address} was lost; " in done.stderr
    assert f"of 100 games are in {tmp_path}/r.db; the same command goes on" in done.stderr
    assert done.stderr.count("\n") == 1
    assert plyground(*arena, *kept).returncode == 0


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_given_up(fragile, monkeypatch):
    monkeypatch.setattr("plyground.cluster.dask_cluster.SILENT_SECONDS", 0.5)
    process, address = fragile
    stop = after_games(1, lambda: process.send_signal(signal.SIGSTOP))
    with pytest.raises(
        WorkerError, match=f"at {address} has (not answered|had no worker) for 0.5 s"
    ):
        play_tournament(PLAN, workplace=cluster_workplace(address), on_game=stop)


def test_command(cluster):
    done = plyground(
        *("arena", "tic_tac_toe", "random", "minimax(depth=1)", "--pairs", "3"),
        *("--cluster", cluster.scheduler_address),
    )
    assert done.returncode == 0, done.stderr
    assert "Cross table" in done.stdout


def test_nobody_there(monkeypatch):
    monkeypatch.setattr("plyground.cluster.dask_cluster.CONNECT_SECONDS", 0.5)
    address = "tcp://127.0.0.1:1"
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
    with pytest.raises(MissingDependencyError, match=r"install .*\[cluster\]'"):
        cluster_workplace("tcp://127.0.0.1:1")
