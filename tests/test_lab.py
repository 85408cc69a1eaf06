"""The laboratory: every number of the reports has a rule, and runs, verdicts and documents hold."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from plyground.errors import (
    InvalidReportError,
    InvalidStoreError,
    PlygroundError,
    UnknownExperimentError,
)
from plyground.lab import overview as overview_module
from plyground.lab import running
from plyground.lab.document import as_html, as_markdown, document, write_document
from plyground.lab.experiment import Experiment, Games, Measurement, Scale, checked_steps
from plyground.lab.figures import draw, elements, round_numbers, round_powers, smooth_curve
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Series,
    above,
    all_of,
    below,
    claim,
    is_better,
    share,
)
from plyground.lab.ledger import Ledger
from plyground.lab.machine import this_machine
from plyground.lab.overview import Entry, overview
from plyground.lab.registry import all_experiments, chosen, find_experiment
from plyground.lab.running import ExperimentRunner, Progress, StoppedError, checked_findings
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
from plyground.lab.writing import finding_text, number_text
from plyground.tournaments import Store, make_plan
from plyground.tournaments.statistics import Interval, Tally, ratio_interval
from tiers import first_usual


@pytest.fixture(autouse=True)
def nothing_ships(monkeypatch):
    """These tests are about what a user measures."""
    monkeypatch.setattr(overview_module, "shipped_results", dict)


# How many cells and claims each table or figure has.
NUMBERS = {
    "tic_tac_toe": {"figure-3": 3, "section-3.5": 2},
    "konane": {
        "minimax": 18,
        "alpha-beta": 20,
        "unordered": 30,
        "ordered": 30,
        "half": 1,
        "ordered-by-unordered": 18,
        "growth": 10,
        "minimax-growth": 4,
        "minimax-times": 5,
        "ordered-steps": 24,
        "unordered-steps": 24,
        "minimax-again": 30,
        "forward-pruning": 2,
        "level-4": 1,
    },
    "cachex": {
        "lookahead": 17,
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
        "table-1": 3,
        "table-2": 16,
        "table-3": 21,
        "figure-11": 1,
        "section-4c": 1,
        "appendix-d": 2,
        "figure-12": 3,
        "figure-13": 2,
        "figure-14": 1,
        "figure-15": 1,
        "table-4": 23,
        "conclusion": 5,
        "conclusion-ratio": 1,
    },
    "connect_four": {
        "table-1": 7,
        "table-2": 7,
        "table-3": 8,
        "table-4": 8,
        "turns-easy": 2,
        "turns": 6,
        "section-1": 7,
        "section-4": 4,
        "section-5": 6,
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


def test_shares_have_a_unit():
    for number in all_numbers():
        if number.rule == "interval":
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
        (', rule = "interval"', "", "number of games"),
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
        (number("estimate", 3.5, margin=0.5), Finding(4.1, 3.9, 4.3), "reproduced"),
        (number("estimate", 3.5, margin=0.5), Finding(4.5, 4.4, 4.6), "differs"),
        (number("estimate", 3.5, margin=0.5), Finding(3.5, 1.0, 6.0), "undecided"),
        (number("estimate", 41), Finding(43, 42, 44, trials=100), "differs"),
        (number("estimate", 41, games=25), Finding(43, 42, 44, trials=100), "reproduced"),
        (number("interval", 12, unit="%", games=100), share(1411, 10_000), "reproduced"),
        (number("interval", 36, unit="%", games=100), share(100, 100), "differs"),
        (number("interval", 0.33, unit="share", games=100), share(3, 10), "undecided"),
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
    verdict = judge(number("interval", 12, unit="%", games=100), share(14, 100))
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

calls: list[int] = []


def squared(base: int) -> int:
    calls.append(base)
    return base * base


def steps(scale):
    plan = make_plan("tic_tac_toe", ["random", "random"], pairs=2, opening_plies=0, seed=scale.seed)
    return [
        *(Measurement(f"square {base}", squared, {"base": base}) for base in (2, 3)),
        Games("games", plan),
    ]


def conclude(results):
    games = len(results.records("games"))
    return Findings(
        {"table-2/1/starting player wins": share(results.measured("square 2"), 100)},
        (
            DataTable(
                "Squares | of numbers", ("", "square"), (("3", results.measured("square 3")),)
            ),
        ),
        (Chart("A chart", "x", "y", (Series("s", (Point(1, 0.5, 0.4, 0.6),)),), percent=True),),
        (f"{games} games",),
    )


EXPERIMENT = Experiment("bamboo-table-2", "Squares", "bamboo", "Squares.", steps, conclude)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store in which the experiment was run twice."""
    path = tmp_path_factory.mktemp("lab") / "new" / "lab.db"
    calls.clear()
    seen: list[Progress] = []
    ExperimentRunner(path, workers=1, on_progress=seen.append).run(EXPERIMENT, Scale())
    assert seen[-1].done == seen[-1].total == 6
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    ExperimentRunner(path, workers=1).run(EXPERIMENT, Scale())
    assert calls == [2, 3]
    return path


