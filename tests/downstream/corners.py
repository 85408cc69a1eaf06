"""A game of somebody else's, with every name annotated: take a corner or the middle; a line wins.

The cells of a board of 3 by 3 are 0 to 8. Only corners and the middle may be taken, so that a
game lasts five moves; a diagonal wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import plyground as pg
from plyground.game import Moves

PLACES = (0, 2, 4, 6, 8)
DIAGONALS = (0b100010001, 0b001010100)


@pg.compiled
class CornersPosition(NamedTuple):
    """Stones of player 0 and of player 1, bit i for cell i."""

    first: int
    second: int
    turn: int

    def fill_moves(self, moves: Moves) -> int:
        """The free places, unless the last stone has won."""
        last = self.first if self.turn == 1 else self.second
        for line in DIAGONALS:
            if last & line == line:
                return 0
        count = 0
        for place in PLACES:
            if not (self.first | self.second) >> place & 1:
                moves[count] = place
                count += 1
        return count

    def play(self, move: int) -> CornersPosition:
        """With one more stone."""
        if self.turn == 0:
            return CornersPosition(self.first | 1 << move, self.second, 1)
        return CornersPosition(self.first, self.second | 1 << move, 0)

    def result(self) -> int:
        """Lost if the other side has a diagonal."""
        last = self.first if self.turn == 1 else self.second
        for line in DIAGONALS:
            if last & line == line:
                return -1
        return 0

    def key(self) -> int:
        """The stones."""
        return self.first | self.second << 9

    def player(self) -> int:
        """Who moves next."""
        return self.turn


class Corners(pg.Game[CornersPosition]):
    """The game around it."""

    name: ClassVar[str] = "corners"
    title: ClassVar[str] = "Corners"
    summary: ClassVar[str] = "Take corners or the middle; a diagonal wins."
    position_class: ClassVar[type] = CornersPosition

    @property
    def shape(self) -> pg.Grid:
        """The board."""
        return pg.Grid(3, 3)

    def start(self) -> CornersPosition:
        """An empty board."""
        return CornersPosition(0, 0, 0)

    def cells(self, position: CornersPosition) -> list[int]:
        """Who holds each cell."""
        return [(position.first >> c & 1) + 2 * (position.second >> c & 1) for c in range(9)]

    def build(self, cells: Sequence[int], player: pg.Player | None) -> CornersPosition:
        """The position with these stones."""
        first, second = (sum(1 << c for c in range(9) if cells[c] == side) for side in (1, 2))
        turn = first.bit_count() - second.bit_count()
        allowed = sum(1 << place for place in PLACES)
        if (first | second) & ~allowed or turn not in (0, 1) or player not in (None, turn):
            raise pg.InvalidPositionError("a stone beside the corners, or they took no turns")
        if self.has_line(first) and (self.has_line(second) or turn == 0):
            raise pg.InvalidPositionError("somebody went on after the end")
        return CornersPosition(first, second, turn)

    @staticmethod
    def has_line(stones: int) -> bool:
        """Whether a diagonal is full."""
        return any(stones & line == line for line in DIAGONALS)
