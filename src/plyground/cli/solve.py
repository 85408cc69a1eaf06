"""`plyground solve`: what a position is worth in perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    INTERRUPTED,
    ChosenPosition,
    ClusterOption,
    GentleStop,
    JsonOption,
    check_can_replace,
    print_result,
    watched,
)
from plyground.cli.option_groups import grouped
from plyground.game import Playthrough
from plyground.verbs.solve import Solved
from plyground.verbs.solve import solve as run

if TYPE_CHECKING:
    from plyground.kernel import Monitor

UNFINISHED = 1  # the exit code if a limit came before the proof


@dataclass(frozen=True)
class Wanted:
    """What is to be found out."""

    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="The value of every move, too.")
    ] = False
    distance: Annotated[
        bool | None,
        typer.Option("--distance/--no-distance", help="The number of plies to the end, too."),
    ] = None
    within: Annotated[
        int | None,
        typer.Option(min=1, metavar="PLIES", help="Only whether somebody wins in so many."),
    ] = None

    def is_answered(self, found: Solved) -> bool:
        """Whether all that was asked is known, of the position and of its moves."""
        if found.missing:
            return False
        return found.value is not None or (found.within is not None and found.within == self.within)


@dataclass(frozen=True)
class Means:
    """What the search may use."""

    threads: Annotated[int | None, typer.Option(min=1, max=64, help="So many at once.")] = None
    memory: Annotated[
        float | None, typer.Option(min=1, help="Megabytes that tables may grow to; 512.")
    ] = None
    book: Annotated[
        bool | None, typer.Option("--book/--no-book", help="Look early positions up in a book.")
    ] = None
    seconds: Annotated[float | None, typer.Option(help="At most so long.")] = None
    nodes: Annotated[int | None, typer.Option(help="At most so many nodes.")] = None
    cluster: ClusterOption = None


@dataclass(frozen=True)
class Files:
    """What is kept."""

    keep: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on from the proofs in FILE, and keep them there."),
    ] = None
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the winner's strategy, for others to check."),
    ] = None

    def check(self) -> None:
        """Raise `FileError`, before anything is proven, if they could not be written."""
        for file in (self.keep, self.certificate):
            if file is not None:
                check_can_replace(file)


@grouped
def solve(
    chosen: ChosenPosition,
    *,
    wanted: Wanted,
    means: Means,
    files: Files,
    json: JsonOption = False,
) -> None:
    """Prove what a position is worth, and show the best play to the end.

    A game is won, drawn or lost. Most solvers count the plies to the end only with --distance,
    which is slower; Connect Four's counts them unless --no-distance is given. A limit, or Ctrl-C,
    ends the search with what is proven until then; with --keep, the same command goes on from
    there. With --cluster, the proof is split, and the workers of a Dask cluster share it; --memory
    and --threads are of each of them. An option that the game's solver does not use is refused.
    What --certificate writes, once the value is known, tools/check_certificate.py verifies by rules
    of its own. --within asks about the next plies alone, in any game: who can force a win so soon?

    Examples:  plyground solve connect_four --no-book

    plyground solve konane -p size=6 --threads 2

    plyground solve cachex -p size=3 --all-moves

    plyground solve bamboo -p radius=3 --seconds 500 --memory 8000 --keep bamboo-3.proofs

    plyground solve konane -p size=6 --cluster tcp://127.0.0.1:8786 --keep konane-6.proofs

    plyground solve connect_four --moves "4 4 4 4" --all-moves

    plyground solve cachex -p size=5 --moves a1 --within 9

    plyground solve konane -p rows=5 -p columns=7 --certificate konane-5x7.cert
    """
    reached = chosen.reached()
    files.check()
    options: dict[str, Any] = {**vars(wanted), **vars(means), **vars(files)}
    found, interrupted = _watched(reached, options)
    print_result(found, json, reached.picture())
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if not wanted.is_answered(found):
        raise typer.Exit(UNFINISHED)


def _watched(reached: Playthrough, options: dict[str, Any]) -> tuple[Solved, bool]:
    """What is found, with the progress shown meanwhile; whether somebody stopped it."""
    solvers: list[Any] = []  # the one that is at work

    def work(watch: Monitor) -> tuple[Solved, bool]:
        with GentleStop(watch) as stop:
            found = run(reached, **options, monitor=watch, on_solver=solvers.append)
            return found, stop.used

    def describe(watch: Monitor, passed: float) -> str:
        counted = watch.statistics(passed)
        speed = f"{counted.nodes:,} nodes, {counted.nodes_per_second:,.0f} a second"
        return "  ".join(filter(None, (*(solver.progress() for solver in solvers), speed)))

    return watched(reached.game, describe, work)
