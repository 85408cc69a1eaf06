"""`plyground lab`: the experiments of the reports, run again and compared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    JsonOption,
    WorkersOption,
    print_json,
    progress_bar,
    resumable,
)
from plyground.errors import PlygroundError, UsageError

if TYPE_CHECKING:
    from plyground.lab.experiment import Experiment
    from plyground.lab.verdicts import Verdict


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


@lab.command()
def run(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="From `plyground lab list`, or all.")
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Small samples; the default.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="As many games as the report, or more.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**53, help="Equal seeds give equal games.")] = 1,
    db: StoreOption = None,
    workers: WorkersOption = None,
) -> None:
    """
    Run experiments, and say whether they came out as in the reports.

    What was measured is kept in the store, and the same command goes on where it was stopped.

    Example:  plyground lab run bamboo-table-2 --full
    """
    from plyground.lab.experiment import FULL, QUICK, Scale
    from plyground.lab.registry import chosen
    from plyground.lab.running import ExperimentRunner

    if quick and full:
        raise UsageError("--quick and --full contradict each other; take one")
    scale = Scale(FULL if full else QUICK, seed)
    runner = ExperimentRunner(_store(db), workers)
    failed = False
    for experiment in chosen(names):
        failed |= not _run(runner, experiment, scale)
    if failed:
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
) -> None:
    """Write one document with every table, figure and verdict."""
    from plyground.lab.document import write_document

    print(write_document(_store(db), output))


def _store(given: Path | None) -> Path:
    from plyground.lab.ledger import default_ledger

    return given or default_ledger()


def _run(runner: Any, experiment: Experiment, scale: Any) -> bool:
    """Run one experiment under a progress bar; whether it could be run."""
    from plyground.lab.running import StoppedError
    from plyground.lab.verdicts import verdicts

    try:
        with resumable(StoppedError):
            findings = _watched(runner, experiment, scale)
    except PlygroundError as error:
        print(f"plyground: {experiment.name}: {error}", file=sys.stderr)
        return False
    _print_verdicts(experiment, verdicts(experiment.name, findings))
    return True


def _watched(runner: Any, experiment: Experiment, scale: Any) -> Any:
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
        return runner.run(experiment, scale)


def _print_verdicts(experiment: Experiment, found: list[Verdict]) -> None:
    from plyground.lab.verdicts import counts
    from plyground.lab.writing import finding_text, number_text, place_text

    summary = ", ".join(f"{count} {state}" for state, count in counts(found).items() if count)
    print(f"{experiment.name}: {summary}")
    for verdict in found:
        if verdict.state == "not comparable":
            continue
        ours, theirs = finding_text(verdict), number_text(verdict.number)
        print(f"  {verdict.state:<10}  {place_text(verdict.number)}: {theirs} | ours {ours}")
        if verdict.why:
            print(f"              {verdict.why}")
