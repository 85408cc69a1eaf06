"""
Tic-tac-toe: three in a line on a board of nine cells.

    bit of a cell       name

     6  7  8          a3 b3 c3
     3  4  5          a2 b2 c2
     0  1  2          a1 b1 c1

A move is the number of its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from plyground.errors import InvalidPositionError
from plyground.game import Game, Moves
from plyground.kernel import compiled, popcount
from plyground.shapes import Grid, Shape
from plyground.vocabulary import Move, Player

FULL = 0b111_111_111
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

BOARD = Grid(3, 3)
TURNED = tuple(tuple(BOARD.turned(cell, k) for cell in range(9)) for k in range(8))


@compiled
def has_line(mask: int) -> bool:
    """Whether the cells in `mask` contain three in a line."""
    for line in LINES:
        if mask & line == line:
            return True
    return False


@compiled
def turn_cells(mask: int, symmetry: int) -> int:
    """The cells in `mask` under a symmetry of the square."""
    turned = 0
    for cell in range(9):
        if mask >> cell & 1:
            turned |= 1 << TURNED[symmetry][cell]
    return turned


@compiled
class TicTacToePosition(NamedTuple):
    """The cells of the player to move and of the other, bit i for cell i."""

    mine: int
    theirs: int

    def fill_moves(self, moves: Moves) -> int:
        """The empty cells; none once the other has three in a line."""
        if has_line(self.theirs):
            return 0
        count = 0
        taken = self.mine | self.theirs
        for cell in range(9):
            if not taken >> cell & 1:
                moves[count] = cell
                count += 1
        return count

    def play(self, move: Move) -> TicTacToePosition:
        """Take the cell; the other is to move."""
        return TicTacToePosition(self.theirs, self.mine | 1 << move)

    def result(self) -> int:
        """A loss if the other has three in a line, otherwise a draw."""
        return -1 if has_line(self.theirs) else 0

    def key(self) -> int:
        """Both sides' bits: exact."""
        return self.mine | self.theirs << 9

    def player(self) -> Player:
        """X after an even number of moves."""
        return popcount(self.mine | self.theirs) & 1

    def transform(self, symmetry: int) -> TicTacToePosition:
        """Reflected or rotated."""
        return TicTacToePosition(turn_cells(self.mine, symmetry), turn_cells(self.theirs, symmetry))

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The cell that `move` goes to."""
        return TURNED[symmetry][move]


@dataclass(frozen=True)
class TicTacToe(Game[TicTacToePosition]):
    """Three in a line wins; a full board is a draw."""

    name: ClassVar = "tic_tac_toe"
    title: ClassVar = "Tic-tac-toe"
    summary: ClassVar = "Take turns to fill nine cells; three in a line wins."
    position_class: ClassVar = TicTacToePosition
    symmetries: ClassVar = 8

    @property
    def shape(self) -> Shape:
        """Three by three."""
        return BOARD

    def start(self) -> TicTacToePosition:
        """The empty board."""
        return TicTacToePosition(0, 0)

    def cells(self, position: TicTacToePosition) -> Sequence[int]:
        """X is the side that moved first."""
        first, second = position.mine, position.theirs
        if position.player() == 1:
            first, second = second, first
        return [(first >> c & 1) + 2 * (second >> c & 1) for c in range(9)]

    def build(self, cells: Sequence[int], player: Player | None) -> TicTacToePosition:
        """Refuses boards on which the two have not taken turns, or play went on after a win."""
        first = sum(1 << c for c in range(9) if cells[c] == 1)
        second = sum(1 << c for c in range(9) if cells[c] == 2)
        ahead = popcount(first) - popcount(second)
        if ahead not in (0, 1):
            raise InvalidPositionError(
                f"X has {popcount(first)} cells and O has {popcount(second)}; "
                "X moves first, so X must have as many as O or one more"
            )
        if player not in (None, ahead):
            raise InvalidPositionError(f"with these stones it is {self.players[ahead]}'s turn")
        if has_line(first if ahead == 0 else second):
            raise InvalidPositionError(
                f"{self.symbols[ahead]} already has three in a line; the game ended before this"
            )
        return TicTacToePosition(second, first) if ahead else TicTacToePosition(first, second)

    def line(self, position: TicTacToePosition) -> Iterable[int]:
        """The cells of every completed line."""
        done = [line for line in LINES if position.theirs & line == line]
        return [c for c in range(9) if any(line >> c & 1 for line in done)]

    def reason(self, position: TicTacToePosition) -> str:
        """A line, or a full board."""
        return "three in a line" if position.result() else "the board is full"
