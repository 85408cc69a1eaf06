"""`plyground accuracy`: how often agents play right, judged by an exact solver."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.common import (
    ChosenGame,
    ClusterOption,
    JsonOption,
    check_folder_of,
    print_json,
    progress_bar,
)
from plyground.cli.completing import complete_agent
from plyground.cli.option_groups import grouped
from plyground.cli.results import MarkdownOption, check_figure
from plyground.game import Game
from plyground.verbs.accuracy import POSITIONS, Accuracy

SpecsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="AGENT...",
        autocompletion=complete_agent,
        help="The agents: see `plyground agents`. NAME=SPEC has tables call it NAME.",
    ),
]
SharesPlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw the shares by phase there.")
]


@dataclass(frozen=True)
class Drawn:
    """Which positions are drawn and judged."""

    positions: Annotated[int, typer.Option(min=1, help="How many positions to draw.")] = POSITIONS
    plies: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER|RANGE",
            help="Moves made before each position, as in 8 or 40..60; by default any number.",
        ),
    ] = None
    seed: Annotated[
        int, typer.Option(min=0, max=2**61, help="Equal seeds give equal positions.")
    ] = 1
    unseen: Annotated[
        bool,
        typer.Option("--unseen", help="Only positions that training never takes from a solver."),
    ] = False
    solver_nodes: Annotated[
        int | None,
        typer.Option(
            min=1, help="Nodes that the solver may look at for a position; 2,000,000 by default."
        ),
    ] = None


@grouped
def accuracy(
    chosen: ChosenGame,
    specs: SpecsArgument,
    drawn: Drawn,
    *,
    cluster: ClusterOption = None,
    markdown: MarkdownOption = False,
    plot: SharesPlotOption = None,
    json: JsonOption = False,
) -> None:
    """Count how often agents play right, with an exact solver as the judge.

    Positions are drawn from games with random and good moves, and every legal move is judged. A
    move keeps the value if a won game stays won and a drawn one drawn; it is best if it also wins
    soonest or loses latest. Positions that the solver does not settle are left out and counted.
    With --cluster, positions are judged and answered on the workers of a Dask cluster.

    Examples:  plyground accuracy connect_four policy "alphazero(nodes=100)"

    plyground accuracy connect_four policy --plies 8 --positions 1000

    plyground accuracy cachex -p size=4 champion strong

    plyground accuracy othello champion --plies 48..60
    """
    if plot is not None:
        check_folder_of(plot)
        check_figure(plot)
    found = _watched(chosen.made(), specs, drawn, cluster)
    if plot is not None:
        found.plot(plot)
    if json:
        print_json(found.data())
    elif markdown:
        print(found.table().markdown())
    else:
        _show(found)


def _watched(game: Game[Any], specs: list[str], drawn: Drawn, cluster: str | None) -> Accuracy:
    """Count under a progress bar."""
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    from plyground.verbs.accuracy import accuracy as run

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with progress_bar(*columns) as bar:
        task = bar.add_task("preparing ...", total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        return run(game, specs, **vars(drawn), cluster=cluster, on_progress=show)


def _show(found: Accuracy) -> None:
    from rich.console import Console

    Console(highlight=False).print(found.table())
