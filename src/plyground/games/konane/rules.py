"""Konane: jump over enemy stones until the other side cannot.

A stone only ever stands on squares of its own colour, so each side has a set of half the board.
In every row the squares of one colour are numbered from the left; a row takes one bit more than
half its squares, rounded up, so that its last bit stays empty. The square at the top left is black.
For 4 by 4 (x is a black square, o a white one):

    square       12 13 14 15    a4 b4 c4 d4    x o x o     bit    9  9 10 10   row 4
                  8  9 10 11    a3 b3 c3 d3    o x o x            6  6  7  7
                  4  5  6  7    a2 b2 c2 d2    x o x o            3  3  4  4
                  0  1  2  3    a1 b1 c1 d1    o x o x            0  0  1  1   row 1

Two squares further along a row is one bit further, two rows up is twice the bits of a row. What
lies between two squares j and j + 1 of one colour is the other colour's square j in rows where the
first colour begins ("leading" rows), and its square j + 1 in the others. What lies between row i
and row i + 2 is the same bit one row up.

A move is a square plus 256 * (8 * direction + jumps - 1), with directions 0 down, 1 left, 2 right
and 3 up; removing a stone in the opening is a square plus 256 * 32.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.game import Moves
from plyground.kernel import compiled, lowest_bit, mix
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import (
    Words,
    common,
    empty_like,
    first_bit,
    has_bit,
    is_empty,
    mix_words,
    shift_down,
    shift_up,
    union,
    with_bit,
    without,
    without_bit,
)
from plyground.vocabulary import Move, Player

SMALLEST, LARGEST = 2, 16  # rows and columns of a board
DOWN, LEFT, RIGHT, UP = 0, 1, 2, 3
REMOVAL = 32 << 8
MIRROR_COLUMNS, MIRROR_ROWS, TRANSPOSE = 1, 2, 4  # a symmetry is a sum of these


def is_black(rows: int, columns: int, square: int) -> bool:
    """Whether black stones may stand there: always at the top left."""
    return (sum(divmod(square, columns)) + rows) % 2 == 1


def bit_of_square(columns: int, square: int) -> int:
    """The bit of a square in the set of its colour, as drawn above."""
    row, column = divmod(square, columns)
    return row * ((columns + 1) // 2 + 1) + column // 2


def symmetries_of(rows: int, columns: int) -> tuple[int, ...]:
    """The symmetries that keep the colours, the identity first.

    A mirror keeps them if it mirrors an odd number of lines, or if it is one at a diagonal.
    """
    flips = [0, MIRROR_COLUMNS, MIRROR_ROWS, MIRROR_COLUMNS | MIRROR_ROWS]
    kept = [k for k in flips if ((k & 1) * (columns - 1) + (k >> 1) * (rows - 1)) % 2 == 0]
    return (*kept, *(k | TRANSPOSE for k in kept if rows == columns))


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[columns, square] -> bit, [columns, parity, bit] -> square, [rows, columns, n] -> symmetry.

    The parity of a player's squares is that of the player's number and the number of rows.
    """
    squares = LARGEST * LARGEST
    bits = np.zeros((LARGEST + 1, squares), np.int16)
    numbers = np.zeros((LARGEST + 1, 2, bit_of_square(LARGEST, squares - 1) + 1), np.int16)
    kept = np.zeros((LARGEST + 1, LARGEST + 1, 8), np.int64)
    for columns in range(SMALLEST, LARGEST + 1):
        for square in range(LARGEST * columns):
            bits[columns, square] = bit_of_square(columns, square)
            parity = 0 if is_black(0, columns, square) else 1
            numbers[columns, parity, bits[columns, square]] = square
        for rows in range(SMALLEST, LARGEST + 1):
            known = symmetries_of(rows, columns)
            kept[rows, columns, : len(known)] = known
    return bits, numbers, kept


BIT, SQUARE, SYMMETRY = _tables()


@compiled
def parity_of(player: Player, rows: int) -> int:
    """Which of the two sets of squares is the player's: see `SQUARE`."""
    return (player + rows) & 1


