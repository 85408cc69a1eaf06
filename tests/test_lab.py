"""The laboratory: experiments are run, kept, gone on with, and written into one document."""

from __future__ import annotations

import json
import os
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
from plyground.lab import machine, running
from plyground.lab import overview as overview_module
from plyground.lab.document import as_html, as_markdown, document, write_document
from plyground.lab.experiment import Experiment, Games, Measurement, Scale, checked_steps
from plyground.lab.findings import Chart, DataTable, Finding, Findings, Point, Series, share
from plyground.lab.ledger import Ledger
from plyground.lab.machine import Others, this_machine
from plyground.lab.overview import Entry, overview
from plyground.lab.registry import all_experiments, chosen, find_experiment
from plyground.lab.running import ExperimentRunner, Progress, StoppedError
from plyground.lab.verdicts import verdicts
from plyground.lab.writing import result_line
from plyground.tournaments import Store, make_plan
from tiers import first_usual


@pytest.fixture(autouse=True)
def nothing_ships(monkeypatch):
    """These tests are about what a user measures."""
    monkeypatch.setattr(overview_module, "shipped_results", dict)


# How many cells and claims each table or figure has.

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
        assert "others" not in result_line(result)
        ledger.keep_result("e", Scale(), Findings(), 2.0, "other", others=1.26)
        assert result_line(ledger.results()[0]).endswith(", while others kept 1.3 processors busy")
        assert ledger.results()[0].seconds == 2.0


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the system does not say")
def test_work_of_others_is_noticed(monkeypatch):
    """Of 3 seconds of all processors in 2 seconds, 1 was ours."""
    ticks, clock = 1000 * os.sysconf("SC_CLK_TCK"), iter((10.0, 12.0))
    more = iter((0, 3 * os.sysconf("SC_CLK_TCK")))
    read = lambda *_, **__: f"cpu {ticks + next(more)} 0 0 5 5 0 0 0 0 0\ncpu0 0"  # noqa: E731
    monkeypatch.setattr(machine.Path, "read_text", read)
    monkeypatch.setattr(machine.time, "monotonic", lambda: next(clock))
    own = iter((0.0, 1.0))
    monkeypatch.setattr(machine.os, "times", lambda: (next(own), 0.0, 0.0, 0.0, 0.0))
    others = Others()
    assert others.processors is None
    with others:
        pass
    assert others.processors == pytest.approx(1.0)


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
    (tmp_path / "file").touch()
    with pytest.raises(PlygroundError, match="cannot write"):
        write_document(store, tmp_path / "file" / "lab.html")


def test_a_document_makes_its_folder(store, tmp_path):
    for name in ("lab.html", "lab.md"):
        assert write_document(store, tmp_path / "new" / "folder" / name).is_file()


def test_nothing_was_run_yet(tmp_path):
    entries = overview(tmp_path / "nothing.db")
    assert {entry.state for entry in entries} == {"not run"}
    assert not (tmp_path / "nothing.db").exists()


# --- experiments that are quick ---------------------------------------------------------------


def test_the_starting_player_in_random_games(tmp_path):
    found = ExperimentRunner(tmp_path / "lab.db").run(find_experiment("bamboo-table-2"), Scale())
    states = {verdict.state for verdict in verdicts("bamboo-table-2", found)}
    assert states == {"reproduced", "consistent"}  # the report's 100 games leave much open


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
