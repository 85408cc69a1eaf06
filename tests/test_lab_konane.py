"""What the lab says about Konane's report, computed from the report's own numbers."""

from __future__ import annotations

from math import log, sqrt
from statistics import NormalDist, stdev

import pytest

from plyground.kernel import interpreted
from plyground.lab.experiments.konane import LISTED, SORTED
from plyground.lab.experiments.konane_pruning import difference
from plyground.lab.experiments.konane_times import Timed, pairs, time_pair
from plyground.lab.sources import read_report
from plyground.lab.timing import FEWEST
from plyground.tournaments.statistics import Interval

SOURCES = {source.key: source for source in read_report("konane").sources}
STEPS = ("Black, first", "White, first", "Black, second", "White, second")


def value(source: str, row: object, column: str) -> float:
    found = {(number.row, number.column): number.value for number in SOURCES[source].numbers}
    return float(found[str(row), column])


def test_ratios_are_those_of_the_reports_times():
    for level in range(1, 7):
        times, each, four = (
            [value(name, level, "seconds") for name in ("ordered", "unordered")],
            [value(name, level, "evaluations") for name in ("ordered", "unordered")],
            [
                sum(value(f"{name}-steps", level, step) for step in STEPS)
                for name in ("ordered", "unordered")
            ],
        )
        ratio = times[0] / times[1]
        assert value("ordered-by-unordered", level, "seconds") == pytest.approx(ratio, abs=6e-4)
        found = value("ordered-by-unordered", level, "seconds an evaluation")
        assert found == pytest.approx(ratio * each[1] / each[0], abs=6e-4)
        found = value("ordered-by-unordered", level, "seconds of four moves")
        assert found == pytest.approx(four[0] / four[1], abs=2e-3)
    for level in range(2, 7):
        for name in ("unordered", "ordered"):
            ratio = value(name, level, "seconds") / value(name, level - 1, "seconds")
            assert value("growth", level, name) == pytest.approx(ratio, abs=6e-4)
    for level in range(1, 6):
        mine, other = (
            value(name, level, "seconds") / value(name, level, "evaluations")
            for name in ("minimax-again", "unordered")
        )
        found = value("minimax-times", level, "an evaluation")
        assert found == pytest.approx(mine / other, abs=6e-4)


def test_scatter_is_that_of_the_reports_own_times():
    """Two standard errors of a ratio, by the time of an evaluation in its games without sorting."""
    games = [("unordered", level) for level in range(1, 7)]
    games += [("minimax-again", level) for level in range(1, 6)]
    each = [log(value(*game, "seconds") / value(*game, "evaluations")) for game in games]
    scatter = NormalDist().inv_cdf(0.975) * sqrt(2) * stdev(each)
    numbers = [number for source in SOURCES.values() for number in source.numbers]
    assert {number.scatter for number in numbers} == {0.0, round(scatter, 2)}


def test_level_1_says_who_won():
    """Positions, moves and children that end the game, of which nobody meets ten at level 1."""
    evaluations = value("ordered", 1, "evaluations")
    factor = value("ordered", 1, "branching factor")
    possible = [
        (jumps, moves)
        for jumps in range(1, 65)
        for ended in range(1, 10)
        if round((moves := evaluations - jumps + ended) / jumps, 2) == factor
    ]
    assert possible == [(53, 390)]


def test_every_time_is_compared():
    compared = {number.key for source in SOURCES.values() for number in source.numbers}
    for source in SOURCES.values():
        for number in source.numbers:
            if number.because == "machine":
                assert number.beside in compared
    assert set(pairs()) < compared


def test_a_pair_of_games_is_timed():
    """Ordered and unordered at level 1, by the counts of the report's games."""
    one, two = Timed(1, "e4 e5", SORTED), Timed(1, "e4 e3", LISTED)
    with interpreted():
        found = time_pair(list(one), list(two), seconds=0.0)
        steps = one._replace(whole=False).play()[1]
    assert found["evaluations"] == [442, 378]
    assert len(found["ratios"]) == FEWEST
    assert all(ratio > 0 for ratio in found["ratios"])
    assert len(steps) == len(STEPS)


def test_difference_of_intervals():
    found = difference(Interval(10, 7, 13), Interval(4, 0, 8))
    assert found == Interval(6, 1, 11)
