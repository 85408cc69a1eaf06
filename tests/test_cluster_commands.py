"""The commands that take --cluster, and one tiny cluster in this process."""

from __future__ import annotations

import json

import pytest

import plyground as pg
from command_line import plyground
from plyground.cli.common import resumable
from plyground.cluster.machines import Threads
from plyground.errors import LostClusterError, UnsupportedError
from plyground.game import registry

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")

NOBODY = ("--cluster", "tcp://127.0.0.1:1")
TUNED = ("minimax(depth=1)", "-p", "depth=1..3", "--trials", "1", "--pairs", "1")


@pytest.fixture(scope="module")
def address():
    """Of a cluster with two threads in this process."""
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        dashboard_address=":0",
        silence_logs=50,
    ) as made:
        yield made.scheduler_address


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "tic_tac_toe"),
        ("accuracy", "tic_tac_toe", "random"),
        ("ratings", "tic_tac_toe", "-o", "r.json"),
        ("tune", "tic_tac_toe", *TUNED, "--store", "t.db"),
        ("train", "tic_tac_toe"),
        ("lab", "run", "cachex-opponents", "--db", "lab.db"),
    ],
    ids=lambda command: command[0],
)
def test_nobody_there(command, tmp_path, monkeypatch):
    monkeypatch.setattr("plyground.cluster.dask_cluster.CONNECT_SECONDS", 0.2)
    done = plyground(*command, *NOBODY, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr


def test_lab_takes_processes_or_a_cluster(tmp_path):
    done = plyground("lab", "run", "bamboo-table-2", "--workers", "2", *NOBODY, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "plyground: --workers is for this machine; a cluster has workers of its own\n"
    )


@pytest.mark.parametrize("given", ["nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1:x"])
def test_no_address(given):
    done = plyground("solve", "tic_tac_toe", "--cluster", given)
    assert done.returncode == 2
    assert done.stderr == (
        f"plyground: {given!r} is no address of a Dask scheduler; one is as in "
        "tcp://127.0.0.1:8786\n"
    )


def test_solve(address, tmp_path):
    kept = tmp_path / "kept"
    done = plyground("solve", "tic_tac_toe", "--cluster", address, "--keep", str(kept), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["low"] == found["high"] == 0
    assert found["notes"]["cluster"]["workers"] == 2
    assert kept.exists()


def test_accuracy(address):
    there = pg.accuracy("tic_tac_toe", "minimax(depth=1)", positions=25, cluster=address)
    here = pg.accuracy("tic_tac_toe", "minimax(depth=1)", positions=25)
    assert there.positions == here.positions == 25
    for one, other in zip(there.rows(), here.rows(), strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_a_game_of_this_process_alone(address, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})

    class Private(type(pg.game("tic_tac_toe"))):
        name = "private_tic_tac_toe"

    pg.register(Private)
    with pytest.raises(UnsupportedError, match="put it into a file"):
        pg.solve(Private(), cluster=address)
    with Threads(1) as machines:
        found = pg.accuracy(Private(), "random", positions=5, cluster=machines)
    assert found.positions == 5


def test_after_a_lost_cluster_the_same_command_goes_on():
    with pytest.raises(LostClusterError, match="gone; the same command goes on"), resumable():
        raise LostClusterError("gone")
