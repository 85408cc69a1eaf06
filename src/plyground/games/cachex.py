"""Cachex: join your two sides of a rhombus of hexagons; stones can be captured.

Cells (r, q) have r counted upward and q to the right; people write the letter of q and r + 1.
Red joins bottom and top, Blue left and right. Inside, a row takes size + 1 bits, the last of
which stays empty, so that the six neighbours are always the same distance away. For size 3:

    cell        6  7  8        a3 b3 c3        bit        8  9 10
               3  4  5        a2 b2 c2                   4  5  6
              0  1  2        a1 b1 c1                   0  1  2

A move is the number of its cell; size * size steals.

The draw by repetition needs history. A position carries the hashes of the boards after every
turn so far in an array that `play` copies and extends, never changes: it stays right in play, in
the arena and in every line of a search, at the price of one small copy a move. Equality and text
leave it out, as they do in chess: a position read from text has no past.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from plyground.errors import InvalidMoveError, InvalidPositionError
from plyground.game import Game, Moves, parameter
from plyground.kernel import compiled, lowest_bit, mix
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import (
    Words,
    bits_of,
    common,
    count_bits,
    empty_like,
    first_bit,
    has_bit,
    is_empty,
    last_bit,
    mix_words,
    shift_up,
    spread_over_hexagons,
    union,
    with_bit,
    without,
    without_bit,
    words_for,
    words_of,
)
from plyground.shapes import Rhombus
from plyground.vocabulary import Move, Player

SMALLEST, LARGEST = 3, 15
LAST_TURN = 343
REPETITIONS = 7
# A board comes back only after every stone placed since was captured. Captures take at least
# two stones of one side, so both sides lose two or more between one time and the next.
CAPTURED_BEFORE_DRAW = (REPETITIONS - 1) * 4

RUNNING, JOINED, REPEATED, EXPIRED = 0, 1, 2, 3
NEIGHBOURS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # (r, q), in circular order


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """[size, cell] -> bit and [size, bit] -> cell."""
    bits = np.zeros((LARGEST + 1, LARGEST * LARGEST), np.int16)
    cells = np.zeros((LARGEST + 1, LARGEST * (LARGEST + 1)), np.int16)
    for size in range(SMALLEST, LARGEST + 1):
        for cell in range(size * size):
            bits[size, cell] = cell + cell // size
            cells[size, bits[size, cell]] = cell
    return bits, cells


BIT, CELL = _tables()


@compiled
def captured_by(bit: int, mine: Words, theirs: Words, size: int) -> Words:
    """The enemy stones that a stone of mine just placed at `bit` captures.

    Two enemies beside it, next to each other or with one cell between them, are captured when a
    stone of mine completes the diamond. All are found before any is removed.
    """
    found = empty_like(mine)
    alone = with_bit(empty_like(mine), bit)
    if count_bits(common(spread_over_hexagons(alone, size + 1), theirs)) < 2:
        return found
    row = size + 1
    steps = (row - 1, row, 1, 1 - row, -row, -1)
    for i in range(6):
        one = bit + steps[i]
        if has_bit(theirs, one):
            for gap in range(1, 3):
                step = steps[(i + gap) % 6]
                if has_bit(theirs, bit + step) and has_bit(mine, one + step):
                    found = with_bit(with_bit(found, one), bit + step)
    return found


@compiled
def spans(stones: Words, left: Words, size: int, player: Player) -> bool:
    """Whether there are stones on both sides of the player, connected or not."""
    if player == 0:
        return first_bit(stones) < size and last_bit(stones) >= (size - 1) * (size + 1)
    right = shift_up(left, size - 1)
    return not is_empty(common(stones, left)) and not is_empty(common(stones, right))


@compiled
def joins(bit: int, stones: Words, left: Words, size: int, player: Player) -> bool:
    """Whether the group of the stone at `bit` reaches both sides of its player."""
    if not spans(stones, left, size, player):
        return False  # not even all stones together
    group = with_bit(empty_like(stones), bit)
    while True:
        larger = common(spread_over_hexagons(group, size + 1), stones)
        if larger == group:
            return spans(group, left, size, player)
        group = larger


@compiled
class CachexPosition(NamedTuple):
    """Stones of the player to move and of the other, the empty cells, and the past."""

    mine: Words
    theirs: Words
    free: Words
    left: Words  # the cells of the leftmost column
    turn: int  # moves played so far, by both
    status: int  # RUNNING, or how the last move ended the game
    size: int
    history: Any  # hashes of the boards after each turn, [turn]

    def __eq__(self, other: object) -> bool:
        """The same board, turn and status; the past is left out."""
        return isinstance(other, CachexPosition) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        """The opposite of equality."""
        return not self == other

    def __hash__(self) -> int:
        """Agrees with equality."""
        return hash(self[:-1])

    def fill_moves(self, moves: Moves) -> int:
        """The empty cells; not the centre at first, and a steal as the second move."""
        if self.status != RUNNING:
            return 0
        banned = self.size * self.size // 2 if self.turn == 0 and self.size % 2 == 1 else -1
        count, low = 0, 0
        for word in self.free:
            while word:
                cell = int(CELL[self.size, low + lowest_bit(word)])
                word &= word - 1
                if cell != banned:
                    moves[count] = cell
                    count += 1
            low += WORD_BITS
        if self.turn == 1:
            moves[count] = self.size * self.size
            count += 1
        return count

    def play(self, move: Move) -> CachexPosition:
        """Steal, or place a stone and capture; the other is to move."""
        if move == self.size * self.size:
            return self.steal()
        bit = int(BIT[self.size, move])
        mine = with_bit(self.mine, bit)
        taken = captured_by(bit, mine, self.theirs, self.size)
        theirs = without(self.theirs, taken)
        free = union(without_bit(self.free, bit), taken)
        return self.after(mine, theirs, free, bit)

    def steal(self) -> CachexPosition:
        """The only stone changes its colour, and its place to the mirrored one."""
        cell = int(CELL[self.size, first_bit(self.theirs)])
        mirrored = cell % self.size * self.size + cell // self.size
        bit = int(BIT[self.size, mirrored])
        mine = with_bit(self.mine, bit)
        free = without_bit(union(self.free, self.theirs), bit)
        return self.after(mine, self.mine, free, bit)

    def after(self, mine: Words, theirs: Words, free: Words, bit: int) -> CachexPosition:
        """The next position, once the stones have changed; `bit` is where one was placed."""
        turn, player = self.turn + 1, self.turn % 2
        red, blue = (mine, theirs) if player == 0 else (theirs, mine)
        history = np.empty(turn, np.int64)
        for past in range(self.turn):
            history[past] = self.history[past]
        history[self.turn] = mix_words(mix_words(1, red), blue)
        status = RUNNING
        if joins(bit, mine, self.left, self.size, player):
            status = JOINED
        elif self.is_repeated(history, turn, count_bits(mine) + count_bits(theirs)):
            status = REPEATED
        elif turn == LAST_TURN:
            status = EXPIRED
        return CachexPosition(theirs, mine, free, self.left, turn, status, self.size, history)

    def is_repeated(self, history: Any, turn: int, stones: int) -> bool:
        """Whether the last board of `history` stands for the last time that is allowed."""
        if turn - stones < CAPTURED_BEFORE_DRAW:
            return False
        times = 0
        for past in range(turn):
            if history[past] == history[turn - 1]:
                times += 1
        return times >= REPETITIONS

    def result(self) -> int:
        """A loss if the other has joined its sides, otherwise a draw."""
        return -1 if self.status == JOINED else 0

    def key(self) -> int:
        """A hash of the stones and the turn."""
        return mix(mix_words(mix_words(1, self.mine), self.theirs), self.turn)

    def player(self) -> Player:
        """Red moves on even turns."""
        return self.turn % 2

    def transform(self, symmetry: int) -> CachexPosition:
        """Turned by half a circle if `symmetry` is 1; the past is turned away."""
        if symmetry == 0:
            return self
        return CachexPosition(
            self.turn_stones(self.mine),
            self.turn_stones(self.theirs),
            self.turn_stones(self.free),
            self.left,
            self.turn,
            self.status,
            self.size,
            np.zeros(self.turn, np.int64),
        )

    def turn_stones(self, stones: Words) -> Words:
        """The cells on the other side of the centre."""
        turned = empty_like(stones)
        while not is_empty(stones):
            bit = first_bit(stones)
            stones = without_bit(stones, bit)
            cell = self.size * self.size - 1 - int(CELL[self.size, bit])
            turned = with_bit(turned, int(BIT[self.size, cell]))
        return turned

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The cell on the other side of the centre; a steal stays one."""
        last = self.size * self.size
        return last - 1 - move if symmetry == 1 and move < last else move


