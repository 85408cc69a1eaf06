"""The arrays that searches write moves into."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.game import Game

# Machine code does not check bounds. A game that announces too few moves is told so by
# `plyground check`; until then, a little room keeps it from writing where it must not.
SPARE = 16


def move_buffer(game: Game[Any], plies: int | None = None) -> Any:
    """Room for the moves of one position, or of `plies` positions: [move] or [ply, move]."""
    room = game.max_moves + SPARE
    return np.zeros(room if plies is None else (plies, room), np.int64)
