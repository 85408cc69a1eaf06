"""What the planes of a position should say, by cells, legal moves and where cells lie.

Each game has a module with `channels`, which gives for each channel the cells that are 1, or a
number for each cell.
"""

from __future__ import annotations

import functools
import importlib
import math
from typing import Any

import numpy as np

import plyground as pg


@functools.cache
def neighbours(game: pg.Game) -> list[set[int]]:
    """For each cell those that touch it with a side, by where they lie on paper."""
    centres = list(map(game.shape.centre, range(game.shape.cell_count)))
    return [{b for b, q in enumerate(centres) if 0 < math.dist(p, q) < 1.01} for p in centres]


def sides(game: pg.Game, position: Any) -> tuple[set[int], set[int], set[int]]:
    """The cells of the player to move, of the other, and the empty ones."""
    cells, mover = game.cells(position), position.player()
    mine, theirs, empty = (
        {c for c, content in enumerate(cells) if content == wanted}
        for wanted in (1 + mover, 2 - mover, 0)
    )
    return mine, theirs, empty


def expected(game: pg.Game, position: Any) -> np.ndarray:
    """What the oracle says, as [channel, cell]."""
    cells = range(game.shape.cell_count)
    rows = []
    for channel in importlib.import_module(f"plane_oracles.{game.name}").channels(game, position):
        if isinstance(channel, set):
            rows.append([int(cell in channel) for cell in cells])
        elif isinstance(channel, dict):
            rows.append([channel.get(cell, 0) for cell in cells])
        else:
            rows.append([channel for _ in cells])
    return np.array(rows, np.float32)
