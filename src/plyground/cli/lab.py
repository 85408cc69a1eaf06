"""`plyground lab`: the experiments of the reports, run again and compared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    JsonOption,
    Players,
    print_json,
    progress_bar,
    resumable,
)
from plyground.cli.option_groups import grouped
from plyground.errors import PlygroundError, UsageError

if TYPE_CHECKING:
    from plyground.lab.experiment import Experiment
    from plyground.lab.overview import Comparison, Entry


StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--db",
        metavar="FILE",
        help="The store; without it $PLYGROUND_LAB, or a file in your data folder.",
    ),
]

lab = typer.Typer(
    help="Run the experiments of the reports, and compare what they found.", no_args_is_help=True
)


@lab.command("list")
def list_experiments(db: StoreOption = None, json: JsonOption = False) -> None:
    """List the experiments: what they measure, and how they came out."""
    from plyground.lab.overview import overview
    from plyground.lab.verdicts import counts
    from plyground.lab.writing import counts_text, flips_text

    entries = overview(_store(db))
    if json:
        print_json([entry.data() for entry in entries])
        return
    for entry in entries:
        experiment = entry.experiment
        quick, full = experiment.minutes
        print(f"{experiment.name}  [{entry.state}]  minutes: {quick:g} quick, {full:g} full")
        print(f"     {experiment.report}: {experiment.title}")
        print(f"     {experiment.measures}")
        for whose, judged in (("ours", entry.shipped), ("yours", entry.own)):
            if judged:
                print(f"     {whose}: {counts_text(counts(judged.verdicts))}")
    every = [verdict for entry in entries for verdict in entry.verdicts]
    print(f"all: {counts_text(counts(every))}; {flips_text(every)}")


@lab.command()
def show(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="From `plyground lab list`, or all.")
    ],
    db: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show the reports' numbers beside ours, and yours where you ran the experiment."""
    from plyground.lab.overview import overview
    from plyground.lab.registry import chosen

    wanted = {experiment.name for experiment in chosen(names)}
    entries = [entry for entry in overview(_store(db)) if entry.experiment.name in wanted]
    if json:
        print_json([entry.data() for entry in entries])
        return
    for entry in entries:
        _print_entry(entry)


@lab.command()
@grouped
def run(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="From `plyground lab list`, or all.")
    ],
    *,
    quick: Annotated[bool, typer.Option("--quick", help="Small samples; the default.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="As many games as the report, or more.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**53, help="Equal seeds give equal games.")] = 1,
    seeds: Annotated[
        int,
        typer.Option(min=1, max=100, help="Run with this many seeds, which shows what may flip."),
    ] = 1,
    db: StoreOption = None,
    players: Players,
    json: JsonOption = False,
) -> None:
    """
    Run experiments, and say whether they came out as in the reports.

    What was measured is kept in the store, and the same command goes on where it was stopped. With
    --cluster, games are played there; what is timed or counted otherwise is measured here.

    Example:  plyground lab run bamboo-table-2 --full
    """
    from plyground.lab.experiment import FULL, QUICK, Scale
    from plyground.lab.registry import chosen
    from plyground.lab.running import ExperimentRunner

    if quick and full:
        raise UsageError("--quick and --full contradict each other; take one")
    size = FULL if full else QUICK
    runner = ExperimentRunner(_store(db), players.workers, players.cluster)
    entries = []
    for experiment in chosen(names):
        for each in range(seed, seed + seeds):
            entry = _run(runner, experiment, Scale(size, each))
        entries.append(entry)
        if entries[-1] is not None and not json:
            _print_entry(entries[-1])
    if json:
        print_json([entry.data() for entry in entries if entry is not None])
    if None in entries:
        raise typer.Exit(1)


@lab.command()
def report(
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A file name that ends in .html or .md."
        ),
    ] = Path("lab.html"),
    db: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Write one document with every table, figure and verdict."""
    from plyground.lab.document import write_document

    written = str(write_document(_store(db), output))
    if json:
        print_json({"file": written})
    else:
        print(written)


def _store(given: Path | None) -> Path:
    from plyground.lab.ledger import default_ledger

    return given or default_ledger()


def _run(runner: Any, experiment: Experiment, scale: Any) -> Entry | None:
    """Run one experiment under a progress bar; None, and why, if it could not be run."""
    from plyground.lab.overview import overview
    from plyground.lab.running import StoppedError

    try:
        with resumable(StoppedError):
            _watched(runner, experiment, scale)
    except PlygroundError as error:
        print(f"plyground: {experiment.name}: {error}", file=sys.stderr)
        return None
    entries = overview(runner.store, scale)
    return next(entry for entry in entries if entry.experiment == experiment)


def _watched(runner: Any, experiment: Experiment, scale: Any) -> None:
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[step]}", markup=False),
    )
    with progress_bar(*columns) as shown:
        task = shown.add_task(experiment.name, total=None, step="")

        def show(progress: Any) -> None:
            shown.update(task, completed=progress.done, total=progress.total, step=progress.step)

        runner.on_progress = show
        runner.run(experiment, scale)


def _print_entry(entry: Entry) -> None:
    """How each result came about, every number in the report's layout and by itself, our tables."""
    from rich.console import Console

    from plyground.lab.layout import LEGEND, data_table, layout_of, layout_table
    from plyground.lab.sources import sources_of
    from plyground.lab.verdicts import counts
    from plyground.lab.writing import counts_text, flips_text, result_line

    console = Console(highlight=False)
    summary = counts_text(counts(entry.verdicts))
    print(f"{entry.experiment.name}: {summary}; {flips_text(entry.verdicts)}")
    for whose, judged in (("ours", entry.shipped), ("yours", entry.own)):
        if judged:
            print(f"  {whose}: {result_line(judged.result)}")
    if entry.shipped and entry.own:
        changed = sum(each.changed for each in entry.comparisons)
        print(f"  yours: {counts_text(counts(entry.own.verdicts))}; {changed} came out another way")
    for source in sources_of(entry.experiment.name):
        print(f"\n  {source.name}: {source.says}")
        here = [each for each in entry.comparisons if each.verdict.number.source == source.key]
        layout = layout_of(source, entry.whole_tables)
        if layout is not None:
            console.print(layout_table(LEGEND, layout))
        for comparison in here:
            _print_comparison(comparison, "ours" if entry.shipped else "yours")
    if entry.shown is not None:
        for table in entry.shown.result.findings.tables:
            console.print("", data_table(table), sep="\n")


def _print_comparison(comparison: Comparison, whose: str) -> None:
    from plyground.lab.writing import (
        finding_text,
        number_text,
        place_text,
        reason_text,
        state_text,
        tested_text,
        whole_reason_text,
    )

    verdict, own = comparison.verdict, comparison.own
    place, theirs = place_text(verdict.number), number_text(verdict.number)
    yours = f" | yours {finding_text(own)}" if own else ""
    if own and comparison.changed:
        yours += f", {own.state}"
    print(
        f"  {state_text(verdict):<14}  {place}: {theirs} | {whose} {finding_text(verdict)}{yours}"
    )
    why = " ".join((tested_text(verdict.number), whole_reason_text(verdict, comparison.beside)))
    if own and comparison.changed:
        why += f" Yours: {reason_text(own)}" if own.why else ""
    if why.strip():
        print(f"{'':18}{why.strip()}")
