"""Snort: put a stone beside none of the other side's; whoever cannot move loses."""

from math import dist
from typing import NamedTuple

import plyground as pg

CELLS = tuple(range(25))  # cell 5 * row + column; NEAR[cell] has a bit for it and its neighbours
NEAR = tuple(sum(1 << b for b in CELLS if dist(divmod(a, 5), divmod(b, 5)) <= 1) for a in CELLS)


@pg.compiled
class SnortPosition(NamedTuple):
    stones: tuple[int, int]  # of player 0 and of player 1, bit i for cell i
    turn: int

    def fill_moves(self, moves):
        count = 0
        for cell in range(25):
            if not (self.stones[self.turn] >> cell & 1 or self.stones[1 - self.turn] & NEAR[cell]):
                moves[count] = cell
                count += 1
        return count

    def play(self, move):
        first, second = (1 - self.turn) << move, self.turn << move  # one is the stone, one is 0
        return SnortPosition((self.stones[0] | first, self.stones[1] | second), 1 - self.turn)

    def result(self):
        return -1

    def key(self):
        return self.stones[0] | self.stones[1] << 25

    def player(self):
        return self.turn


class Snort(pg.Game):
    name, title = "snort", "Snort"
    summary = "Put a stone beside none of the other side's; whoever cannot move loses."
    position_class, shape = SnortPosition, pg.Grid(5, 5)

    def start(self):
        return SnortPosition((0, 0), 0)

    def cells(self, position):
        return [(position.stones[0] >> c & 1) + 2 * (position.stones[1] >> c & 1) for c in CELLS]

    def build(self, cells, player):
        stones = tuple(sum(1 << c for c in CELLS if cells[c] == side) for side in (1, 2))
        touching = any(NEAR[c] & stones[1] for c in CELLS if cells[c] == 1)
        turn = cells.count(1) - cells.count(2)
        if touching or turn not in (0, 1) or player not in (None, turn):
            raise pg.InvalidPositionError("stones touch, or the two have not taken turns")
        return SnortPosition(stones, turn)
