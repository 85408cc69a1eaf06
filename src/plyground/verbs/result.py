"""`Result`: what a verb returns. It has data, prints itself as text, and draws itself in notebooks.

result.data()           plain data, as the command prints it with --json
result.rows()           its table: a dict a row
result.to_dataframe()   the same for pandas
print(result)           the same as text
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, util
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from plyground.errors import InvalidParameterError
from plyground.extras import needed
from plyground.game import Game, Playthrough
from plyground.game.parameters import Value
from plyground.markup import html_table
from plyground.vocabulary import Move

GameLike = str | Path | Game[Any]


class Result(ABC):
    """Something that was found out."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Everything as plain data for JSON."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The table in it: a dict a row, with the same keys in every row."""

    @abstractmethod
    def __str__(self) -> str:
        """For people."""

    def __repr__(self) -> str:
        """The same: what a prompt shows should be what one wants to see."""
        return str(self)

    def to_dataframe(self) -> Any:
        """The rows as a `pandas.DataFrame`."""
        with needed("notebook", "a data frame needs pandas"):
            pandas = import_module("pandas")
        return pandas.DataFrame(self.rows())

    def picture(self) -> str:
        """SVG to stand beside the tables in a notebook; none by default."""
        return ""

    def html_tables(self) -> list[str]:
        """The tables for a notebook; the rows by default."""
        return [html_table(self.rows())]

    def _repr_html_(self) -> str:
        parts = (self.picture(), *self.html_tables())
        cells = "".join(f"<div>{part}</div>" for part in parts if part)
        return f'<div style="display:flex;flex-wrap:wrap;gap:1.5rem">{cells}</div>'


@dataclass(frozen=True, repr=False)
class PositionResult(Result):
    """Something that was found out about a position."""

    reached: Playthrough

    def picture(self) -> str:
        """The board."""
        return self.reached.picture().svg()

    def described(self) -> dict[str, Any]:
        """The game and the position, for JSON."""
        game = self.reached.game
        return {**describe_game(game), "position": game.format_position(self.reached.position)}


def drawn(draw: Callable[[Path], object]) -> str:
    """The SVG that `draw` saves to a file, if Matplotlib is there to draw it; else nothing."""
    if util.find_spec("matplotlib") is None:
        return ""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "figure.svg"
        draw(file)
        text = file.read_text(encoding="utf-8")
    return text[text.index("<svg") :]


def describe_game(game: Game[Any]) -> dict[str, Any]:
    """Name and parameters, for JSON."""
    return {"game": game.name, "parameters": game.parameter_values}


def as_game(given: GameLike, parameters: Mapping[str, Value]) -> Game[Any]:
    """The game that was given: an object, or made of its name or file and the parameters."""
    from plyground.game.registry import game

    if not isinstance(given, Game):
        return game(str(given), **parameters)
    if parameters:
        name, value = next(iter(parameters.items()))
        raise InvalidParameterError(
            f"{name}={value}: {given} is made already; give its name to set its parameters"
        )
    return given


def reference_to(given: GameLike) -> str:
    """What other processes know the game by: a name or a file."""
    from plyground.game.registry import reference_of

    return reference_of(type(given)) if isinstance(given, Game) else str(given)


def as_playthrough(
    given: GameLike | Playthrough,
    position: Any,
    moves: str | Sequence[str | Move],
    parameters: Mapping[str, Value],
) -> Playthrough:
    """The game at a position, which is text or a position of the game, after these moves."""
    if isinstance(given, Playthrough):
        if position is not None or parameters:
            raise InvalidParameterError("a playthrough has its game and position; give no others")
        reached = given
    else:
        played = as_game(given, parameters)
        if position is None or isinstance(position, str):
            reached = Playthrough.read(played, position)
        else:
            played.check_own(position)
            reached = Playthrough(played, position)
    listed = reached.game.split_moves(moves) if isinstance(moves, str) else moves
    return reached.play_all(listed)
