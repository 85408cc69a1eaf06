"""What holds for every evaluator and rater of Connect Four, Cachex and tic-tac-toe."""

from __future__ import annotations

from itertools import product

import pytest

from judging import CACHEX, FOURS, TIC_TAC_TOE, judge, rate_all
from plyground.conformance import random_positions
from plyground.evaluators import cachex, connect_four, tic_tac_toe
from plyground.evaluators.plain import BOUND
from plyground.kernel import interpreted

EVALUATORS = [
    *product(FOURS, (connect_four.Utility(), connect_four.ThreatParity())),
    *product(CACHEX, (cachex.PathDifference(), cachex.Bridges())),
    *product(TIC_TAC_TOE, (tic_tac_toe.OpenLines(),)),
]
RATERS = [
    *product(FOURS, (connect_four.Centre(), connect_four.Threats())),
    *product(CACHEX, (cachex.BesideStones(), cachex.Central(), cachex.CapturesFirst())),
    *product(TIC_TAC_TOE, (tic_tac_toe.CentreFirst(),)),
]


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS, ids=str)
def test_evaluators_mean_the_same_compiled(game, evaluator):
    assert judge.prepare(evaluator, game.start())
    for position in random_positions(game, 1, 40):
        value = judge(evaluator, position)
        assert abs(value) < BOUND
        with interpreted():
            plain = judge(evaluator, position)
        assert type(plain) is int
        assert plain == value


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS, ids=str)
def test_evaluators_do_not_see_symmetries(game, evaluator):
    for position in random_positions(game, 2, 20):
        images = [position.transform(symmetry) for symmetry in range(game.symmetries)]
        assert len({judge(evaluator, image) for image in images}) == 1


@pytest.mark.parametrize(("game", "rater"), RATERS, ids=str)
def test_raters_mean_the_same_compiled(game, rater):
    for position in random_positions(game, 3, 20):
        ratings = rate_all(game, rater, position)
        with interpreted():
            assert rate_all(game, rater, position) == ratings


@pytest.mark.parametrize(("game", "rater"), RATERS, ids=str)
def test_raters_do_not_see_symmetries(game, rater):
    for position in random_positions(game, 4, 10):
        ratings = rate_all(game, rater, position)
        for symmetry in range(game.symmetries):
            image = rate_all(game, rater, position.transform(symmetry))
            assert image == {
                position.transform_move(symmetry, move): rating for move, rating in ratings.items()
            }


ANTISYMMETRIC = [
    *product(FOURS, (connect_four.Utility(),)),
    *product(CACHEX, (cachex.PathDifference(), cachex.Bridges(captures=7, danger=7, tempo=0))),
    *product(TIC_TAC_TOE, (tic_tac_toe.OpenLines(weight=3),)),
]


@pytest.mark.parametrize(("game", "evaluator"), ANTISYMMETRIC, ids=str)
def test_good_for_one_is_bad_for_the_other(game, evaluator):
    for position in random_positions(game, 5, 30):
        other = position._replace(mine=position.theirs, theirs=position.mine)
        if hasattr(other, "turn"):
            other = other._replace(turn=other.turn + 1)
        assert judge(evaluator, other) == -judge(evaluator, position)
