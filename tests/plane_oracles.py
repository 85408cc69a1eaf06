"""What the planes of a position should say, by cells, legal moves and where cells lie.

An oracle gives for each channel the cells that are 1, or a number for each cell.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

import plyground as pg
from plyground.games.cachex import LAST_TURN


@functools.cache
def neighbours(game: pg.Game) -> list[set[int]]:
    """For each cell those that touch it with a side, by where they lie on paper."""
    centres = list(map(game.shape.centre, range(game.shape.cell_count)))
    return [{b for b, q in enumerate(centres) if 0 < math.dist(p, q) < 1.01} for p in centres]


def sides(game: pg.Game, position: Any) -> tuple[set[int], set[int], set[int]]:
    """The cells of the player to move, of the other, and the empty ones."""
    cells, mover = game.cells(position), position.player()
    mine, theirs, empty = (
        {c for c, content in enumerate(cells) if content == wanted}
        for wanted in (1 + mover, 2 - mover, 0)
    )
    return mine, theirs, empty


def groups_of(game: pg.Game, stones: set[int]) -> list[set[int]]:
    """Connected stones."""
    rest, found = set(stones), []
    while rest:
        group, edge = set(), {rest.pop()}
        while edge:
            group |= edge
            edge = {b for a in edge for b in neighbours(game)[a]} & rest
            rest -= edge
        found.append(group)
    return found


def may_grow(game: pg.Game, stones: set[int], tile: int) -> bool:
    """The rule of Bamboo."""
    groups = groups_of(game, stones | {tile})
    return max(map(len, groups)) <= len(groups)


def bamboo_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    own, other = groups_of(game, mine), groups_of(game, theirs)
    legal = [{t for t in empty if may_grow(game, side, t)} for side in (mine, theirs)]
    assert legal[0] == set(game.legal(position))
    room = [
        {stone: min(1, (len(groups) - len(group)) / 8) for group in groups for stone in group}
        for groups in (own, other)
    ]
    ahead = (len(legal[0]) - len(legal[1])) / 32
    return [1, mine, theirs, *legal, *room, len(own) / 16, len(other) / 16, ahead]


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


def cachex_channels(game: pg.Game, position: Any) -> list[Any]:
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


def konane_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, empty = sides(game, position)
    near, cells = neighbours(game), range(game.size**2)
    jumping = {
        stone
        for stone in theirs
        for over in near[stone] & mine
        for end in near[over] & empty
        if end - over == over - stone
    }
    opening = len(mine) == game.size**2 // 2
    colour = {c for c in cells if game.shape.shaded(c) == (position.player() == 0)}
    border = {c: min(*divmod(c, game.size), *divmod(cells[-1] - c, game.size)) / 8 for c in cells}
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


def connect_four_channels(game: pg.Game, position: Any) -> list[Any]:
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


def tic_tac_toe_channels(game: pg.Game, position: Any) -> list[Any]:
    mine, theirs, _ = sides(game, position)
    return [1, mine, theirs]


def expected(game: pg.Game, position: Any) -> np.ndarray:
    """What the oracle says, as [channel, cell]."""
    cells = range(game.shape.cell_count)
    rows = []
    for channel in globals()[f"{game.name}_channels"](game, position):
        if isinstance(channel, set):
            rows.append([int(cell in channel) for cell in cells])
        elif isinstance(channel, dict):
            rows.append([channel.get(cell, 0) for cell in cells])
        else:
            rows.append([channel for _ in cells])
    return np.array(rows, np.float32)
