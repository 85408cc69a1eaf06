"""Cachex as planes: the mover always joins the lowest and the highest row.

Rows and columns are r and q of `games.cachex` if Red moves, and the other way round if Blue does,
which maps Blue's sides on Red's; neighbours stay neighbours.

    channel  0  the board                        6  cells where the other would capture
             1  own stones                       7  distance from the lowest row, 1 in the highest
             2  their stones                     8  distance from the highest row, 1 in the lowest
             3  cells legal for the mover        9  stones that the other lacks for a chain
             4  all cells, if steal is legal        minus those that the mover lacks
             5  cells where the mover           10  turns played, as a share of all there can be
                would capture

Channels 9 and 10 have the same value on all of the board.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.cachex.game import Cachex
from plyground.games.cachex.judges import distance_to_win, moved_down
from plyground.games.cachex.rules import BIT, LARGEST, LAST_TURN, RUNNING, SMALLEST
from plyground.kernel import compiled, lowest_bit
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import Words, common, shift_up, union, without_bit
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move, Player

CHANNELS = 11


def _places() -> tuple[np.ndarray, np.ndarray]:
    """[size, bit] -> r and [size, bit] -> q."""
    rows = np.zeros((LARGEST + 1, LARGEST * (LARGEST + 1)), np.int16)
    columns = np.zeros_like(rows)
    for size in range(SMALLEST, LARGEST + 1):
        for bit in range(size * (size + 1)):
            rows[size, bit], columns[size, bit] = divmod(bit, size + 1)
    return rows, columns


ROW, COLUMN = _places()


@compiled
def mark_cells(planes: Any, channel: int, cells: Words, size: int, player: Player) -> None:
    """Write 1 on the cells, as `player` sees them."""
    low = 0
    for word in cells:
        while word:
            bit = low + lowest_bit(word)
            row, column = int(ROW[size, bit]), int(COLUMN[size, bit])
            if player == 0:
                planes[channel, row, column] = 1.0
            else:
                planes[channel, column, row] = 1.0
            word &= word - 1
        low += WORD_BITS


@compiled
def moved_up(words: Words, step: int) -> Words:
    """Every bit moved up by `step`, which may be 0."""
    return words if step == 0 else shift_up(words, step)


@compiled
def completing(mine: Words, pairs: Words, free: Words, one: int, two: int) -> Words:
    """The cells that complete a diamond around `pairs`, whose other corners are these steps up."""
    at_one = common(common(pairs, moved_down(mine, two)), moved_down(free, one))
    at_two = common(common(pairs, moved_down(mine, one)), moved_down(free, two))
    return union(moved_up(at_one, one), moved_up(at_two, two))


@compiled
def capturing_cells(mine: Words, theirs: Words, free: Words, size: int) -> Words:
    """The empty cells where a stone of `mine` captures some of `theirs`.

    A diamond is two pairs of opposite corners, given by their steps up from its lowest bit.
    """
    row = size + 1
    found = common(mine, theirs)  # none
    for a, b, c, d in (
        (0, 2 * row - 1, row - 1, row),
        (row - 1, row, 0, 2 * row - 1),
        (0, row + 1, 1, row),
        (1, row, 0, row + 1),
        (1, row - 1, 0, row),
        (0, row, 1, row - 1),
    ):
        pairs = common(moved_down(theirs, a), moved_down(theirs, b))
        found = union(found, completing(mine, pairs, free, c, d))
    return found


@compiled
class CachexEncoder(NamedTuple):
    """Writes Cachex positions of one size into planes."""

    size: int

    def fill_planes(self, position: Any, planes: Any) -> None:
        """Stones, captures in reach, the way to the sides, and the rules of the moment."""
        size, player = self.size, position.player()
        mine, theirs, free = position.mine, position.theirs, position.free
        planes[:] = 0.0
        self.fill_board(position, planes)
        mark_cells(planes, 1, mine, size, player)
        mark_cells(planes, 2, theirs, size, player)
        if position.status == RUNNING:
            mark_cells(planes, 3, self.legal_cells(position), size, player)
        mark_cells(planes, 5, capturing_cells(mine, theirs, free, size), size, player)
        mark_cells(planes, 6, capturing_cells(theirs, mine, free, size), size, player)

    def fill_board(self, position: Any, planes: Any) -> None:
        """The channels that depend on no single stone."""
        size, free, left, player = self.size, position.free, position.left, position.player()
        own = distance_to_win(position.mine, free, left, size, player)
        other = distance_to_win(position.theirs, free, left, size, 1 - player)
        ahead = min(max((other - own) / size, -1.0), 1.0)
        steal = 1.0 if position.turn == 1 and position.status == RUNNING else 0.0
        turns = position.turn / LAST_TURN
        for row in range(size):
            height = row / (size - 1)
            for column in range(size):
                planes[0, row, column] = 1.0
                planes[4, row, column] = steal
                planes[7, row, column] = height
                planes[8, row, column] = 1.0 - height
                planes[9, row, column] = ahead
                planes[10, row, column] = turns

    def legal_cells(self, position: Any) -> Words:
        """The cells on which the mover may place a stone while the game goes on."""
        if position.turn == 0 and self.size % 2 == 1:
            return without_bit(position.free, int(BIT[self.size, self.size * self.size // 2]))
        free: Words = position.free
        return free

    def slot(self, position: Any, move: Move) -> int:
        """The place of the cell; steal comes last."""
        size = self.size
        if move == size * size or position.player() == 0:
            return move
        return move % size * size + move // size


def encoding(game: Cachex) -> Encoding:
    """One policy plane and a slot for steal, hexagons."""
    encoder = CachexEncoder(game.size)
    return Encoding("cachex-1", encoder, CHANNELS, game.size, game.size, extra=1, hexagonal=True)
