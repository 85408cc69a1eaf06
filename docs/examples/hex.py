"""Hex: connect your two sides of the board with a chain of stones."""

from dataclasses import dataclass
from typing import NamedTuple

import plyground as pg


@pg.compiled
class HexPosition(NamedTuple):
    stones: tuple[int, int]  # of player 0 and of player 1, bit row * size + column
    turn: int
    size: int

    def is_connected(self, side):  # Red from the bottom row to the top, Blue from left to right
        size, stones = self.size, self.stones[side]
        edge, column = (1 << size) - 1, 0
        for row in range(size):
            column |= 1 << row * size
        start, goal = (
            (edge, edge << size * (size - 1)) if side == 0 else (column, column << size - 1)
        )
        chain, before = stones & start, 0
        while chain != before:
            before, inner = chain, chain & ~(column << size - 1)  # with a neighbour to the right
            outer = chain & ~column
            chain |= inner << 1 | outer >> 1 | chain << size | chain >> size
            chain |= outer << size - 1 | inner >> size - 1
            chain &= stones
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


@dataclass(frozen=True)
class Hex(pg.Game):
    name, title = "hex", "Hex"
    summary = "Connect your two sides of the board with a chain of stones."
    position_class, players, symbols = HexPosition, ("Red", "Blue"), "RB"
    pieces = ("red", "blue")
    examples = ({}, {"size": 2}, {"size": 5})

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
