"""`plyground results`: what is in a store of results."""

from __future__ import annotations

import enum
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import JsonOption, check_folder_of, print_json, write_text
from plyground.cli.option_groups import grouped
from plyground.errors import FileError
from plyground.extras import require
from plyground.game.registry import class_in_data
from plyground.reading import read_text

if TYPE_CHECKING:
    from plyground.tournaments import GameRecord, Run

MarkdownOption = Annotated[
    bool, typer.Option("--markdown", help="Print the tables as Markdown instead.")
]
StoreArgument = Annotated[
    Path, typer.Argument(metavar="STORE", help="A file that `plyground arena --store` wrote.")
]
RunArgument = Annotated[
    int | None,
    typer.Argument(metavar="[RUN]", help="Its number in the list; the latest by default."),
]

AllowFilesOption = Annotated[
    bool,
    typer.Option("--allow-files", help="Run the file that the games name as theirs."),
]

results = typer.Typer(help="List, show and export results that were stored.", no_args_is_help=True)


class Format(enum.StrEnum):
    """How games are exported."""

    CSV = "csv"
    JSON = "json"
    RECORDS = "records"


@dataclass(frozen=True)
class Report:
    """How results are shown, and where to."""

    markdown: MarkdownOption = False
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the last table there as CSV.")
    ] = None
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the ratings there, or the win rates of a sweep."),
    ] = None
    plot_time: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the time per move there.")
    ] = None

    def check(self) -> None:
        """Refuse files that could not be written, before hours are spent on games."""
        for file in filter(None, (self.csv, self.plot, self.plot_time)):
            check_folder_of(file)
        for file in filter(None, (self.plot, self.plot_time)):
            check_figure(file)

    def show(
        self, records: Sequence[GameRecord], data: dict[str, Any] | None, sweep: str | None = None
    ) -> None:
        """Print the tables, or the data instead if there are any, and write the files.

        `sweep` is the parameter that was swept, if one was.
        """
        from rich.console import Console

        from plyground.verbs.arena import tables_of

        tables = tables_of(records, sweep)
        if data is not None:
            print_json(data)
        elif self.markdown:
            print("\n".join(table.markdown() for table in tables))
        else:
            console = Console(highlight=False)
            for table in tables:
                console.print(table)
                console.print()
        if self.csv is not None:
            write_text(self.csv, tables[-1].csv())
        if records:
            self.draw(records, sweep)

    def draw(self, records: Sequence[GameRecord], sweep: str | None) -> None:
        """Draw the figures."""
        from plyground.tournaments import plots
        from plyground.tournaments.standings import standings
        from plyground.verbs.arena import plot_of

        if self.plot is not None:
            plot_of(records, sweep, self.plot)
        if self.plot_time is not None:
            plots.plot_time_per_move(standings(records), self.plot_time)


@results.command("list")
def list_runs(store: StoreArgument, json: JsonOption = False) -> None:
    """List the tournaments in a store."""
    from plyground.tournaments.store import Store

    with Store(store, create=False) as opened:
        runs = opened.runs()
    if json:
        print_json(
            [
                {
                    "run": run.number,
                    "begun": run.begun,
                    "game": str(run.plan.game),
                    "parameters": dict(run.plan.parameters),
                    "agents": run.plan.agents,
                    "code": dict(run.plan.code),
                    "played": run.played,
                    "planned": run.planned,
                }
                for run in runs
            ]
        )
        return
    for run in runs:
        given = " ".join(f"{name}={value}" for name, value in run.plan.parameters.items())
        games = f"{run.played} of {run.planned} games"
        print(f"{run.number}  {run.begun[:16].replace('T', ' ')}  {run.plan.game} {given}  {games}")
        for spec in run.plan.agents:
            code = run.plan.code.get(spec, "")[:8]
            print(f"     {spec}  ({f'code {code}' if code else 'by an earlier version'})")


