"""The endpoints about the laboratory: the reports' experiments, what they found, running them.

An experiment is run by a process of its own, as `plyground lab run` would; the store that both
share says how far it is. One runs at a time, the others wait.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath

from plyground.lab.figures import curve_of, drawable
from plyground.lab.findings import Chart, DataTable, Series
from plyground.lab.ledger import Ledger, StoredProgress, StoredResult
from plyground.lab.overview import Comparison, Entry, overview
from plyground.lab.registry import find_experiment
from plyground.lab.sources import read_report, sources_of
from plyground.lab.verdicts import counts
from plyground.lab.writing import (
    beside_text,
    cell_text,
    finding_text,
    number_text,
    place_text,
    reason_text,
    result_line,
    tested_text,
)
from plyground.web.lab_models import (
    ChartView,
    ExperimentSummary,
    ExperimentView,
    LabProgressView,
    LabRequest,
    LabRunView,
    LabTableView,
    LabView,
    NoteView,
    PointView,
    SeriesView,
    SourceView,
    VerdictView,
    Whose,
)
from plyground.web.problems import responses

ENDING_SECONDS = 10.0  # that a process has after it was asked to stop
ExperimentName = Annotated[str, InPath(max_length=60)]


class LabJobs:
    """The experiments that a server runs."""

    def __init__(self, path: Path) -> None:
        """`path` is the store, which need not be there yet."""
        self.path = path
        self._changing = threading.Lock()
        self._running = threading.Lock()
        self._seeds: dict[str, int] = {}  # of those that run or wait, by name
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._ended: set[subprocess.Popen[bytes] | None] = set()  # that were asked to
        self._failed: dict[str, str] = {}

    def start(self, name: str, seed: int) -> None:
        """Run the experiment, or go on with it, unless it runs already."""
        with self._changing:
            if name in self._seeds:
                return
            self._seeds[name] = seed
            self._failed.pop(name, None)
        threading.Thread(target=self._run, args=(name, seed), daemon=True).start()

    def _run(self, name: str, seed: int) -> None:
        command = [sys.executable, "-m", "plyground", "lab", "run", name, "--quick"]
        command += ["--seed", str(seed), "--db", str(self.path)]
        try:
            with self._running:
                if name not in self._seeds:  # stopped while it waited
                    return
                process = subprocess.Popen(
                    command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
                )
                self._processes[name] = process
                _, said = process.communicate()
            if process.returncode and process not in self._ended:
                self._failed[name] = said.decode(errors="replace").strip()[-300:] or "it failed"
        finally:
            ended = self._processes.pop(name, None)
            self._ended.discard(ended)
            self._seeds.pop(name, None)

    def stop(self, name: str) -> None:
        """Have the experiment end soon; the next run goes on from there."""
        self._seeds.pop(name, None)
        process = self._processes.get(name)
        if process is not None:
            self._ended.add(process)
            _end(process)

    def close(self) -> None:
        """End everything."""
        for name in list(self._seeds):
            self.stop(name)

    def entries(self) -> list[Entry]:
        """Every experiment with its result."""
        return overview(self.path)

    def entry(self, name: str) -> Entry:
        """One of them; an error if there is none of that name."""
        find_experiment(name)
        return next(entry for entry in self.entries() if entry.experiment.name == name)

    def progress(self) -> dict[str, LabProgressView]:
        """How far the experiments are that run or wait."""
        known: dict[str, StoredProgress] = {}
        if self._processes and self.path.exists():
            with Ledger(self.path, create=False) as ledger:
                known = ledger.progress()
        found = {}
        for name, seed in self._seeds.copy().items():
            told = known.get(name) if name in self._processes else None
            done, total, step = (told.done, told.total, told.step) if told else (0, 0, "")
            found[name] = LabProgressView(done=done, total=total, step=step, seed=seed)
        return found

    def error(self, name: str) -> str | None:
        """Why the last run of the experiment failed."""
        return self._failed.get(name)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, as Ctrl-C would, and insist if it does not."""

    def insist() -> None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_SECONDS)
            return
        process.kill()

    if os.name == "nt":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)
    threading.Thread(target=insist, daemon=True).start()


def open_jobs(tournaments: Path) -> LabJobs:
    """The laboratory; its store lies beside that of tournaments, or where PLYGROUND_LAB says."""
    given = os.environ.get("PLYGROUND_LAB")
    return LabJobs(Path(given) if given else tournaments.with_name("lab.db"))


router = APIRouter(prefix="/api/lab")


# --- endpoints --------------------------------------------------------------------------------


def jobs_of(request: Request) -> LabJobs:
    """The laboratory of the application that got the request."""
    found: LabJobs = request.app.state.lab
    return found


@router.get("", operation_id="lab", responses=responses())
def lab(request: Request) -> LabView:
    """Every experiment, and how it came out."""
    jobs = jobs_of(request)
    running = jobs.progress()
    return LabView(
        experiments=[
            ExperimentSummary(**_summary(jobs, entry, running)) for entry in jobs.entries()
        ]
    )


