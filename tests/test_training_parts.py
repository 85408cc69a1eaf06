"""What a run of training consists of: samples, boards, rates and curves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import plyground as pg
from plyground.errors import TrainingError
from plyground.kernel import interpreted
from plyground.learn.auxiliary import Targets, Weights, auxiliary_loss
from plyground.learn.checkpoint import Progress
from plyground.learn.config import Board, TrainingConfig
from plyground.learn.curve import draw_curves, read_curve, read_strengths
from plyground.learn.exam import Exam
from plyground.learn.examiner import Examiner
from plyground.learn.learner import Learner, empty_batch
from plyground.learn.replay import Replay
from plyground.learn.samples import SAMPLES, STEPS, new_sample_buffer
from plyground.learn.training import Training, boards_for, drawn
from plyground.neural.encoding import encoding_of
from tiny_training import TINY, tiny
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("one_torch_thread")

GAME = pg.game("tic_tac_toe")
CPU = torch.device("cpu")


def harvest_of(*values: float) -> Any:
    """Samples that say in all their parts which value they have."""
    buffer = new_sample_buffer(encoding_of(GAME), 20)
    for i, value in enumerate(values):
        buffer.planes[i] = int(value * STEPS)
        buffer.policies[i] = value
        buffer.values[i] = value
    buffer.counts[SAMPLES] = len(values)
    return buffer


def held(replay: Replay) -> set[float]:
    planes, policies, values, extras = replay.draw(400)
    assert extras is None
    assert (planes == values[:, None, None, None]).all()
    assert (policies == values[:, None]).all()
    return set(values.tolist())


def test_replay_keeps_the_newest():
    replay = Replay(encoding_of(GAME), 4, CPU)
    assert len(replay) == 0
    first = harvest_of(0.25, 0.5, -0.25)
    assert replay.add(first) == 3
    assert first.counts[SAMPLES] == 0
    assert held(replay) == {0.25, 0.5, -0.25}
    replay.add(harvest_of(1, -1))
    assert len(replay) == 4
    assert held(replay) == {0.5, -0.25, 1, -1}
    assert replay.add(harvest_of()) == 0
    assert replay.add(harvest_of(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75)) == 7
    assert held(replay) == {0.375, 0.5, 0.625, 0.75}
    replay.add(harvest_of(-0.5))
    assert held(replay) == {0.5, 0.625, 0.75, -0.5}
    assert replay.added == 13


def test_replay_keeps_what_else_games_said():
    replay, samples = Replay(encoding_of(GAME), 4, CPU, extras=True), harvest_of(0, 0.5, 1)
    samples.left[:3] = samples.values[:3]
    samples.replies[:3] = 2 * samples.values[:3]
    samples.owners[:3, 1, 1] = samples.values[:3] == 1
    replay.add(samples)
    drawn = replay.draw(100)
    assert (drawn.extras.left == drawn.values).all()
    assert (drawn.extras.replies == 2 * drawn.values).all()
    assert (drawn.extras.owners.sum((1, 2)) == (drawn.values == 1)).all()


def test_the_auxiliary_loss_is_small_where_the_heads_are_right():
    mask = torch.ones(2, 3, 3)
    known = Targets(torch.tensor([10.0, 0.0]), torch.tensor([4, -1]), mask.clone())
    logits = torch.full((2, 9), -20.0)
    logits[:, 4] = 20.0
    right = Targets(torch.tensor([1.0, 0.0]), logits, mask.clone())
    weights = Weights(1.0, 1.0, 1.0)
    assert auxiliary_loss(right, known, mask, weights) == pytest.approx(0, abs=1e-6)
    for name, wrong in (("left", 1 + right.left), ("replies", -logits), ("owners", -right.owners)):
        assert auxiliary_loss(right._replace(**{name: wrong}), known, mask, weights) > 0.4
    none = Weights(0.0, 0.0, 0.0)
    assert auxiliary_loss(right._replace(replies=-logits), known, mask, none) == 0


def test_auxiliary_heads_learn_and_do_not_play():
    config = tiny(left_weight=1.0, reply_weight=1.0, owner_weight=1.0)
    learner = Learner(config, CPU)
    batch = empty_batch(encoding_of(GAME), 8, CPU, extras=True)
    before = {name: value.clone() for name, value in learner.network.state_dict().items()}
    learner.learn(batch, 0.01)
    after = learner.network.state_dict()
    changed = {name.split(".")[1] for name in after if not after[name].equal(before[name])}
    assert {"left", "reply", "owner"} <= changed
    assert learner.network.answers(batch.planes, learning=False).extras is None
    assert not any("auxiliary" in name for name in Learner(tiny(), CPU).network.state_dict())


def test_the_examiner_sets_an_exam_where_no_solver_teaches():
    config = tiny(exam=5)
    exam = Exam(config.exam)
    with interpreted(), Examiner(config, exam) as examiner:
        examiner._thread.join(PATIENCE)
    assert len(exam) == 5
    network = Learner(config, CPU).average
    assert 0 <= exam.share_kept(network) <= 1
    with Examiner(tiny(lessons=0.5), Exam(5)) as idle:
        assert not idle._thread.is_alive()


def test_several_sizes_are_played_and_learnt(tmp_path):
    boards = (Board({"radius": 1}, 3), Board({"radius": 2}, 1))
    config = TrainingConfig("bamboo", boards, **TINY | {"first_samples": 8, "games_at_once": 2})
    with interpreted():
        run = Training(config, tmp_path, threads=1)
        assert [group.game.radius for group in run._groups] == [1, 2]
        assert not run._is_ready()
        for group in run._groups:
            while not run._is_ready() and len(run._replay_of[group.game]) < 6:
                buffer = group.play_on()
                if buffer.counts[SAMPLES]:
                    run._keep(group, buffer)
    assert run._is_ready()
    assert [len(replay) > 0 for replay in run.replays] == [True, True]
    for _ in range(12):
        run._learn()
    assert run.progress.steps == 12
    assert run.progress.policy_loss > 0
    boards = [drawn(config.shares) for _ in range(400)]
    assert np.mean(boards) == pytest.approx(0.25, abs=0.1)


def test_every_board_has_a_thread():
    assert boards_for([0.7, 0.2, 0.1], 1) == [0, 1, 2]
    assert sorted(boards_for([0.7, 0.2, 0.1], 10)) == [0] * 7 + [1] * 2 + [2]
    assert boards_for([1.0], 3) == [0, 0, 0]


def test_the_rate_rises_and_falls(tmp_path):
    with interpreted():
        run = Training(tiny(rate=0.01, minutes=1), tmp_path)
    assert run._rate() == pytest.approx(0.0001)
    run.progress.steps = 1000
    assert run._rate() == pytest.approx(0.01)
    run.progress.seconds = 30
    assert run._rate() == pytest.approx(0.0055)
    run.progress.seconds = 1e9
    assert run._rate() == pytest.approx(0.001)


def test_strengths_are_drawn_beside_losses(tmp_path):
    curve = {"seconds": [60.0], "games": [9.0], "policy_loss": [1.0], "value_loss": [0.5]}
    curve["kept"] = [0.0]
    (tmp_path / "strength.csv").write_text("seconds,score,low,high\n60,0.5,0.4,0.6\n")
    strengths = read_strengths(tmp_path / "strength.csv")
    assert strengths == {"seconds": [60.0], "score": [0.5], "low": [0.4], "high": [0.6]}
    path = draw_curves({"bamboo": curve}, tmp_path / "both.svg", {"bamboo": strengths})
    assert "score of the policy" in path.read_text()
    assert "score of the policy" not in draw_curves({"b": curve}, tmp_path / "b.svg").read_text()
    with pytest.raises(TrainingError, match="no curve"):
        read_curve(tmp_path / "strength.csv")


def test_without_an_exam_nothing_is_said_of_what_is_kept(tmp_path):
    lines = [Progress(seconds=5, policy_loss=2).line(), Progress(9, policy_loss=1, kept=0.5).line()]
    assert [line["kept"] for line in lines] == ["", "0.5"]
    text = [",".join(lines[0]), *(",".join(line.values()) for line in lines)]
    (tmp_path / "curve.csv").write_text("\n".join(text))
    assert read_curve(tmp_path / "curve.csv")["kept"] == [0.0, 0.5]


def test_accuracy_is_drawn_where_there_was_an_exam(tmp_path):
    heading, line = "seconds,games,policy_loss,value_loss", "60,0,0.5,0.25"
    (tmp_path / "old.csv").write_text(f"{heading}\n{line}\n")
    (tmp_path / "new.csv").write_text(f"{heading},kept\n{line},0.93\n")
    old, new = read_curve(tmp_path / "old.csv"), read_curve(tmp_path / "new.csv")
    assert (old["kept"], new["kept"]) == ([0.0], [0.93])
    assert "moves that keep" not in draw_curves({"a": old}, tmp_path / "a.svg").read_text()
    assert "moves that keep" in draw_curves({"b": new}, tmp_path / "b.svg").read_text()
