"""Positions as planes by their cells, and moves by the cell and plane of their slot."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np

import plyground as pg
from plyground.games.konane.rules import DOWN, LEFT, RIGHT, UP
from plyground.neural.encoding import Encoding, encoding_of


@functools.cache
def sample(game: pg.Game) -> list[Any]:
    """The beginning, the end and positions in between of two random games."""
    chance, found = random.Random(7), []
    for _ in range(2):
        line = [game.start()]
        while legal := game.legal(line[-1]):
            line.append(line[-1].play(chance.choice(legal)))
        step = max(1, len(line) // 4)
        found += [*line[:3], *line[3:-1:step], line[-1]]
    return found


def planes_of(encoding: Encoding, position: Any) -> np.ndarray:
    """The planes of a position, written over planes that held no numbers."""
    planes = np.full(encoding.shape, np.nan, np.float32)
    encoding.encoder.fill_planes(position, planes)
    return planes


def place(game: pg.Game, position: Any, cell: int) -> tuple[int, int]:
    """The row and column in which the planes hold a cell."""
    if game.name == "bamboo":
        x, y, _ = game.shape.cube(cell)
        return y + game.radius, x + game.radius
    row, column = divmod(cell, int(game.shape.extent[0]) if game.name != "cachex" else game.size)
    turned = game.name == "cachex" and position.player() == 1
    return (column, row) if turned else (row, column)


def by_cell(game: pg.Game, position: Any) -> np.ndarray:
    """The planes as [channel, cell]; nothing may stand outside the board."""
    planes = planes_of(encoding_of(game), position)
    places = [place(game, position, cell) for cell in range(game.shape.cell_count)]
    rows, columns = np.array(places).T
    found = planes[:, rows, columns]
    planes[:, rows, columns] = 0
    assert not planes.any()
    return found


def cell_of(game: pg.Game, position: Any, move: int) -> int | None:
    """The cell under which the policy speaks of the move; None for a steal or a pass."""
    if game.name == "konane":
        return game.shape.cell(game.format_move(move).split("-")[0])
    if move >= game.shape.cell_count:
        return None
    (cell,) = game.touched(position, move)
    return cell


def policy_plane(game: pg.Game, move: int) -> int:
    """The plane of the move: 0, except for the jumps of Konane."""
    start, _, end = game.format_move(move).partition("-")
    if game.name != "konane" or not end:
        return 0
    (row, column), (row_end, column_end) = (
        divmod(game.shape.cell(name), game.width) for name in (start, end)
    )
    sideways = LEFT if column_end < column else RIGHT
    direction = sideways if row == row_end else DOWN if row_end < row else UP
    return 7 * direction + (abs(row - row_end) + abs(column - column_end)) // 2
