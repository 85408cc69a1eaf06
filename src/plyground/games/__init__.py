"""
The registry: games by name, found lazily.

A game comes from one of four places: this package; another installed package that names it in
its entry points, group `plyground.games`; a file of the user's, `path/to/file.py` (or
`file.py:ClassName` if it holds several); or `register`, in a notebook or a test.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.errors import UnknownGameError
from plyground.game import Game
from plyground.game.parameters import Value, check_names

ENTRY_POINTS = "plyground.games"
BUILT_IN = {
    "tic_tac_toe": "plyground.games.tic_tac_toe:TicTacToe",
    "connect_four": "plyground.games.connect_four:ConnectFour",
}
_registered: dict[str, type[Game[Any]]] = {}


def register(game_class: type[Game[Any]]) -> type[Game[Any]]:
    """Make `game_class` known under its name; usable as a decorator."""
    _registered[game_class.name] = game_class
    return game_class


def game_names() -> list[str]:
    """The names of all games that can be found without loading any, built-in ones first."""
    offered = (entry.name for entry in entry_points(group=ENTRY_POINTS))
    return list(dict.fromkeys((*BUILT_IN, *sorted(offered), *_registered)))


def game_class(reference: str) -> type[Game[Any]]:
    """The class of the game: by name, or from a file `path/to/file.py[:ClassName]`."""
    if reference in _registered:
        return _registered[reference]
    if reference in BUILT_IN:
        module_name, _, class_name = BUILT_IN[reference].partition(":")
        found: type[Game[Any]] = getattr(importlib.import_module(module_name), class_name)
        return found
    for entry in entry_points(group=ENTRY_POINTS, name=reference):
        return _checked(entry.load(), f"entry point {reference}")
    path, _, class_name = reference.rpartition(":") if ".py:" in reference else (reference, "", "")
    if path.endswith(".py"):
        return _from_file(Path(path), class_name)
    names = ", ".join(game_names())
    raise UnknownGameError(f"no game {reference!r}; there are {names}, or give path/to/file.py")


def game(reference: str, **parameters: Value) -> Game[Any]:
    """The game of that name with these parameters."""
    found = game_class(reference)
    check_names(found, parameters)
    return found(**parameters)


def _checked(candidate: Any, source: str) -> type[Game[Any]]:
    if not (isinstance(candidate, type) and issubclass(candidate, Game)):
        raise UnknownGameError(f"{source} is {candidate!r}, not a subclass of plyground.Game")
    return candidate


def _from_file(path: Path, class_name: str) -> type[Game[Any]]:
    module = _load(path)
    offered = {cls.__name__: cls for cls in _games_defined_in(module)}
    if class_name and class_name not in offered:
        raise UnknownGameError(f"{path} has no game {class_name!r}; it has {', '.join(offered)}")
    if class_name:
        return offered[class_name]
    if len(offered) != 1:
        several = f"several games: {', '.join(offered)}; say {path}:NAME"
        raise UnknownGameError(f"{path} defines {several if offered else 'no subclass of Game'}")
    return next(iter(offered.values()))


def _load(path: Path) -> ModuleType:
    """The module in that file, loaded once; loaded anew when the file has changed."""
    if not path.is_file():
        raise UnknownGameError(f"no file {path}")
    content = path.read_bytes()
    identity = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    name = f"plyground_user_{path.stem}_{identity}"
    loaded = sys.modules.get(name)
    if loaded is not None and getattr(loaded, "__content__", None) == content:
        return loaded
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["__content__"] = content
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        exec(compile(content, str(path.resolve()), "exec"), module.__dict__)
    except Exception as error:
        sys.modules.pop(name, None)
        where = _line_in(error, path)
        raise UnknownGameError(f"{path}{where}: {type(error).__name__}: {error}") from error
    finally:
        sys.path.pop(0)
    return module


def _line_in(error: Exception, path: Path) -> str:
    """`, line 12` if the error happened in that file."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    rows = [
        frame.lineno
        for frame in inspect.getinnerframes(error.__traceback__)  # type: ignore[arg-type]
        if Path(frame.filename) == path.resolve()
    ]
    return f", line {rows[-1]}" if rows else ""


def _games_defined_in(module: ModuleType) -> Iterator[type[Game[Any]]]:
    for value in vars(module).values():
        if (
            isinstance(value, type)
            and issubclass(value, Game)
            and value.__module__ == module.__name__
        ):
            yield value
