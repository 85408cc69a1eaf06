"""Building a game in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from plyground import errors
from plyground.errors import CompilationError, FileError, InvalidParameterError
from plyground.folders import folder_to_write
from plyground.game import Game
from plyground.game.registry import reference_of
from plyground.kernel.targets.linker import check_linker
from plyground.solvers.trust import check_once

USUAL = ("library", "wasm")
TARGETS = (*USUAL, "threads")
WORKER = "plyground.building.worker"
MEGABYTES = 16.0  # of each table, unless somebody asks for another size


def build(
    game: Game[Any],
    to: Path,
    targets: Sequence[str] = USUAL,
    megabytes: float = MEGABYTES,
    kernels: Sequence[str] = (),
) -> list[Path]:
    """Write a game's library, its WebAssembly module or both into a folder; the files.

    With all kernels of the game, or only those that are named. A game of the user's must keep the
    contract, since nobody checks moves behind this point.
    """
    if not targets:
        raise InvalidParameterError(f"no target; there are {', '.join(TARGETS)}")
    for target in targets:
        if target not in TARGETS:
            raise InvalidParameterError(f"no target {target!r}; there are {', '.join(TARGETS)}")
    if not isinstance(megabytes, (int, float)) or not 0 < megabytes <= 1000:
        raise InvalidParameterError(
            f"memory={megabytes!r} must be a number of megabytes above 0 and at most 1000"
        )
    if (to / "README.md").exists() and not any(to.glob("loader.*")):
        raise FileError(f"{to} has a README.md that no build wrote; name a folder that is new")
    check_linker()
    check_once(game)
    order = {
        "game": reference_of(type(game)),
        "parameters": game.parameter_values,
        "to": str(to.resolve()),
        "targets": list(targets),
        "megabytes": megabytes,
        "kernels": list(kernels),
    }
    with folder_to_write(to):
        return [to / name for name in ask_process(WORKER, order)]


def ask_process(module: str, order: dict[str, Any]) -> Any:
    """What a new process that runs `module` answers to an order about a game, with `answering`."""
    command = [sys.executable, "-m", module]
    finished = subprocess.run(command, input=json.dumps(order), capture_output=True, text=True)
    lines = finished.stdout.splitlines()
    if finished.returncode or not lines:
        silent = f"the process ended with status {finished.returncode}"
        reason = (finished.stderr.strip().splitlines() or [silent])[-1]
        raise CompilationError(f"{order['game']} cannot be built: {reason}")
    answer = json.loads(lines[-1])
    if "error" in answer:
        raise getattr(errors, answer["error"])(answer["message"])
    return answer["answer"]
