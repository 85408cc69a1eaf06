"""Bamboo as planes: a hexagon in a square of 2 * radius + 1 rows and columns.

Rows count from the bottom; columns lean to the left, so that the neighbours of a tile are always
the same steps away. For radius 1, tiles as in `games.bamboo`, dots outside the board:

    row 2     5 6 .
    row 1     2 3 4
    row 0     . 0 1

    channel  0  the board                        5  room to grow of each own stone's group
             1  own stones                       6  the same for their stones
             2  their stones                     7  own groups
             3  tiles legal for the mover        8  their groups
             4  tiles legal for the other        9  own legal tiles minus theirs

A group has room to grow up to the number of its owner's groups. Channels 7 to 9 have the same
value on all of the board.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.bamboo.game import Bamboo
from plyground.games.bamboo.rules import BIT, LARGEST, bits_needed, group_and_rim, legal_tiles
from plyground.kernel import compiled, lowest_bit
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import (
    Words,
    count_bits,
    first_bit,
    is_empty,
    shift_down,
    shift_up,
    union,
    without,
)
from plyground.neural.encoding import Encoding
from plyground.vocabulary import Move

CHANNELS = 10
ROOM_UNIT, GROUPS_UNIT, MOBILITY_UNIT = 8.0, 16.0, 32.0


def _places() -> tuple[np.ndarray, np.ndarray]:
    """[radius, bit] -> row and [radius, bit] -> column; 0 for bits outside the board."""
    rows = np.zeros((LARGEST + 1, bits_needed(LARGEST)), np.int16)
    columns = np.zeros_like(rows)
    for radius in range(1, LARGEST + 1):
        for bit in range(bits_needed(radius)):
            rows[radius, bit], columns[radius, bit] = divmod(bit + radius, 2 * radius + 2)
    return rows, columns


ROW, COLUMN = _places()


@compiled
def mark_tiles(planes: Any, channel: int, tiles: Words, radius: int, value: float) -> None:
    """Write `value` on the tiles."""
    low = 0
    for word in tiles:
        while word:
            bit = low + lowest_bit(word)
            planes[channel, int(ROW[radius, bit]), int(COLUMN[radius, bit])] = value
            word &= word - 1
        low += WORD_BITS


@compiled
def mark_board(planes: Any, channel: int, radius: int, value: float) -> None:
    """Write `value` on every tile of the board."""
    for row in range(2 * radius + 1):
        for column in range(max(0, radius - row), min(2 * radius, 3 * radius - row) + 1):
            planes[channel, row, column] = value


@compiled
def lonely_stones(stones: Words, radius: int) -> Words:
    """The stones without a stone beside them."""
    row = 2 * radius + 2
    level = union(shift_up(stones, 1), shift_down(stones, 1))
    above = union(shift_up(stones, row), shift_up(stones, row - 1))
    below = union(shift_down(stones, row), shift_down(stones, row - 1))
    return without(stones, union(level, union(above, below)))


@compiled
def mark_sizes(planes: Any, channel: int, stones: Words, radius: int) -> int:
    """Write on every stone the size of its group; return the number of groups."""
    alone = lonely_stones(stones, radius)  # most groups, found at once
    mark_tiles(planes, channel, alone, radius, 1.0)
    groups, stones = count_bits(alone), without(stones, alone)
    while not is_empty(stones):
        group, _ = group_and_rim(first_bit(stones), stones, radius)
        stones = without(stones, group)
        mark_tiles(planes, channel, group, radius, float(count_bits(group)))
        groups += 1
    return groups


@compiled
def fill_side(planes: Any, side: int, stones: Words, free: Words, radius: int) -> int:
    """Write the channels of one side, 0 the mover's, 1 the other's; return its mobility.

    The room of a group is known once all have been counted; until then its size stands there.
    """
    legal = legal_tiles(stones, free, radius)
    mark_tiles(planes, 3 + side, legal, radius, 1.0)
    groups = mark_sizes(planes, 5 + side, stones, radius)
    mark_board(planes, 7 + side, radius, groups / GROUPS_UNIT)
    low = 0
    for word in stones:
        while word:
            bit = low + lowest_bit(word)
            row, column = int(ROW[radius, bit]), int(COLUMN[radius, bit])
            planes[1 + side, row, column] = 1.0
            room = groups - planes[5 + side, row, column]
            planes[5 + side, row, column] = min(room / ROOM_UNIT, 1.0)
            word &= word - 1
        low += WORD_BITS
    return count_bits(legal)


@compiled
class BambooEncoder(NamedTuple):
    """Writes Bamboo positions of one radius into planes."""

    radius: int

    def fill_planes(self, position: Any, planes: Any) -> None:
        """Stones, legal tiles and groups of both sides."""
        planes[:] = 0.0
        mark_board(planes, 0, self.radius, 1.0)
        ahead = 0
        for side in range(2):  # a loop compiles the long code for a side once
            stones = position.mine if side == 0 else position.theirs
            mobility = fill_side(planes, side, stones, position.free, self.radius)
            ahead += mobility if side == 0 else -mobility
        mark_board(planes, 9, self.radius, ahead / MOBILITY_UNIT)

    def slot(self, position: Any, move: Move) -> int:
        """The place of the tile."""
        bit = int(BIT[self.radius, move])
        return int(ROW[self.radius, bit]) * (2 * self.radius + 1) + int(COLUMN[self.radius, bit])


def encoding(game: Bamboo) -> Encoding:
    """One policy plane, hexagons."""
    side = 2 * game.radius + 1
    return Encoding(
        "bamboo-1", BambooEncoder(game.radius), CHANNELS, side, side, owners=True, hexagonal=True
    )
