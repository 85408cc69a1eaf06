"""Othello of every size, and its positions as the oracle knows them."""

from __future__ import annotations

from typing import Any

import plyground as pg
from oracle.othello import DIRECTIONS
from oracle.othello import Othello as PlainOthello

SIZES = [pg.game("othello", size=size) for size in (4, 6, 8)]


def plain(game: pg.Game, position: Any) -> PlainOthello:
    """The position as the oracle knows it."""
    cells = enumerate(game.cells(position))
    board = {(cell % game.size, cell // game.size): disc for cell, disc in cells}
    return PlainOthello(game.size, board, position.player())


def in_reach(rules: PlainOthello, player: int) -> list[tuple[int, int]]:
    """The empty cells with an enemy beside them that is not the last cell of their line."""
    return [
        (column, row)
        for (column, row), disc in rules.board.items()
        if disc == 0
        and any(
            rules.board.get((column + right, row + down)) == 2 - player
            and (column + 2 * right, row + 2 * down) in rules.board
            for right, down in DIRECTIONS
        )
    ]
