"""A player for the referee of the course that Cachex comes from: a package with a class `Player`.

The referee calls `Player("red", n)`, then `action()` for `("PLACE", r, q)` or `("STEAL",)`, and
`turn(player, action)` for the actions of both sides. What is written is the folder `package` with
one of two thinkers:

    by_library.py    alpha-beta in shared libraries that are built for it: needs Python alone
    by_process.py    an agent of Plyground in a process of its own, by the engine protocol

Boards of 3 to 15 cells a side take one to four words (`kernel/words.py`), so that four libraries
serve all sizes: each is built for the largest board of so many words, whose arrays are long enough
for the smaller ones.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from plyground.building.build import build
from plyground.errors import FileError
from plyground.games.cachex.game import Cachex
from plyground.games.cachex.rules import LARGEST, SMALLEST

PACKAGE = Path(__file__).parent / "package"
KERNELS = ("look", "play", "search")
SIZES = range(SMALLEST, LARGEST + 1)


def write_player(folder: Path, spec: str | None, game: Cachex | None) -> list[Path]:
    """Write the package into a new folder; the files that were written.

    It plays by libraries, on the board of `game` or on all; with a spec, it asks that agent
    instead, and needs this very Plyground.
    """
    if folder.exists():
        raise FileError(f"{folder} is there already; name a folder that is not")
    try:
        folder.mkdir(parents=True)
        for name in ("__init__.py", "player.py", "README.md"):
            shutil.copyfile(PACKAGE / name, folder / name)
        if spec is None:
            _add_libraries(folder, SIZES if game is None else [game.size])
        else:
            _add_process(folder, spec)
    except OSError as error:
        raise FileError(f"cannot write {folder}: {error.strerror or error}") from error
    except BaseException:  # a player without its libraries is none
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return sorted(folder.iterdir())


def _add_process(folder: Path, spec: str) -> None:
    shutil.copyfile(PACKAGE / "by_process.py", folder / "thinker.py")
    command = [sys.executable, "-m", "plyground", "engine", spec]
    (folder / "engine.json").write_text(json.dumps(command) + "\n", encoding="utf-8")


def _add_libraries(folder: Path, sizes: Iterable[int]) -> None:
    """Build a library for each number of words, and write down the first position of each size."""
    shutil.copyfile(PACKAGE / "by_library.py", folder / "thinker.py")
    boards: dict[int, Any] = {}
    for _, group in groupby(map(Cachex, sorted(sizes)), key=lambda game: len(game.start().free)):
        games = list(group)
        library = _build(games[-1], folder)
        starts = ({**game.start()._asdict(), "history": []} for game in games)
        for start in starts:
            boards[start["size"]] = {"library": library, "start": start}
    (folder / "boards.json").write_text(json.dumps(boards) + "\n", encoding="utf-8")


def _build(game: Cachex, folder: Path) -> str:
    """Put a library with its description into the folder, and the loader; the library's name."""
    with tempfile.TemporaryDirectory() as place:
        files = build(game, Path(place), ("library",), kernels=KERNELS)
        library = next(file for file in files if file.suffix not in (".h", ".json", ".py", ".md"))
        name = f"cachex_{game.size}{library.suffix}"
        shutil.copyfile(library, folder / name)
        shutil.copyfile(library.with_suffix(".json"), (folder / name).with_suffix(".json"))
        shutil.copyfile(library.with_name("loader.py"), folder / "loader.py")
    return name
