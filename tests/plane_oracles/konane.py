"""The planes of Konane, from its rules."""

from __future__ import annotations

from typing import Any

import plyground as pg
from plane_oracles import neighbours, sides


def channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    near, cells = neighbours(game), range(game.shape.cell_count)
    jumping = {
        stone
        for stone in theirs
        for over in near[stone] & mine
        for end in near[over] & empty
        if end - over == over - stone
    }
    colour = {c for c in cells if game.shape.shaded(c) == (position.player() == 0)}
    opening, width = mine == colour, game.width
    border = {c: min(*divmod(c, width), *divmod(cells[-1] - c, width)) / 8 for c in cells}
    return [
        1,
        mine,
        theirs,
        {move & 255 for move in game.legal(position)},
        jumping,
        int(opening and position.player() == 0),
        int(opening and position.player() == 1),
        int(game.jumps == "single"),
        colour,
        border,
    ]
