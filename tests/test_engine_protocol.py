"""The lines of the engine protocol: limits and information survive as text."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground.agents.protocol import (
    format_go,
    format_info,
    line_in,
    parse_go,
    parse_info,
    score_in,
    statistics_in,
)
from scripted_engine import GAME, START


@pytest.mark.parametrize("limit", [pg.Limit(), pg.Limit(0.25, 9, 3), pg.Limit(depth=2)])
def test_limits_survive_text(limit):
    verb, *words = format_go(limit).split()
    assert (verb, parse_go(words)) == ("go", limit)


@pytest.mark.parametrize("words", ["depth", "depth x", "wtime 3", "seconds -1", "nodes 1.5"])
def test_wrong_limits(words):
    with pytest.raises(pg.InvalidLimitError):
        parse_go(words.split())


@pytest.mark.parametrize(
    "score",
    [None, pg.Estimate(-0.125, 0), pg.Proven(1, 0, 5), pg.Proven(-1, 0), pg.Proven(0, 0)],
)
def test_info_survives_text(score):
    found = pg.Decision(4, score, (4, 0, 2), pg.Statistics(nodes=9, depth=3, cutoffs=1))
    info = parse_info(format_info(GAME, found).split()[1:])
    assert score_in(info, 0) == score
    assert line_in(info, GAME, START) == found.line
    assert statistics_in(info, 0.0) == found.statistics


@pytest.mark.parametrize(
    "text",
    [
        *("score", "score nan", "score 1e999", "score 9e30", "score much", "line", "line z9"),
        *("nodes -3", "nodes many depth", f"nodes {10**30} depth ²", "5 6 7", ""),
    ],
)
def test_unreadable_info_is_left_out(text):
    info = parse_info(text.split())
    assert score_in(info, 0) is None
    assert line_in(info, GAME, START) == ()
    assert statistics_in(info, 0.0) == pg.Statistics()