@compiled
def turned(square: int, symmetry: int, rows: int, columns: int) -> int:
    """Where a square goes under a symmetry, a sum of those above: mirrors before the diagonal."""
    row, column = square // columns, square % columns
    if symmetry & MIRROR_COLUMNS:
        column = columns - 1 - column
    if symmetry & MIRROR_ROWS:
        row = rows - 1 - row
    return column * columns + row if symmetry & TRANSPOSE else row * columns + column


@compiled
def step_of(move: Move, columns: int) -> int:
    """How many squares further the neighbour in the direction of a jump is."""
    direction = move >> 11
    distance = columns if direction == DOWN or direction == UP else 1
    return distance if direction >= RIGHT else -distance


@compiled
def jumps_of(move: Move) -> int:
    """How many stones a jump takes."""
    return (move >> 8 & 7) + 1


@compiled
def end_of(move: Move, columns: int) -> int:
    """The square on which a jump ends; of a removal, the square itself."""
    square = move & 255
    return square if move >= REMOVAL else square + 2 * step_of(move, columns) * jumps_of(move)


@compiled
def encode_move(start: int, end: int, columns: int) -> Move:
    """The move from square to square in a straight line; a removal if they are the same."""
    if start == end:
        return REMOVAL | start
    if abs(end - start) < columns:
        direction, length = (LEFT if end < start else RIGHT), abs(end - start) // 2
    else:
        direction, length = (DOWN if end < start else UP), abs(end - start) // (2 * columns)
    return direction << 11 | (length - 1) << 8 | start


@compiled
def other_squares(leading: Words, trailing: Words, columns: int) -> tuple[Words, Words]:
    """Leading and trailing squares of the other colour.

    Where one colour leads, the other trails; in a row of an odd number of squares, the colour that
    leads has one more.
    """
    if columns % 2 == 0:
        return trailing, leading
    longer = union(trailing, shift_up(trailing, 1))
    return longer, common(leading, shift_down(leading, 1))


@compiled
def openings(
    mine: Words, theirs: Words, leading: Words, trailing: Words, columns: int
) -> tuple[Words, Words, Words, Words]:
    """For each direction, the squares from which a stone there could jump that way.

    They have an enemy next to them and an empty square of mine behind it. `leading` holds the
    squares of rows in which my colour begins, `trailing` those of the others.
    """
    row = (columns + 1) // 2 + 1
    empty = without(union(leading, trailing), mine)
    left = union(common(leading, shift_up(theirs, 1)), common(trailing, theirs))
    right = union(common(leading, theirs), common(trailing, shift_down(theirs, 1)))
    return (
        common(shift_up(theirs, row), shift_up(empty, 2 * row)),
        common(left, shift_up(empty, 1)),
        common(right, shift_down(empty, 1)),
        common(shift_down(theirs, row), shift_down(empty, 2 * row)),
    )


