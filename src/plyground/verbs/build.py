"""`pg.build`: a game as a library for other programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.building.build import MEGABYTES, USUAL
from plyground.building.build import build as write
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game, describe_game


@dataclass(frozen=True, repr=False)
class Built(Result):
    """The files that were written, and how long it took."""

    game: Game[Any]
    files: tuple[Path, ...]
    seconds: float

    def data(self) -> dict[str, Any]:
        seconds = round(self.seconds, 1)
        return {**describe_game(self.game), "seconds": seconds, "files": self.rows()}

    def rows(self) -> list[dict[str, Any]]:
        """A row a file."""
        return [{"file": str(file), "bytes": file.stat().st_size} for file in self.files]

    def __str__(self) -> str:
        """A line a file."""
        lines = [f"{row['bytes']:>9,}  {row['file']}" for row in self.rows()]
        return "\n".join([*lines, f"built in {self.seconds:.0f} s"])


@checked
def build(
    game: GameLike,
    to: str | Path,
    *,
    targets: str | Sequence[str] = USUAL,
    memory: float = MEGABYTES,
    kernels: str | Sequence[str] = (),
    **parameters: Value,
) -> Built:
    """
    Write a game's rules, searches and solver as files that need no Plyground.

    `targets` are "library", a shared library with a C header, "wasm", a WebAssembly module, and
    "threads", one for threads of a browser that share a memory; they come with loaders, the first
    two with examples. `memory` is the size of each table in megabytes; `kernels` leaves out all
    but those named. Needs `plyground[build]`.
    """
    begun, chosen = time.perf_counter(), as_game(game, parameters)
    wanted = (targets,) if isinstance(targets, str) else targets
    files = write(
        chosen, Path(to), wanted, memory, (kernels,) if isinstance(kernels, str) else kernels
    )
    return Built(chosen, tuple(files), time.perf_counter() - begun)