@router.get("/{name}", operation_id="experiment", responses=responses(404))
def experiment(request: Request, name: ExperimentName) -> ExperimentView:
    """An experiment: the report's numbers beside ours and the user's, tables and charts."""
    jobs = jobs_of(request)
    entry = jobs.entry(name)
    results = _results(entry)
    return ExperimentView(
        **_summary(jobs, entry, jobs.progress()),
        report_title=read_report(entry.experiment.report).title,
        command=entry.command,
        minutes=entry.experiment.minutes[0],
        runs=[_run_view(whose, result) for whose, result in results],
        sources=_sources(entry),
        tables=[_table(whose, each) for whose, found in results for each in found.findings.tables],
        charts=[_chart(whose, each) for whose, found in results for each in found.findings.charts],
        notes=[
            NoteView(whose=whose, text=note)
            for whose, found in results
            for note in found.findings.notes
        ],
    )


@router.get("/{name}/data", operation_id="experiment_data", responses=responses(404))
def experiment_data(request: Request, name: ExperimentName) -> dict[str, Any]:
    """The same as numbers: every verdict with the report's number and ours."""
    return jobs_of(request).entry(name).data()


@router.post("/{name}/run", operation_id="run_experiment", responses=responses(404))
def run(request: Request, name: ExperimentName, asked: LabRequest) -> ExperimentSummary:
    """Run an experiment quickly, or go on with it."""
    jobs = jobs_of(request)
    jobs.start(find_experiment(name).name, asked.seed)
    return ExperimentSummary(**_summary(jobs, jobs.entry(name), jobs.progress()))


@router.post("/{name}/stop", operation_id="stop_experiment", responses=responses(404))
def stop(request: Request, name: ExperimentName) -> ExperimentSummary:
    """Stop an experiment; the next run goes on from there."""
    jobs = jobs_of(request)
    jobs.stop(find_experiment(name).name)
    return ExperimentSummary(**_summary(jobs, jobs.entry(name), jobs.progress()))


# --- what they answer -------------------------------------------------------------------------


def _summary(jobs: LabJobs, entry: Entry, running: dict[str, LabProgressView]) -> dict[str, Any]:
    about = entry.experiment
    return {
        "name": about.name,
        "title": about.title,
        "report": about.report,
        "measures": about.measures,
        "state": entry.state,
        "counts": counts(entry.verdicts),
        "your_counts": counts(entry.own.verdicts) if entry.own and entry.shipped else None,
        "progress": running.get(about.name),
        "error": jobs.error(about.name),
    }


def _results(entry: Entry) -> list[tuple[Whose, StoredResult]]:
    """The result that ships, and the user's own."""
    found: list[tuple[Whose, StoredResult]] = []
    if entry.shipped:
        found.append(("ours", entry.shipped.result))
    if entry.own:
        found.append(("yours", entry.own.result))
    return found


def _run_view(whose: Whose, result: StoredResult) -> LabRunView:
    size: Any = result.scale.size
    return LabRunView(whose=whose, size=size, seed=result.scale.seed, text=result_line(result))


def _table(whose: Whose, table: DataTable) -> LabTableView:
    rows = [list(map(cell_text, row)) for row in table.rows]
    columns = list(table.columns)
    return LabTableView(whose=whose, title=table.title, columns=columns, rows=rows, note=table.note)


def _chart(whose: Whose, chart: Chart) -> ChartView:
    return ChartView(
        whose=whose,
        title=chart.title,
        note=chart.note,
        x=chart.x,
        y=chart.y,
        percent=chart.percent,
        log_y=chart.log_y,
        series=[_series(drawable(chart, series)) for series in chart.series],
    )


def _series(series: Series) -> SeriesView:
    curve = curve_of(series)
    unconnected = series.smooth or series.is_of_report
    none: list[tuple[float, float]] | None = [] if unconnected else None
    return SeriesView(
        label=series.label,
        points=[PointView(**asdict(point)) for point in series.points],
        curve=none if curve is None else list(zip(*curve, strict=True)),
    )


def _sources(entry: Entry) -> list[SourceView]:
    return [
        SourceView(
            name=source.name,
            says=source.says,
            conditions=source.conditions,
            verdicts=[
                _verdict(each)
                for each in entry.comparisons
                if each.verdict.number.source == source.key
            ],
        )
        for source in sources_of(entry.experiment.name)
    ]


def _verdict(compared: Comparison) -> VerdictView:
    verdict, own, beside = compared.verdict, compared.own, compared.beside
    number = verdict.number
    return VerdictView(
        place=place_text(number),
        report=number_text(number),
        test=tested_text(number),
        ours=finding_text(verdict),
        state=verdict.state,
        mark=number.mark,
        flips=verdict.flips,
        repeats=len(verdict.repeats),
        why=reason_text(verdict),
        shown_by=number.shown_by if verdict.state == "differs" else "",
        beside=beside_text(beside) if beside else "",
        yours=finding_text(own) if own else None,
        your_state=own.state if own else None,
        your_why=reason_text(own) if own and compared.changed else "",
    )
