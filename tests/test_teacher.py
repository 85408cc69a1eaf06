"""Distillation: a network learns what another one says of positions."""

from __future__ import annotations

import numpy as np
import pytest

import plyground as pg
from plyground.errors import InvalidParameterError, NetworkFileError, UsageError
from plyground.kernel import interpreted
from plyground.learn import training
from plyground.learn.samples import GAMES, SAMPLES, STEPS
from plyground.learn.teacher import TaughtGroup
from plyground.learn.training import Training
from plyground.learn.usual_config import taught_config
from plyground.neural.network_file import read_network
from tiny_training import tiny

pytestmark = pytest.mark.usefixtures("one_torch_thread")
GAME = pg.game("tic_tac_toe")


@pytest.fixture(scope="module")
def teacher(tmp_path_factory):
    """A network that has learnt nothing, which is a teacher all the same."""
    folder = tmp_path_factory.mktemp("teacher")
    run = Training(tiny(), folder)
    run.checkpoints.write_network(run.learner.average, run.progress, "teacher.onnx")
    return folder / "teacher.onnx"


def taught(teacher, calls=30):
    group = TaughtGroup(GAME, teacher, 4, 7)
    for _ in range(calls):
        buffer = group.play_on()
    return buffer


def test_samples_are_what_the_teacher_says(teacher):
    buffer = taught(teacher, 20)
    count = int(buffer.counts[SAMPLES])
    assert count == len(buffer.values) == 68  # full, and not written beyond
    assert buffer.counts[GAMES] > 0
    logits, values = read_network(teacher).run((buffer.planes[:count] / STEPS).astype(np.float32))
    assert np.allclose(buffer.values[:count], values, atol=1e-5)
    free = buffer.planes[:count, 1:3].sum(1).reshape(count, -1) == 0
    policies = buffer.policies[:count]
    assert (policies[:, : free.shape[1]] > 0).tolist() == free.tolist()
    expected = np.where(free, np.exp(logits[:, : free.shape[1]]), 0)
    expected /= expected.sum(1, keepdims=True)
    assert np.allclose(policies[:, : free.shape[1]], expected, atol=1e-5)


def test_compiled_and_interpreted_games_are_the_same(teacher):
    fast = taught(teacher, 12)
    with interpreted():
        slow = taught(teacher, 12)
    assert (fast.planes == slow.planes).all()
    assert np.allclose(fast.policies, slow.policies, atol=1e-6)


def test_a_network_comes_near_its_teacher(teacher, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "REPORT_SECONDS", 0.2)
    config = tiny(minutes=0.2, teacher=str(teacher), first_samples=64, reuse=1000.0, seed=3)
    run = Training(config, tmp_path)
    for progress in run.run():
        if progress.steps > 300:
            break
    assert run.progress.simulations == 0  # nobody searched
    assert run.progress.games > 0
    assert run.progress.value_loss < 0.05


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lessons": 1.0}, "lessons = 1 leaves nothing to a teacher"),
        ({"left_weight": 0.5}, "says nothing of plies left"),
        ({"teacher": 5}, "teacher = 5 is not the name of a file"),
    ],
)
def test_settings_that_do_not_go_with_a_teacher_are_refused(changes, message):
    with pytest.raises(InvalidParameterError, match=message):
        tiny(**{"teacher": "x.onnx"} | changes)


def test_a_teacher_is_tried_before_anything_else(teacher, tmp_path):
    with pytest.raises(NetworkFileError, match="there is no network file"):
        taught_config("tic_tac_toe", GAME, tmp_path / "none.onnx")
    assert taught_config("tic_tac_toe", GAME, teacher).teacher == str(teacher)
    with pytest.raises(UsageError, match="leave out --cluster"):
        pg.train(GAME, teacher=teacher, cluster="tcp://127.0.0.1:1")
