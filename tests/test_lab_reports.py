"""The reports in the laboratory: every number has a rule, and verdicts follow from the rules."""

from __future__ import annotations

import pytest

from plyground.errors import InvalidReportError
from plyground.lab import registry
from plyground.lab.experiments import konane_times
from plyground.lab.findings import Finding, Findings, above, all_of, below, claim, is_better, share
from plyground.lab.registry import all_experiments, find_experiment
from plyground.lab.running import checked_findings
from plyground.lab.sources import (
    RULES,
    ReportNumber,
    all_numbers,
    all_reports,
    numbers_of,
    parse_report,
    reported_games,
)
from plyground.lab.timing import FEWEST, time_ratios
from plyground.lab.verdicts import counts, judge, overall, verdicts
from plyground.lab.writing import finding_text, number_text, whole_reason_text
from plyground.tournaments.statistics import Interval, Tally, ratio_interval

NUMBERS = {
    "tic_tac_toe": {"figure-3": 3, "section-3.5": 2},
    "konane": {
        "pseudo-code": 3,
        "minimax": 18,
        "alpha-beta": 20,
        "unordered": 30,
        "ordered": 30,
        "half": 1,
        "ordered-steps": 24,
        "unordered-steps": 24,
        "minimax-again": 30,
        "forward-pruning": 2,
        "level-4": 1,
    },
    "cachex": {
        "lookahead": 16,
        "rules": 2,
        "evaluation": 2,
        "cheaper": 5,
        "reuse": 3,
        "complexity": 3,
        "tree": 3,
        "pruning": 1,
        "performance": 4,
        "neighbours": 2,
        "depth": 3,
        "first-move": 2,
    },
    "bamboo": {
        "section-2": 3,
        "figure-2": 2,
        "figure-5": 1,
        "figure-6": 4,
        "table-1": 3,
        "table-2": 16,
        "table-3": 21,
        "figure-11": 1,
        "section-4c": 1,
        "section-4a": 1,
        "appendix-d": 3,
        "figure-12": 3,
        "figure-13": 2,
        "figure-14": 1,
        "figure-15": 1,
        "table-4": 23,
        "conclusion": 4,
        "conclusion-ratio": 1,
        "scaling": 3,
        "section-6": 2,
    },
    "connect_four": {
        "table-1": 7,
        "table-2": 7,
        "table-3": 8,
        "table-4": 8,
        "turns-easy": 2,
        "turns": 6,
        "section-3": 2,
        "section-1": 7,
        "section-4": 4,
        "section-5": 7,
        "section-5b": 2,
    },
}


# --- the data ---------------------------------------------------------------------------------


def test_no_number_is_missing():
    found = {
        report.game: {source.key: len(source.numbers) for source in report.sources}
        for report in all_reports()
    }
    assert found == NUMBERS
    assert set(found) == set(reported_games())


def test_every_number_has_a_verdict():
    experiments = all_experiments()
    for number in all_numbers():
        said = f"{number.report}/{number.key}"
        assert number.rule in RULES, said
        assert (number.rule == "none") == bool(number.because), said
        assert number.value is not None or number.says, said
        assert number.experiment in experiments, said


def test_every_experiment_is_about_some_number():
    for name, experiment in all_experiments().items():
        about = numbers_of(name)
        assert about, name
        assert {number.report for number in about} == {experiment.report}


def test_every_claim_says_how_it_is_decided():
    for number in all_numbers():
        assert number.test or number.rule != "claim", number.key


def test_shares_have_a_unit():
    for number in all_numbers():
        if number.rule == "share":
            assert number.unit in ("%", "share"), number.key


DATA = """
title = "T"
year = 2020
[[sources]]
key = "s"
name = "S"
says = "what"
conditions = "how"
experiment = "e"
columns = [{ name = "c"%s }]
rows = [["r", 1]]
%s
"""


