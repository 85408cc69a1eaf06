"""Hex: connect your two sides of the board with a chain of stones."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import plyground as pg

PART = 12  # bits that are looked up at once
DIGITS = np.array([sum((n >> i & 1) * 3**i for i in range(PART)) for n in range(1 << PART)])


@pg.compiled
def digits(stones):  # the number with the digit 1 to the base 3 for each stone
    low, middle, high = stones & 4095, stones >> PART & 4095, stones >> 2 * PART
    return int(DIGITS[low]) + 3**12 * int(DIGITS[middle]) + 3**24 * int(DIGITS[high])


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
def step(cells, way, size):  # the neighbours in one of the six directions, in circular order
    left, way = left_column(size), way % 6
    if way == 0:
        return (cells & ~(left << size - 1)) << 1
    if way == 1:
        return cells << size
    if way == 2:
        return (cells & ~left) << size - 1
    if way == 3:
        return (cells & ~left) >> 1
    if way == 4:
        return cells >> size
    return (cells & ~(left << size - 1)) >> size - 1


@pg.compiled
def chain_of(cells, own, size):  # the stones that hang together with these
    before = 0
    while cells != before:
        before = cells
        cells |= beside(cells, size) & own
    return cells


@pg.compiled
class HexPosition(NamedTuple):
    stones: tuple[int, int]  # of player 0 and of player 1, bit row * size + column
    turn: int
    size: int

    def is_connected(self, side):
        stones, (start, goal) = self.stones[side], edges(side, self.size)
        return chain_of(stones & start, stones, self.size) & goal != 0

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
        return digits(self.stones[0]) + 2 * digits(self.stones[1])

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
def between(stone, way, size):  # the two neighbours in this direction and the next
    return step(stone, way, size) | step(stone, way + 1, size)


@pg.compiled
def before_edge(edge, way, size):  # cells with two neighbours in these cells of an edge
    return step(edge, way, size) & step(edge, way + 1, size)


@pg.compiled
def bridged(chain, free, size):  # cells to which a chain has a bridge
    found = 0
    for way in range(6):
        over = step(step(chain, way, size) & free, way + 1, size)
        found |= over & step(step(chain, way + 1, size) & free, way, size)
    return found


@pg.compiled
def near_edge(edge, way, own, free, size):  # free cells that would be joined to the edge
    chain, before = 0, -1
    first = edge | before_edge(edge & free, way, size)
    while chain != before:
        before = chain
        chain = chain_of(own & (first | chain | bridged(chain, free, size)), own, size)
    return free & (first | beside(chain, size) | bridged(chain, free, size))


@pg.compiled
class Nearest(NamedTuple):
    """A rater: moves after which few more stones join the sides; then those near the middle."""

    bridged: int = 100  # for each stone that is missing if bridges count as joined
    joined: int = 20  # for each that is missing if they do not

    def rate(self, position, move):
        size, side = position.size, position.turn
        row, column = move // size, move % size
        aside = abs(2 * row - size + 1) + abs(2 * column - size + 1) + abs(row + column - size + 1)
        own, other = position.stones[side] | 1 << move, position.stones[1 - side]
        bridged = self.missing(own, other, side, size, True)
        joined = self.missing(own, other, side, size, False)
        return -self.bridged * bridged - self.joined * joined - aside

    def missing(self, own, other, side, size, leaps):
        (start, goal), way = edges(side, size), 5 if side else 1
        board = (1 << size * size) - 1 & ~other
        free = board & ~own
        spaces = free if leaps else 0  # that a bridge may leave
        reached = board & (start | before_edge(start & spaces, way, size))
        goal |= before_edge(goal & spaces, way + 3, size)
        for count in range(size * size):  # so many stones reach these cells, or their neighbours
            chain = -1
            while chain != reached & own:
                chain = reached & own
                reached |= board & (beside(chain, size) | bridged(chain, spaces, size))
            if chain & goal:
                return count
            if reached & goal:
                return count + 1
            reached |= board & (beside(reached, size) | bridged(reached & free, spaces, size))
        return size * size  # cut off


@pg.compiled
class Bridges(NamedTuple):
    """Leaves out moves after which the other's edges are joined, or one stone would join them.

    A bridge is two stones, or a stone and an edge, with two free cells between them: who loses one
    takes the other. Edges are joined by stones side by side and bridges, no two of which have a
    cell in common. Who plays elsewhere than on those cells, or on that of the stone, has lost.
    """

    paths: Any  # [place]: a chain at the end of a path, stones off the path, free cells off it

    def keep(self, position, moves, count):
        side, size = 1 - position.turn, position.size
        own = position.stones[side]
        free = (1 << size * size) - 1 & ~(own | position.stones[1 - side])
        if self.carriers(own, free, side, size) != -1:
            return 0
        (start, goal), way, left = edges(side, size), 5 if side else 1, free
        stones = near_edge(start, way, own, free, size)
        stones &= near_edge(goal, way + 3, own, free, size)
        while stones and left:
            stone = stones & -stones
            stones ^= stone
            left &= stone | self.carriers(own | stone, free ^ stone, side, size)
        kept = 0
        for i in range(count):
            if left >> moves[i] & 1:
                moves[kept] = moves[i]
                kept += 1
        return kept

    def carriers(self, own, free, side, size):
        """The cells of bridges that all paths between the edges have in common; -1 without any."""
        (start, goal), way, common = edges(side, size), 5 if side else 1, -1
        count = self.begin(own & start, 0, own, free, size, 0)
        near = own & before_edge(start & free, way, size)
        while near:
            stone = near & -near
            near ^= stone
            count = self.begin(stone, between(stone, way + 3, size), own, free, size, count)
        while count:
            count -= 1
            chain, rest, left = self.paths[count]
            if chain & goal:
                common &= free & ~left
                continue
            ends = chain & before_edge(goal & left, way + 3, size)
            while ends:
                common &= free & ~left | between(ends & -ends, way, size)
                ends &= ends - 1
            for turn in range(6):
                count = self.go_on(chain, rest, left, turn, size, count)
        return common

    def begin(self, cells, carrier, own, free, size, count):
        if cells == 0 or count == self.paths.shape[0]:
            return count
        chain = chain_of(cells, own, size)
        self.paths[count, 0], self.paths[count, 1] = chain, own & ~chain
        self.paths[count, 2] = free & ~carrier
        return count + 1

    def go_on(self, chain, own, free, way, size, count):
        over = step(step(chain, way, size) & free, way + 1, size)
        ends = over & step(step(chain, way + 1, size) & free, way, size) & own
        while ends:
            end = ends & -ends
            ends ^= end
            count = self.begin(end, between(end, way + 3, size), own, free, size, count)
        return count


def bridges(game):
    return Bridges(np.zeros((64, 3), np.int64))


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
        raters={"nearest": Nearest},
        solving=pg.Solving(order="nearest", keys=exact_keys, sieve=bridges),
    )

    size: int = pg.parameter(4, "cells along a side", low=2, high=6)

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
