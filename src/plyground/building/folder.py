"""The folder that a build writes: library, module, description, header, loaders and examples."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from plyground.building.entries import entries_of
from plyground.building.examples import OF_LIBRARY, OF_MODULE, OF_THREADS, examples, readme
from plyground.game import Game
from plyground.kernel import monitor, targets
from plyground.kernel.targets.building import compile_entries
from plyground.kernel.targets.emitting import THREADS, WASM, library_target
from plyground.kernel.targets.header import header_of

LOADERS = Path(targets.__file__).parent
SUFFIXES = {"darwin": ".dylib", "win32": ".dll"}
MONITOR = ("STOP", "NODE_LIMIT", "DEPTH_LIMIT", *(name.upper() for name in monitor.COUNTERS))
MONITOR += ("BEST_MOVE", "SCORE", "LINE_LENGTH", "LINE")


def write_folder(game: Game[Any], order: dict[str, Any]) -> list[str]:
    """Build what the order names into its folder; the names of the files."""
    to, name = Path(order["to"]), re.sub(r"\W", "_", game.name)
    entries = entries_of(game, float(order["megabytes"]), order["kernels"])
    compiled, constants = compile_entries(name, entries), constants_of(game)
    description = {"game": described(game), **compiled.described(constants)}
    texts = {f"{name}.json": json.dumps(description, indent=1) + "\n"}
    library, module = f"{name}{SUFFIXES.get(sys.platform, '.so')}", f"{name}.wasm"
    can_play, made = {"search", "play"} <= {entry.name for entry in entries}, list[str]()
    if "library" in order["targets"]:
        compiled.write(to / library, library_target())
        made.append(library)
        texts[f"{name}.h"] = header_of(compiled, _title(game), constants)
        texts["loader.py"] = (LOADERS / "loader.py").read_text()
        texts |= examples(OF_LIBRARY if can_play else (), name, library)
    if "wasm" in order["targets"]:
        compiled.write(to / module, WASM)
        made.append(module)
        texts["loader.mjs"] = (LOADERS / "loader.js").read_text()
        texts |= examples(OF_MODULE if can_play else (), name)
    if "threads" in order["targets"]:
        compiled.write(to / f"{name}.threads.wasm", THREADS)
        made.append(f"{name}.threads.wasm")
        texts["loader.mjs"] = (LOADERS / "loader.js").read_text()
        texts |= examples(OF_THREADS if can_play else (), name)
    texts["README.md"] = readme(_title(game), name, compiled, [*made, *texts])
    for file, text in texts.items():
        (to / file).write_text(text)
    return [*made, *texts]


def _title(game: Game[Any]) -> str:
    return f"{game.title}: {game}"


def constants_of(game: Game[Any]) -> dict[str, int]:
    """Numbers that programs need: limits of the game, places in a monitor."""
    limits = {
        "MAX_MOVES": game.max_moves,
        "MAX_PLIES": game.max_plies,
        "MOVE_LIMIT": game.move_limit,
    }
    return limits | {name: int(getattr(monitor, name)) for name in MONITOR}


def described(game: Game[Any]) -> dict[str, Any]:
    """What programs may want to know of the game."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "parameters": game.parameter_values,
        "players": list(game.players),
        "symbols": game.symbols,
    }
