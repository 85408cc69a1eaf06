"""Results that ship: written, read, refused where they do not fit, and compared with one's own."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.lab import overview as overview_module
from plyground.lab.experiment import Scale
from plyground.lab.findings import Chart, Finding, Findings, Point, Series
from plyground.lab.ledger import Ledger, StoredResult
from plyground.lab.machine import this_machine
from plyground.lab.overview import Judged, overview
from plyground.lab.registry import all_experiments, find_experiment
from plyground.lab.shipped import read_result, shipped_results
from plyground.lab.sources import ReportNumber, all_numbers, numbers_of
from plyground.lab.verdicts import SHARE_UNITS, counts, judge
from plyground.lab.writing import reason_text, whole_reason_text

NAME = "bamboo-table-2"
FULLY = Scale("full")
TOOL = Path(__file__).parents[1] / "tools" / "ship_results.py"


def agreeing(number: ReportNumber) -> Finding:
    """A finding that is just what the report has."""
    if number.rule == "claim":
        return Finding(True if number.value is None else number.value)
    if number.rule == "exact" or not isinstance(number.value, (int, float)):
        return Finding(number.value)
    value = number.value / (SHARE_UNITS[number.unit] if number.rule == "share" else 1.0)
    return Finding(value, value, value, 1_000_000)


def agreeing_findings(name: str) -> Findings:
    chart = Chart("C", "x", "y", (Series("s", (Point(1, 1 / 3),)),))
    numbers = {each.key: agreeing(each) for each in numbers_of(name) if each.rule != "none"}
    return Findings(numbers, charts=(chart,), notes=("ä note",))


def result(findings: Findings, scale: Scale = FULLY) -> StoredResult:
    when = "2026-01-02T03:04:05.678+00:00"
    return StoredResult(NAME, scale, findings, 12.3456789, "0.1", when, this_machine(), "f00")


def test_a_file_holds_the_result():
    told = result(agreeing_findings(NAME))
    tool = runpy.run_path(str(TOOL))
    text = tool["result_text"](find_experiment(NAME), told)
    assert read_result(text) == tool["rounded_result"](told)
    data = json.loads(text)
    assert data["command"] == f"plyground lab run {NAME} --full --seed 1"
    assert data["seconds"] == 12.3457
    assert data["machine"]["processor"]
    assert data["findings"]["charts"][0]["series"][0]["points"][0]["y"] == 0.333333
    assert list(data) == sorted(data)
    assert "ä note" in text
    assert max(map(len, text.splitlines())) <= 120
    with pytest.raises(ValueError, match="JSON compliant"):
        tool["result_text"](find_experiment(NAME), result(Findings({"x": Finding(float("nan"))})))


def test_what_ships_can_be_read():
    assert all(name == told.experiment for name, told in shipped_results().items())


# --- beside one's own -------------------------------------------------------------------------


@pytest.fixture
def compared(monkeypatch, tmp_path):
    """An experiment of which a full result ships, and that was run with other results."""
    shipped = agreeing_findings(NAME)
    key = "table-2/1/starting player wins"
    monkeypatch.setattr(overview_module, "shipped_results", lambda: {NAME: result(shipped)})
    with Ledger(tmp_path / "lab.db") as ledger:
        own = replace(shipped, numbers={**shipped.numbers, key: Finding(1.0, 1.0, 1.0, 1000)})
        ledger.keep_result(NAME, Scale("quick", 7), own, 1.0)
    entries = overview(tmp_path / "lab.db")
    return next(entry for entry in entries if entry.experiment.name == NAME)


def test_what_ships_comes_first_and_ones_own_beside_it(compared):
    assert compared.shown is compared.shipped
    assert compared.state == "reproduced"
    assert compared.own.state == "differs"
    changed = [each for each in compared.comparisons if each.changed]
    assert [each.verdict.number.row for each in changed] == ["1"]
    assert (changed[0].verdict.state, changed[0].own.state) == ("reproduced", "differs")
    assert compared.command.endswith("--full --seed 1")
    data = json.loads(json.dumps(compared.data()))
    assert (data["shipped"]["size"], data["yours"]["seed"]) == ("full", 7)


def test_without_ones_own_only_what_ships_is_shown(monkeypatch, tmp_path):
    shipped = result(agreeing_findings(NAME))
    monkeypatch.setattr(overview_module, "shipped_results", lambda: {NAME: shipped})
    states = {entry.experiment.name: entry.state for entry in overview(tmp_path / "none.db")}
    assert states.pop(NAME) == "reproduced"
    assert set(states.values()) == {"not run"}


def test_a_reason_says_what_kind_it_is():
    number = ReportNumber("konane", "minimax", "r", "c", "", 2, why="A bug.", shown_by="e")
    verdict = judge(number, Finding(3))
    assert whole_reason_text(verdict, None) == "A bug. Shown by e."
    unknown = replace(number, shown_by="", unexplained=True)
    assert reason_text(judge(unknown, Finding(3))) == "Unexplained. A bug."
    timed = replace(number, rule="none", because="machine", beside="s/r/d", shown_by="")
    ratio = judge(replace(number, column="d"), Finding(2))
    said = whole_reason_text(judge(timed, None), ratio)
    assert said.startswith("Not compared: the time of another program on another machine. A bug.")
    assert said.endswith("Beside it: Section 3, minimax: r, d: report 2, ours 2, reproduced.")


# --- the tool ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tool():
    return runpy.run_path(str(TOOL))


@pytest.fixture(scope="module")
def ship(tool):
    return tool["ship"]


def kept(path: Path, findings: Findings, scale: Scale = FULLY) -> list[Path]:
    with Ledger(path) as ledger:
        ledger.keep_result(NAME, scale, findings, 1.0)
        for seed in range(1, 6):
            ledger.keep_result(NAME, Scale("quick", seed), findings, 1.0)
    return [path]


def test_results_are_written(ship, tmp_path):
    target = tmp_path / "results"
    target.mkdir()
    (target / "gone.json").write_text("{}")
    stores = kept(tmp_path / "lab.db", agreeing_findings(NAME))
    assert not ship(stores, partial=True, target=target)
    assert [each.name for each in target.iterdir()] == [f"{NAME}.json"]
    assert read_result((target / f"{NAME}.json").read_text("utf-8")).experiment == NAME
    missing = ship(stores, target=target)
    assert len(missing) == len(all_experiments()) - 1
    assert all("there is no full result" in each for each in missing)


def test_results_that_do_not_fit_are_refused(ship, tmp_path):
    whole = agreeing_findings(NAME).numbers
    estimate = next(each for each in all_numbers() if each.rule in ("mean", "ratio"))
    few = dict(list(whole.items())[1:])
    for number, (numbers, complaint) in enumerate(
        [
            ({**whole, "table-9/1": Finding(1)}, "no number of its report"),
            (few, "was not measured"),
        ]
    ):
        stores = kept(tmp_path / f"{number}.db", Findings(numbers))
        (found,) = ship(stores, partial=True, target=tmp_path / "results")
        assert complaint in found
    with Ledger(tmp_path / "estimate.db") as ledger:
        bare = Findings({estimate.key: Finding(1.0)})
        ledger.keep_result(estimate.experiment, Scale("full"), bare, 1.0)
    (found,) = ship([tmp_path / "estimate.db"], partial=True, target=tmp_path / "results")
    assert "without an interval" in found
    quick = kept(tmp_path / "quick.db", agreeing_findings(NAME), Scale("quick"))
    assert f"{NAME}: there is no full result" in ship(quick, target=tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_the_docs_count_what_ships(tool):
    table = tool["counts_table"]([result(agreeing_findings(NAME))])
    heads, _, one, every = table.splitlines()
    assert heads == (
        "| report | reproduced | consistent | differs | undecided | not comparable "
        "| derived | arithmetic | fitted afterwards |"
    )
    judged = Judged(result(agreeing_findings(NAME))).verdicts
    compared = counts(judged)["reproduced"]
    assert every == f"| all | {compared} | 0 | 0 | 0 | 0 | 0 | 0 | 10 |"
    assert one.startswith(
        f"| Adversarial Search and Machine Learning applied to Bamboo | {compared}"
    )
    text = f"before\n{tool['BEGIN']}old\n{tool['END']}\nafter\n"
    assert tool["page_with"](table, text) == text.replace("old\n", table)
