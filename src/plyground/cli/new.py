"""`plyground new`: a file to begin with, for a game or an agent of one's own, and its tests."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from plyground.cli.common import JsonOption, print_json
from plyground.errors import FileError, UsageError
from plyground.game.registry import game_names

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Small letters, digits and _, as in my_game.")
]
FolderOption = Annotated[
    Path, typer.Option(metavar="FOLDER", help="Where the files go; here if not given.")
]

new = typer.Typer(help="Write a game or an agent to begin with.", no_args_is_help=True)


@new.command()
def game(name: NameArgument, folder: FolderOption = Path(), json: JsonOption = False) -> None:
    """Write NAME.py, a game that can be played at once, and test_NAME.py.

    Example:  plyground new game my_game
    """
    if name in game_names():
        raise UsageError(f"there is a game {name} already; choose another name")
    tries = ("plyground check {file}", "plyground play {file}", "plyground solve {file}")
    _begin("game", name, folder, tries, json)


@new.command()
def agent(name: NameArgument, folder: FolderOption = Path(), json: JsonOption = False) -> None:
    """Write NAME.py, an agent that plays every game, and test_NAME.py.

    Example:  plyground new agent my_agent
    """
    tries = (
        "plyground play connect_four --vs {file}",
        "plyground arena connect_four {file} random --pairs 10",
    )
    _begin("agent", name, folder, tries, json)


def _begin(kind: str, name: str, folder: Path, tries: Sequence[str], json: bool) -> None:
    """Write both files, and say what to try with them."""
    file, tests = _write(kind, name, folder)
    commands = [*(text.format(file=file) for text in tries), f"pytest {tests}"]
    if json:
        print_json({"files": [str(file), str(tests)], "try": commands})
        return
    print(f"Written: {file}, {tests}. Try:")
    for command in commands:
        print(f"  {command}")
    if find_spec("pytest") is None:
        print("The last one needs: pip install pytest")


def _write(kind: str, name: str, folder: Path) -> tuple[Path, Path]:
    """The two files, written; neither may be there before."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise UsageError(f"{name!r} is no name: write small letters, digits and _, as in my_{kind}")
    words = {
        "name": name,
        "title": name.replace("_", " ").strip().capitalize(),
        "class_name": "".join(word.capitalize() for word in name.split("_")),
    }
    made = (folder / f"{name}.py", folder / f"test_{name}.py")
    for file in made:
        if file.exists():
            raise FileError(f"{file} is there already, and nothing was written")
    for file, source in zip(made, (kind, f"test_{kind}"), strict=True):
        text = (files("plyground.cli") / "templates" / f"{source}.template").read_text("utf-8")
        try:
            file.write_text(Template(text).substitute(words), encoding="utf-8")
        except OSError as error:
            raise FileError(f"cannot write {file}: {error.strerror}") from error
    return made