def test_what_was_found_is_kept(store):
    with Ledger(store, create=False) as ledger:
        (result,) = ledger.results()
        assert not ledger.progress()
    assert result.scale == Scale("quick", 1)
    assert result.findings.notes == ("4 games",)
    assert result.findings.numbers["table-2/1/starting player wins"].value == 0.04


def test_findings_survive_the_store():
    found = Findings(
        {"a": Finding(0.5, 0.4, 0.6, 10, "note"), "b": Finding(True), "c": Finding("White")},
        (DataTable("t", ("x",), (("1", 2, None, True),), "n"),),
        (Chart("c", "x", "y", (Series("s", (Point("word", 1.0),), True),), log_y=True),),
        ("note",),
    )
    assert Findings.from_data(json.loads(json.dumps(found.data()))) == found


def test_another_seed_is_measured_anew(store):
    calls.clear()
    ExperimentRunner(store, workers=1).run(EXPERIMENT, Scale(seed=2))
    assert calls == [2, 3]
    with Ledger(store) as ledger:
        assert ledger.best_results()["bamboo-table-2"].scale.seed == 2


def test_another_process_leaves_the_log_alone(tmp_path):
    """A process that looks into the store does not take the log of one that is at work."""
    path = tmp_path / "lab.db"
    look = "import sqlite3, sys; base = sqlite3.connect(sys.argv[1]); "
    look += "base.execute('SELECT * FROM runs').fetchall(); base.close()"

    def interfere(progress):
        if progress.step in ("square 3", "games"):
            subprocess.run([sys.executable, "-c", look, str(path)], check=True)
            assert Path(f"{path}-wal").exists()
            with Ledger(path):
                pass

    ExperimentRunner(path, workers=1, on_progress=interfere).run(EXPERIMENT, Scale())
    with Ledger(path) as ledger:
        (result,) = ledger.results()
    assert result.findings.notes == ("4 games",)
    with Store(path) as opened:
        assert len(opened.records(1)) == 4


@pytest.mark.parametrize("wild", ["'nonsense'", "'[]'", "'{}'", f"'{'[' * 2000}'", "x'ff'"])
def test_damaged_results_are_told_and_damaged_measurements_made_again(tmp_path, wild):
    path = tmp_path / "lab.db"
    with Ledger(path) as ledger:
        ledger.keep_result("e", Scale(), Findings(), 1.0)
        ledger.keep_measurement("e", "identity", "step", 7)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(f"UPDATE lab_results SET findings = {wild}")
        base.execute("UPDATE lab_measurements SET value = '[['")
    with Ledger(path) as ledger:
        assert ledger.measurement("e", "identity") is None
        with pytest.raises(InvalidStoreError, match="the result of e is damaged"):
            ledger.results()


def test_full_results_count_more(tmp_path):
    with Ledger(tmp_path / "lab.db") as ledger:
        ledger.keep_result("e", Scale("full", 1), Findings(), 1.0)
        ledger.keep_result("e", Scale("quick", 2), Findings(), 1.0)
        assert ledger.best_results()["e"].scale.size == "full"
        assert ledger.best_results(Scale("quick", 2))["e"].scale.size == "quick"


