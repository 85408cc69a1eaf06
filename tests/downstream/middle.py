"""An agent of somebody else's: the middle if it is free, otherwise any move."""

from __future__ import annotations

import random
from typing import Any

import plyground as pg


class Middle:
    """Needs nothing but `choose`."""

    name = "middle"

    def __init__(self, game: pg.Game[Any], seed: int | None = None) -> None:
        """For one game."""
        self.game = game
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: pg.Limit | None = None, monitor: object = None
    ) -> pg.Decision:
        """The move to play."""
        legal = self.game.legal(position)
        middle = self.game.shape.cell_count // 2
        return pg.Decision(middle if middle in legal else self.chance.choice(legal))
