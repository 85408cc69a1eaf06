"""A game of one heap, as a user may write it, in which any line can be another."""

from __future__ import annotations

from pathlib import Path

import plyground as pg

HEAP = '''"""Take one to some; who cannot take loses."""

from typing import NamedTuple

import plyground as pg
from plyground.solvers.exact_keys import OwnKeys

SIZE = 8
MOST = 3
LOST = MOST + 1  # whoever is left with a multiple of it


@pg.compiled
class HeapPosition(NamedTuple):
    left: int
    turn: int
    most: int

    def fill_moves(self, moves):
        count = 0
        for take in range(self.most):
            if take < self.left:
                moves[count] = take
                count += 1
        return count

    def play(self, move):
        return HeapPosition(self.left - move - 1, 1 - self.turn, self.most)

    def result(self):
        return -1

    def key(self):
        return self.left << 1 | self.turn

    def player(self):
        return self.turn


@pg.compiled
class Multiples(NamedTuple):
    lost: int

    def keep(self, position, moves, count):
        return 0 if position.left % self.lost == 0 else count


def sieve(game):
    return Multiples(LOST)


def exact_keys(game):
    return OwnKeys(exact=1)


class Heap(pg.Game):
    name, title, summary = "heap", "Heap", "Take some; who cannot take loses."
    position_class, shape = HeapPosition, pg.Grid(SIZE, 1)
    max_moves = move_limit = MOST
    max_plies = SIZE
    knowledge = pg.Knowledge(solving=pg.Solving(keys=exact_keys))

    def start(self):
        return self.of_size(SIZE, 0)

    def of_size(self, left, player):
        return HeapPosition(left, player, MOST)

    def cells(self, position):
        return [1] * position.left + [0] * (SIZE - position.left)

    def format_move(self, move):
        return f"take{move + 1}"

    def parse_move(self, text):
        number = text.removeprefix("take")
        if not number.isdigit() or number == "0":
            raise pg.InvalidMoveError("a move is take1, take2 or so")
        return int(number) - 1

    def build(self, cells, player):
        left = cells.count(1)
        if cells.count(2) or cells[left:].count(1):
            raise pg.InvalidPositionError("the heap stands at the left")
        return self.of_size(left, player or 0)
'''

NEVER_COMPILED = (
    "@pg.compiled\nclass HeapPosition(NamedTuple):",
    "class HeapPosition(NamedTuple):\n    interpreted = True",
)


def heap(file: Path, *changes: tuple[str, str]) -> pg.Game:
    """The game, written to that file with these changes."""
    source = HEAP
    for before, after in changes:
        assert before in source
        source = source.replace(before, after)
    file.write_text(source, encoding="utf-8")
    return pg.game(str(file))