@results.command()
def check(store: StoreArgument, json: JsonOption = False) -> None:
    """Read every game in a store, and say which are damaged."""
    from plyground.tournaments.store import Store

    with Store(store, create=False) as opened:
        found = opened.check()
    if json:
        print_json(asdict(found))
        raise typer.Exit(int(bool(found.problems)))
    for problem in found.problems:
        print(f"{store}: {problem}")
    if found.problems:
        raise typer.Exit(1)
    print(f"{store}: {found.games} games in {found.runs} runs, all as they were written")
    if found.unsealed:
        print(f"{found.unsealed} games are of an earlier version and have no checksum")


@results.command()
@grouped
def show(
    store: StoreArgument,
    run: RunArgument = None,
    *,
    sweep: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Show a sweep over this parameter of the agents."),
    ] = None,
    report: Report,
    allow_files: AllowFilesOption = False,
    json: JsonOption = False,
) -> None:
    """Show the tables of a tournament."""
    from plyground.tournaments.contest import answer
    from plyground.verbs.arena import data_of

    report.check()
    found, records = _read(store, run)
    if allow_files and records:
        class_in_data(records[0].game, allow_files)
    test = {"contest": str(found.contest.result)} if found.contest else {}
    report.show(records, data_of(records) | test if json else None, sweep)
    if found.contest and not json:
        print(answer(found.plan, found.contest.result))


@results.command()
def export(
    store: StoreArgument,
    run: RunArgument = None,
    form: Annotated[Format, typer.Option("--format", help="How to write games.")] = Format.RECORDS,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it there.")
    ] = None,
    comments: Annotated[
        bool, typer.Option(help="Write scores and costs into records, too.")
    ] = True,
) -> None:
    """Write the games of a tournament as records, JSON or CSV."""
    from plyground.tournaments.record_text import write_records

    _, records = _read(store, run)
    if form is Format.RECORDS:
        text = write_records(records, comments)
    elif form is Format.JSON:
        text = _as_json(records)
    else:
        text = _as_csv(records)
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, text)


@results.command()
@grouped
def read(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records as `export` writes them.")],
    *,
    report: Report,
    allow_files: AllowFilesOption = False,
    json: JsonOption = False,
) -> None:
    """Read records of games, check that they follow the rules, and show their tables."""
    from plyground.tournaments.record_text import read_records
    from plyground.verbs.arena import data_of

    report.check()
    records = read_records(read_text(file), allow_files=allow_files)
    report.show(records, data_of(records) if json else None)


def check_figure(file: Path) -> None:
    """Refuse a file that no figure can be saved to."""
    from plyground.tournaments.plots import SUFFIXES

    if file.suffix.lower() not in SUFFIXES:
        raise FileError(
            f"{file}: a figure is saved as {', '.join(SUFFIXES)}; end the name in one of them"
        )
    require("matplotlib", "plots", "figures need matplotlib")


def _read(store: Path, number: int | None) -> tuple[Run, list[GameRecord]]:
    """The run of that number, or the latest, and its games."""
    from plyground.tournaments.store import Store

    with Store(store, create=False) as opened:
        run = opened.run(number)
        return run, opened.records(run.number)


def _as_json(records: Sequence[GameRecord]) -> str:
    import json

    return json.dumps([_data(record) for record in records], indent=1) + "\n"


def _data(record: GameRecord) -> dict[str, Any]:
    data = asdict(record)
    for move, known in zip(data["moves"], record.moves, strict=True):
        move["score"] = None if known.score is None else {"text": str(known.score), **move["score"]}
    return data


def _as_csv(records: Sequence[GameRecord]) -> str:
    import csv
    import io

    columns = ("pair", "first", "second", "winner", "reason", "forfeit", "opening", "moves")
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*columns, "seconds first", "seconds second"])
    for record in records:
        moves = " ".join(move.move for move in record.moves)
        mover = len(record.opening) % 2
        sides = (record.moves[mover::2], record.moves[1 - mover :: 2])
        spent = [sum(move.statistics.seconds for move in side) for side in sides]
        who, opening = record.winning_agent or "", " ".join(record.opening)
        writer.writerow(
            [record.pair, *record.agents, who, record.reason, int(record.forfeit), opening, moves]
            + [f"{seconds:.6f}" for seconds in spent]
        )
    return written.getvalue()