def test_the_run_that_measured_counts(tmp_path):
    with Ledger(tmp_path / "lab.db") as ledger:
        for seconds, code in ((60.0, "one"), (1.0, "one")):
            ledger.keep_result("e", Scale(), Findings(notes=(f"{seconds}",)), seconds, code)
        (result,) = ledger.results()
        assert (result.seconds, result.findings.notes) == (60.0, ("1.0",))
        assert result.machine == this_machine()
        ledger.keep_result("e", Scale(), Findings(), 2.0, "other")
        assert ledger.results()[0].seconds == 2.0


def test_a_ledger_of_before_is_opened(tmp_path):
    with Ledger(tmp_path / "lab.db") as ledger:
        ledger.keep_result("e", Scale(), Findings(), 1.0)
    with closing(sqlite3.connect(tmp_path / "lab.db")) as base:
        for column in ("machine", "code"):
            base.execute(f"ALTER TABLE lab_results DROP COLUMN {column}")
        base.commit()
    with Ledger(tmp_path / "lab.db") as ledger:
        assert ledger.results()[0].machine is None


def test_a_stopped_experiment_goes_on(tmp_path):
    calls.clear()
    runner = ExperimentRunner(tmp_path / "lab.db", workers=1)
    runner.on_progress = lambda progress: runner.stop() if progress.step == "square 3" else None
    with pytest.raises(StoppedError):
        runner.run(EXPERIMENT, Scale())
    ExperimentRunner(tmp_path / "lab.db", workers=1).run(EXPERIMENT, Scale())
    assert calls == [2, 3]


def test_a_finding_needs_a_number_of_the_report():
    with pytest.raises(InvalidReportError, match="no number of its report"):
        running.checked_findings(EXPERIMENT, Findings({"table-9/1": Finding(1)}))


def test_steps_have_names_of_their_own():
    twice = [Measurement("same", squared, {"base": base}) for base in (1, 2)]
    doubled = Experiment("e", "E", "bamboo", "", lambda scale: twice, conclude)
    with pytest.raises(InvalidReportError, match="two steps 'same'"):
        checked_steps(doubled, Scale())


@pytest.mark.parametrize("name", all_experiments())
@pytest.mark.parametrize("size", first_usual(["quick", "full"]))
def test_every_experiment_can_be_planned(name, size):
    experiment = find_experiment(name)
    assert checked_steps(experiment, Scale(size, 3))
    assert experiment.minutes[0] <= 2
    assert experiment.minutes[1] <= 30


def test_experiments_are_found_by_name():
    assert chosen(["all"]) == list(all_experiments().values())
    assert [each.name for each in chosen(["bamboo-table-2"] * 2)] == ["bamboo-table-2"]
    with pytest.raises(UnknownExperimentError, match="bamboo-table-2"):
        find_experiment("bamboo-table-99")


# --- the document -----------------------------------------------------------------------------


def test_the_document_holds_everything(store, tmp_path):
    written = write_document(store, tmp_path / "lab.html").read_text()
    for name in all_experiments():
        assert f'id="{name}"' in written
    assert "plyground lab run bamboo-table-2 --quick" in written
    assert "<svg" in written
    assert "Table II" in written
    assert "numba" in written
    markdown = write_document(store, tmp_path / "lab.md").read_text()
    assert "| radius 1, starting player wins | 12% |" in markdown
    figure = tmp_path / "lab-figures" / "bamboo-table-2-yours-1.svg"
    assert figure.read_text().startswith("<svg")


def test_text_in_the_document_stays_text(tmp_path):
    result = overview(tmp_path / "nothing.db")[0]
    strange = Experiment("<b>", "a|b", result.experiment.report, "<script>", steps, conclude)
    parts = list(document([Entry(strange)]))
    assert "<script>" not in as_html(parts)
    assert "| <b> |" in as_markdown(parts, tmp_path / "x.md")


def test_other_documents_are_refused(store, tmp_path):
    with pytest.raises(PlygroundError, match=r"\.html or \.md"):
        write_document(store, tmp_path / "lab.pdf")
    with pytest.raises(PlygroundError, match="cannot write"):
        write_document(store, tmp_path / "nowhere" / "lab.html")


