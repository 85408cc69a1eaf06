"""The planes of Othello, from its plain rules."""

from __future__ import annotations

from typing import Any

import plyground as pg
from othello_positions import in_reach, plain


def channels(game: pg.Game, position: Any) -> list[Any]:
    rules, mover = plain(game, position), position.player()
    board, last = rules.board, game.size - 1

    def cells(places: Any) -> set[int]:
        return {row * game.size + column for column, row in places}

    own, other = (
        [cell for cell, disc in board.items() if disc == d] for d in (1 + mover, 2 - mover)
    )
    return [
        1,
        cells(own),
        cells(other),
        cells(rules.places(mover)),
        cells(rules.places(1 - mover)),
        cells(in_reach(rules, mover)),
        cells(in_reach(rules, 1 - mover)),
        int(rules.legal_moves() == ["pass"]),
        list(board.values()).count(0) % 2,
        {r * game.size + c: min(c, r, last - c, last - r) / 4 for c, r in board},
    ]
