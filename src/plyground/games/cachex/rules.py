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

from typing import Any, NamedTuple

import numpy as np

from plyground.game import Moves
from plyground.kernel import compiled, lowest_bit, mix
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import (
    Words,
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
)
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
