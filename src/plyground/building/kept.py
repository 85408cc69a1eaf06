"""What was built from the source of a game, kept in the cache until that source changes."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from plyground.folders import cache_directory, keep_own, read_own
from plyground.game import Game
from plyground.game.files import sources_of
from plyground.kernel.prebuilt import this_machine

PACKAGE = Path(__file__).parent.parent
SOURCE = (".py", ".c", ".onnx")  # kernels are compiled for the layers that a network has
GAMES = "games"
# Parts of the package that hold no code of kernels.
BESIDE = (
    "adapters",
    "building",
    "cli",
    "lab",
    "learn",
    "publishing",
    "puzzles",
    "tournaments",
    "verbs",
    "web",
)
TOOLS = ("numba", "llvmlite", "numpy", "ziglang")  # that turn source into machine code

Order = dict[str, Any]  # what is to be built, as JSON


def kept_or_built(
    game: Game[Any],
    order: Order,
    build: Callable[[Order], dict[str, Any]],
    also: Sequence[Path] = (),
) -> dict[str, Any]:
    """What `build` makes of the order, or has made before from the very same source.

    `also` are files that have a say in it, besides those of the package and of the game. There is
    one file for each order, so that the cache does not grow with every edit.
    """
    folder = cache_directory()
    if folder is None:
        return build(order)
    asked = hashlib.sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()[:16]
    file = folder / "built" / f"{game.name}-{asked}.json"
    state = source_state(game, also)
    found = _read(file)
    if found.get("state") != state:
        found = {"state": state, "built": build(order)}
        keep_own(file, json.dumps(found).encode())
    built: dict[str, Any] = found["built"]
    return built


def source_state(game: Game[Any], also: Sequence[Path] = ()) -> str:
    """Digits that change with whatever the kernels of a game are built from, with and on."""
    found = hashlib.sha256(",".join(_versions()).encode())
    for file in (*_package_files(game.name), *sources_of(type(game)), *also):
        content = file.read_bytes()
        found.update(f"{file.name} {len(content)} ".encode())
        found.update(content)
    return found.hexdigest()


def _read(file: Path) -> dict[str, Any]:
    """What the file holds; nothing if it is damaged or not ours."""
    try:
        found: dict[str, Any] = json.loads(read_own(file) or b"{}")
        return found if "built" in found else {}
    except (ValueError, TypeError):
        return {}


def _package_files(game: str) -> Iterator[Path]:
    """Our source, but for that of other games and of parts that have no kernels."""
    for file in sorted(PACKAGE.rglob("*")):
        part, *rest = file.relative_to(PACKAGE).parts
        is_others = part == GAMES and len(rest) > 1 and rest[0] != game
        if file.suffix in SOURCE and part not in BESIDE and not is_others:
            yield file


def _versions() -> Iterator[str]:
    yield f"Python {platform.python_version()} on {this_machine()}"
    for tool in TOOLS:
        try:
            yield f"{tool} {version(tool)}"
        except PackageNotFoundError:
            yield tool
