"""What the lab says about Konane's report, computed from the report's own numbers."""

from __future__ import annotations

import pytest

from plyground.kernel import interpreted
from plyground.lab.experiment import Results, Scale
from plyground.lab.experiments import konane_pseudocode, konane_times
from plyground.lab.experiments.konane import LISTED, SORTED
from plyground.lab.experiments.konane_pruning import difference
from plyground.lab.sources import read_report
from plyground.tournaments.statistics import Interval

SOURCES = {source.key: source for source in read_report("konane").sources}


def value(source: str, row: object, column: str) -> float:
    found = {(number.row, number.column): number.value for number in SOURCES[source].numbers}
    return float(found[str(row), column])


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


def test_every_time_is_predicted_by_one_constant():
    keys = {
        number.key
        for source in SOURCES.values()
        for number in source.numbers
        if number.unit == "s" and number.rule != "none"
    }
    assert len(keys) == 65
    work = {step.key: [10] * 8 for step in konane_times.steps(Scale())}
    findings = konane_times.conclude(Results(Scale(), work))
    assert set(findings.numbers) == keys


def test_work_is_that_of_the_reports_games():
    """Evaluations of the games at level 1, and with ordering one more for each child."""
    with interpreted():
        assert sum(konane_times.count_work(1, "e4 e3", LISTED, 1)) == 378
        assert sum(konane_times.count_work(1, "e4 e5", SORTED, 1)) == 442 + 390


def test_the_pseudo_code_gives_the_reports_counters_only_as_it_was_meant():
    counters = {"evaluations": 365, "branching factor": pytest.approx(6.47, abs=5e-3), "cutoffs": 0}
    with interpreted():
        assert konane_pseudocode.run_program([], 1) == counters
        for slip in konane_pseudocode.SLIPS:
            assert konane_pseudocode.run_program([slip], 1) != counters


def test_difference_of_intervals():
    found = difference(Interval(10, 7, 13), Interval(4, 0, 8))
    assert found == Interval(6, 1, 11)
