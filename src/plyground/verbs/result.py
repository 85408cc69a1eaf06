"""`Result`: what a verb returns. It has data, prints itself as text, and draws itself in notebooks.

result.data()           plain data, as the command prints it with --json
result.rows()           its table: a dict a row
result.to_dataframe()   the same for pandas
print(result)           the same as text
"""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from plyground.errors import InvalidParameterError, MissingDependencyError
from plyground.game import Game, Playthrough
from plyground.game.parameters import Value
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
        try:
            pandas = import_module("pandas")
        except ImportError as error:
            raise MissingDependencyError(
                "a data frame needs pandas: pip install 'plyground[notebook]'"
            ) from error
        return pandas.DataFrame(self.rows())

    def picture(self) -> str:
        """SVG to stand beside the table in a notebook; none by default."""
        return ""

    def _repr_html_(self) -> str:
        parts = (self.picture(), html_table(self.rows()))
        cells = "".join(f"<div>{part}</div>" for part in parts if part)
        return f'<div style="display:flex;flex-wrap:wrap;gap:1.5rem">{cells}</div>'


def html_table(rows: list[dict[str, Any]]) -> str:
    """The rows as a table of HTML; numbers to the right."""
    if not rows:
        return "<p>There is nothing to show.</p>"
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in rows[0])
    body = "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:.3g}</td>'
    if isinstance(value, int):
        return f'<td style="text-align:right">{value:,}</td>'
    return f'<td style="text-align:left">{html.escape(str(value))}</td>'


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
