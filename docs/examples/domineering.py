"""Domineering: one side lays dominoes upright, the other flat; whoever cannot lay one loses."""

from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import plyground as pg
from plyground.kernel import popcount


@pg.compiled
class DomineeringPosition(NamedTuple):
    covered: tuple[int, int]  # by upright and by flat dominoes, bit row * columns + column
    turn: int
    rows: int
    columns: int

    def fill_moves(self, moves):  # a move is the lower or left square of a domino
        count, step = 0, 1 if self.turn else self.columns
        for cell in range(self.rows * self.columns - step):
            inside = self.turn == 0 or cell % self.columns < self.columns - 1
            if inside and (self.covered[0] | self.covered[1]) & (1 << cell | 1 << cell + step) == 0:
                moves[count] = cell
                count += 1
        return count

    def play(self, move):
        domino = 1 << move | 1 << move + (1 if self.turn else self.columns)
        upright, flat = self.covered
        covered = (upright, flat | domino) if self.turn else (upright | domino, flat)
        return DomineeringPosition(covered, 1 - self.turn, self.rows, self.columns)

    def result(self):
        return -1

    def key(self):
        return (self.covered[0] | self.covered[1]) << 1 | self.turn

    def player(self):
        return self.turn


@pg.compiled
def pairs_along(free, step, lines, line):
    """How many dominoes fit, at most, if they lie across neighbouring lines, `step` bits apart."""
    count = 0
    for _ in range(lines - 1):
        here = free & free >> step & line
        count += popcount(here)
        free &= ~(here | here << step)
        line <<= step
    return count


@pg.compiled
class SafeMoves(NamedTuple):
    """Leaves no move to a side that has no more moves than the other has safe ones.

    A move is safe if no domino of who is to move can ever lie on either of its squares.
    """

    rows: int
    columns: int
    row: int  # the squares of the first row, and of the first column
    column: int

    def keep(self, position, moves, count):
        free = (1 << self.rows * self.columns) - 1 & ~(position.covered[0] | position.covered[1])
        flat = free & free >> 1 & ~(self.column << self.columns - 1)  # left squares of dominoes
        upright = free & free >> self.columns  # lower squares
        if position.turn:
            own = pairs_along(free, 1, self.columns, self.column)
            safe = free & ~(flat | flat << 1)
            theirs = pairs_along(safe, self.columns, self.rows, self.row)
        else:
            own = pairs_along(free, self.columns, self.rows, self.row)
            safe = free & ~(upright | upright << self.columns)
            theirs = pairs_along(safe, 1, self.columns, self.column)
        return 0 if own <= theirs else count


def safe_moves(game):
    row, column = (1 << game.columns) - 1, sum(1 << r * game.columns for r in range(game.rows))
    return SafeMoves(game.rows, game.columns, row, column)


def exact_keys(game):
    from plyground.solvers.exact_keys import OwnKeys

    return OwnKeys(exact=1)


@dataclass(frozen=True)
class Domineering(pg.Game):
    name, title, shares_keys = "domineering", "Domineering", True  # what covers a square is all one
    summary = "One lays dominoes upright, the other flat; whoever cannot lay one loses."
    position_class, players, symbols = DomineeringPosition, ("Vertical", "Horizontal"), "VH"
    examples = ({}, {"rows": 2, "columns": 7}, {"rows": 3, "columns": 3})
    knowledge = pg.Knowledge(solving=pg.Solving(keys=exact_keys, sieve=safe_moves))

    rows: int = pg.parameter(5, "rows of the board", low=2, high=7)
    columns: int = pg.parameter(5, "columns of the board", low=2, high=7)

    @property
    def shape(self):
        return pg.Grid(self.columns, self.rows)

    def start(self):
        return DomineeringPosition((0, 0), 0, self.rows, self.columns)

    def touched(self, position, move):
        return move, move + (1 if position.turn else self.columns)

    def why_illegal(self, position, move):
        return "the domino does not lie on two empty squares"

    def cells(self, position):
        upright, flat = position.covered
        return [(upright >> c & 1) + 2 * (flat >> c & 1) for c in range(self.rows * self.columns)]

    def build(self, cells, player):
        rows = [cells[i : i + self.columns] for i in range(0, len(cells), self.columns)]
        lines = ((1, list(zip(*rows, strict=True))), (2, rows))
        runs = [
            len(list(run))
            for side, some in lines
            for line in some
            for s, run in groupby(line)
            if s == side
        ]
        turn = (cells.count(1) - cells.count(2)) // 2
        if any(run % 2 for run in runs) or turn not in (0, 1) or player not in (None, turn):
            raise pg.InvalidPositionError("no dominoes laid in turn look like this")
        covered = tuple(sum(1 << c for c, s in enumerate(cells) if s == side) for side in (1, 2))
        return DomineeringPosition(covered, turn, self.rows, self.columns)
