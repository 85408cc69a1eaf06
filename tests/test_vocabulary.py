"""The shared words mean what they say."""

from __future__ import annotations

import dataclasses

import pytest

import plyground as pg
from plyground import errors
from plyground.kernel.monitor import COUNTERS


def test_outcome_from_both_sides():
    assert [pg.Outcome(1, "x").result_for(player) for player in (0, 1)] == [-1, 1]
    assert [pg.Outcome(None, "x").result_for(player) for player in (0, 1)] == [0, 0]


def test_scores_from_both_sides():
    assert pg.Estimate(3, player=0).seen_by(1) == pg.Estimate(-3, player=1)
    assert pg.Proven(1, player=0, distance=5).seen_by(1) == pg.Proven(-1, 1, 5)
    assert pg.Estimate(3, player=0).seen_by(0) == pg.Estimate(3, player=0)
    assert pg.Estimate(1, 0) != pg.Proven(1, 0)


def test_scores_in_words():
    words = [pg.Proven(1, 0, 5), pg.Proven(-1, 0), pg.Proven(0, 0, 7), pg.Estimate(2, 0)]
    assert list(map(str, words)) == ["win in 5", "loss", "draw", "+2"]


def test_statistics_add_up():
    one = pg.Statistics(nodes=10, expanded=4, legal_moves=12, depth=3, seconds=0.5)
    two = pg.Statistics(nodes=30, expanded=6, legal_moves=8, depth=2, seconds=1.5)
    both = one + two
    assert both == pg.Statistics(nodes=40, expanded=10, legal_moves=20, depth=3, seconds=2.0)
    assert both.branching_factor == 2
    assert both.nodes_per_second == 20
    assert pg.Statistics().branching_factor == 0
    assert pg.Statistics().nodes_per_second == 0


def test_monitor_counts_what_statistics_hold():
    fields = [field.name for field in dataclasses.fields(pg.Statistics)]
    assert [*COUNTERS, "seconds", "proof_nodes"] == fields


def test_limit_in_words():
    assert str(pg.Limit(seconds=2, depth=8)) == "seconds=2, depth=8"
    assert str(pg.Limit()) == "none"


def test_error_tree_is_documented():
    defined = [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    ]
    assert errors.__doc__ is not None
    for name in defined:
        assert name in errors.__doc__


def test_positions_of_other_games_are_refused():
    game, wider = pg.game("connect_four"), pg.game("connect_four", width=8)
    with pytest.raises(pg.InvalidPositionError, match=r"belongs to connect_four\(width=8\)"):
        game.play(wider.start(), "1")
    with pytest.raises(pg.InvalidPositionError, match="a position of connect_four was expected"):
        game.play(pg.game("tic_tac_toe").start(), "1")


def test_playthrough_is_a_value():
    game = pg.game("connect_four")
    start = pg.Playthrough.read(game, moves="4 4 3")
    assert start.undo().moves == (3, 3)
    assert start.undo(99).moves == ()
    assert start.format_moves() == "4 4 3"
    assert start.play("2").undo() == start
    with pytest.raises(pg.IllegalMoveError):
        start.play_all([3, 3, 3, 3, 3])
    from_position = pg.Playthrough.read(game, game.format_position(start.position), "1")
    assert from_position.position == start.play("1").position
