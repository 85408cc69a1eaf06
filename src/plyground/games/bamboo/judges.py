"""Judging Bamboo: the report's evaluation and the heuristics of its Table I."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.bamboo.rules import BIT, LARGEST, TILE, count_groups
from plyground.kernel import compiled
from plyground.kernel.words import first_bit, is_empty, with_bit, without_bit
from plyground.shapes import Hexagon
from plyground.vocabulary import Move


def _cube_coordinates() -> np.ndarray:
    """[radius, tile, axis] -> x, y, z with x + y + z = 0 and the centre at 0."""
    tiles = 3 * LARGEST * (LARGEST + 1) + 1
    table = np.zeros((LARGEST + 1, tiles, 3), np.int16)
    for radius in range(1, LARGEST + 1):
        board = Hexagon(radius)
        for tile in range(board.cell_count):
            table[radius, tile] = board.cube(tile)
    return table


CUBE = _cube_coordinates()


@compiled
def distance(radius: int, one: int, two: int) -> int:
    """How many steps apart two tiles are."""
    farthest = 0
    for axis in range(3):
        apart = abs(int(CUBE[radius, one, axis]) - int(CUBE[radius, two, axis]))
        farthest = max(farthest, apart)
    return farthest


@compiled
def distance_from_centre(radius: int, tile: int) -> int:
    """How many steps a tile is from the centre."""
    return max(
        abs(int(CUBE[radius, tile, 0])),
        abs(int(CUBE[radius, tile, 1])),
        abs(int(CUBE[radius, tile, 2])),
    )


@compiled
class GroupsAndMoves(NamedTuple):
    """The report's evaluation: own groups and legal moves, minus the opponent's."""

    groups: int = 1
    moves: int = 1

    def evaluate(self, position: Any) -> int:
        """With both weights 1, exactly the report's."""
        own_moves, own_groups = position.moves_and_groups(False)
        moves, groups = position.moves_and_groups(True)
        return int(self.groups * (own_groups - groups) + self.moves * (own_moves - moves))


@compiled
def distances_from_centre(stones: Any, radius: int) -> int:
    """How far from the centre the stones are, added up."""
    total = 0
    while not is_empty(stones):
        bit = first_bit(stones)
        stones = without_bit(stones, bit)
        total += distance_from_centre(radius, int(TILE[radius, bit]))
    return total


@compiled
class Spread(NamedTuple):
    """Groups, legal moves and stones near the rim, own minus the opponent's."""

    groups: int = 29
    moves: int = 15
    outer: int = 34  # for each step of a stone from the centre

    def evaluate(self, position: Any) -> int:
        """What `GroupsAndMoves` says, and where the stones are."""
        value = int(GroupsAndMoves(self.groups, self.moves).evaluate(position))
        own = distances_from_centre(position.mine, position.radius)
        other = distances_from_centre(position.theirs, position.radius)
        return value + self.outer * (own - other)


@compiled
class Outer(NamedTuple):
    """Outermost tiles first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The distance from the centre."""
        return self.weight * distance_from_centre(position.radius, move)


@compiled
class MostGroups(NamedTuple):
    """Moves that leave the mover with most groups first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The number of own groups after the move."""
        stones = with_bit(position.mine, int(BIT[position.radius, move]))
        return self.weight * count_groups(stones, position.radius)


@compiled
class Sparsity(NamedTuple):
    """Moves far from the closest of the mover's own stones first, as the report's Table I says."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The distance to the closest own stone; one more than any on the board without stones."""
        closest, stones = 2 * position.radius + 1, position.mine
        while not is_empty(stones):
            bit = first_bit(stones)
            stones = without_bit(stones, bit)
            closest = min(closest, distance(position.radius, move, int(TILE[position.radius, bit])))
        return int(self.weight * closest * 64)


@compiled
class SparsityThenOuter(NamedTuple):
    """Sparsity, and among equals the outermost tiles first."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The distance to the closest own stone, then the distance from the centre."""
        return int(Sparsity(self.weight).rate(position, move)) + distance_from_centre(
            position.radius, move
        )


@compiled
class AverageSparsity(NamedTuple):
    """Moves far from all of the mover's own stones first, as the report's section III.A says."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """The summed distance, which orders moves as the average does."""
        total, stones = 0, position.mine
        while not is_empty(stones):
            bit = first_bit(stones)
            stones = without_bit(stones, bit)
            total += distance(position.radius, move, int(TILE[position.radius, bit]))
        return self.weight * total


@compiled
class SumOfSquares(NamedTuple):
    """The report's ordering for alpha-beta: the squared length of the tile's vector."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """X * x + y * y + z * z."""
        total = 0
        for axis in range(3):
            coordinate = int(CUBE[position.radius, move, axis])
            total += coordinate * coordinate
        return self.weight * total
