"""Hex: connect your two sides of the board with a chain of stones."""

from dataclasses import dataclass
from typing import NamedTuple

import plyground as pg


@pg.compiled
def turned(stones, cells):  # by half a turn, which keeps the sides of both
    image = 0
    for cell in range(cells):
        image |= (stones >> cell & 1) << cells - 1 - cell
    return image


@pg.compiled
def left_column(size):
    column = 0
    for row in range(size):
        column |= 1 << row * size
    return column


@pg.compiled
def beside(cells, size):  # all neighbours of a set of cells, and perhaps more outside of the board
    left = left_column(size)
    inner, outer = cells & ~(left << size - 1), cells & ~left  # with a neighbour right, left
    straight = inner << 1 | outer >> 1 | cells << size | cells >> size
    return straight | outer << size - 1 | inner >> size - 1


@pg.compiled
def edges(side, size):  # Red from the bottom row to the top, Blue from left to right
    if side == 0:
        return (1 << size) - 1, (1 << size) - 1 << size * (size - 1)
    return left_column(size), left_column(size) << size - 1


@pg.compiled
class HexPosition(NamedTuple):
    stones: tuple[int, int]  # of player 0 and of player 1, bit row * size + column
    turn: int
    size: int

    def is_connected(self, side):
        stones, (start, goal) = self.stones[side], edges(side, self.size)
        chain, before = stones & start, 0
        while chain != before:
            before = chain
            chain |= beside(chain, self.size) & stones
        return chain & goal != 0

    def fill_moves(self, moves):
        count = 0
        if not self.is_connected(1 - self.turn):
            for cell in range(self.size * self.size):
                if (self.stones[0] | self.stones[1]) >> cell & 1 == 0:
                    moves[count] = cell
                    count += 1
        return count

    def play(self, move):
        red, blue = self.stones
        stones = (red, blue | 1 << move) if self.turn else (red | 1 << move, blue)
        return HexPosition(stones, 1 - self.turn, self.size)

    def result(self):
        return -1

    def key(self):
        return self.stones[0] | self.stones[1] << self.size * self.size

    def player(self):
        return self.turn

    def transform(self, symmetry):
        if symmetry == 0:
            return self
        cells = self.size * self.size
        red, blue = turned(self.stones[0], cells), turned(self.stones[1], cells)
        return HexPosition((red, blue), self.turn, self.size)

    def transform_move(self, symmetry, move):
        return self.size * self.size - 1 - move if symmetry else move


@pg.compiled
class Nearest(NamedTuple):
    """A rater: moves after which few more stones join the sides; then those near the middle."""

    weight: int = 20

    def rate(self, position, move):
        size = position.size
        row, column = move // size, move % size
        aside = abs(2 * row - size + 1) + abs(2 * column - size + 1) + abs(row + column - size + 1)
        return -self.weight * self.missing(position, position.turn, move) - aside

    def missing(self, position, side, move):  # stones, with that of the move
        size, own = position.size, position.stones[side] | 1 << move
        free = (1 << size * size) - 1 & ~position.stones[1 - side]
        start, goal = edges(side, size)
        reached, before, count = start & free, 0, 0
        while reached != before:  # cells of which `count` stones reach all neighbours
            before, chain = reached, -1
            while chain != reached & own:
                chain = reached & own
                reached |= beside(chain, size) & free
            if chain & goal:
                return count
            if reached & goal:
                return count + 1
            reached |= beside(reached, size) & free
            count += 1
        return size * size  # cut off


def exact_keys(game):
    from plyground.solvers.exact_keys import OwnKeys

    return OwnKeys(exact=1)


@dataclass(frozen=True)
class Hex(pg.Game):
    name, title = "hex", "Hex"
    summary = "Connect your two sides of the board with a chain of stones."
    position_class, players, symbols = HexPosition, ("Red", "Blue"), "RB"
    pieces = ("red", "blue")
    symmetries = 2
    examples = ({}, {"size": 2}, {"size": 5})
    knowledge = pg.Knowledge(
        raters={"nearest": Nearest}, solving=pg.Solving(order="nearest", keys=exact_keys)
    )

    size: int = pg.parameter(4, "cells along a side", low=2, high=5)

    @property
    def shape(self):
        return pg.Rhombus(self.size)

    def start(self):
        return HexPosition((0, 0), 0, self.size)

    def reason(self, position):
        return f"{self.players[1 - position.turn]} has joined both sides"

    def cells(self, position):
        red, blue = position.stones
        return [(red >> c & 1) + 2 * (blue >> c & 1) for c in range(self.size**2)]

    def build(self, cells, player):
        stones = tuple(sum(1 << c for c, s in enumerate(cells) if s == side) for side in (1, 2))
        turn = cells.count(1) - cells.count(2)
        position = HexPosition(stones, turn, self.size)
        if turn not in (0, 1) or player not in (None, turn) or position.is_connected(turn):
            raise pg.InvalidPositionError("no game in which the two took turns leads here")
        return position
