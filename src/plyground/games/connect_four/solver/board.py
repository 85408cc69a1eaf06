"""The board as masks of bits, and what can be read off them without looking ahead.

Bits are numbered as in `plyground.games.connect_four`: a column takes height + 1 bits, and the
top one stays empty. `mask` holds all discs; a *slot* is the cell into which the next disc of a
column falls. `board` is any class with the verbs of `AnyBoard`; `SevenBySix` has constants in
their place, which machine code is twice as fast with.

A *rear* cell is one that a player gets who always answers on top of the other's disc: the highest
cell of a column, the third from the top, and so on.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from plyground.kernel import compiled, lowest_bit

SEVEN_BOTTOM = sum(1 << 7 * column for column in range(7))
SEVEN_CELLS = SEVEN_BOTTOM * 0b111111
SEVEN_REAR = SEVEN_BOTTOM * 0b101010


@compiled
class SevenBySix(NamedTuple):
    """The board of 7 columns and 6 rows, with constants that machine code is made for."""

    size: int

    def width(self) -> int:
        """Number of columns."""
        return 7

    def height(self) -> int:
        """Number of rows."""
        return 6

    def bottom(self) -> int:
        """The cells of the lowest row."""
        return SEVEN_BOTTOM

    def cells(self) -> int:
        """All cells."""
        return SEVEN_CELLS

    def rear(self) -> int:
        """The highest cell of each column, the third from the top, and so on."""
        return SEVEN_REAR


@compiled
class AnyBoard(NamedTuple):
    """A board of any size, with the masks that belong to it."""

    columns: int
    rows: int
    lowest: int
    every: int
    behind: int

    def width(self) -> int:
        """Number of columns."""
        return self.columns

    def height(self) -> int:
        """Number of rows."""
        return self.rows

    def bottom(self) -> int:
        """The cells of the lowest row."""
        return self.lowest

    def cells(self) -> int:
        """All cells."""
        return self.every

    def rear(self) -> int:
        """The highest cell of each column, the third from the top, and so on."""
        return self.behind


Board: TypeAlias = SevenBySix | AnyBoard
Discs: TypeAlias = tuple[int, int]  # those of the player to move, and all


def board_of(width: int, height: int) -> Board:
    """The board of that size. Requires width * (height + 1) <= 62."""
    if (width, height) == (7, 6):
        return SevenBySix(42)
    bottom = sum(1 << (height + 1) * column for column in range(width))
    rear = sum(bottom << row for row in range(height - 1, -1, -2))
    return AnyBoard(width, height, bottom, (bottom << height) - bottom, rear)


@compiled
def completing(discs: int, mask: int, board: Any) -> int:
    """The empty cells that complete four for `discs`."""
    found = discs << 1 & discs << 2 & discs << 3
    column = board.height() + 1
    for step in (column - 1, column, column + 1):
        up, down = discs << step, discs >> step  # shifts in steps: none may reach 64
        up_pair, down_pair = up & up << step, down & down >> step
        found |= up_pair & (up << step << step | down)
        found |= down_pair & (down >> step >> step | up)
    return int(found & board.cells() & ~mask)


@compiled
def holds_four(discs: int, board: Any) -> bool:
    """Whether `discs` contain four in a line."""
    column = board.height() + 1
    pairs = discs & discs >> 1
    found = pairs & pairs >> 2
    for step in (column - 1, column, column + 1):
        pairs = discs & discs >> step
        found |= pairs & pairs >> step >> step
    return found != 0


@compiled
def slots_of(mask: int, board: Any) -> int:
    """The cell in every column into which a disc falls; none in a full column."""
    return int((mask + board.bottom()) & board.cells())


@compiled
def above_lowest(chosen: int, board: Any) -> int:
    """In every column, the cells above the lowest of `chosen`; none where none is chosen."""
    guarded = chosen | board.bottom() << board.height()
    return int(board.cells() & ~(guarded ^ (guarded - board.bottom())))


@compiled
def column_of(cell: int, board: Any) -> int:
    """The cells of the column in which `cell`, a mask of one bit, lies."""
    bits = board.height() + 1
    return int(((1 << board.height()) - 1) << lowest_bit(cell) // bits * bits)


@compiled
def mirrored(mask: int, board: Any) -> int:
    """The mask with left and right exchanged."""
    bits = board.height() + 1
    column = (1 << bits) - 1
    image = 0
    for _ in range(board.width()):
        image = image << bits | mask & column
        mask >>= bits
    return image


def children_of(discs: Discs, board: Board) -> list[Discs]:
    """What the moves of the player to move lead to."""
    mine, mask = discs
    slots, found = slots_of(mask, board), []
    while slots:
        move = slots & -slots
        slots ^= move
        found.append((mine ^ mask, mask | move))
    return found