@dataclass(frozen=True)
class Cachex(Game[CachexPosition]):
    """Join your two sides; two stones caught in a diamond are captured."""

    name: ClassVar = "cachex"
    title: ClassVar = "Cachex"
    summary: ClassVar = "Join your two sides of the board; diamonds capture, the second may steal."
    position_class: ClassVar = CachexPosition
    players: ClassVar = ("Red", "Blue")
    symbols: ClassVar = "RB"
    pieces: ClassVar = ("red", "blue")
    symmetries: ClassVar = 2
    examples: ClassVar = tuple({"size": size} for size in (8, 3, 4, 5, 7, 10, 13, 15))

    size: int = parameter(8, "cells along a side", low=SMALLEST, high=LARGEST)

    @property
    def shape(self) -> Rhombus:
        """A rhombus with a pair of sides for each player."""
        return Rhombus(self.size)

    @property
    def max_plies(self) -> int:
        """The last turn there can be."""
        return LAST_TURN

    @property
    def move_limit(self) -> int:
        """A steal is the largest move."""
        return self.size * self.size + 1

    @property
    def _steal(self) -> Move:
        return self.size * self.size

    def _words(self, cells: Iterable[int]) -> Words:
        length = words_for(self.size * (self.size + 1) - 1)
        return words_of([int(BIT[self.size, cell]) for cell in cells], length)

    def _cells(self, words: Words) -> list[int]:
        return [int(CELL[self.size, bit]) for bit in bits_of(words)]

    def _position(self, cells: Sequence[int], turn: int) -> CachexPosition:
        empty, red, blue = (
            self._words(c for c, content in enumerate(cells) if content == side)
            for side in (0, 1, 2)
        )
        mine, theirs = (blue, red) if turn % 2 else (red, blue)
        left = self._words(range(0, self.size * self.size, self.size))
        past = np.zeros(turn, np.int64)
        return CachexPosition(mine, theirs, empty, left, turn, RUNNING, self.size, past)

    def start(self) -> CachexPosition:
        """The empty board."""
        return self._position([0] * (self.size * self.size), 0)

    def format_move(self, move: Move) -> str:
        """A cell, or `steal`."""
        return "steal" if move == self._steal else self.shape.name(move)

    def parse_move(self, text: str) -> Move:
        """A cell such as `d2`, or `steal`."""
        word = text.strip().lower()
        cell = self._steal if word == "steal" else self.shape.cell(word)
        if cell is None:
            raise InvalidMoveError(f"{text!r} is no move of {self.title}; {self.move_help}")
        return cell

    @property
    def move_help(self) -> str:
        """How moves are written."""
        return f"a move is a cell from a1 to {self.shape.name(self._steal - 1)}, or steal"

    def why_illegal(self, position: CachexPosition, move: Move) -> str:
        """Which of the rules the move breaks."""
        if move == self._steal:
            return "steal is allowed only as the second move of the game"
        if self.cells(position)[move]:
            return "the cell is taken"
        return "the first stone may not be placed in the centre"

    def touched(self, position: CachexPosition, move: Move) -> Iterable[int]:
        """The cell on which a stone was placed."""
        if move == self._steal:
            return self._cells(position.play(move).theirs)
        return (move,)

    def cells(self, position: CachexPosition) -> Sequence[int]:
        """Red is 1, Blue is 2."""
        mover = position.player()
        cells = [0] * (self.size * self.size)
        for cell in self._cells(position.mine):
            cells[cell] = 1 + mover
        for cell in self._cells(position.theirs):
            cells[cell] = 2 - mover
        return cells

    def format_position(self, position: CachexPosition) -> str:
        """Rows, player to move and the number of turns played."""
        return f"{super().format_position(position)} {position.turn}"

    def parse_position(self, text: str) -> CachexPosition:
        """Without a number of turns, the smallest that fits is taken."""
        cells, player, rest = self.read_cells(text)
        if not rest:
            return self.build(cells, player)
        if len(rest) > 1 or not (rest[0].isascii() and rest[0].isdigit()):
            raise InvalidPositionError(f"{' '.join(rest)!r} is no number of turns")
        turn = int(rest[0])
        if player not in (None, turn % 2):
            raise InvalidPositionError(f"after {turn} turns, {self.players[turn % 2]} is to move")
        return self._checked(cells, turn)

    def build(self, cells: Sequence[int], player: Player | None) -> CachexPosition:
        """Takes the smallest number of turns that fits; refuses what none fits."""
        red, blue = list(cells).count(1), list(cells).count(2)
        fitting = max(2 * red - 1, 2 * blue, 0)
        if player is not None and fitting % 2 != player:
            fitting += 1
        return self._checked(cells, fitting)

    def _checked(self, cells: Sequence[int], turn: int) -> CachexPosition:
        """The position on that turn; `InvalidPositionError` if it cannot come about."""
        red, blue = list(cells).count(1), list(cells).count(2)
        if turn > LAST_TURN:
            raise InvalidPositionError(f"turn {turn} is too late: games end after {LAST_TURN}")
        if red > (turn + 1) // 2 or blue > turn // 2:
            raise InvalidPositionError(
                f"{red} red and {blue} blue stones cannot have been placed in {turn} turns"
            )
        if turn > 0 and (red, blue)[(turn - 1) % 2] == 0:
            who = self.players[(turn - 1) % 2]
            raise InvalidPositionError(f"after {turn} turns, {who} has at least one stone")
        if turn == 1 and self.size % 2 and cells[self._steal // 2]:
            raise InvalidPositionError("the first stone may not be placed in the centre")
        position = self._position(cells, turn)
        mover = turn % 2
        if self._path(cells, mover):
            raise InvalidPositionError(
                f"{self.players[mover]} has already joined its sides; the game ended before this"
            )
        if self._path(cells, 1 - mover):
            return position._replace(status=JOINED)
        return position._replace(status=EXPIRED) if turn == LAST_TURN else position

    def line(self, position: CachexPosition) -> Iterable[int]:
        """The winner's shortest path from side to side."""
        won = position.status == JOINED
        return self._path(self.cells(position), 1 - position.player()) if won else ()

    def _path(self, cells: Sequence[int], player: Player) -> list[int]:
        """A shortest chain of a player's stones from side to side; empty if there is none."""

        def along(cell: int) -> int:
            return cell // self.size if player == 0 else cell % self.size

        stones = {cell for cell, content in enumerate(cells) if content == 1 + player}
        came_from = {cell: -1 for cell in sorted(stones) if along(cell) == 0}
        queue = list(came_from)
        for cell in queue:
            if along(cell) == self.size - 1:
                path = [cell]
                while came_from[path[-1]] >= 0:
                    path.append(came_from[path[-1]])
                return path
            for beside in self._neighbours(cell):
                if beside in stones and beside not in came_from:
                    came_from[beside] = cell
                    queue.append(beside)
        return []

    def _neighbours(self, cell: int) -> list[int]:
        r, q = divmod(cell, self.size)
        around = ((r + dr, q + dq) for dr, dq in NEIGHBOURS)
        inside = range(self.size)
        return [a * self.size + b for a, b in around if a in inside and b in inside]

    def reason(self, position: CachexPosition) -> str:
        """A chain, the seventh repetition, or the last turn."""
        return {
            JOINED: "joined its two sides",
            REPEATED: f"the same stones stand for the {REPETITIONS}th time",
            EXPIRED: f"{LAST_TURN} turns were played",
        }[position.status]
