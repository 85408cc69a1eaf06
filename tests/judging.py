"""Evaluators and raters at work, compiled, and the games they are tested with."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

import plyground as pg
from plyground.kernel import search_kernel

FOURS = [pg.game("connect_four", width=w, height=h) for w, h in ((7, 6), (6, 5), (12, 4), (2, 30))]
CACHEX = [pg.game("cachex", size=size) for size in (3, 5, 8)]
TIC_TAC_TOE = [pg.game("tic_tac_toe")]
BAMBOO = [pg.game("bamboo", radius=radius) for radius in (1, 3, 5)]
KONANE = [
    pg.game("konane", size=size, jumps=jumps)
    for size, jumps in product((4, 6, 10), ("multi", "single"))
]


@search_kernel
def judge(evaluator: Any, position: Any) -> int:
    return evaluator.evaluate(position)


@search_kernel
def judge_moves(rater: Any, position: Any, moves: Any, ratings: Any) -> None:
    for i in range(len(moves)):
        ratings[i] = rater.rate(position, int(moves[i]))


def rate_all(game: pg.Game, rater: Any, position: Any) -> dict[int, int]:
    moves = np.array(game.legal(position), np.int64)
    ratings = np.zeros_like(moves)
    judge_moves(rater, position, moves, ratings)
    return dict(zip(moves.tolist(), ratings.tolist(), strict=True))


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


def other_to_move(position: Any) -> Any:
    """The same board when it is the other player's turn."""
    swapped = {"mine": position.theirs, "theirs": position.mine}
    if hasattr(position, "turn"):
        swapped["turn"] = position.turn ^ 1
    if hasattr(position, "leading"):
        swapped |= {"leading": position.trailing, "trailing": position.leading}
    return position._replace(**swapped)
