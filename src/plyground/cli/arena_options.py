"""The options of `plyground arena`, by subject."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.common import ClusterOption, WorkersOption, read_elo_bounds
from plyground.cli.completing import complete_agent

SpecsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="SPEC...",
        help="The agents: see `plyground agents`. NAME=SPEC has tables call it NAME.",
        autocompletion=complete_agent,
    ),
]
SeedOption = Annotated[
    int, typer.Option(min=0, max=2**61, help="Equal seeds give equal openings and games.")
]


@dataclass(frozen=True)
class GamesToPlay:
    """Who plays whom, how often, and from where."""

    pairs: Annotated[
        int | None,
        typer.Option(
            min=1, help="Pairs of games for every two agents, with sides swapped; 10 by default."
        ),
    ] = None
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first agent against each of the others.")
    ] = False
    sweep: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=VALUES",
            help="Play variants of the first agent, depth=1..6 or c=0.2,0.4, against the others; "
            "alone, each against the next.",
        ),
    ] = None
    openings: Annotated[
        str | None,
        typer.Option(metavar="FILE|MOVES", help="Begin with these moves; one opening per line."),
    ] = None
    opening_plies: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Otherwise begin with this many random moves. [default: 4, fewer in short games]",
        ),
    ] = None
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW..HIGH",
            help="Stop once it is clear whether the first of two is HIGH or only LOW Elo stronger.",
        ),
    ] = None

    @property
    def swept(self) -> str | None:
        """The parameter that --sweep names."""
        return self.sweep and self.sweep.partition("=")[0].strip()

    def arguments(self) -> dict[str, Any]:
        """As `pg.arena` takes them."""
        bounds = None if self.sprt is None else read_elo_bounds(self.sprt, "0..10, in Elo")
        return {**vars(self), "sprt": bounds}


@dataclass(frozen=True)
class Limits:
    """What an agent may spend, and when it has lost by spending more."""

    seconds: Annotated[float | None, typer.Option(help="Seconds for a move.")] = None
    nodes: Annotated[int | None, typer.Option(help="Nodes for a move.")] = None
    depth: Annotated[int | None, typer.Option(help="Depth for a move.")] = None
    game_seconds: Annotated[
        float | None, typer.Option(help="Seconds that each side has for a game.")
    ] = None
    grace: Annotated[
        float, typer.Option(help="Seconds that may be overrun before the game is lost.")
    ] = 0.1
    move_timeout: Annotated[
        float, typer.Option(help="Seconds without an answer after which an agent is killed.")
    ] = 60.0
    memory: Annotated[
        float | None,
        typer.Option(metavar="MB", help="MB by which an agent may make its process grow."),
    ] = None


@dataclass(frozen=True)
class Workplace:
    """Where the games are played and kept."""

    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the results there; the same command resumes."),
    ] = None
    workers: WorkersOption = None
    cluster: ClusterOption = None
