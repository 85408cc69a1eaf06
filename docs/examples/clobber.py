"""Clobber: step onto a neighbour of the other colour and take it; whoever cannot loses."""

from dataclasses import dataclass
from typing import NamedTuple

import plyground as pg


@pg.compiled
class ClobberPosition(NamedTuple):
    stones: tuple[int, int]  # of player 0 and of player 1, bit row * columns + column
    turn: int
    rows: int
    columns: int

    def fill_moves(self, moves):  # 4 * square + direction: down, left, right, up
        count, cells, columns = 0, self.rows * self.columns, self.columns
        for cell in range(cells):
            if self.stones[self.turn] >> cell & 1:
                for direction in range(4):
                    to = cell + (-columns, -1, 1, columns)[direction]
                    same_line = direction % 3 == 0 or to // columns == cell // columns
                    if 0 <= to < cells and same_line and self.stones[1 - self.turn] >> to & 1:
                        moves[count] = 4 * cell + direction
                        count += 1
        return count

    def play(self, move):
        cell = move >> 2
        to = cell + (-self.columns, -1, 1, self.columns)[move & 3]
        own = self.stones[self.turn] ^ (1 << cell | 1 << to)
        other = self.stones[1 - self.turn] ^ 1 << to
        stones = (other, own) if self.turn else (own, other)
        return ClobberPosition(stones, 1 - self.turn, self.rows, self.columns)

    def result(self):
        return -1

    def key(self):
        cells = self.rows * self.columns
        return (self.stones[0] | self.stones[1] << cells) << 1 | self.turn

    def player(self):
        return self.turn


def exact_keys(game):
    from plyground.solvers.exact_keys import OwnKeys

    return OwnKeys(exact=1)


@dataclass(frozen=True)
class Clobber(pg.Game):
    name, title = "clobber", "Clobber"
    summary = "Step onto a neighbour of the other colour and take it; whoever cannot loses."
    position_class, players, symbols = ClobberPosition, ("White", "Black"), "WB"
    pieces = ("white", "black")
    examples = ({}, {"rows": 2, "columns": 6}, {"rows": 1, "columns": 9})
    knowledge = pg.Knowledge(solving=pg.Solving(keys=exact_keys))

    rows: int = pg.parameter(4, "rows of the board", low=1, high=6)
    columns: int = pg.parameter(4, "columns of the board", low=2, high=12)

    def check_parameters(self):
        if self.rows * self.columns > 30:
            raise pg.InvalidParameterError(f"{self.rows} by {self.columns} squares are above 30")

    max_moves = property(lambda self: 4 * self.rows * self.columns)
    move_limit = max_moves

    @property
    def shape(self):
        return pg.Grid(self.columns, self.rows)

    def start(self):
        squares = [divmod(cell, self.columns) for cell in range(self.rows * self.columns)]
        black = sum(1 << c for c, (row, column) in enumerate(squares) if (row + column) % 2)
        white = sum(1 << c for c in range(len(squares))) ^ black
        return ClobberPosition((white, black), 0, self.rows, self.columns)

    def ends(self, move):
        return move >> 2, (move >> 2) + (-self.columns, -1, 1, self.columns)[move & 3]

    def format_move(self, move):
        return "-".join(self.shape.name(cell) for cell in self.ends(move))

    move_help = "a move is two neighbouring squares, such as a1-b1"

    def parse_move(self, text):
        named = [self.shape.cell(name) for name in text.strip().split("-")]
        for move in range(self.move_limit) if None not in named else ():
            if list(self.ends(move)) == named:
                return move
        raise pg.InvalidMoveError(f"{text!r} is no move of Clobber; {self.move_help}")

    def why_illegal(self, position, move):
        return "it takes a stone of yours beside one of the other's"

    def touched(self, position, move):
        return self.ends(move)

    def cells(self, position):
        white, black = position.stones
        return [(white >> c & 1) + 2 * (black >> c & 1) for c in range(self.rows * self.columns)]

    def build(self, cells, player):
        full = len(cells) - cells.count(0)
        taken = [self.cells(self.start()).count(side) - cells.count(side) for side in (1, 2)]
        turn = (len(cells) - full) % 2
        if taken[1] - taken[0] != turn or player not in (None, turn):
            raise pg.InvalidPositionError("the two have not taken stones in turn")
        stones = tuple(sum(1 << c for c, s in enumerate(cells) if s == side) for side in (1, 2))
        return ClobberPosition(stones, turn, self.rows, self.columns)