def test_nothing_was_run_yet(tmp_path):
    entries = overview(tmp_path / "nothing.db")
    assert {entry.state for entry in entries} == {"not run"}
    assert not (tmp_path / "nothing.db").exists()


def drawn(chart):
    """The elements of a chart by the first word of their class."""
    found: dict[str, list] = {}
    for element in elements(chart):
        found.setdefault(element.attributes.get("class", "").partition(" ")[0], []).append(element)
    return found


def texts(chart):
    return [element.text for element in elements(chart) if element.tag == "text"]


def test_a_chart_has_lines_marks_and_intervals():
    measured = Series("ours", tuple(Point(x, x / 10, x / 10 - 0.1, x / 10 + 0.1) for x in range(5)))
    reported = Series("<theirs>", (Point(1, 0.2),))
    chart = Chart("T", "n", "rate", (measured, reported), percent=True)
    found = drawn(chart)
    assert len(found["bar"]) == 5
    assert [mark.title for mark in found["mark"] if mark.title][:2] == [
        "ours, 0: 0% (-10% to 10%)",
        "ours, 1: 10% (0% to 20%)",
    ]
    assert {"T", "n", "rate", "ours", "<theirs>", "0%", "100%", "3"} <= set(texts(chart))
    written = draw(chart)
    assert written == draw(chart)
    assert "&lt;theirs&gt;" in written
    assert "<theirs>" not in written


def test_an_axis_of_words_or_of_logarithms():
    long = [f"an agent with a long name {number}" for number in range(6)]
    words = Chart("T", "x", "y", (Series("a", tuple(Point(each, 1.0) for each in long)),))
    assert set(long) <= set(texts(words))
    assert any("rotate(-30" in each.attributes.get("transform", "") for each in elements(words))
    points = (Point(1, 0.002), Point(2, 3.0), Point(3, 0.0))
    steep = Chart("T", "x", "y", (Series("a", points),), log_y=True)
    assert {"0.001", "1", "10"} <= set(texts(steep))
    assert len(drawn(steep)["mark"]) == 2, "no logarithm can place 0"


def test_a_smooth_curve_takes_the_place_of_the_line():
    noisy = Series("a", tuple(Point(x, x + x % 2) for x in range(20)), smooth=True)
    (curve,) = drawn(Chart("T", "x", "y", (noisy,)))["line"]
    assert curve.attributes["d"].count("L") > 40
    assert len(drawn(Chart("T", "x", "y", (noisy,)))["mark"]) == 20


def test_ticks_are_round():
    assert round_numbers(0, 93) == [0, 20, 40, 60, 80, 100]
    assert round_numbers(-0.3, 0.3) == [-0.4, -0.2, 0, 0.2, 0.4]
    assert round_numbers(7, 7)[0] <= 7 <= round_numbers(7, 7)[-1]
    assert round_powers([3, 40_000]) == [1, 10, 100, 1000, 10_000, 100_000]
    assert round_powers([30, 400]) == [20, 50, 100, 200, 500]


def test_a_smooth_curve_keeps_a_line():
    places, values = smooth_curve([0, 1, 2, 3], [1, 3, 5, 7])
    assert values == pytest.approx([1 + 2 * place for place in places])


# --- experiments that are quick ---------------------------------------------------------------


def test_the_starting_player_in_random_games(tmp_path):
    found = ExperimentRunner(tmp_path / "lab.db").run(find_experiment("bamboo-table-2"), Scale())
    assert overall(verdicts("bamboo-table-2", found)) == "reproduced"


def test_the_report_prunes_less_than_it_could():
    from plyground.game.registry import game
    from plyground.lab.experiments.tic_tac_toe import Plain

    position = game("tic_tac_toe").parse_position("X../.O./... X")
    plain, pruned, cached = Plain(False, False), Plain(True, False), Plain(False, True)
    assert plain.value(position) == pruned.value(position) == cached.value(position) == 0
    assert plain.nodes > pruned.nodes > cached.nodes
    before = cached.nodes
    cached.value(position)
    assert cached.nodes == before
