"""Bamboo: place stones so that no group of yours is larger than the number of your groups.

Tiles are numbered row by row from the bottom, and named by the letter of the row and the place
within it. Inside, each row of a board of radius r takes 2r + 2 bits, shifted so that the six
neighbours of a tile are always the same distance away; the bits between the rows stay empty.
For r = 2, with a stride of 6:

    tile     16 17 18       e1 e2 e3        bit       22 23 24
           12 13 14 15     d1 d2 d3 d4              16 17 18 19
          7  8  9 10 11   c1 c2 c3 c4 c5          10 11 12 13 14
            3  4  5  6     b1 b2 b3 b4              5  6  7  8
             0  1  2        a1 a2 a3                 0  1  2

A move is the number of its tile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plyground.game import Moves
from plyground.kernel import compiled, lowest_bit
from plyground.kernel.bits import WORD_BITS
from plyground.kernel.words import (
    Words,
    add_count,
    at_most,
    common,
    count_bits,
    empty_like,
    first_bit,
    is_empty,
    mix_words,
    no_counts,
    spread_over_hexagons,
    union,
    with_bit,
    without,
    without_bit,
)
from plyground.shapes import Hexagon
from plyground.vocabulary import Move, Player

LARGEST = 10
SYMMETRIES = 12


def bit_of_tile(radius: int, tile: int) -> int:
    """The bit of a tile, as drawn above."""
    row, place = Hexagon(radius).place(tile)
    return row * (2 * radius + 2) + max(0, radius - row) + place - radius


def bits_needed(radius: int) -> int:
    """One more than the highest bit."""
    return bit_of_tile(radius, 3 * radius * (radius + 1)) + 1


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[radius, tile] -> bit, [radius, bit] -> tile, [radius, symmetry, tile] -> tile."""
    tiles = 3 * LARGEST * (LARGEST + 1) + 1
    bits = np.zeros((LARGEST + 1, tiles), np.int16)
    numbers = np.zeros((LARGEST + 1, bits_needed(LARGEST)), np.int16)
    turned = np.zeros((LARGEST + 1, SYMMETRIES, tiles), np.int16)
    for radius in range(1, LARGEST + 1):
        board = Hexagon(radius)
        for tile in range(board.cell_count):
            bits[radius, tile] = bit_of_tile(radius, tile)
            numbers[radius, bits[radius, tile]] = tile
            turned[radius, :, tile] = [board.turned(tile, k) for k in range(SYMMETRIES)]
    return bits, numbers, turned


BIT, TILE, TURNED = _tables()


@compiled
def group_and_rim(bit: int, stones: Words, radius: int) -> tuple[Words, Words]:
    """The connected stones of which the one at `bit` is part, and these with all beside them."""
    group = with_bit(empty_like(stones), bit)
    while True:
        rim = spread_over_hexagons(group, 2 * radius + 2)
        larger = common(rim, stones)
        if larger == group:
            return group, rim
        group = larger


@compiled
def count_groups(stones: Words, radius: int) -> int:
    """How many groups the stones form."""
    count = 0
    while not is_empty(stones):
        group, _ = group_and_rim(first_bit(stones), stones, radius)
        stones = without(stones, group)
        count += 1
    return count


@compiled
def legal_tiles(stones: Words, free: Words, radius: int) -> Words:
    """The free tiles on which the owner of `stones` may place another."""
    return legal_and_groups(stones, free, radius)[0]


@compiled
def legal_and_groups(stones: Words, free: Words, radius: int) -> tuple[Words, int]:
    """The tiles on which the owner of `stones` may place another, all at once, and their groups.

    Let there be `count` groups. A stone beside k of them joins these to one of 1 + their sizes
    and leaves count + 1 - k groups. So it is legal when the sizes add up to at most count - k,
    and no group, joined or not, is larger than count + 1 - k. A tile has at most three groups
    around it. Groups that are joined need not be told apart from others in the second condition:
    one that violates it violates the first as well. Sums stay below 128: of S stones in `count`
    groups, three have at most 3 * count and at most S + 3 - count, and S is at most 166.

    1. For every free tile, add up the groups beside it and their sizes.
    2. For k = 0, 1, 2, 3, take the tiles beside k groups whose sum is small enough.
    """
    sums = no_counts(stones)
    once, twice, thrice = empty_like(stones), empty_like(stones), empty_like(stones)
    count, largest = 0, 0
    while not is_empty(stones):
        group, rim = group_and_rim(first_bit(stones), stones, radius)
        stones = without(stones, group)
        size, near = count_bits(group), common(rim, free)
        thrice = union(thrice, common(twice, near))
        twice = union(twice, common(once, near))
        once = union(once, near)
        sums = add_count(sums, near, size)
        largest = max(largest, size)
        count += 1
    legal = without(free, once)
    legal = union(legal, common(without(once, twice), at_most(sums, count - 1)))
    if largest <= count - 1:
        legal = union(legal, common(without(twice, thrice), at_most(sums, count - 2)))
    if largest <= count - 2:
        legal = union(legal, common(thrice, at_most(sums, count - 3)))
    return legal, count


@compiled
def turn_stones(stones: Words, radius: int, symmetry: int) -> Words:
    """The stones under a symmetry of the hexagon."""
    turned = empty_like(stones)
    while not is_empty(stones):
        bit = first_bit(stones)
        stones = without_bit(stones, bit)
        tile = int(TURNED[radius, symmetry, int(TILE[radius, bit])])
        turned = with_bit(turned, int(BIT[radius, tile]))
    return turned


@compiled
class BambooPosition(NamedTuple):
    """Stones of the player to move, of the other, and the free tiles."""

    mine: Words
    theirs: Words
    free: Words
    radius: int

    def fill_moves(self, moves: Moves) -> int:
        """The tiles on which a stone may be placed; none means the player to move has lost."""
        count, low = 0, 0
        for word in legal_tiles(self.mine, self.free, self.radius):
            while word:
                moves[count] = int(TILE[self.radius, low + lowest_bit(word)])
                word &= word - 1
                count += 1
            low += WORD_BITS
        return count

    def play(self, move: Move) -> BambooPosition:
        """Place a stone; the other is to move."""
        bit = int(BIT[self.radius, move])
        mine = with_bit(self.mine, bit)
        return BambooPosition(self.theirs, mine, without_bit(self.free, bit), self.radius)

    def result(self) -> int:
        """Whoever cannot move has lost."""
        return -1

    def key(self) -> int:
        """A hash of both sides' stones."""
        return mix_words(mix_words(1, self.mine), self.theirs)

    def player(self) -> Player:
        """Red after an even number of stones."""
        return (count_bits(self.mine) + count_bits(self.theirs)) & 1

    def transform(self, symmetry: int) -> BambooPosition:
        """Turned or mirrored."""
        return BambooPosition(
            turn_stones(self.mine, self.radius, symmetry),
            turn_stones(self.theirs, self.radius, symmetry),
            turn_stones(self.free, self.radius, symmetry),
            self.radius,
        )

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The tile that `move` goes to."""
        return int(TURNED[self.radius, symmetry, move])

    def moves_and_groups(self, opponent: bool) -> tuple[int, int]:
        """How many moves and groups the player to move has, or the opponent if it were theirs."""
        stones = self.theirs if opponent else self.mine
        legal, groups = legal_and_groups(stones, self.free, self.radius)
        return count_bits(legal), groups
