"""The planes of tic-tac-toe, from its rules."""

from __future__ import annotations

from typing import Any

import plyground as pg
from plane_oracles import sides


def channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, _ = sides(game, position)
    return [1, mine, theirs]
