"""The data set of 8-ply positions: with their values for the first player.

All positions after 8 plies, of mirror images one, in which nobody has won and neither side has a
playable cell that completes four. For 7 columns and 6 rows there are 67,557: won 44,473, lost
16,635, drawn 6,449. It is the data set "Connect-4" of the UCI repository, made anew.
"""

from __future__ import annotations

import csv
import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import PlygroundError
from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.games.connect_four.solver.board import Discs, board_of, completing, slots_of
from plyground.games.connect_four.solver.levels import discs_of, open_positions
from plyground.games.connect_four.solver.search import key_of
from plyground.games.connect_four.solver.solver import ConnectFourSolver, sign_of

PLIES = 8
CLASSES = ("loss", "draw", "win")
CONTENTS = ("b", "x", "o")  # blank, first player, second player
FORMATS = ("csv", "npz", "parquet")


class DataSet(NamedTuple):
    """Positions as cells, and what they are worth to the first player."""

    columns: list[str]  # names of the cells: a1, a2, ..., g6, column by column from the bottom
    cells: Any  # [row, cell]: 0 empty, 1 first player, 2 second player
    values: Any  # [row]: 1 win, 0 draw, -1 loss
    scores: Any  # [row]: as the solver counts

    def counts(self) -> dict[str, int]:
        """How many positions are won, drawn and lost."""
        return {name: int((self.values == i - 1).sum()) for i, name in enumerate(CLASSES)}


def quiet_positions(game: ConnectFour, plies: int = PLIES) -> list[Discs]:
    """The positions of the data set, by key, as discs of the player to move and of both."""
    board = board_of(game.width, game.height)
    found = (discs_of(key, board) for key in open_positions(board, plies)[-1].tolist())
    return [
        (mine, mask)
        for mine, mask in found
        if completing(mine ^ mask, mask, board) & slots_of(mask, board) == 0
    ]


def make_data_set(
    solver: ConnectFourSolver,
    plies: int = PLIES,
    report: Callable[[int, int], None] | None = None,
) -> DataSet:
    """The data set for the solver's board; quick where its book reaches that ply."""
    game = solver.game
    found = quiet_positions(game, plies)
    scores = np.zeros(len(found), np.int8)
    cells = np.zeros((len(found), game.width * game.height), np.int8)
    for row, (mine, mask) in enumerate(found):
        position = ConnectFourPosition(mine, mine ^ mask, game.width, game.height)
        score = solver.score(position)
        scores[row] = score if position.player() == 0 else -score
        by_rows = np.array(game.cells(position), np.int8).reshape(game.height, game.width)
        cells[row] = by_rows.T.ravel()
        if report:
            report(row + 1, len(found))
    values = np.array([sign_of(int(score)) for score in scores], np.int8)
    names = [
        f"{_letters(column)}{row + 1}" for column in range(game.width) for row in range(game.height)
    ]
    return DataSet(names, cells, values, scores)


def _letters(column: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[column] if column < 26 else f"a{letters[column - 26]}"


def format_of(path: Path) -> str:
    """The format that the file's name asks for; refuses others, and Parquet without pyarrow."""
    wish = path.suffix.lstrip(".")
    if wish not in FORMATS:
        raise PlygroundError(f"{path}: the name must end in one of .csv, .npz, .parquet")
    if wish == "parquet" and importlib.util.find_spec("pyarrow") is None:
        raise PlygroundError("Parquet needs pyarrow: pip install pyarrow, or write .csv or .npz")
    return wish


def write_data_set(data: DataSet, path: Path) -> None:
    """Write the file in the format of its name."""
    {"csv": _write_csv, "npz": _write_numpy, "parquet": _write_parquet}[format_of(path)](data, path)


def _write_csv(data: DataSet, path: Path) -> None:
    """One line a position: cells as x, o or b (blank), the value in words, the score."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*data.columns, "class", "score"])
        for cells, value, score in zip(data.cells, data.values, data.scores, strict=True):
            writer.writerow([*(CONTENTS[cell] for cell in cells), CLASSES[value + 1], score])


def _write_numpy(data: DataSet, path: Path) -> None:
    """The arrays `columns`, `cells`, `values` and `scores`."""
    with path.open("wb") as file:
        np.savez_compressed(file, **{**data._asdict(), "columns": np.array(data.columns)})


def _write_parquet(data: DataSet, path: Path) -> None:
    """The same columns as in CSV."""
    pyarrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    names = np.array(CONTENTS)
    columns = {name: names[data.cells[:, i]] for i, name in enumerate(data.columns)}
    columns["class"] = np.array(CLASSES)[data.values + 1]
    parquet.write_table(pyarrow.table({**columns, "score": data.scores}), path)


_kept: dict[tuple[int, int, int], dict[int, int]] = {}  # by width, height and plies


def values_by_key(solver: ConnectFourSolver, plies: int = PLIES) -> dict[int, int]:
    """The data set as a hash table: the key of a position, its value for the first player.

    It takes seconds to make, so it is made once in a process.
    """
    which = solver.game.width, solver.game.height, plies
    if which not in _kept:
        _kept[which] = _solve_all(solver, plies)
    return _kept[which]


def _solve_all(solver: ConnectFourSolver, plies: int) -> dict[int, int]:
    game, table = solver.game, {}
    found = list(quiet_positions(game, plies))
    positions = [ConnectFourPosition(m, m ^ mask, game.width, game.height) for m, mask in found]
    for (mine, mask), score in zip(found, solver.score_many(positions), strict=True):
        key = key_of(mine, mask, solver.features, solver.board)
        table[key] = sign_of(score if plies % 2 == 0 else -score)
    return table