@compiled
class KonanePosition(NamedTuple):
    """Stones of the player to move and of the other, the board, and the rules in force."""

    mine: Words
    theirs: Words
    leading: Words  # squares of my colour in rows that begin with it
    trailing: Words  # squares of my colour in the other rows
    turn: int  # 0 if Black moves, 1 if White
    rows: int
    columns: int
    single: int  # 1 if jumps end after one stone
    free: int  # 1 if Black may remove any stone at first

    def is_opening(self) -> bool:
        """Whether the player to move still has every stone, and must remove one."""
        return self.mine == union(self.leading, self.trailing)

    def fill_moves(self, moves: Moves) -> int:
        """Removals at first, then jumps; none means the player to move has lost."""
        if not self.is_opening():
            return self.fill_jumps(moves)
        count = 0
        for square in range(self.rows * self.columns):
            if self.is_removable(square):
                moves[count] = REMOVAL | square
                count += 1
        return count

    def is_removable(self, square: int) -> bool:
        """Whether a stone of the player to move may be removed there in the opening."""
        rows, columns = self.rows, self.columns
        row, column = square // columns, square % columns
        if (row + column + parity_of(self.turn, rows)) % 2 == 0:
            return False
        if self.turn == 0:
            above, right = rows - 1 - row, columns - 1 - column
            corner = min(row, above) == 0 and min(column, right) == 0
            middle = abs(row - above) <= 1 and abs(column - right) <= 1
            return self.free == 1 or corner or middle
        return (
            (column > 0 and self.is_hole(square - 1))
            or (column < columns - 1 and self.is_hole(square + 1))
            or (row > 0 and self.is_hole(square - columns))
            or (row < rows - 1 and self.is_hole(square + columns))
        )

    def is_hole(self, square: int) -> bool:
        """Whether no stone of the other side stands on a square of theirs."""
        return not has_bit(self.theirs, int(BIT[self.columns, square]))

    def fill_jumps(self, moves: Moves) -> int:
        """Every jump: by direction, then by length, then by square."""
        able = openings(self.mine, self.theirs, self.leading, self.trailing, self.columns)
        count, parity = 0, parity_of(self.turn, self.rows)
        for direction in range(4):
            bits = 2 * ((self.columns + 1) // 2 + 1) if direction == DOWN or direction == UP else 1
            reach, stones = able[direction], common(self.mine, able[direction])
            code = direction << 11
            while not is_empty(stones):
                low = 0
                for word in stones:
                    while word:
                        square = SQUARE[self.columns, parity, low + lowest_bit(word)]
                        moves[count] = code | int(square)
                        word &= word - 1
                        count += 1
                    low += WORD_BITS
                if self.single:
                    break
                # A stone may go on from where it lands if one standing there could jump.
                reach = shift_up(reach, bits) if direction < RIGHT else shift_down(reach, bits)
                stones = common(stones, reach)
                code += 1 << 8
        return count

    def play(self, move: Move) -> KonanePosition:
        """Remove a stone, or jump and take every stone jumped over; the other is to move."""
        square = move & 255
        mine = without_bit(self.mine, int(BIT[self.columns, square]))
        theirs = self.theirs
        if move < REMOVAL:
            step = step_of(move, self.columns)
            for _ in range(jumps_of(move)):
                theirs = without_bit(theirs, int(BIT[self.columns, square + step]))
                square += 2 * step
            mine = with_bit(mine, int(BIT[self.columns, square]))
        leading, trailing = other_squares(self.leading, self.trailing, self.columns)
        return KonanePosition(
            theirs,
            mine,
            leading,
            trailing,
            1 - self.turn,
            self.rows,
            self.columns,
            self.single,
            self.free,
        )

    def result(self) -> int:
        """Whoever cannot move has lost."""
        return -1

    def key(self) -> int:
        """A hash of both sides' stones and of whose turn it is."""
        return mix(mix_words(mix_words(1, self.mine), self.theirs), self.turn)

    def player(self) -> Player:
        """Black is the first player."""
        return self.turn

    def transform(self, symmetry: int) -> KonanePosition:
        """Turned or mirrored so that colours stay."""
        return KonanePosition(
            self.turn_stones(self.mine, self.turn, symmetry),
            self.turn_stones(self.theirs, 1 - self.turn, symmetry),
            self.leading,
            self.trailing,
            self.turn,
            self.rows,
            self.columns,
            self.single,
            self.free,
        )

    def turn_stones(self, stones: Words, owner: int, symmetry: int) -> Words:
        """The stones of one side under a symmetry."""
        images, parity = empty_like(stones), parity_of(owner, self.rows)
        while not is_empty(stones):
            bit = first_bit(stones)
            stones = without_bit(stones, bit)
            square = int(SQUARE[self.columns, parity, bit])
            images = with_bit(images, int(BIT[self.columns, self.image(square, symmetry)]))
        return images

    def image(self, square: int, symmetry: int) -> int:
        """Where a square goes under a symmetry, given by its number from 0."""
        kind = int(SYMMETRY[self.rows, self.columns, symmetry])
        return turned(square, kind, self.rows, self.columns)

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The move between the squares that its squares go to."""
        start = self.image(move & 255, symmetry)
        end = self.image(end_of(move, self.columns), symmetry)
        return encode_move(start, end, self.columns)
