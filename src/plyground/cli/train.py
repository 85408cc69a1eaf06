"""`plyground train`: a network learns a game by playing it against itself."""

from __future__ import annotations

import contextlib
import importlib.util
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import progress_bar
from plyground.errors import MissingDependencyError, UsageError

if TYPE_CHECKING:
    from plyground.learn.checkpoint import Progress

FEW_GAMES = 64  # at once: a CPU judges few positions as fast as many


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name from `plyground games`.")],
    config: Annotated[
        Path | None,
        typer.Option(help="A TOML file; by default that of the network in the package."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="The folder of the run; training/GAME by default."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="How long to train, over all starts; by default as configured."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the run; by default as configured.")
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="cpu or cuda; by default cuda if there is one.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Threads that play; one per core by default.")
    ] = None,
    keep_every: Annotated[
        float,
        typer.Option(
            min=5, metavar="SECONDS", help="Also keep a copy of the network at this interval."
        ),
    ] = math.inf,
    gate: Annotated[
        Path | None,
        typer.Option(
            metavar="NETWORK",
            help="At the end, test it against this network: an SPRT in the arena.",
        ),
    ] = None,
) -> None:
    """Train a network by self-play, as in AlphaZero.

    A run that was stopped or killed goes on when the same command is given again. The folder gets
    network.onnx, to play with, and the curve as curve.csv and curve.png.

    Examples:  plyground train bamboo --minutes 30

    plyground arena bamboo 'policy(file="training/bamboo/network.onnx")' random
    """
    try:
        import torch

        from plyground.learn.training import Training
    except ImportError as error:
        raise MissingDependencyError(
            f"training needs PyTorch ({error.name} is missing): pip install 'plyground[train]'"
        ) from error
    from plyground.learn.config import config_of

    settings = config_of(game, config).changed(minutes=minutes, seed=seed)
    where = device or ("cuda" if torch.cuda.is_available() else "cpu")
    if where not in ("cpu", "cuda") or (where == "cuda" and not torch.cuda.is_available()):
        there = "cpu and cuda" if torch.cuda.is_available() else "only cpu"
        raise UsageError(f"--device {where}: there is {there} here")
    if gate is not None:
        from plyground.neural.board_network import board_judge

        board_judge(settings.games[0], gate)  # refused now rather than after the training
    if where == "cpu":
        torch.set_num_threads(1)  # the threads that play share the cores
        settings = settings.changed(games_at_once=min(settings.games_at_once, FEW_GAMES))
    folder = output or Path("training") / settings.games[0].name
    print(f"Preparing {game} in {folder} on {where} ...")
    run = Training(settings, folder, where, threads or os.cpu_count() or 1, keep_every)
    _watch(run, settings.minutes)
    print(f"{folder / 'network.onnx'}: {describe(run.progress)}")
    if importlib.util.find_spec("matplotlib") is not None:
        from plyground.learn.curve import draw_curves, read_curve

        draw_curves({game: read_curve(folder / "curve.csv")}, folder / "curve.png")
    if gate is not None:
        from plyground.learn.gate import contest_of

        print(f"against {gate}: {contest_of(settings, folder / 'network.onnx', gate)}")


def _watch(run: Any, minutes: float) -> None:
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with progress_bar(*columns) as bar:
        task = bar.add_task("first games ...", total=60 * minutes)
        with contextlib.closing(run.run()) as reports:  # which saves, whatever happens
            for progress in reports:
                bar.update(task, completed=progress.seconds, description=describe(progress))


def describe(progress: Progress) -> str:
    """Games, samples, speed and losses in one line."""
    speed = progress.simulations / max(progress.seconds, 1e-9)
    return (
        f"{progress.games:,} games, {progress.samples:,} positions, {speed:,.0f} simulations/s, "
        f"{progress.steps:,} steps, losses {progress.policy_loss:.2f} {progress.value_loss:.3f}"
    )
