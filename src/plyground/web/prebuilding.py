"""Machine code for what the screens of games need, compiled ahead (`kernel/prebuilt.py` finds it).

    python -m plyground.web.prebuilding FOLDER [GAME...]

writes it for these games, or for all that come with us, for machines of the kind that this one is.
Each game is built in a process of its own, which has compiled nothing for the machine that it runs
on, and what it has built is kept until the source changes (`building/kept.py`).
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyground.agents.presets import presets_of
from plyground.building.build import ask_process
from plyground.building.kept import kept_or_built
from plyground.building.worker import answering
from plyground.errors import FileError, InvalidParameterError, PlygroundError
from plyground.game import Game
from plyground.game.registry import built_in_names, game, reference_of
from plyground.kernel.prebuilt import FORMAT, INDEX, digest_of, this_machine
from plyground.kernel.search_kernel import Kernel, recording
from plyground.kernel.targets.linker import check_linker
from plyground.web import readiness
from plyground.web.readiness import STAGES, prepare_agent

MODULE = "plyground.web.prebuilding"  # also where this file is run and its name is __main__
TARGETS = ("native", "emscripten")
CHOOSERS = (Path(__file__), Path(readiness.__file__))  # files that say which kernels are built
ALSO = ("mcts",)  # agents that people type, besides the strengths


def write_prebuilt(
    games: Sequence[Game[Any]],
    to: Path,
    target: str = "native",
    kernels: Sequence[str] = (),
    tell: Callable[[Path], object] = lambda _: None,
    boards: Sequence[Game[Any]] = (),
) -> list[Path]:
    """Write a folder of libraries with the kernels that the games' screens and strengths need.

    For machines of the kind that this one is, or for Python in a browser ("emscripten"), which
    gets those of smaller boards too, and of `boards`. What was in the folder goes. With all
    kernels, or only those of the names. Returns the files, and tells each when it is written.
    Needs `plyground[build]`.
    """
    if target not in TARGETS:
        raise InvalidParameterError(f"no target {target!r}; there are {', '.join(TARGETS)}")
    check_linker()
    _empty(to)
    entries: dict[str, Any] = {}
    libraries: dict[str, str] = {}
    about: dict[str, Any] = {}
    of_games = [[each] if target == "native" else boards_of(each) for each in games]
    for number, built_for in enumerate([*of_games, *([board] for board in boards)]):
        each = built_for[0]
        file = to / f"{each.name}_{number}.so"
        built = kept_or_built(each, _order(built_for, target, kernels), _ask, CHOOSERS)
        if built["kernels"]:
            file.write_bytes(base64.b64decode(built["library"]))
            entries |= {
                key: {**entry, "library": file.name} for key, entry in built["kernels"].items()
            }
            libraries[file.name], about = digest_of(file), built["about"]
            tell(file)
    names = sorted({kernel["name"] for kernel in entries.values()})
    index = {"format": FORMAT, **about, "libraries": libraries, "names": names, "kernels": entries}
    (to / INDEX).write_text(json.dumps(index, separators=(",", ":")) + "\n")
    tell(to / INDEX)
    return [to / name for name in (INDEX, *libraries)]


def _empty(folder: Path) -> None:
    """Make the folder; one with other things in it than were written here is left alone."""
    if (folder / INDEX).exists():
        shutil.rmtree(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise FileError(f"cannot write into {folder}: {error.strerror}") from error
    if not is_empty:
        raise FileError(f"{folder} has other files in it; name a folder that is empty or new")


def _order(boards: Sequence[Game[Any]], target: str, kernels: Sequence[str]) -> dict[str, Any]:
    return {
        "game": reference_of(type(boards[0])),
        "boards": [board.parameter_values for board in boards],
        "target": target,
        "kernels": list(kernels),
    }


def _ask(order: dict[str, Any]) -> dict[str, Any]:
    """The kernels of a game with their library, built by another process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernels.so"
        answer: dict[str, Any] = ask_process(MODULE, {**order, "to": str(file)})
        content = file.read_bytes() if answer["kernels"] else b""
    return {**answer, "library": base64.b64encode(content).decode()}


def boards_of(game: Game[Any]) -> list[Game[Any]]:
    """A game with its parameters, then its examples on boards that are no larger.

    Machine code depends on the types of a position, not on the numbers in it. So most boards of
    other sizes share that of the usual one; small ones may have a type of their own, and a browser
    has no Numba for them.
    """
    examples = [type(game)(**each) for each in type(game).examples]
    cells = game.shape.cell_count
    smaller = [each for each in examples if each.shape.cell_count <= cells]
    return list(dict.fromkeys([game, *smaller]))


def calls_of(game: Game[Any]) -> Iterator[tuple[Kernel, tuple[Any, ...]]]:
    """The kernels that the screens and strengths of a game prepare, with arguments."""
    with recording() as calls:
        for make_ready in STAGES.values():
            make_ready(game)
        for spec in (*presets_of(game), *ALSO):
            with suppress(PlygroundError):  # one that is not for this game
                prepare_agent(game, spec)
    yield from calls


# --- the process ------------------------------------------------------------------------------


def _build(order: dict[str, Any]) -> dict[str, Any]:
    from plyground.kernel.targets.emitting import EMSCRIPTEN, prebuilt_target
    from plyground.kernel.targets.portable import become_portable
    from plyground.kernel.targets.prebuilding import write_library

    is_native = order["target"] == "native"
    boards = [game(order["game"], **values) for values in order["boards"]]
    wanted = order["kernels"]
    calls = [
        call
        for board in boards
        for call in calls_of(board)
        if not wanted or call[0].function.__name__ in wanted
    ]
    target = prebuilt_target() if is_native else EMSCRIPTEN
    become_portable(for_browsers=not is_native)
    kernels = write_library(calls, Path(order["to"]), target)
    machine = this_machine() if is_native else "emscripten-wasm32"
    return {"kernels": kernels, "about": {"machine": machine, "cpu": target.cpu}}


def main(arguments: Sequence[str]) -> str | None:
    """Build for the games named after the folder; without one, what the order on the input says.

    Returns what was wrong, if anything was.
    """
    if not arguments:
        answering(_build)
        return None
    folder, *names = arguments

    def tell(file: Path) -> None:
        print(f"{file.stat().st_size:>9,}  {file}", flush=True)

    try:
        games = [game(name) for name in names or built_in_names()]
        write_prebuilt(games, Path(folder), tell=tell)
    except PlygroundError as error:
        return str(error)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
