"""How networks learn from lessons: losses, shares by phase, the exam, the guard, small files."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

import plyground as pg
from plyground.learn.board_file import board_file, in_bytes
from plyground.learn.exam import Exam
from plyground.learn.forward import PlainForward
from plyground.learn.guard import FIRST_STEPS, KEEP_STEPS, Guard
from plyground.learn.learner import Learner, architecture_of, empty_batch
from plyground.learn.lesson_store import LessonStore
from plyground.learn.lessons import KEPT_BACK
from plyground.learn.losses import judged_moves_loss, keeping_loss, right_moves_loss, value_loss
from plyground.learn.model import Answers, BoardNetwork
from plyground.learn.samples import SAMPLES, new_sample_buffer
from plyground.neural.board_network import board_judge
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata
from tiny_training import tiny

pytestmark = pytest.mark.usefixtures("one_torch_thread")

GAME = pg.game("tic_tac_toe")
ENCODING = encoding_of(GAME)
CPU = torch.device("cpu")


# --- losses -----------------------------------------------------------------------------------


def test_any_right_move_will_do_and_illegal_ones_do_not_count():
    logits = torch.log(torch.tensor([[0.4, 0.3, 0.1, 0.2]] * 3))
    worths = torch.tensor([[1.0, 0.8, -1.0, 0.0], [-1.0, 1.0, -1.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    expected = -(math.log(0.7 / 0.8) + math.log(0.3 / 0.8)) / 2
    assert float(right_moves_loss(logits, worths, worths > 0)) == pytest.approx(expected, rel=1e-5)
    best = -(math.log(0.4 / 0.8) + math.log(0.3 / 0.8)) / 2
    whole = judged_moves_loss(logits, worths, best_weight=0.5)
    assert float(whole) == pytest.approx(expected + 0.5 * best, rel=1e-5)


def test_nothing_is_learnt_of_moves_that_were_not_judged():
    logits = torch.zeros((1, 4), requires_grad=True)
    none = torch.zeros((1, 4))
    (judged_moves_loss(logits, none, 0.1) + keeping_loss(logits, none)).backward()
    assert not logits.grad.any()


def test_each_legal_move_is_asked_whether_it_keeps_the_result():
    worths = torch.tensor([[1.0, -1.0, 0.0]])
    found = keeping_loss(torch.tensor([[2.0, 1.0, 50.0]]), worths)
    expected = (math.log(1 + math.exp(-2)) + math.log(1 + math.exp(1))) / 2
    assert float(found) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(("value", "chances"), [(1.0, [1, 0, 0]), (-0.25, [0, 0.75, 0.25])])
def test_a_value_stands_for_chances(value, chances):
    logits = torch.tensor([[0.5, 1.0, -1.0]])
    answers = Answers(logits, torch.zeros(1), logits, None)
    expected = -(torch.tensor([chances]) * torch.log_softmax(logits, 1)).sum()
    assert float(value_loss(answers, torch.tensor([value]))) == pytest.approx(float(expected))


# --- what is kept -----------------------------------------------------------------------------


def lessons_of(*plies: int, results_alone: int = 0) -> Any:
    """Lessons whose planes say their ply; the last few have a result alone."""
    buffer = new_sample_buffer(ENCODING, 100)
    for i, ply in enumerate(plies):
        buffer.planes[i] = ply
        buffer.policies[i] = 0.0 if i >= len(plies) - results_alone else 1.0
        buffer.plies[i] = ply
    buffer.counts[SAMPLES] = len(plies)
    return buffer


def store_of(**changes: Any) -> LessonStore:
    settings = {
        "lessons": 1.0,
        "batch": 3,
        "capacity": 3,
        "lesson_plies": [2, 5],
        "lesson_shares": [0.5, 0.25, 0],
    }
    return LessonStore(ENCODING, tiny(**settings | {"result_share": 0.25} | changes), CPU)


def drawn(store: LessonStore, count: int = 400) -> dict[int, float]:
    """The share of each ply in a batch."""
    plies = (store.draw(count).planes[:, 0, 0, 0] * 64).round().int().tolist()
    return {ply: plies.count(ply) / count for ply in sorted(set(plies))}


def test_every_phase_has_its_share():
    store = store_of()
    assert store.add(lessons_of(1, 3, 7, 8, results_alone=1)) == 4
    assert drawn(store) == {1: 0.5, 3: 0.25, 8: 0.25}


def test_a_phase_without_lessons_leaves_its_share_to_the_others():
    store = store_of()
    store.add(lessons_of(3, 8, results_alone=1))
    assert drawn(store) == {3: 0.5, 8: 0.5}
    only = store_of()
    only.add(lessons_of(7))
    assert drawn(only) == {7: 1.0}


def test_the_newest_lessons_of_a_phase_are_kept():
    store = store_of(lesson_plies=[], lesson_shares=[1], result_share=0)
    buffer = lessons_of(1, 2, 3, KEPT_BACK, 4)
    assert store.add(buffer) == 4
    assert buffer.counts[SAMPLES] == 0
    assert len(store) == 3
    assert set(drawn(store)) == {2, 3, 4}
    store.add(lessons_of(5))
    assert set(drawn(store)) == {3, 4, 5}


# --- the exam ---------------------------------------------------------------------------------


class Favourite(torch.nn.Module):
    """Always likes one slot most, then the next."""

    def __init__(self, slot: int) -> None:
        super().__init__()
        self.slot = slot
        self.weight = torch.nn.Parameter(torch.zeros(1))

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits = -((torch.arange(9) - self.slot) % 9).float()
        return logits.expand(len(planes), 9), torch.zeros(len(planes))


def test_the_exam_counts_moves_that_keep_the_value():
    buffer = lessons_of(KEPT_BACK, KEPT_BACK, KEPT_BACK, 5, KEPT_BACK)
    for sample, worths in enumerate(([1, -1, 0], [-1, 0.8, 0], [0, 0, 0], [1, 1, 1], [0, 1, -1])):
        buffer.planes[sample] = sample
        buffer.policies[sample] = [*worths, 0, 0, 0, 0, 0, 0]
    exam = Exam(10)
    exam.take(buffer)
    exam.take(buffer)
    assert len(exam) == 3  # neither what is taught nor a result alone, and nothing twice
    assert exam.share_kept(Favourite(0)) == pytest.approx(2 / 3)
    assert exam.share_kept(Favourite(1)) == pytest.approx(2 / 3)
    assert exam.share_kept(Favourite(2)) == pytest.approx(1 / 3)
    nonsense = Favourite(0)
    nonsense.forward = lambda planes: (torch.full((len(planes), 9), torch.nan), None)
    assert exam.share_kept(nonsense) == 0
    small = Exam(2)
    small.take(buffer)
    assert len(small) == 2


# --- the guard --------------------------------------------------------------------------------


def test_a_loss_that_jumps_is_undone():
    learner = Learner(tiny(), CPU)
    guard, weights = Guard(learner), next(learner.network.parameters())
    learner.steps = FIRST_STEPS + KEEP_STEPS
    guard.check(1.0)
    good = weights.detach().clone()
    with torch.no_grad():
        weights.add_(1.0)
    guard.check(1.5)  # no jump
    assert guard.factor == 1.0
    for loss in (10.0, math.nan, math.inf):
        with torch.no_grad():
            weights.add_(1.0)
        guard.check(loss)
        assert torch.equal(weights, good)
    assert guard.factor == 1 / 8
    assert guard.restored == 3


def test_what_is_usual_is_known_for_each_kind_of_step():
    """Lessons have small losses, games large ones: neither is a jump."""
    learner = Learner(tiny(), CPU)
    guard, learner.steps = Guard(learner), FIRST_STEPS
    for _ in range(20):
        guard.check(2.0, "games")
        guard.check(0.05, "lessons")
    guard.check(0.2, "lessons")  # small losses may be some times larger
    assert guard.restored == 0
    guard.check(2.0, "lessons")
    assert guard.restored == 1


def test_the_first_losses_may_do_what_they_like():
    guard = Guard(Learner(tiny(), CPU))
    guard.check(1.0)
    guard.check(50.0)
    assert guard.restored == 0


# --- networks ---------------------------------------------------------------------------------

JUDGED = {"lessons": 1.0, "outcomes": 1, "keeping_weight": 0.5, "width": 8, "head": 6}


def test_all_heads_learn():
    learner = Learner(tiny(**JUDGED), CPU)
    batch = empty_batch(ENCODING, 16, CPU)
    batch.planes.copy_(torch.rand(batch.planes.shape).round())
    batch.policies.copy_(torch.randint(-1, 2, batch.policies.shape).float())
    batch.values.copy_(torch.randint(-1, 2, (16,)).float())
    before = {name: each.detach().clone() for name, each in learner.network.named_parameters()}
    losses = [sum(map(float, learner.learn(batch, 0.01, judged=True))) for _ in range(60)]
    assert losses[-1] < 0.8 * losses[0]
    for name, weights in learner.network.named_parameters():
        assert not torch.equal(weights, before[name]), name


def test_a_file_in_8_bits_says_almost_the_same():
    torch.manual_seed(3)
    network = BoardNetwork(architecture_of(tiny(**JUDGED)))
    with torch.no_grad():
        for weights in network.parameters():
            weights.normal_(std=0.3)
    planes = np.random.default_rng(1).normal(size=(5, *ENCODING.shape)).astype(np.float32)
    planes[:, 0] = 1
    expected, worths = PlainForward(network).judge(planes)
    about = Metadata("tic_tac_toe", ENCODING.name)
    files = {bits: board_file(network, about, bits) for bits in (8, 16)}
    for bits, wrong in ((16, 0.01), (8, 0.1)):
        logits, values = board_judge(GAME, files[bits]).judge(planes)
        assert np.abs(logits - expected).max() < wrong * np.abs(expected).max()
        assert np.abs(values - worths).max() < wrong
        assert np.abs(values).max() <= 1
    assert len(files[8]) < len(files[16])


def test_bytes_are_the_nearest_steps():
    values = np.array([[0.5, -1.27, 0.004], [0.0, 0.0, 0.0]], np.float32)
    steps, scales = in_bytes(values)
    assert steps.tolist() == [[50, -127, 0], [0, 0, 0]]
    assert steps * scales == pytest.approx(values, abs=0.005)
