"""Checkpoints: a folder from which a killed run goes on, and the curve it has drawn.

    config.json           the configuration of the run
    checkpoint.safetensors   weights, their average, the optimiser's state, and how far it got
    curve.csv             a line for each report
    network.onnx          the network to play with
    network-00060s.onnx   the network after that many seconds, if copies are kept

Files are written beside their place and then moved there, so that a kill leaves the old or the new.
"""

from __future__ import annotations

import csv
import json
import math
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from plyground.errors import TrainingError
from plyground.folders import write_whole
from plyground.learn.block_ranges import POSITIONS, ranges_of, sample_planes
from plyground.learn.board_file import board_file
from plyground.learn.config import TrainingConfig
from plyground.learn.model import BoardNetwork
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata
from plyground.reading import read_json

PRIVATE = ("minutes", "games_at_once", "notes")  # may differ from one start to the next
NO_LESSONS = -1  # wanted


@dataclass
class Progress:
    """How far a run got, over all its starts."""

    seconds: float = 0.0
    steps: int = 0
    games: int = 0
    samples: int = 0
    simulations: int = 0
    policy_loss: float = 0.0
    value_loss: float = 0.0
    kept: float = 0.0  # share of the exam in which the policy keeps the value; 0 without an exam
    lessons: int = NO_LESSONS  # judged by a solver, and there to learn from

    def line(self) -> dict[str, str]:
        """For the curve; of an exam and of lessons nothing is said where there are none."""
        line = {name: f"{value:.6g}" for name, value in asdict(self).items()}
        line["kept"] = line["kept"] if self.kept else ""
        line["lessons"] = line["lessons"] if self.lessons >= 0 else ""
        return line


class Checkpoints:
    """The folder of one run."""

    def __init__(self, folder: Path, config: TrainingConfig) -> None:
        """A new folder, that of the same run, or of one that ended before anything was learnt."""
        self.folder, self.config = folder, config
        self.curve, self.saved = folder / "curve.csv", folder / "checkpoint.safetensors"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TrainingError(f"{folder} cannot be the folder of a run: {error}") from error
        given = json.dumps(config.as_dict(), indent=1, default=str)
        known = folder / "config.json"
        if known.exists() and _comparable(known.read_bytes()) != _comparable(given):
            self._begin_anew()
        write_whole(known, given.encode())

    def _begin_anew(self) -> None:
        """Delete what a run with another configuration left; an error if it has learnt anything."""
        kept = self.load()
        if kept is None or kept[1].steps:
            raise TrainingError(
                f"{self.folder} holds a run with another configuration; choose another --output, "
                "or the configuration of that run to go on with it"
            )
        self.saved.unlink()
        self.curve.unlink(missing_ok=True)

    def save(self, tensors: dict[str, Tensor], progress: Progress, network: BoardNetwork) -> None:
        """Keep everything, and the averaged network as a file to play with, once it has learnt."""
        written = {name: str(value) for name, value in asdict(progress).items()}
        whole = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
        write_whole(self.saved, save(whole, written))
        if progress.steps:
            self.write_network(network, progress, "network.onnx")

    def write_network(self, network: BoardNetwork, progress: Progress, name: str) -> None:
        """A file to play with, which says how it was trained."""
        about = {"config": self.config.as_dict(), "progress": asdict(progress)}
        game = self.config.games[0]  # whose name is not what a file of the user's is known by
        metadata = Metadata(game.name, encoding_of(game).name, {}, about)
        ranges = ranges_of(network, *self._samples) if self.config.whole_numbers else None
        write_whole(self.folder / name, board_file(network, metadata, self.config.bits, ranges))

    @cached_property
    def _samples(self) -> list[np.ndarray]:
        """Positions of each board by which numbers are rounded."""
        games = self.config.games
        return [sample_planes(game, math.ceil(POSITIONS / len(games))) for game in games]

    def load(self) -> tuple[dict[str, Tensor], Progress] | None:
        """What was kept last, None if nothing was."""
        path = self.saved
        if not path.exists():
            return None
        try:
            with safe_open(path, "pt") as file:
                written = file.metadata() or {}
                tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            none = asdict(Progress())
            del none["lessons"]  # those of a run that goes on come anew
            progress = Progress(**{name: type(zero)(written[name]) for name, zero in none.items()})
        except (SafetensorError, KeyError, ValueError, OSError) as error:
            raise TrainingError(
                f"{path} is damaged ({error}); delete it to begin anew, "
                "network.onnx beside it is the last network"
            ) from error
        return tensors, progress

    def note(self, line: dict[str, str]) -> None:
        """Add a line to the curve."""
        new = not self.curve.exists()
        with self.curve.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(line))
            if new:
                writer.writeheader()
            writer.writerow(line)

    def cut_curve(self, progress: Progress) -> None:
        """Take off what was noted after the last save, from where a killed run goes on."""
        if self.curve.exists():
            heading, *lines = self.curve.read_text().splitlines(keepends=True) or [""]
            last = float(progress.line()["seconds"])  # rounded as in the curve
            kept = [line for line in lines if _seconds_of(line) <= last]
            write_whole(self.curve, "".join([heading, *kept]).encode())


def _seconds_of(line: str) -> float:
    """When a line of the curve was noted; at no time if a kill has cut it off."""
    try:
        return float(line.split(",")[0]) if line.endswith("\n") else math.inf
    except ValueError:
        return math.inf


def _comparable(text: str | bytes) -> dict[str, object]:
    """The configuration without what may differ from start to start; empty if the text is none."""
    try:
        given = read_json(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        return {}
    return {name: value for name, value in given.items() if name not in PRIVATE}
