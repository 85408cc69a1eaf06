"""`pg.train`: a network learns a game by playing it against itself."""

from __future__ import annotations

import contextlib
import html
import importlib.util
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.errors import PlygroundError, TrainingError, UsageError
from plyground.extras import needed
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game, drawn, reference_to

if TYPE_CHECKING:
    from plyground.cluster.machines import Machines
    from plyground.learn.checkpoint import Progress
    from plyground.learn.config import TrainingConfig
    from plyground.learn.curve import Curve

MOST_THREADS = 256
LEAST_SECONDS = 5  # between two copies of the network
FEW_GAMES = 64  # at once: a CPU judges few positions as fast as many


@dataclass(frozen=True, repr=False)
class Trained(Result):
    """A network, how it was trained, and how it did against another."""

    network: Path
    progress: Progress
    verdict: str = ""  # of the test against another network, if there was one
    was_over: bool = False  # all the minutes had passed before this start

    @property
    def spec(self) -> str:
        """An agent that plays by the network alone; others search with it."""
        return f'policy(file="{self.network}")'

    def data(self) -> dict[str, Any]:
        """Everything as plain data for JSON."""
        return {
            "network": str(self.network),
            "verdict": self.verdict or None,
            "was_over": self.was_over,
            "progress": asdict(self.progress),
            "curve": self.rows(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """The learning curve, a row for each point of it."""
        curve = _curve_in(self.network.parent)
        return [
            dict(zip(curve, values, strict=True)) for values in zip(*curve.values(), strict=True)
        ]

    def picture(self) -> str:
        """The learning curve, if there is one and Matplotlib is there to draw it."""
        from plyground.learn.curve import draw_curves

        name, curve = self.network.parent.name, _curve_in(self.network.parent)
        return drawn(lambda file: draw_curves({name: curve}, file)) if curve.get("seconds") else ""

    def html_tables(self) -> list[str]:
        """What there is to say, since the curve has many rows."""
        return [f"<pre>{html.escape(str(self))}</pre>"]

    def __str__(self) -> str:
        """Where the network is, and what it took."""
        over = "its minutes had all passed before; with more --minutes it goes on"
        done = f"{self.network}: {describe(self.progress)}"
        lines = [done, over if self.was_over else "", self.verdict]
        return "\n".join(filter(None, lines))


@checked
def train(
    game: GameLike,
    *,
    config: str | Path | None = None,
    start: str | Path | None = None,
    output: str | Path | None = None,
    minutes: float | None = None,
    seed: int | None = None,
    device: str | None = None,
    threads: int | None = None,
    keep_every: float = math.inf,
    gate: str | Path | None = None,
    teacher: str | Path | None = None,
    cluster: str | Machines | None = None,
    on_start: Callable[[Path, str, float], None] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    changes: Mapping[str, Any] | None = None,
    **parameters: Value,
) -> Trained:
    """
    Train a network by self-play, as in AlphaZero.

    The options are those of `plyground train`. A name or a file is trained on the sizes of its
    configuration; a game that is made already, or parameters, mean that size alone. Where the
    configuration does not know the board, the usual settings are taken (`usual_config`). A run
    that was stopped or killed goes on when it is called again. `start`, --from there, is a
    network's file whose weights it begins with. `cluster`, the address of a Dask
    scheduler or machines that stay open, has workers play the games. With a `teacher`, the file of
    a network, its policy and value are learnt, under the usual settings. `on_start` is told the
    folder, the device and the minutes; `on_progress` how far it is, every few seconds. `changes`
    are settings of the configuration that are to be others, as in {"gumbel": 8}.
    """
    with needed("train", "training needs PyTorch"):
        import torch

        from plyground.cluster.dask_cluster import machines_of
        from plyground.kernel.machine import usable_cores
        from plyground.learn.training import Training
    size = as_game(game, parameters) if parameters or isinstance(game, Game) else None
    settings = _settings(reference_to(game), size, config, teacher)
    begin = None if start is None else str(start)
    settings = settings.changed(minutes=minutes, seed=seed, start=begin)
    settings = settings.changed(**_checked(changes))
    _check_counts(threads, keep_every)
    if settings.teacher and cluster is not None:
        raise UsageError("a teacher's games are played on this machine; leave out --cluster")
    where = device or ("cuda" if torch.cuda.is_available() else "cpu")
    if where not in ("cpu", "cuda") or (where == "cuda" and not torch.cuda.is_available()):
        there = "cpu and cuda" if torch.cuda.is_available() else "only cpu"
        raise UsageError(f"--device {where}: there is {there} here")
    if gate is not None:
        from plyground.neural.board_network import board_judge

        board_judge(settings.games[0], Path(gate))  # refused now rather than after the training
    if where == "cpu" or cluster is not None:
        settings = settings.changed(games_at_once=min(settings.games_at_once, FEW_GAMES))
    if where == "cpu":
        torch.set_num_threads(1)  # the threads that play share the cores
    folder = Path(output) if output else Path("training") / _folder_name(settings, size)
    if on_start is not None:
        on_start(folder, where, settings.minutes)
    if cluster is not None and threads is not None:
        raise UsageError("--threads is for this machine; a cluster has workers of its own")
    with machines_of(cluster) as machines:
        here = threads or usable_cores()
        run: Any = Training(settings, folder, where, here, keep_every, machines=machines)
        was_over = run.is_over
        with contextlib.closing(run.run()) as reports:  # which saves, whatever happens
            for progress in reports:
                if on_progress is not None:
                    on_progress(progress)
    if run.progress.steps == 0:
        raise TrainingError(nothing_learnt(run.progress, settings))
    network, verdict = folder / "network.onnx", ""
    _draw(settings.games[0].name, folder)
    if gate is not None:
        from plyground.learn.gate import contest_of

        verdict = f"against {gate}: {contest_of(settings, network, Path(gate))}"
    return Trained(network, run.progress, verdict, was_over)


def _checked(changes: Mapping[str, Any] | None) -> dict[str, Any]:
    """Settings that are to be others; refuses what is none."""
    from plyground.learn.config import unknown_setting

    for name in changes or {}:
        if wrong := unknown_setting(name):
            raise UsageError(f"changes: {name!r} cannot be changed; {wrong}")
    return dict(changes or {})


def _check_counts(threads: int | None, keep_every: float) -> None:
    """Refuse what the command refuses, too."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"threads={threads!r} must be a whole number from 1 to {MOST_THREADS}")
    if not keep_every >= LEAST_SECONDS:
        raise UsageError(f"keep_every={keep_every!r} must be {LEAST_SECONDS} seconds or more")


def _settings(
    reference: str,
    size: Game[Any] | None,
    config: str | Path | None,
    teacher: str | Path | None = None,
) -> TrainingConfig:
    """As the file says or as comes with the game; as is usual where it does not know the board.

    How a game's own network was trained is not how another one learns from a teacher.
    """
    from plyground.learn.config import Board, config_of
    from plyground.learn.usual_config import taught_config, usual_config

    game, file = size or as_game(reference, {}), None if config is None else Path(config)
    if teacher is not None and file is None:
        return taught_config(reference, game, Path(teacher))
    known = config_of(reference, file) if file or game.knowledge.training else None
    if known is None or (file is None and size is not None and size not in known.games):
        return usual_config(reference, game)
    known = known if teacher is None else known.changed(teacher=str(teacher))
    return known if size is None else known.changed(boards=(Board(size.parameter_values),))


def _folder_name(settings: TrainingConfig, size: Game[Any] | None) -> str:
    """The game's name; with the sizes, as in connect_four-5x4, where a board was asked for."""
    sizes = [] if size is None else [str(value) for value in size.parameter_values.values()]
    return "-".join(filter(None, [settings.games[0].name, "x".join(sizes)]))


def nothing_learnt(progress: Progress, settings: TrainingConfig) -> str:
    """Why, and what would help."""
    if settings.lessons == 1 and progress.lessons == 0:
        return _nothing_taught(settings)
    first = min(settings.first_samples, settings.capacity)
    fewer = "" if settings.lessons == 1 else ", simulations or games_at_once"
    return (
        f"nothing was learnt: {settings.minutes:g} minutes brought {progress.samples:,} positions, "
        f"and learning begins with {first:,}, of all boards together; give it more --minutes, or a "
        f"configuration with smaller first_samples{fewer}"
    )


def _nothing_taught(settings: TrainingConfig) -> str:
    """The same where a solver alone was to teach."""
    taught = [
        game for game, share in zip(settings.games, settings.taught, strict=True) if share > 0
    ]
    smaller = _smaller_board(taught[0])
    easier = f"take a smaller board, as with {smaller}, or " if smaller else ""
    return (
        f"nothing was learnt: in {settings.minutes:g} minutes the solver brought no lessons on "
        f"{' and '.join(map(str, taught))}; {easier}set lessons below 1, as in --set lessons=0, so "
        "that games against itself teach"
    )


def _smaller_board(game: Game[Any]) -> str:
    """Options for a board of three quarters of the lengths; nothing if there is none."""
    given = game.parameter_values
    shorter = {name: value * 3 // 4 for name, value in given.items() if isinstance(value, int)}
    try:
        found = type(game)(**{**given, **shorter})
    except PlygroundError:
        return ""
    if found.shape.cell_count >= game.shape.cell_count:
        return ""
    return " ".join(f"-p {name}={value}" for name, value in shorter.items())


def _draw(name: str, folder: Path) -> None:
    """Draw the learning curve, if there is something to draw with."""
    curve = _curve_in(folder)
    if curve and importlib.util.find_spec("matplotlib") is not None:
        from plyground.learn.curve import draw_curves

        draw_curves({name: curve}, folder / "curve.png")


def _curve_in(folder: Path) -> Curve:
    """The learning curve of a run; nothing if somebody has taken it away or damaged it."""
    from plyground.learn.curve import read_curve

    with contextlib.suppress(TrainingError):
        return read_curve(folder / "curve.csv")
    return {}


def describe(progress: Progress) -> str:
    """Games, samples, steps, losses and accuracy in one line."""
    speed = progress.simulations / max(progress.seconds, 1e-9)
    played = f"{progress.games:,} games, {speed:,.0f} simulations/s, " if progress.games else ""
    kept = f", keeps the value in {100 * progress.kept:.1f}%" if progress.kept else ""
    late = ", no lessons from the solver yet" if progress.lessons == 0 else ""
    return (
        f"{played}{progress.samples:,} positions, {progress.steps:,} steps, "
        f"losses {progress.policy_loss:.2f} {progress.value_loss:.3f}{kept}{late}"
    )
