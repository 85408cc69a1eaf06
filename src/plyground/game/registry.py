"""The registry: games by name, found lazily.

A game comes from one of five places: a folder of `plyground.games`; another installed package that
names it in its entry points, group `plyground.games`; another library of games, `openspiel:NAME`; a
file or folder of the user's, `path/to/file.py` or `path/to/folder` (with `:ClassName` if it holds
several); or `register`, in a notebook or a test.
"""

from __future__ import annotations

import importlib
import os.path
import pkgutil
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from plyground.errors import UnknownGameError, did_you_mean
from plyground.game.game import Game
from plyground.game.parameters import Value, check_names
from plyground.reading import excerpt

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "plyground.games"
BUILT_IN = "plyground.games"  # the package that holds a folder for each game of ours
LIBRARIES = {"openspiel": "plyground.adapters.open_spiel_games"}  # with `game_class`, by prefix
VERBS = ("fill_moves", "play", "result", "key", "player")
_registered: dict[str, type[Game[Any]]] = {}


def entry_points(group: str, name: str | None = None) -> Iterable[EntryPoint]:
    """What installed packages offer, of that name if one is given.

    The import takes longer than that of everything else here, and most games are found without.
    """
    from importlib import metadata

    found = metadata.entry_points(group=group)
    return found if name is None else found.select(name=name)


def register(game_class: type[Game[Any]]) -> type[Game[Any]]:
    """Make `game_class` known under its name; usable as a decorator."""
    _registered[game_class.name] = _complete(game_class, game_class.__name__)
    return game_class


@cache
def built_in_names() -> tuple[str, ...]:
    """The names of the games that come with Plyground."""
    folder = Path(__file__).parent.parent / "games"
    return tuple(sorted(found.name for found in pkgutil.iter_modules([str(folder)])))


def game_names() -> list[str]:
    """The names of all games that can be found without loading any, built-in ones first."""
    offered = (entry.name for entry in entry_points(group=ENTRY_POINTS))
    return list(dict.fromkeys((*built_in_names(), *sorted(offered), *_registered)))


def game_class(reference: str) -> type[Game[Any]]:
    """The class of the game: by name, or from a file or folder, `path/to/file.py[:ClassName]`."""
    if reference in _registered:
        return _registered[reference]
    if reference in built_in_names():
        (found,) = _games_defined_in(importlib.import_module(f"{BUILT_IN}.{reference}"))
        return found
    for entry in entry_points(group=ENTRY_POINTS, name=reference):
        return _from_entry_point(entry)
    if is_in_library(reference):
        library = importlib.import_module(LIBRARIES[reference.partition(":")[0]])
        return _complete(library.game_class(reference), reference)
    path, class_name = _file_and_class(reference)
    if _holds_code(path):
        return _from_file(path, class_name)
    raise UnknownGameError(f"no game {excerpt(reference)}; {_what_there_is(reference)}")


def _what_there_is(reference: str) -> str:
    """What could have been meant by a reference to no game."""
    names, (name, bracket, _) = game_names(), reference.partition("(")
    if bracket and name in names:
        return (
            f"give {name} alone, and its parameters apart: -p NAME=VALUE, or name=value in Python"
        )
    alike = did_you_mean(reference, names)
    return f"there are {', '.join(names)}, or give path/to/file.py{alike}"


def is_in_library(reference: str) -> bool:
    """Whether a reference is to a game of another library, as `openspiel:breakthrough` is."""
    prefix, colon, _ = reference.partition(":")
    return bool(colon) and prefix in LIBRARIES


def class_in_data(reference: str, allow_files: bool = False) -> type[Game[Any]]:
    """The class of a game that data name, such as a record: by name, or from a file of the user's.

    Data run no code: a file must be allowed, or have been loaded in this process before.
    """
    from plyground.game.files import is_loaded

    path, _ = _file_and_class(reference)
    is_name = is_in_library(reference) or not _holds_code(path) or reference in game_names()
    trusted = allow_files or is_name
    if not trusted and not is_loaded(path):
        raise UnknownGameError(
            f"the game is the file {reference}, and reading data runs no code; if you trust that "
            "file, allow it with --allow-files, in Python with allow_files=True"
        )
    return game_class(reference)


def mean_the_same(one: str, other: str) -> bool:
    """Whether two references are to one game: the same name, or the same file however written."""
    (path, name), (other_path, other_name) = _file_and_class(one), _file_and_class(other)
    same_name = name == other_name or not (name and other_name)
    return same_name and path.resolve() == other_path.resolve()


