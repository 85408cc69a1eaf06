"""Files of puzzles: JSON, all of one game with its parameters fixed, the easiest puzzle first.

{
  "game": "konane",
  "parameters": {"size": 6, ...},
  "seed": 1,
  "puzzles": [
    {"kind": "win", "position": "...", "answer": "a1-a3", "values": {...}, "failed": {...}},
    ...
  ]
}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from plyground.errors import FileError, NonconformingError
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.puzzles.puzzle import KINDS, Puzzle
from plyground.reading import read_json


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game, and how they came about."""

    game: str
    parameters: Mapping[str, Value]
    seed: int
    puzzles: tuple[Puzzle, ...]

    def write(self, file: Path) -> None:
        """Write them, a line a puzzle."""
        head = {"game": self.game, "parameters": dict(self.parameters), "seed": self.seed}
        lines = ",\n    ".join(json.dumps(asdict(puzzle)) for puzzle in self.puzzles)
        body = f"[\n    {lines}\n  ]" if lines else "[]"
        text = f'{json.dumps(head, indent=2)[:-2]},\n  "puzzles": {body}\n}}\n'
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise FileError(f"cannot write {file}: {error.strerror}") from error


def read_puzzles(file: Path) -> PuzzleSet:
    """The puzzles of a file; `FileError` if it cannot be read or holds something else."""
    try:
        found = read_json(file.read_text(encoding="utf-8"))
        puzzles = tuple(Puzzle(**each) for each in found.pop("puzzles"))
        for puzzle in puzzles:
            if puzzle.kind not in KINDS or puzzle.answer not in puzzle.values or not puzzle.failed:
                raise ValueError(f"{puzzle.position} is no puzzle")
        return PuzzleSet(**found, puzzles=puzzles)
    except OSError as error:
        raise FileError(f"cannot read {file}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise FileError(f"{file} is no file of puzzles: {error}") from error


@lru_cache(maxsize=32)
def _read_once(file: Path, _changed: int) -> PuzzleSet:
    return read_puzzles(file)


def puzzles_of(game: type[Game[Any]] | Game[Any]) -> PuzzleSet | None:
    """The puzzles that a game declares; None if it declares none."""
    if not game.knowledge.puzzles:
        return None
    file = game.knowledge.folder / game.knowledge.puzzles
    if not file.is_file():
        raise NonconformingError(f"there is no file {file}, which {game.name} declares")
    return _read_once(file, file.stat().st_mtime_ns)
