"""Evaluators and raters at work, compiled, and the games they are tested with."""

from __future__ import annotations

from typing import Any

import numpy as np

import plyground as pg
from plyground.kernel import search_kernel

FOURS = [pg.game("connect_four", width=w, height=h) for w, h in ((7, 6), (6, 5), (12, 4), (2, 30))]
CACHEX = [pg.game("cachex", size=size) for size in (3, 5, 8, 15)]
TIC_TAC_TOE = [pg.game("tic_tac_toe")]


@search_kernel
def judge(evaluator: Any, position: Any) -> int:
    return evaluator.evaluate(position)


@search_kernel
def judge_moves(rater: Any, position: Any, moves: Any, ratings: Any) -> int:
    count = position.fill_moves(moves)
    for i in range(count):
        ratings[i] = rater.rate(position, int(moves[i]))
    return count


def rate_all(game: pg.Game, rater: Any, position: Any) -> dict[int, int]:
    moves, ratings = (np.zeros(game.max_moves + 1, np.int64) for _ in range(2))
    count = judge_moves(rater, position, moves, ratings)
    return dict(zip(moves[:count].tolist(), ratings[:count].tolist(), strict=True))


def position_after(game: pg.Game, moves: str) -> Any:
    position = game.start()
    for text in moves.split():
        position = game.play(position, game.parse_move(text))
    return position


def sides(game: pg.Game, position: Any) -> tuple[set[int], set[int]]:
    """The cells of the player to move and of the other."""
    cells = game.cells(position)
    mover = position.player()
    mine = {c for c, content in enumerate(cells) if content == 1 + mover}
    return mine, {c for c, content in enumerate(cells) if content == 2 - mover}
