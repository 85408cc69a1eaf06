"""The planes of Connect Four, from its rules."""

from __future__ import annotations

from typing import Any

import plyground as pg
from plane_oracles import sides


def completing(game: pg.Game, discs: set[int], empty: set[int]) -> set[int]:
    """The empty cells that are the last of four in a line."""
    found, inside = set(), (range(game.height), range(game.width))
    for cell in range(game.shape.cell_count):
        row, column = divmod(cell, game.width)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + i * up, column + i * right) for i in range(4)]
            if all(r in inside[0] and c in inside[1] for r, c in line):
                window = {r * game.width + c for r, c in line}
                if len(window & discs) == 3:
                    found |= window & empty
    return found


def channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    lowest = {
        min(column)
        for c in range(game.width)
        if (column := empty & set(range(c, 10**3, game.width)))
    }
    return [
        1,
        mine,
        theirs,
        lowest,
        completing(game, mine, empty),
        completing(game, theirs, empty),
        {cell for cell in range(game.shape.cell_count) if cell // game.width % 2},
        1 - position.player(),
    ]
