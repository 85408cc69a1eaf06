"""
Connect Four: discs fall into columns; four in a line wins.

Each column takes height + 1 bits, from the bottom; the top one stays empty and keeps lines
from running over into the next column. For 7 columns and 6 rows:

     6 13 20 27 34 41 48      always empty
     5 12 19 26 33 40 47      row 6
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      row 1

A move is the number of its column from 0; people count columns from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from plyground.errors import InvalidMoveError, InvalidParameterError, InvalidPositionError
from plyground.game import Game, Moves, parameter
from plyground.kernel import compiled, popcount
from plyground.kernel.bits import WORD_BITS
from plyground.shapes import Grid, Shape
from plyground.vocabulary import Move, Player


@compiled
def four_along(discs: int, step: int) -> int:
    """The lowest discs of every four in a line, where neighbours are `step` bits apart."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> step >> step)  # in two steps: machine code cannot shift by 64


@compiled
def has_four(discs: int, height: int) -> bool:
    """Whether `discs` contain four in a line."""
    column = height + 1
    return (
        four_along(discs, 1)
        | four_along(discs, column)
        | four_along(discs, column - 1)
        | four_along(discs, column + 1)
    ) != 0


@compiled
class ConnectFourPosition(NamedTuple):
    """The discs of the player to move and of the other, and the size of the board."""

    mine: int
    theirs: int
    width: int
    height: int

    def fill_moves(self, moves: Moves) -> int:
        """The columns with room; none once the other has four in a line."""
        if has_four(self.theirs, self.height):
            return 0
        count = 0
        taken = self.mine | self.theirs
        top = 1 << (self.height - 1)
        for column in range(self.width):
            if not taken & top:
                moves[count] = column
                count += 1
            top <<= self.height + 1
        return count

    def play(self, move: Move) -> ConnectFourPosition:
        """Drop a disc into the column; the other is to move."""
        bottom = 1 << move * (self.height + 1)
        column = ((1 << self.height) - 1) * bottom
        taken = self.mine | self.theirs
        disc = (taken + bottom) & column & ~taken
        return ConnectFourPosition(self.theirs, self.mine | disc, self.width, self.height)

    def result(self) -> int:
        """A loss if the other has four in a line, otherwise a draw."""
        return -1 if has_four(self.theirs, self.height) else 0

    def key(self) -> int:
        """Exact: the carry of this sum in each column tells how many discs it holds."""
        return self.mine + (self.mine | self.theirs)

    def player(self) -> Player:
        """The first player after an even number of moves."""
        return popcount(self.mine | self.theirs) & 1

    def transform(self, symmetry: int) -> ConnectFourPosition:
        """Mirrored left to right if `symmetry` is 1."""
        if symmetry == 0:
            return self
        mine, theirs = 0, 0
        column = (1 << (self.height + 1)) - 1
        for move in range(self.width):
            here = move * (self.height + 1)
            there = (self.width - 1 - move) * (self.height + 1)
            mine |= (self.mine >> here & column) << there
            theirs |= (self.theirs >> here & column) << there
        return ConnectFourPosition(mine, theirs, self.width, self.height)

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The column that `move` goes to."""
        return self.width - 1 - move if symmetry else move


@dataclass(frozen=True)
class ConnectFour(Game[ConnectFourPosition]):
    """Four in a line wins; a full board is a draw."""

    name: ClassVar = "connect_four"
    title: ClassVar = "Connect Four"
    summary: ClassVar = "Drop discs into columns; four in a line wins."
    position_class: ClassVar = ConnectFourPosition
    players: ClassVar = ("Yellow (X)", "Red (O)")
    pieces: ClassVar = ("yellow", "red")
    symmetries: ClassVar = 2
    examples: ClassVar = (
        {},
        {"width": 6, "height": 5},
        {"width": 4, "height": 4},
        {"width": 5, "height": 9},
        {"width": 12, "height": 4},
        {"width": 1, "height": 3},
        {"width": 2, "height": 30},
    )

    width: int = parameter(7, "number of columns", low=1, high=31)
    height: int = parameter(6, "number of rows", low=1, high=61)

    def check_parameters(self) -> None:
        """The board with one spare row must fit into one word."""
        if self.width * (self.height + 1) > WORD_BITS:
            raise InvalidParameterError(
                f"a board of {self.width} columns and {self.height} rows is too large: "
                f"width * (height + 1) may be at most {WORD_BITS}"
            )

    @property
    def shape(self) -> Shape:
        """Columns that discs fall into."""
        return Grid(self.width, self.height, drop=True)

    @property
    def max_moves(self) -> int:
        """One for each column."""
        return self.width

    def start(self) -> ConnectFourPosition:
        """The empty board."""
        return ConnectFourPosition(0, 0, self.width, self.height)

    def format_move(self, move: Move) -> str:
        """The column, counted from 1."""
        return str(move + 1)

    def parse_move(self, text: str) -> Move:
        """A column from 1 on."""
        word = text.strip()
        if re.fullmatch(r"[0-9]{1,2}", word) and 1 <= int(word) <= self.width:
            return int(word) - 1
        raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")

    @property
    def move_help(self) -> str:
        """Columns are numbered from 1."""
        return f"a move is a column from 1 to {self.width}"

    def why_illegal(self, position: ConnectFourPosition, move: Move) -> str:
        """Only a full column is illegal."""
        return f"column {move + 1} is full" if 0 <= move < self.width else "no such column"

    def _bit(self, cell: int) -> int:
        row, column = divmod(cell, self.width)
        return column * (self.height + 1) + row

    def cells(self, position: ConnectFourPosition) -> Sequence[int]:
        """The first player's discs are 1."""
        first, second = position.mine, position.theirs
        if position.player() == 1:
            first, second = second, first
        bits = map(self._bit, range(self.width * self.height))
        return [(first >> bit & 1) + 2 * (second >> bit & 1) for bit in bits]

    def build(self, cells: Sequence[int], player: Player | None) -> ConnectFourPosition:
        """Refuses floating discs, sides out of turn, and play that went on after a win."""
        first, second = (
            sum(1 << self._bit(c) for c, content in enumerate(cells) if content == side)
            for side in (1, 2)
        )
        self._check_support(cells)
        ahead = popcount(first) - popcount(second)
        if ahead not in (0, 1):
            raise InvalidPositionError(
                f"X has {popcount(first)} discs and O has {popcount(second)}; "
                "X moves first, so X must have as many as O or one more"
            )
        if player not in (None, ahead):
            raise InvalidPositionError(f"with these discs it is {self.players[ahead]}'s turn")
        mine, theirs = (second, first) if ahead else (first, second)
        if has_four(mine, self.height):
            raise InvalidPositionError(
                f"{self.players[ahead]} already has four in a line; the game ended before this"
            )
        self._check_last_disc(cells, theirs)
        if not self._can_be_reached(cells):
            raise InvalidPositionError("no order of play that takes turns stacks discs like this")
        return ConnectFourPosition(mine, theirs, self.width, self.height)

    def _check_last_disc(self, cells: Sequence[int], theirs: int) -> None:
        """Lines of four must all contain one disc that can have been the last."""
        if not has_four(theirs, self.height):
            return
        for cell, content in enumerate(cells):
            above = cell + self.width
            on_top = content and not (above < len(cells) and cells[above])
            disc = 1 << self._bit(cell)
            if on_top and theirs & disc and not has_four(theirs ^ disc, self.height):
                return
        raise InvalidPositionError("four in a line was reached more than one move ago")

    def _can_be_reached(self, cells: Sequence[int]) -> bool:
        """Whether the discs can be taken off again, from the top and colour by colour.

        Searches over the heights of the columns; gives up, and says yes, after many.
        """
        columns = [[c for c in cells[i :: self.width] if c] for i in range(self.width)]
        start = tuple(map(len, columns))
        seen, stack = {start}, [start]
        while stack and len(seen) < 20_000:
            heights = stack.pop()
            if not any(heights):
                return True
            wanted = 2 - sum(heights) % 2  # the last disc of an odd number is the first player's
            for i, height in enumerate(heights):
                if height and columns[i][height - 1] == wanted:
                    lower = (*heights[:i], height - 1, *heights[i + 1 :])
                    if lower not in seen:
                        seen.add(lower)
                        stack.append(lower)
        return bool(stack)

    def _check_support(self, cells: Sequence[int]) -> None:
        for cell in range(self.width, self.width * self.height):
            if cells[cell] and not cells[cell - self.width]:
                raise InvalidPositionError(
                    f"the disc in column {cell % self.width + 1}, row {cell // self.width + 1} "
                    "has nothing under it"
                )

    def touched(self, position: ConnectFourPosition, move: Move) -> Iterable[int]:
        """The cell in which the disc comes to rest."""
        taken = position.mine | position.theirs
        column = taken >> move * (self.height + 1) & ((1 << self.height) - 1)
        return (popcount(column) * self.width + move,)

    def line(self, position: ConnectFourPosition) -> Iterable[int]:
        """Every disc that is part of four in a line."""
        discs = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            lowest = four_along(position.theirs, step)
            discs |= lowest | lowest << step | lowest << 2 * step | lowest << 3 * step
        return [c for c in range(self.width * self.height) if discs >> self._bit(c) & 1]

    def reason(self, position: ConnectFourPosition) -> str:
        """A line, or a full board."""
        return "four in a line" if position.result() else "the board is full"
