"""Checkpoints: a folder from which a killed run goes on, and the curve it has drawn.

    config.json           the configuration of the run, and fingerprints of the rules
    checkpoint.safetensors   weights, their average, the optimiser's state, and how far it got
    curve.csv             a line for each report
    network.onnx          the network to play with
    network-00060s.onnx   the network after that many seconds, if copies are kept

Files are written beside their place and then moved there, so that a kill leaves the old or the new.
Only one process at a time works in a folder.
"""

from __future__ import annotations

import csv
import errno
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from plyground.errors import FileError, TrainingError
from plyground.folders import read_whole, write_whole
from plyground.game.rules import parts_of_rules
from plyground.kernel.file_lock import FileLock
from plyground.kernel.fingerprint import code_fingerprints
from plyground.learn.block_ranges import POSITIONS, ranges_of, sample_planes
from plyground.learn.board_file import board_file
from plyground.learn.config import TrainingConfig
from plyground.learn.model import BoardNetwork
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata
from plyground.reading import SHOWN, read_json, read_text

RULES = "rules"  # in the file of the configuration: fingerprints of them
PRIVATE = ("minutes", "games_at_once", "notes", RULES)  # may differ from one start to the next
NO_LESSONS = -1  # wanted
NETWORK = "network.onnx"
MOST = 1e15  # of anything that is counted


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
        self.known = folder / "config.json"
        parts = [part for game in config.games for part in parts_of_rules(game)]
        given = {**config.as_dict(), RULES: code_fingerprints(parts)}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for file in (self.known, self.curve, self.saved, folder / NETWORK):
                if file.exists() and not file.is_file():
                    raise OSError(errno.EINVAL, f"{file.name} is no plain file")
            with self.alone():
                if self.known.exists():
                    self._check_same(_read(read_whole(self.known)), given)
                write_whole(self.known, json.dumps(given, indent=1, default=str).encode())
                self._seen = self._state()
        except OSError as error:
            raise TrainingError(f"{folder} cannot be the folder of a run: {error}") from error

    def _state(self) -> tuple[bytes, int]:
        """What changes with every run in the folder, and with every save."""
        saved = self.saved.stat().st_mtime_ns if self.saved.exists() else 0
        return read_whole(self.known), saved

    @contextmanager
    def working(self) -> Iterator[None]:
        """Nobody else works in the folder meanwhile, nor has since this was made."""
        with self.alone():
            if self._state() != self._seen:
                raise TrainingError(
                    f"another process has trained in {self.folder} meanwhile; the same command "
                    "goes on from there"
                )
            try:
                yield
            finally:
                self._seen = self._state()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else works in the folder meanwhile; an error if somebody does."""
        lock = FileLock(self.saved)
        if not lock.take():
            raise TrainingError(
                f"another process is training in {self.folder}; wait for its end, or choose "
                "another --output"
            )
        try:
            yield
        finally:
            lock.release()

    def _check_same(self, known: dict[str, Any], given: dict[str, Any]) -> None:
        """An error if the run there is another one, and has learnt; otherwise it begins anew."""
        other = ""
        if _comparable(known) != _comparable(given):
            other = "with another configuration; choose another --output, or the configuration of "
            other += "that run to go on with it"
        elif RULES in known and not any(each in str(known[RULES]) for each in given[RULES]):
            other = f"of {self.config.game} as it was before its rules were changed; choose "
            other += "another --output"
        kept = self.load() if other else None
        if other and (kept[1].steps if kept else (self.folder / NETWORK).exists()):
            raise TrainingError(f"{self.folder} holds a run {other}")
        if other:
            self.saved.unlink(missing_ok=True)
            self.curve.unlink(missing_ok=True)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Say what cannot be written, and that nothing else is lost."""
        try:
            yield
        except OSError as error:
            raise TrainingError(
                f"{self.folder} cannot be written: {error.strerror or error}; the same command "
                "goes on from the last save"
            ) from error

    def save(self, tensors: dict[str, Tensor], progress: Progress, network: BoardNetwork) -> None:
        """Keep everything, and the averaged network as a file to play with, once it has learnt."""
        written = {name: str(value) for name, value in asdict(progress).items()}
        whole = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
        with self._writing():
            write_whole(self.saved, save(whole, written))
        if progress.steps:
            self.write_network(network, progress, NETWORK)

    def write_network(self, network: BoardNetwork, progress: Progress, name: str) -> None:
        """A file to play with, which says how it was trained."""
        about = {"config": self.config.as_dict(), "progress": asdict(progress)}
        game = self.config.games[0]  # whose name is not what a file of the user's is known by
        metadata = Metadata(game.name, encoding_of(game).name, {}, about)
        ranges = ranges_of(network, *self._samples) if self.config.whole_numbers else None
        content = board_file(network, metadata, self.config.bits, ranges)
        with self._writing():
            write_whole(self.folder / name, content)

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
            known = {name: type(zero)(written[name]) for name, zero in none.items()}
            for name, number in known.items():
                if not (0 <= number <= MOST or name.endswith("loss")):
                    raise ValueError(f"{name} is {written[name][:SHOWN]}")
            for name, tensor in tensors.items():
                if not (tensor.is_floating_point() and bool(torch.isfinite(tensor.float()).all())):
                    raise ValueError(f"{name} has weights that are no numbers")
            progress = Progress(**known)
        except OSError as error:
            raise TrainingError(f"{path} cannot be read: {error}") from error
        except (SafetensorError, KeyError, ValueError) as error:
            raise TrainingError(
                f"{path} is damaged ({error}); delete it to begin anew, "
                "network.onnx beside it is the last network"
            ) from error
        return tensors, progress

    def note(self, line: dict[str, str]) -> None:
        """Add a line to the curve."""
        new = not self.curve.exists()
        with self._writing(), self.curve.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(line))
            if new:
                writer.writeheader()
            writer.writerow(line)

    def cut_curve(self, progress: Progress) -> None:
        """Take off what was noted after the last save, from where a killed run goes on."""
        if not self.curve.exists():
            return
        try:
            text = read_text(self.curve)
        except FileError as error:
            raise TrainingError(
                f"{self.curve} is damaged ({error}); delete it to go on with a new curve"
            ) from error
        heading, *lines = text.splitlines(keepends=True) or [""]
        last = float(progress.line()["seconds"])  # rounded as in the curve
        kept = [line for line in lines if _seconds_of(line) <= last]
        with self._writing():
            write_whole(self.curve, "".join([heading, *kept]).encode())
            if not heading.strip():
                self.curve.unlink()


def _seconds_of(line: str) -> float:
    """When a line of the curve was noted; at no time if a kill has cut it off."""
    try:
        return float(line.split(",")[0]) if line.endswith("\n") else math.inf
    except ValueError:
        return math.inf


def _read(content: bytes) -> dict[str, Any]:
    """A configuration; empty if the file is none."""
    try:
        given = read_json(content)
    except ValueError:
        given = None
    return given if isinstance(given, dict) else {}


def _comparable(given: dict[str, Any]) -> dict[str, Any]:
    """The configuration, as JSON has it, without what may differ from start to start."""
    kept = {name: value for name, value in given.items() if name not in PRIVATE}
    return dict(read_json(json.dumps(kept, default=str)))