@pytest.mark.parametrize(
    ("column", "more", "complaint"),
    [
        (', rule = "guess"', "", "'guess' is none of"),
        (', rule = "none"', "", "one of absent, choice, machine"),
        (', rule = "none", because = "choice"', "", "nothing says whose choice"),
        (", unexplained = true", "", "does not say it"),
        (', beside = "s/nothing"', "", "compares nothing"),
        (', rule = "share"', "", "number of games"),
        (', mark = "guessed"', "", "'guessed' is none of derived"),
        (', colour = "red"', "", "colour"),
        ("", 'exceptions = [{ row = "q", column = "c" }]', "which is none"),
        ("", 'claims = [{ name = "r/c", says = "x" }]', "there twice"),
        ("]", "", "TOML"),
    ],
)
def test_wrong_data_are_refused(column, more, complaint):
    with pytest.raises(InvalidReportError, match=complaint):
        parse_report("g", DATA % (column, more))


# --- verdicts ---------------------------------------------------------------------------------


def number(rule, value, **about):
    return ReportNumber("g", "s", "r", "c", "", value, rule=rule, **about)


@pytest.mark.parametrize(
    ("about", "finding", "state"),
    [
        (number("exact", 365), Finding(365), "reproduced"),
        (number("exact", 6.47, decimals=2), Finding(6.4694), "reproduced"),
        (number("exact", 8.08, decimals=2), Finding(8.7115), "differs"),
        (number("exact", "White"), Finding("Black"), "differs"),
        (number("exact", 68000, margin=500), Finding(67557), "reproduced"),
        (number("exact", 9.42, decimals=2), Finding(9.4280), "reproduced"),  # cut off
        (number("exact", 9.42, decimals=2), Finding(9.4149), "differs"),
        (number("ratio", 3.5, range=(3.0, 4.0)), Finding(3.9, 3.8, 3.95), "reproduced"),
        (number("ratio", 3.5, range=(3.0, 4.0)), Finding(3.9, 3.8, 4.1), "consistent"),
        (number("ratio", 3.5, range=(3.0, 4.0)), Finding(4.5, 4.4, 4.6), "differs"),
        (number("ratio", 2.0, decimals=1), Finding(2.2, 2.2, 2.2), "reproduced"),
        (number("ratio", 2.0, decimals=1), Finding(2.4, 2.4, 2.4), "differs"),
        (number("ratio", 2.0, decimals=1), Finding(2.2, 1.8, 2.6), "consistent"),
        (number("mean", 40.0, decimals=1), Finding(41, 40, 42, trials=100), "reproduced"),
        (number("mean", 40.0, decimals=1), Finding(43, 42, 44, trials=100), "differs"),
        (number("mean", 40.0, decimals=1, games=25), Finding(42, 41, 43, trials=100), "consistent"),
        (number("mean", 3), Finding(2.6, 2.55, 2.65), "reproduced"),  # to its only digit
        (number("share", 12, unit="%", games=100), share(1411, 10_000), "reproduced"),
        (number("share", 12, unit="%", games=100), share(14, 100), "consistent"),
        (number("share", 36, unit="%", games=100), share(100, 100), "differs"),
        (number("share", 5, unit="%", games=1000), share(7, 1000), "differs"),
        (number("share", 0.33, unit="share", games=100), share(3, 10), "consistent"),
        (number("claim", None, says="x"), Finding(True, trials=50), "consistent"),
        (number("claim", None, says="x"), claim(True, ""), "reproduced"),
        (number("claim", None, says="x"), claim(False, ""), "differs"),
        (number("claim", None, says="x"), claim(None, "few games"), "undecided"),
        (number("claim", False), claim(True, ""), "differs"),
        (
            number("none", 2, because="machine", why="another machine"),
            Finding(0.1),
            "not comparable",
        ),
        (number("exact", 2), None, "not run"),
    ],
)
def test_rules(about, finding, state):
    assert judge(about, finding).state == state


def test_a_known_reason_is_given_only_where_it_is_needed():
    about = number("exact", 8.08, decimals=2, why="a misprint")
    assert judge(about, Finding(8.71)).why == "a misprint"
    assert judge(about, Finding(8.08)).why == ""


