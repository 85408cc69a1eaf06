"""`plyground train`: a network learns a game by playing it against itself."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    ClusterOption,
    GameArgument,
    JsonOption,
    ParameterOption,
    print_json,
    progress_bar,
    read_game,
    resumable,
)
from plyground.cli.option_groups import grouped
from plyground.verbs.train import LEAST_SECONDS, MOST_THREADS

if TYPE_CHECKING:
    from plyground.learn.checkpoint import Progress


@dataclass(frozen=True)
class Settings:
    """What is learnt, and where it goes."""

    config: Annotated[
        Path | None,
        typer.Option(help="A TOML file; by default that of the network in the package."),
    ] = None
    set: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Change a setting of the configuration, as in gumbel=8; repeatable.",
        ),
    ] = None
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="NETWORK",
            help="Begin with the weights of this network, in place of an untrained one.",
        ),
    ] = None
    output: Annotated[
        Path | None,
        typer.Option(help="The folder of the run; training/GAME by default, with the sizes given."),
    ] = None
    minutes: Annotated[
        float | None,
        typer.Option(help="How long to train, over all starts; by default as configured."),
    ] = None
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the run; by default as configured.")
    ] = None
    keep_every: Annotated[
        float,
        typer.Option(
            min=LEAST_SECONDS,
            metavar="SECONDS",
            help="Also keep a copy of the network at this interval.",
        ),
    ] = math.inf
    teacher: Annotated[
        Path | None,
        typer.Option(
            metavar="NETWORK",
            help="Learn what this network says of positions, in place of games against itself.",
        ),
    ] = None
    gate: Annotated[
        Path | None,
        typer.Option(
            metavar="NETWORK",
            help="At the end, test it against this network: an SPRT in the arena.",
        ),
    ] = None


@dataclass(frozen=True)
class Hardware:
    """Where it is learnt."""

    device: Annotated[
        str | None, typer.Option(help="cpu or cuda; by default cuda if there is one.")
    ] = None
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_THREADS, help="Threads that play; one per core by default."),
    ] = None
    cluster: ClusterOption = None


@grouped
def train(
    game: GameArgument,
    *,
    parameter: ParameterOption = None,
    settings: Settings,
    hardware: Hardware,
    json: JsonOption = False,
) -> None:
    """Train a network by self-play, as in AlphaZero.

    A run that was stopped or killed goes on when the same command is given again. The folder gets
    network.onnx, to play with, and the curve as curve.csv and curve.png. While it runs, `plyground
    serve` in the same place shows it on the screen Lab. With --cluster, the workers of a Dask
    cluster play the games, and this machine learns from them.

    Any game can be trained, a file of your own too. Where no configuration comes with it, a solver
    teaches what it can settle, and games against itself the rest. The progress line says in which
    share of the positions of an exam the network keeps the value.

    With --teacher, a network of any size learns the policy and the value of another one, which is
    quicker than to find them out: a small one for play, or the successor of one that exists.

    Switches, off by default: --set gumbel=8 (chance and improved targets at the root), forced=2
    (forced visits, pruned targets), left_weight=0.5, reply_weight=0.15 and owner_weight=0.5 (what
    else is learnt of a game); full_share=1 turns off that most searches are short. What each
    does, and all others, is in docs/algorithms/alphazero.md.

    Examples:  plyground train bamboo --minutes 30

    plyground train connect_four -p width=5 -p height=4

    plyground train bamboo --from training/bamboo/network.onnx --output training/more

    plyground train connect_four -p width=5 -p height=4 --teacher large.onnx --set width=16

    plyground train tic_tac_toe --minutes 5 --cluster tcp://127.0.0.1:8786

    plyground arena bamboo 'policy(file="training/bamboo/network.onnx")' random
    """
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    from plyground.learn.config import read_changes
    from plyground.verbs.train import describe
    from plyground.verbs.train import train as run

    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with progress_bar(*columns) as bar:
        task = bar.add_task("first games ...")

        def begin(folder: Path, where: str, planned: float) -> None:
            bar.update(task, total=60 * planned)
            told = sys.stderr if json else sys.stdout
            print(f"Preparing {game} in {folder} on {where} ...", file=told)

        def show(progress: Progress) -> None:
            bar.update(task, completed=progress.seconds, description=describe(progress))

        given: dict[str, Any] = {**vars(settings), **vars(hardware)}
        given["changes"] = read_changes(given.pop("set") or [])
        wanted = read_game(game, parameter) if parameter else game
        with resumable():
            trained = run(wanted, **given, on_start=begin, on_progress=show)
    if json:
        print_json(trained.data())
    else:
        print(trained)
