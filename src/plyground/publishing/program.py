"""The program of a site: our package without what needs a server, its libraries, and the games.

plyground/...           the package; of the games, those that are published
fastapi/... and others  pure Python libraries as they are installed here, with what they require
games/0/snort.py        a file of the user's, with the modules and files that belong to it
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.game.files import source_of, sources_of
from plyground.game.registry import built_in_names
from plyground.publishing.runtime import LIBRARIES

PACKAGE = Path(__file__).parent.parent
# Of our package: commands, training, the reports, what only a server or a compiler needs, and code
# for the machine that this is written on.
LEFT_OUT = (
    "adapters",
    "building",
    "cli",
    "kernel/targets",
    "lab",
    "learn",
    "mcp_server.py",
    "prebuilt",
    "publishing",
    "verbs",
    "web/app.py",
    "web/lab.py",
    "web/lab_models.py",
    "web/server.py",
    "web/static",
    "web/trainings.py",
    "web/widget.py",
)
NETWORKS = ".onnx"  # files that are fetched when an agent needs them, each by itself
LIBRARY = "fastapi"  # the one that the package needs there, with all that it requires
DATE = (1980, 1, 1, 0, 0, 0)  # of every file, so that equal programs are equal archives
USERS_GAMES = "games"

Files = dict[str, Path]  # by the name in the program


def published_files(games: Sequence[type[Game[Any]]]) -> tuple[Files, list[str]]:
    """The files of the program, and which of them are games of the user's."""
    built_in = {game.name for game in games if source_of(game) is None}
    unknown = built_in.difference(built_in_names())
    if unknown:
        raise PlygroundError(
            f"{', '.join(sorted(unknown))} cannot be published: only games that come with "
            "Plyground, and files or folders"
        )
    files = {**_own(built_in), **_libraries()}
    own: list[str] = []
    for game in games:
        source = source_of(game)
        if source is not None:
            place = f"{USERS_GAMES}/{len(own)}"
            files |= _users(game, source, place)
            own.append(f"{place}/{source.name}:{game.__name__}")
    return files, own


def networks_of(files: Files) -> Files:
    """Those of the files that are networks."""
    return {name: file for name, file in files.items() if name.endswith(NETWORKS)}


def archive(files: Files) -> bytes:
    """The program as one file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(info, files[name].read_bytes())
    return made.getvalue()


def _own(games: set[str]) -> Files:
    """The files of our package."""
    return {
        f"plyground/{name}": PACKAGE / name
        for name in _names_below(PACKAGE)
        if not _is_left_out(name) and _belongs_to(name, games)
    }


def _is_left_out(name: str) -> bool:
    return any(name == left or name.startswith(f"{left}/") for left in LEFT_OUT)


def _belongs_to(name: str, games: set[str]) -> bool:
    """Whether a file is needed for these games: all are but those of other games."""
    parts = PurePosixPath(name).parts
    return parts[0] != "games" or len(parts) < 3 or parts[1] in games


def _libraries() -> Files:
    files: Files = {}
    for name in required(LIBRARY, set()):
        found = distribution(name)
        for file in found.files or ():
            if file.suffix in (".so", ".pyd"):
                raise PlygroundError(f"{name} {found.version} is not pure Python: {file}")
            if ".." not in file.parts and "__pycache__" not in file.parts and file.suffix == ".py":
                files[file.as_posix()] = Path(str(found.locate_file(file)))
    return files


def required(name: str, seen: set[str]) -> Iterator[str]:
    """A library and all that it requires, but for what comes with the interpreter."""
    name = re.sub(r"[-_.]+", "-", name).lower()
    if name in seen or name in LIBRARIES:
        return
    seen.add(name)
    try:
        wants = distribution(name).requires or ()
    except PackageNotFoundError:  # not needed by this version of Python
        return
    yield name
    for want in (*wants, *_of_interpreter(name)):
        if not re.search(r"\bextra\s*==", want):
            found = re.match(r"[\w.-]+", want)
            assert found is not None
            yield from required(found[0], seen)


def _of_interpreter(name: str) -> Sequence[str]:
    """What Pydantic requires, which does not come with it."""
    requires = distribution("pydantic").requires or () if name == LIBRARY else ()
    return [want for want in requires if "extra" not in want]


def _users(game: type[Game[Any]], source: Path, place: str) -> Files:
    """A game of the user's, in a folder of its own."""
    if source.is_dir():
        return {f"{place}/{source.name}/{name}": source / name for name in _names_below(source)}
    known = game.knowledge
    data = (known.puzzles, known.tour, known.ratings, known.openings)
    files = [*sources_of(game), *(known.folder / name for name in data if name)]
    files += [file for file in known.network_files if file.is_file()]
    beyond = [file for file in files if not file.is_relative_to(source.parent)]
    if beyond:
        raise PlygroundError(
            f"{source} cannot be published: it reads {beyond[0]}, which is not in its folder"
        )
    return {f"{place}/{file.relative_to(source.parent).as_posix()}": file for file in files}


def _names_below(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        if file.is_file() and "__pycache__" not in name.parts and not name.name.startswith("."):
            yield name.as_posix()
