"""Lessons of the general solver in machine code: what they teach is true, and none is repeated."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
import torch

import plyground as pg
from plyground.kernel import interpreted
from plyground.learn.lessons import FEW, Asked, LessonGroup
from plyground.learn.samples import SAMPLES
from plyground.learn.training import Training
from plyground.solvers.exact_lessons import exact_lessons
from plyground.solvers.lessons import BEST, WRONG
from plyground.tournaments.judged_positions import PositionJudge
from tiny_training import tiny

TIC_TAC_TOE = pg.game("tic_tac_toe")


def drawn(lessons, count):
    """So many lessons: positions, what their moves are worth, results and plies."""
    worths = np.zeros(TIC_TAC_TOE.move_limit)
    for _ in range(count):
        position, result, plies = lessons.draw(worths)
        legal = TIC_TAC_TOE.legal(position)
        yield position, {move: float(worths[move]) for move in legal}, result, plies


def test_what_is_taught_is_true():
    judge, results, seen = PositionJudge(TIC_TAC_TOE), set(), set()
    with interpreted():
        lessons = list(drawn(exact_lessons(TIC_TAC_TOE, 3, 300), 80))
    for position, worths, result, plies in lessons:
        judged = judge.judge(position, plies)
        assert {m for m, worth in worths.items() if worth == BEST} == set(judged.keeping)
        assert set(worths.values()) <= {BEST, WRONG}
        assert result == judged.values[judged.best[0]].result
        assert plies == (position.mine | position.theirs).bit_count()
        results.add(result)
        seen.add(position)
    assert results == {-1, 0, 1}
    assert len(seen) > 40


def test_a_ply_out_of_reach_is_tried_seldom():
    lessons = exact_lessons(TIC_TAC_TOE, 3, 8)  # fewer nodes than the start has moves
    with interpreted():
        assert all(plies > 0 for *_, plies in drawn(lessons, 40))
    assert lessons.settled[0] == 0
    assert 0 < lessons.tried[0] < lessons.tried[7]
    assert lessons.settled[7] > 0.5 * lessons.tried[7]


@pytest.mark.parametrize("distances", [False, True], ids=["machine code", "interpreted"])
def test_where_nothing_is_settled_whoever_asks_may_stop(distances):
    """One node is not enough for any position."""
    group = LessonGroup(pg.game("tic_tac_toe"), 1, asked=Asked(1, distances))
    assert group.interpreted == distances
    for _ in range(5):
        assert group.play_on().counts[SAMPLES] == 0


def test_who_teaches():
    assert exact_lessons(pg.game("cachex", size=3), 1, 1000) is None  # positions come back
    assert LessonGroup(TIC_TAC_TOE, 1).interpreted  # distances are wanted
    assert LessonGroup(TIC_TAC_TOE, 1, asked=Asked(distances=False, for_exam=True)).interpreted


@pytest.mark.slow
def test_compiled_and_interpreted_lessons_are_the_same():
    asked, groups = Asked(2000, distances=False), []
    for how in (contextlib.nullcontext(), interpreted()):
        with how:
            group = LessonGroup(TIC_TAC_TOE, 5, asked=asked)
            group.play_on()
        assert not group.interpreted
        groups.append(group.buffer)
    fast, slow = groups
    assert fast.counts[SAMPLES] == slow.counts[SAMPLES] >= FEW
    for name in ("planes", "policies", "values", "plies"):
        assert (getattr(fast, name) == getattr(slow, name)).all()


def test_a_solver_waits_for_a_learner_on_the_same_cores(tmp_path):
    run = Training(tiny(lessons=1.0, first_samples=16), tmp_path, threads=3)
    (group,) = run._groups  # asked by Python, which only one thread can
    assert not run._is_enough(group)
    run.lessons[group.game].added[0] = 1000
    assert run._is_enough(group)
    run.progress.steps = 1000
    assert not run._is_enough(group)


def test_where_a_gpu_learns_a_solver_leaves_its_core_to_the_games(tmp_path):
    for lessons, waits in ((1.0, False), (0.5, True)):
        config = tiny(lessons=lessons, best_weight=0.0, lesson_nodes=2000, first_samples=16)
        run = Training(config, tmp_path / str(lessons), threads=2)
        run.device = torch.device("cuda")
        group = next(each for each in run._groups if each.judged)
        assert not group.interpreted
        run.lessons[group.game].added[0] = 1000
        assert run._is_enough(group) == waits


def test_many_lessons_do_not_make_the_same_games_be_learnt_again_and_again(tmp_path):
    run = Training(tiny(lessons=0.5, first_samples=16, reuse=4), tmp_path)
    (store,) = run.lessons.values()
    store.added[0], run.replays[0].added = 100_000, 72
    assert not run._is_ahead(judged=False)
    run._steps_of = [16, 16]  # 4 times 72 - 16 / 2 positions, in batches of 16
    assert not run._is_ahead(judged=False)
    run._steps_of = [17, 17]
    assert run._is_ahead(judged=False)
    assert not run._is_ahead(judged=True)
