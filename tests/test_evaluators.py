"""What holds for every evaluator and rater of every game."""

from __future__ import annotations

from typing import Any

import pytest

import plyground as pg
from boards import ONE_WORD
from judging import judge, other_to_move, rate_all
from plyground.conformance import random_positions
from plyground.game.judges import BOUND
from plyground.game.registry import built_in_names, game_class
from plyground.games.bamboo.judges import GroupsAndMoves, Spread
from plyground.games.cachex.judges import Bridges, PathDifference
from plyground.games.connect_four.judges import Utility
from plyground.games.konane.judges import (
    Mobility,
    MoversFirst,
    ReportOrder,
    ReportSorted,
    SequentialMobility,
)
from plyground.games.tic_tac_toe.judges import OpenLines
from plyground.kernel import interpreted

# Judges whose weights are told apart best by other numbers than their own.
OTHER_WEIGHTS = {
    GroupsAndMoves: GroupsAndMoves(3, 2),
    Spread: Spread(5, 3, 7),
    Bridges: Bridges(captures=7, danger=7, tempo=0),
    Mobility: Mobility(2, 5),
    MoversFirst: MoversFirst(3, 1),
    OpenLines: OpenLines(weight=3),
    SequentialMobility: SequentialMobility(3),
}
# The Konane report lists jumps from the top left, so these change when the board is turned.
ONE_WAY_UP = (SequentialMobility, ReportOrder, ReportSorted)
# What is good for one side is as bad for the other, whoever is to move.
IMPARTIAL = (Utility, PathDifference, Bridges, OpenLines, GroupsAndMoves, Spread, Mobility)
IMPARTIAL += (MoversFirst, SequentialMobility)
SIZES = 4  # of each game's examples


def judges(kind: str) -> list[tuple[pg.Game[Any], Any]]:
    """Every evaluator or rater that a game declares, with some of the game's sizes."""
    found = []
    for name in built_in_names():
        known = game_class(name).knowledge
        for declared in getattr(known, f"{kind}s"):
            made = getattr(known, kind)(declared)
            chosen = OTHER_WEIGHTS.get(type(made), made)
            sizes = game_class(name).examples[:SIZES]
            found += [(pg.game(name, **parameters), chosen) for parameters in sizes]
    return found


EVALUATORS, RATERS = judges("evaluator"), judges("rater")
TURNING = [pair for pair in EVALUATORS if not isinstance(pair[1], ONE_WAY_UP)]
TURNING_RATERS = [pair for pair in RATERS if not isinstance(pair[1], ONE_WAY_UP)]
ANTISYMMETRIC = [pair for pair in EVALUATORS if isinstance(pair[1], IMPARTIAL)]


def each_of(pairs: list[tuple[pg.Game[Any], Any]], names: str) -> pytest.MarkDecorator:
    """A test for each; where more is compiled than for the game's usual board, a slow one."""
    found = []
    for game, made in pairs:
        usual = pg.game(game.name).shape.cell_count > ONE_WORD
        marks = [pytest.mark.slow] * (usual != (game.shape.cell_count > ONE_WORD))
        found.append(pytest.param(game, made, marks=marks))
    return pytest.mark.parametrize(names.split(), found, ids=str)


@each_of(EVALUATORS, "game evaluator")
def test_evaluators_mean_the_same_compiled(game, evaluator):
    assert judge.prepare(evaluator, game.start())
    for position in random_positions(game, 1, 40):
        value = judge(evaluator, position)
        assert abs(value) < BOUND
        with interpreted():
            plain = judge(evaluator, position)
        assert type(plain) is int
        assert plain == value


@each_of(TURNING, "game evaluator")
def test_evaluators_do_not_see_symmetries(game, evaluator):
    for position in random_positions(game, 2, 20):
        images = [position.transform(symmetry) for symmetry in range(game.symmetries)]
        assert len({judge(evaluator, image) for image in images}) == 1


@each_of(RATERS, "game rater")
def test_raters_mean_the_same_compiled(game, rater):
    for position in random_positions(game, 3, 20):
        ratings = rate_all(game, rater, position)
        with interpreted():
            assert rate_all(game, rater, position) == ratings


@each_of(TURNING_RATERS, "game rater")
def test_raters_do_not_see_symmetries(game, rater):
    for position in random_positions(game, 4, 10):
        ratings = rate_all(game, rater, position)
        for symmetry in range(game.symmetries):
            image = rate_all(game, rater, position.transform(symmetry))
            assert image == {
                position.transform_move(symmetry, move): rating for move, rating in ratings.items()
            }


@each_of(ANTISYMMETRIC, "game evaluator")
def test_good_for_one_is_bad_for_the_other(game, evaluator):
    for position in random_positions(game, 5, 30):
        assert judge(evaluator, other_to_move(position)) == -judge(evaluator, position)
