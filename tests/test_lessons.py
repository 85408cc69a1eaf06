"""Lessons: what a solver teaches is true, some positions are kept back, and networks learn it."""

from __future__ import annotations

import numpy as np
import pytest

import plyground as pg
from plyground.game.position import least_key
from plyground.games.connect_four.solver.lessons import lessons_for
from plyground.games.connect_four.solver.solver import connect_four_solver
from plyground.kernel import popcount
from plyground.learn.lessons import KEPT_BACK, LessonGroup
from plyground.learn.samples import SAMPLES, STEPS
from plyground.learn.training import Training, threads_that_judge
from plyground.neural.encoding import encoding_of
from plyground.solvers.lessons import BEST, KEEPING, UNSEEN, WRONG, is_unseen
from plyground.solvers.solver import Options
from plyground.tournaments.judged_positions import Draw, PositionJudge, draw_positions
from tiny_training import tiny

CONNECT_FOUR = pg.game("connect_four")
TIC_TAC_TOE = pg.game("tic_tac_toe")


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def taught(group: LessonGroup, count: int) -> None:
    while group.buffer.counts[SAMPLES] < count:
        group.play_on()


@pytest.fixture(scope="module")
def connect_four():
    group = LessonGroup(CONNECT_FOUR, 1, handful=80)
    taught(group, 64)
    return group


def positions_in(group: LessonGroup):
    """The positions of the samples: what the planes of both sides show."""
    for planes in group.buffer.planes[: group.buffer.counts[SAMPLES]] / STEPS:
        mine = sum(1 << 7 * c + r for r, c in zip(*np.nonzero(planes[1]), strict=True))
        theirs = sum(1 << 7 * c + r for r, c in zip(*np.nonzero(planes[2]), strict=True))
        yield CONNECT_FOUR.start()._replace(mine=mine, theirs=theirs)


def test_what_is_taught_is_true(connect_four):
    solver = connect_four_solver(CONNECT_FOUR, Options(memory=64))
    encoder, compared, results_alone = encoding_of(CONNECT_FOUR).encoder, 0, 0
    for sample, position in enumerate(positions_in(connect_four)):
        plies = popcount(position.mine | position.theirs)
        if 12 <= plies < 16:
            continue  # slow to solve
        scores = {m: -solver.score(position.play(m)) for m in CONNECT_FOUR.legal(position)}
        best, policy = max(scores.values()), connect_four.buffer.policies[sample]
        assert connect_four.buffer.values[sample] == sign(best)
        assert connect_four.buffer.plies[sample] in (plies, KEPT_BACK)
        compared += 1
        if not policy.any():
            results_alone += 1
            continue
        assert np.count_nonzero(policy) == len(scores)
        for move, score in scores.items():
            worth = policy[encoder.slot(position, move)]
            assert (worth > 0) == (sign(score) == sign(best))
            assert score != best or worth == 1
            assert worth in (BEST, np.float32(KEEPING), WRONG)
    assert compared > 80
    assert 20 < results_alone < compared - 20


def test_lessons_come_from_all_of_the_game(connect_four):
    plies = {popcount(each.mine | each.theirs) for each in positions_in(connect_four)}
    assert min(plies) < 8
    assert max(plies) >= 18


def test_some_positions_are_never_taught(connect_four):
    kept = [is_unseen(least_key(CONNECT_FOUR, each)) for each in positions_in(connect_four)]
    assert any(kept)
    assert kept == [each == KEPT_BACK for each in connect_four.buffer.plies[: len(kept)]]


@pytest.mark.slow
def test_the_stated_share_is_never_taught():
    drawn = [least_key(CONNECT_FOUR, p) for p, _ in draw_positions(CONNECT_FOUR, Draw(200, 5))]
    assert 0.5 / UNSEEN < np.mean([is_unseen(key) for key in drawn]) < 2 / UNSEEN


def test_images_are_kept_back_together():
    for position, _ in draw_positions(CONNECT_FOUR, Draw(20, 5)):
        assert least_key(CONNECT_FOUR, position) == least_key(CONNECT_FOUR, position.transform(1))


def test_only_unseen_positions_are_drawn_on_request():
    drawn = list(draw_positions(CONNECT_FOUR, Draw(10, 5, 8, 8, unseen=True)))
    assert len(drawn) == 10
    assert all(is_unseen(least_key(CONNECT_FOUR, position)) for position, _ in drawn)


def test_a_board_without_a_book_is_taught_by_the_solver():
    small = pg.game("connect_four", width=4, height=4)
    assert lessons_for(small, 1) is None
    group = LessonGroup(small, 1)
    group.play_on()
    assert 1 <= group.buffer.counts[SAMPLES] <= 2


def test_any_game_is_taught_by_its_solver():
    group = LessonGroup(TIC_TAC_TOE, 2)
    taught(group, 20)
    judge, found = PositionJudge(TIC_TAC_TOE), 0
    for position, plies in draw_positions(TIC_TAC_TOE, Draw(200, 9)):
        planes = encoding_of(TIC_TAC_TOE).planes_of(position) * STEPS
        for sample in range(20):
            if (group.buffer.planes[sample] == planes).all():
                judged = judge.judge(position, plies)
                found += 1
                worths = group.buffer.policies[sample]
                assert np.count_nonzero(worths > 0) == len(judged.keeping)
                assert np.count_nonzero(worths) == len(judged.values)
                assert group.buffer.values[sample] == judged.values[judged.best[0]].result
    assert found > 0


@pytest.mark.parametrize(
    ("lessons", "threads", "expected"),
    [(0, 4, 0), (1, 4, 4), (0.1, 4, 1), (0.9, 4, 3), (0.5, 1, 1)],
)
def test_threads_are_shared(lessons, threads, expected):
    assert threads_that_judge(lessons, threads) == expected


@pytest.mark.slow
@pytest.mark.parametrize("lessons", [0.5, 1.0])
def test_a_network_learns_from_lessons(tmp_path, lessons):
    config = tiny(lessons=lessons, minutes=0.1, first_samples=32, reuse=200, exam=100)
    run = Training(config, tmp_path)
    for _ in run.run():
        if run.progress.steps:
            break
    assert all(map(len, run.lessons.values()))
    assert len(run.exam) > 0
    assert (run.progress.games > 0) == (lessons < 1)
