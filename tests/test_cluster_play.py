"""Self-play on machines: every sample once, by weights of a known version."""

from __future__ import annotations

import contextlib
import os
import signal

import numpy as np
import pytest
import torch

import plyground as pg
from lossy_machines import LossyMachines
from plyground.cluster.dask_cluster import cluster_at
from plyground.cluster.machines import Threads
from plyground.errors import PlygroundError, UsageError, WorkerError
from plyground.learn import cluster_play
from plyground.learn.cluster_play import TurnMaker, Weights, sources_of, take_turn, turn_seconds
from plyground.learn.config import Board, TrainingConfig
from plyground.learn.learner import Learner
from plyground.learn.samples import GAMES, SAMPLES
from plyground.learn.training import Training
from tiny_training import tiny
from waiting import wait_for

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture(autouse=True)
def short_turns(monkeypatch):
    monkeypatch.setattr(cluster_play, "TURN_SECONDS", 0.05)


def trained(config, folder, machines) -> Training:
    """A run on machines until it has learnt; what arrived, by turn, is in `taken`."""
    run = Training(config, folder, machines=machines)
    run.taken = []
    keep = run._keep

    def note(source, buffer):
        run.taken.append((source.judged, int(buffer.counts[SAMPLES])))
        return keep(source, buffer)

    run._keep = note
    with contextlib.closing(run.run()) as reports:
        wait_for(lambda: next(reports).steps > 20)
    return run


@pytest.fixture
def impatient(monkeypatch):
    """A run reports often, and does not end by itself."""
    monkeypatch.setattr("plyground.learn.training.REPORT_SECONDS", 0.2)


def test_samples_arrive_once_though_workers_are_lost(tmp_path, impatient):
    with LossyMachines(2, lose=lambda count: count % 7 == 5) as machines:
        run = trained(tiny(minutes=10), tmp_path, machines)
    assert machines.lost
    counted = sum(count for _, count in run.taken)
    assert run.replays[0].added == counted >= run.progress.samples > 0
    assert (tmp_path / "network.onnx").exists()


def test_a_solver_teaches_there_too(tmp_path, impatient):
    with Threads(1) as machines:
        run = trained(tiny(minutes=10, lessons=0.5), tmp_path, machines)
    assert {judged for judged, _ in run.taken} == {True, False}
    assert len(run.lessons) > 0


def test_a_turn_holds_what_its_counts_say_and_names_its_weights(monkeypatch):
    monkeypatch.setattr(cluster_play, "TURN_SECONDS", 0.3)
    config = tiny()
    learner = Learner(config, torch.device("cpu"))
    turns = TurnMaker.of(config, lambda: Weights.of(learner.player, 17))
    (source,) = sources_of(config)
    played = [take_turn(turns.turn(source, seed, 1)) for seed in (1, 1)]
    for each in played:
        assert each.version == 17
        assert {len(part) for part in each.samples[:-1]} == {each.samples.counts[SAMPLES]}
    assert played[0].samples.counts[GAMES] > 0
    count = min(len(each.samples.planes) for each in played)
    first, second = (each.samples.planes[:count] for each in played)
    assert not np.array_equal(first, second)  # the games go on, though the seed is the same


def test_weights_survive_the_way():
    learner = Learner(tiny(), torch.device("cpu"))
    sent = Weights.of(learner.network, 1)
    before = {name: value.clone() for name, value in learner.network.state_dict().items()}
    sent.load_into(learner.network)
    for name, value in learner.network.state_dict().items():
        assert torch.allclose(value, before[name], atol=1e-3)


def test_turns_are_shared_as_configured():
    boards = (Board({"radius": 2}, 3.0), Board({"radius": 1}, 1.0))
    sources = sources_of(TrainingConfig("bamboo", boards, lessons=0.5))
    assert [(each.judged, each.share) for each in sources] == [
        (True, 0.5),
        (False, 0.375),
        (False, 0.125),
    ]
    assert [each.judged for each in sources_of(tiny(lessons=1.0))] == [True]


def test_turns_are_longer_where_many_workers_need_large_weights(monkeypatch):
    monkeypatch.setattr(cluster_play, "TURN_SECONDS", 2.0)
    assert turn_seconds(100_000, 16) == 2.0
    assert turn_seconds(2_800_000, 100) == pytest.approx(14.0)


def test_other_code_is_refused():
    config = tiny(seed=99)
    learner = Learner(config, torch.device("cpu"))
    turns = TurnMaker(config, "other", lambda: Weights.of(learner.player, 0), {})
    with pytest.raises(WorkerError, match="other code"):
        take_turn(turns.turn(sources_of(config)[0], 1))


def test_threads_are_of_this_machine():
    with pytest.raises(UsageError, match="--threads is for this machine"):
        pg.train("tic_tac_toe", threads=2, cluster="tcp://127.0.0.1:1")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask's own, when a worker is lost
def test_a_killed_worker_of_a_cluster(tmp_path, impatient):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as made:
        killed = []

        def kill(progress):
            if progress.samples and not killed:
                killed.append(made.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        with cluster_at(made.scheduler_address) as machines:
            run = Training(tiny(minutes=10), tmp_path, machines=machines)
            with contextlib.closing(run.run()) as reports:
                for progress in reports:
                    kill(progress)
                    if killed and machines.lost and progress.steps > 20:
                        break
    assert run.replays[0].added >= run.progress.samples > 0


def test_a_lost_cluster_ends_a_run_that_can_go_on(tmp_path, impatient):
    class Breaking(Threads):
        count = 0

        def call(self, function, *arguments):
            self.count += 1
            if self.count > 30:
                raise WorkerError("the Dask scheduler was lost")
            return super().call(function, *arguments)

    with Breaking(1) as machines, pytest.raises(PlygroundError, match="was lost"):
        for _ in Training(tiny(minutes=10), tmp_path, machines=machines).run():
            pass
    with Threads(1) as machines:
        again = Training(tiny(minutes=10), tmp_path, machines=machines)
        assert again.progress.samples > 0
