"""Lessons where positions come back: what they teach is true, in machine code and in Python."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import plyground as pg
from plyground.kernel import Monitor, interpreted
from plyground.learn.lessons import HANDFUL, Asked, LessonGroup
from plyground.learn.samples import SAMPLES
from plyground.solvers.lessons import BEST, KEEPING, WRONG
from plyground.solvers.retrograde import analysis_of
from plyground.solvers.retrograde_lessons import LONG_GAME, retrograde_lessons
from plyground.tournaments.judged_positions import PositionJudge

CACHEX = pg.game("cachex", size=3)


def drawn(count):
    """So many lessons: positions, what their moves are worth, results and plies."""
    lessons, analysis = retrograde_lessons(CACHEX, 3)
    analysis.run(Monitor())
    worths = np.zeros(CACHEX.move_limit)
    with interpreted():
        for _ in range(count):
            position, result, plies = lessons.draw(worths)
            yield position, {m: float(worths[m]) for m in CACHEX.legal(position)}, result, plies


def test_what_is_taught_is_true():
    judge, results, seen = PositionJudge(CACHEX), set(), set()
    for position, worths, result, plies in drawn(200):
        judged = judge.judge(position, plies)
        assert {m for m, worth in worths.items() if worth > 0} == set(judged.keeping)
        assert {m for m, worth in worths.items() if worth == BEST} == set(judged.best)
        assert set(worths.values()) <= {BEST, KEEPING, WRONG}
        assert result == judged.values[judged.best[0]].result
        assert 0 < plies == position.turn < LONG_GAME * 9  # moves at the start are not numbered
        results.add(result)
        seen.add(position)
    assert results >= {-1, 1}
    assert len(seen) > 80


def test_who_is_taught_so():
    assert retrograde_lessons(pg.game("tic_tac_toe"), 1) is None  # no position comes back
    assert retrograde_lessons(pg.game("cachex", size=8), 1) is None  # too many positions
    assert LessonGroup(CACHEX, 1, asked=Asked(for_exam=True)).interpreted


def test_lessons_begin_once_all_is_analysed(monkeypatch):
    monkeypatch.setattr("plyground.learn.lessons.SOME", 20_000)  # a sweep has 3 ** 9
    analysis_of.cache_clear()
    with interpreted():
        group = LessonGroup(CACHEX, 1, handful=5)
        assert group.play_on().counts[SAMPLES] == 0
        assert group._analysis.swept >= 0
        while not group.play_on().counts[SAMPLES]:
            assert not group._analysis.complete
    assert group._analysis.complete


@pytest.mark.slow
def test_compiled_and_interpreted_lessons_are_the_same():
    buffers = []
    for how in (contextlib.nullcontext(), interpreted()):
        with how:
            group = LessonGroup(CACHEX, 5, handful=100)
            group.play_on()
        assert not group.interpreted
        buffers.append(group.buffer)
    fast, slow = buffers
    assert fast.counts[SAMPLES] == slow.counts[SAMPLES] >= 100
    for name in ("planes", "policies", "values", "plies"):
        assert (getattr(fast, name) == getattr(slow, name)).all()
    assert LessonGroup(CACHEX, 5).handful == HANDFUL
