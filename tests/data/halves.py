"""Halves: X fills the columns a and b, O the column c; who has no cell left passes."""

from typing import NamedTuple

import plyground as pg

PASS = 6
OWN = (0b011011, 0b100100)  # the cells of X and of O, bit i for cell i


@pg.compiled
class HalvesPosition(NamedTuple):
    stones: int
    turn: int

    def fill_moves(self, moves):
        count = 0
        for cell in range(6):
            if OWN[self.turn] & ~self.stones & 1 << cell:
                moves[count] = cell
                count += 1
        if count == 0 and self.stones != 63:
            moves[0] = PASS
            count = 1
        return count

    def play(self, move):
        stone = 0 if move == PASS else 1 << move
        return HalvesPosition(self.stones | stone, 1 - self.turn)

    def result(self):
        return 1 - 2 * self.turn

    def key(self):
        return self.stones << 1 | self.turn

    def player(self):
        return self.turn


class Halves(pg.Game):
    name, title, summary = "halves", "Halves", "X fills the columns a and b, O the column c."
    position_class, shape = HalvesPosition, pg.Grid(3, 2)
    move_limit, max_plies = 7, 8

    def start(self):
        return HalvesPosition(0, 0)

    def cells(self, position):
        sides = [1 if OWN[0] >> cell & 1 else 2 for cell in range(6)]
        return [side if position.stones >> cell & 1 else 0 for cell, side in enumerate(sides)]

    def build(self, cells, player):
        return HalvesPosition(sum(1 << c for c in range(6) if cells[c]), player or 0)

    def format_move(self, move):
        return "pass" if move == PASS else super().format_move(move)

    def parse_move(self, text):
        return PASS if text.strip() == "pass" else super().parse_move(text)

    def reason(self, position):
        return "most of the board"
