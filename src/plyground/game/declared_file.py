"""Files of JSON that a game's knowledge names: puzzles, ratings, openings, a tour of the rules.

A kind of file says what it holds, and makes it of the JSON:

    PUZZLES = DeclaredFile("puzzles", "file of puzzles", _make)
    PUZZLES.read(path)      of any file; FileError if it holds something else
    PUZZLES.of(game)        of the file that the game names; None if it names none
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from plyground.errors import FileError, NonconformingError
from plyground.game.game import Game
from plyground.reading import read_json, read_text

Held = TypeVar("Held")
Unfit = (ValueError, TypeError, KeyError, IndexError, AttributeError)  # JSON of something else


class DeclaredFile(Generic[Held]):
    """One kind of file."""

    def __init__(self, part: str, title: str, make: Callable[[Any], Held]) -> None:
        """`part` of a game's knowledge names it; what `make` raises says why it is none."""
        self._part, self._title, self._make = part, title, make
        self._known: dict[Path, tuple[int, Held]] = {}  # with the time of their last change

    def read(self, file: Path) -> Held:
        """What a file holds; `FileError` if it cannot be read or holds something else."""
        try:
            return self._make(read_json(read_text(file)))
        except Unfit as error:
            raise FileError(f"{file} is no {self._title}: {error}") from error

    def of(self, game: type[Game[Any]] | Game[Any]) -> Held | None:
        """What the game's file holds, read again once it has changed; None if it names none."""
        name = getattr(game.knowledge, self._part)
        if not name:
            return None
        file = game.knowledge.folder / name
        if not file.is_file():
            raise NonconformingError(f"there is no file {file}, which {game.name} declares")
        changed = file.stat().st_mtime_ns
        if self._known.get(file, (None,))[0] != changed:
            self._known[file] = (changed, self.read(file))
        return self._known[file][1]

    def on_board(self, game: type[Game[Any]] | Game[Any]) -> Held | None:
        """The same; None as well if it is about a board with other parameters than this one."""
        held = self.of(game)
        if held is None or not isinstance(game, Game):
            return held
        board: Any = held
        return held if dict(board.parameters) == dict(game.parameter_values) else None


def write_rows(file: Path, head: Mapping[str, Any], name: str, rows: Iterable[Any]) -> None:
    """Write JSON: what `head` holds, then a list of that name, a line a row."""
    lines = ",\n    ".join(map(json.dumps, rows))
    body = f"[\n    {lines}\n  ]" if lines else "[]"
    text = f'{json.dumps(head, indent=2)[:-2]},\n  "{name}": {body}\n}}\n'
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot write {file}: {error.strerror}") from error
