"""The planes of Cachex, from its rules."""

from __future__ import annotations

import math
from typing import Any

import plyground as pg
from plane_oracles import neighbours, sides
from plyground.games.cachex.rules import LAST_TURN


def capturing(game: pg.Game, mine: set[int], theirs: set[int], empty: set[int]) -> set[int]:
    """Where a stone of mine and another of mine have two common neighbours, both enemies."""
    near = neighbours(game)
    return {
        cell
        for cell in empty
        for stone in mine
        if len(near[cell] & near[stone]) == 2 and near[cell] & near[stone] <= theirs
    }


def lacking(game: pg.Game, stones: set[int], empty: set[int], player: int) -> int:
    """The fewest stones that complete a chain of the player."""
    along = [divmod(cell, game.size)[player] for cell in range(game.size**2)]
    price = {cell: int(cell in empty) for cell in stones | empty}
    cost = {cell: price[cell] for cell in price if along[cell] == 0}
    changed = set(cost)
    while changed:
        cell = changed.pop()
        for beside in neighbours(game)[cell] & price.keys():
            if cost[cell] + price[beside] < cost.get(beside, math.inf):
                cost[beside] = cost[cell] + price[beside]
                changed.add(beside)
    return min((c for cell, c in cost.items() if along[cell] == game.size - 1), default=10**6)


def channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    mover, legal, cells = position.player(), set(game.legal(position)), range(game.size**2)
    height = {cell: divmod(cell, game.size)[mover] / (game.size - 1) for cell in cells}
    own, other = lacking(game, mine, empty, mover), lacking(game, theirs, empty, 1 - mover)
    return [
        1,
        mine,
        theirs,
        legal - {game.parse_move("steal")},
        int(game.parse_move("steal") in legal),
        capturing(game, mine, theirs, empty),
        capturing(game, theirs, mine, empty),
        height,
        {cell: 1 - height[cell] for cell in cells},
        max(-1, min(1, (other - own) / game.size)),
        position.turn / LAST_TURN,
    ]