def test_a_sample_that_is_too_small_says_what_it_would_have_seen():
    verdict = judge(number("share", 50, unit="%", games=100), share(50, 100))
    assert verdict.why == (
        "Difference -14 to +14 points, margin 10; p 1. "
        "Too little was measured to tell: a difference of 24 points would be seen."
    )


def test_no_exception_is_not_a_proof():
    assert (
        "No exception in 50; not proven."
        in judge(number("claim", None, says="x"), Finding(True, trials=50)).why
    )


def test_another_run_flips_a_verdict_only_by_contradicting_it():
    key = "table-2/1/starting player wins"
    same, few, other = share(12, 100), share(1, 4), share(60, 100)
    repeats = [{key: same}, {key: few}, {key: other}, {}]
    judged = verdicts("bamboo-table-2", Findings({key: share(1200, 10_000)}), repeats)
    verdict = next(each for each in judged if each.number.key == key)
    assert verdict.repeats == ("reproduced", "consistent", "differs", "not run")
    assert verdict.flips == 1
    assert "1 of 4 other runs contradict it" in whole_reason_text(verdict, None)


def test_marked_numbers_are_not_counted():
    about = number("exact", 1, mark="arithmetic")
    judged = [judge(about, Finding(2)), judge(number("exact", 1), Finding(1))]
    assert overall(judged) == "reproduced"
    assert {kind: n for kind, n in counts(judged).items() if n} == {
        "reproduced": 1,
        "arithmetic": 1,
    }


def test_one_word_for_many():
    found = [judge(number("exact", 1), each) for each in (Finding(1), Finding(2), None)]
    assert overall(found) == "differs"
    assert overall(found[::2]) == "not run"
    assert overall(found[:1]) == "reproduced"
    assert counts(found)["reproduced"] == 1


def test_better_or_not():
    assert is_better(Tally(wins=80, losses=20)) is True
    assert is_better(Tally(wins=20, losses=80)) is False
    assert is_better(Tally(wins=500, losses=500)) is False
    assert is_better(Tally(wins=6, losses=4)) is None


def test_claims_about_measured_values():
    assert above(Interval(2.0, 1.5, 2.5), 1.0) is True
    assert above(Interval(2.0, 0.5, 3.5), 1.0) is None
    assert below(Interval(0.5, 0.4, 0.6), 1.0) is True
    assert all_of([True, True]) is True
    assert all_of([True, None]) is None
    assert all_of([None, False]) is False


def test_an_estimate_needs_an_interval():
    growth = find_experiment("cachex-complexity")
    key = "complexity/assumed on average/cells beside stones, for each stone"
    assert checked_findings(growth, Findings({key: Finding(2.5, 2.4, 2.6)})).numbers
    with pytest.raises(InvalidReportError, match="without an interval"):
        checked_findings(growth, Findings({key: Finding(2.5)}))


def test_times_are_compared_until_the_interval_decides():
    ratios = time_ratios(lambda: sum(range(60_000)), lambda: sum(range(20_000)))
    assert above(ratio_interval(ratios), 1.0) is True
    assert len(ratios) >= FEWEST


def test_numbers_as_people_read_them():
    verdict = judge(number("share", 12, unit="%", games=100), share(14, 100))
    assert number_text(verdict.number) == "12%"
    assert finding_text(verdict) == "14% (9 to 22) of 100"
    assert number_text(number("exact", 464525)) == "464,525"
    assert finding_text(judge(number("exact", 6.47, decimals=2), Finding(6.4694))) == "6.47"
    assert (
        finding_text(
            judge(number("none", 2, unit="s", because="machine", why="x"), Finding(0.0123))
        )
        == "0.0123 s"
    )
    assert finding_text(judge(number("claim", True), claim(False, ""))) == "no"


# --- running ----------------------------------------------------------------------------------


def test_an_experiment_is_described_and_made(monkeypatch):
    monkeypatch.setattr(konane_times, "EXPERIMENTS", {"konane-new": ()})
    with pytest.raises(InvalidReportError, match="konane-"):
        registry.all_experiments.__wrapped__()
