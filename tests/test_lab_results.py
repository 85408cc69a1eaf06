"""The results that ship: of every experiment one at full size, and no verdict without a cause."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from plyground.lab.experiment import FULL
from plyground.lab.overview import Judged
from plyground.lab.registry import all_experiments
from plyground.lab.running import checked_findings
from plyground.lab.shipped import shipped_results
from plyground.lab.sources import all_numbers


def test_every_experiment_ships_and_no_other():
    assert set(shipped_results()) == set(all_experiments())


@pytest.mark.parametrize("name", all_experiments())
def test_a_full_result_ships(name):
    result = shipped_results()[name]
    assert result.scale.size == FULL
    assert result.machine is not None
    assert result.code
    assert checked_findings(all_experiments()[name], result.findings)


@pytest.mark.parametrize("name", all_experiments())
def test_every_number_was_measured_and_what_differs_has_a_cause(name):
    for verdict in Judged(shipped_results()[name]).verdicts:
        number = verdict.number
        assert verdict.state != "not run", number.key
        if verdict.state == "differs":
            assert number.why, number.key
            assert number.unexplained or number.shown_by in all_experiments(), number.key


def test_a_time_of_another_machine_has_a_ratio_beside_it():
    for number in all_numbers():
        assert number.because != "machine" or number.beside, f"{number.report}/{number.key}"


def test_the_table_in_the_docs_is_that_of_the_results():
    tool = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "ship_results.py"))
    text = tool["PAGE"].read_text("utf-8")
    table = tool["counts_table"](shipped_results()[name] for name in sorted(shipped_results()))
    assert text == tool["page_with"](table, text), "run python tools/ship_results.py"
