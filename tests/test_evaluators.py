"""What holds for every evaluator and rater of a game."""

from __future__ import annotations

from itertools import product

import pytest

import plyground.evaluators as known
from judging import BAMBOO, CACHEX, FOURS, KONANE, TIC_TAC_TOE, judge, other_to_move, rate_all
from plyground.conformance import random_positions
from plyground.evaluators import bamboo, cachex, connect_four, konane, tic_tac_toe
from plyground.evaluators.plain import BOUND
from plyground.kernel import interpreted

EVALUATORS = [
    *product(FOURS, (connect_four.Utility(), connect_four.ThreatParity())),
    *product(CACHEX, (cachex.PathDifference(), cachex.Bridges())),
    *product(TIC_TAC_TOE, (tic_tac_toe.OpenLines(),)),
    *product(BAMBOO, (bamboo.GroupsAndMoves(3, 2), bamboo.Spread(5, 3, 7))),
    *product(KONANE, (konane.Mobility(2, 5), konane.MoversFirst(3, 1))),
]
RATERS = [
    *product(FOURS, (connect_four.Centre(), connect_four.Threats())),
    *product(CACHEX, (cachex.BesideStones(), cachex.Central(), cachex.CapturesFirst())),
    *product(TIC_TAC_TOE, (tic_tac_toe.CentreFirst(),)),
    *product(BAMBOO, (bamboo.Outer(), bamboo.MostGroups(), bamboo.SumOfSquares())),
    *product(BAMBOO, (bamboo.Sparsity(), bamboo.SparsityThenOuter())),
]
# The Konane report lists jumps from the top left, so these change when the board is turned.
ONE_WAY_UP = list(product(KONANE, (konane.SequentialMobility(3),)))
ONE_WAY_UP_RATERS = list(product(KONANE, (konane.ReportOrder(),)))


def test_none_is_missing():
    """Whoever registers an evaluator or a rater puts it under these tests."""
    for make, names, listed in (
        (known.evaluator, known.EVALUATORS, EVALUATORS + ONE_WAY_UP),
        (known.rater, known.RATERS, RATERS + ONE_WAY_UP_RATERS),
    ):
        registered = {type(make(game, name)) for game in names for name in names[game]}
        assert {type(one) for _, one in listed} == registered


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS + ONE_WAY_UP, ids=str)
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


@pytest.mark.parametrize(("game", "rater"), RATERS + ONE_WAY_UP_RATERS, ids=str)
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
    *product(BAMBOO, (bamboo.GroupsAndMoves(3, 2), bamboo.Spread(5, 3, 7))),
    *product(KONANE, (konane.Mobility(2, 5), konane.MoversFirst(3, 1))),
    *ONE_WAY_UP,
]


@pytest.mark.parametrize(("game", "evaluator"), ANTISYMMETRIC, ids=str)
def test_good_for_one_is_bad_for_the_other(game, evaluator):
    for position in random_positions(game, 5, 30):
        assert judge(evaluator, other_to_move(position)) == -judge(evaluator, position)
