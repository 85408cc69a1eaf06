"""The planes of Bamboo, from its rules."""

from __future__ import annotations

from typing import Any

import plyground as pg
from plane_oracles import neighbours, sides


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


def channels(game: pg.Game, position: Any) -> list[Any]:
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
