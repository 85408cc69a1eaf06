"""Evaluators and raters of tic-tac-toe beside plain oracles."""

from __future__ import annotations

from judging import TIC_TAC_TOE, judge, position_after, rate_all, sides
from plyground.conformance import random_positions
from plyground.games.tic_tac_toe import judges


def test_open_lines():
    game = TIC_TAC_TOE[0]
    rows = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    columns = [{0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
    lines = [*rows, *columns, {0, 4, 8}, {2, 4, 6}]
    for position in random_positions(game, 15, 100):
        mine, theirs = sides(game, position)
        own = sum(not theirs & line for line in lines)
        other = sum(not mine & line for line in lines)
        assert judge(judges.OpenLines(), position) == own - other


def test_open_lines_by_hand():
    game = TIC_TAC_TOE[0]
    assert judge(judges.OpenLines(), game.start()) == 0
    assert judge(judges.OpenLines(), position_after(game, "b2")) == -4
    assert judge(judges.OpenLines(weight=5), position_after(game, "b2 a1")) == 5


def test_centre_corners_edges():
    game = TIC_TAC_TOE[0]
    ratings = rate_all(game, judges.CentreFirst(), game.start())
    assert [ratings[cell] for cell in range(9)] == [1, 0, 1, 0, 2, 0, 1, 0, 1]