def _file_and_class(reference: str) -> tuple[Path, str]:
    """The parts of `path/to/file.py:ClassName`; the name is empty if none is given."""
    named = re.search(r":(\w+)$", reference)
    return (Path(reference[: named.start()]), named[1]) if named else (Path(reference), "")


def _holds_code(path: Path) -> bool:
    """Whether a path names a file or folder that a game may be in."""
    is_folder = os.path.isfile(path / "__init__.py")  # noqa: PTH113 -- no error, whatever the path is
    return "\0" not in str(path) and (path.name.endswith(".py") or is_folder)


def game(reference: str | Path, **parameters: Value) -> Game[Any]:
    """The game of that name with these parameters."""
    if not isinstance(reference, (str, Path)):
        raise UnknownGameError(f"reference={reference!r:.100} must be a name or a file")
    found = game_class(str(reference))
    check_names(found, parameters)
    return found(**parameters)


def reference_of(found: type[Game[Any]]) -> str:
    """What other processes know a game by: its name, or the user's file that it is in."""
    from plyground.game.files import source_of

    source = source_of(found)
    return found.name if source is None else f"{source}:{found.__name__}"


def is_as_loaded(found: type[Game[Any]]) -> bool:
    """Whether other processes would load the same game now: its file was not edited since."""
    from plyground.game.files import is_current, source_of

    source = source_of(found)
    return source is None or (is_current(source) and game_class(reference_of(found)) is found)


def words_for_commands(of: Game[Any]) -> str:
    """What commands are told of a game: its name or file, and parameters that are not usual."""
    usual = {known.name: known.default for known in of.parameters}
    given = [f" -p {n}={v}" for n, v in of.parameter_values.items() if v != usual[n]]
    return "".join([shlex.quote(_short_reference(type(of))), *given])


def _short_reference(found: type[Game[Any]]) -> str:
    """As `reference_of`, as short as it can be typed: from here, and without a needless class."""
    from plyground.game.files import source_of

    source = source_of(found)
    if source is None:
        return found.name
    here = Path.cwd()
    path = str(source.relative_to(here) if source.is_relative_to(here) else source)
    module = sys.modules[found.__module__.partition(".")[0]]
    return path if len(list(_games_defined_in(module))) == 1 else f"{path}:{found.__name__}"


def _from_entry_point(entry: Any) -> type[Game[Any]]:
    try:
        candidate = entry.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnknownGameError(f"the package that offers {entry.name} fails: {reason}") from error
    if not (isinstance(candidate, type) and issubclass(candidate, Game)):
        raise UnknownGameError(f"{entry.name} is {candidate!r}, not a subclass of plyground.Game")
    return _complete(candidate, entry.name)


def _from_file(path: Path, class_name: str) -> type[Game[Any]]:
    from plyground.game.files import load_file

    offered = {cls.__name__: cls for cls in _games_defined_in(load_file(path))}
    if not offered:
        raise UnknownGameError(f"{path} defines no subclass of Game")
    if class_name:
        if class_name not in offered:
            raise UnknownGameError(
                f"{path} has no game {class_name!r}; it has {', '.join(offered)}"
            )
        return _complete(offered[class_name], str(path))
    if len(offered) > 1:
        raise UnknownGameError(f"{path} has several games: {', '.join(offered)}; say {path}:NAME")
    return _complete(next(iter(offered.values())), str(path))


def _games_defined_in(module: ModuleType) -> Iterator[type[Game[Any]]]:
    for value in list(vars(module).values()):
        is_game = isinstance(value, type) and issubclass(value, Game)
        if is_game and f"{value.__module__}.".startswith(f"{module.__name__}."):
            yield value


def _complete(candidate: type[Game[Any]], source: str) -> type[Game[Any]]:
    """The class itself; `UnknownGameError` if a part that every game needs is missing."""
    parts = ("name", "title", "summary", "position_class")
    missing = [part for part in parts if not hasattr(candidate, part)]
    missing += sorted(getattr(candidate, "__abstractmethods__", ()))
    position = getattr(candidate, "position_class", None)
    if position is not None:
        missing += [f"{position.__name__}.{verb}" for verb in VERBS if not hasattr(position, verb)]
    if missing:
        raise UnknownGameError(f"{source}: {candidate.__name__} lacks {', '.join(missing)}")
    return candidate
