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

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.game.declared_file import DeclaredFile, write_rows
from plyground.game.parameters import Value
from plyground.puzzles.puzzle import KINDS, Puzzle


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
        write_rows(file, head, "puzzles", map(asdict, self.puzzles))


def _make(found: Any) -> PuzzleSet:
    puzzles = tuple(Puzzle(**each) for each in found.pop("puzzles"))
    for puzzle in puzzles:
        if puzzle.kind not in KINDS or puzzle.answer not in puzzle.values or not puzzle.failed:
            raise ValueError(f"{puzzle.position} is no puzzle")
    return PuzzleSet(**found, puzzles=puzzles)


PUZZLES = DeclaredFile("puzzles", "file of puzzles", _make)
