"""One side's stones on a board of one word, with where it may place another kept up to date.

A stone beside k groups of its owner's is legal when what the tile *needs*, the sum of size + 1 over
these groups, is at most the number of groups, and no group is larger than that number less k - 1
(`rules.legal_and_groups`). The other side's stones play no part in it. Needs change by amounts that
are the same for many tiles, so they are kept as binary digits, a set of tiles for each. Sets are
words with the bits of `rules.BIT`. A side is a value: who takes a move back has the old one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled, inlined, lowest_bit, popcount
from plyground.kernel.bits import WORD_BITS

Digits = tuple[int, int, int, int, int]

NEEDS = 32  # needs are counted modulo this; on a board of one word they are at most 28


@compiled
class Board(NamedTuple):
    """A board of one word."""

    tiles: int  # all of them
    row: int  # bits from one row to the next
    beside: Any  # [bit]: the tiles around a tile


@compiled
class Side(NamedTuple):
    """Stones, what tiles need, and what follows from it."""

    stones: int
    needs: Digits  # tiles whose need has the binary digit 1, 2, 4, 8, 16
    odd: int  # tiles beside one or three groups
    twice: int  # tiles beside two or three
    groups: int
    largest: int  # of the groups
    legal: int  # tiles on which the next stone may be placed, if they are free


def board_of(tiles: int, radius: int) -> Board:
    """The board with these tiles."""
    row, beside = 2 * radius + 2, np.zeros(WORD_BITS, np.int64)
    for bit in range(tiles.bit_length()):
        if tiles >> bit & 1:
            beside[bit] = around(1 << bit, row) & tiles & ~(1 << bit)
    return Board(tiles, row, beside)


@inlined
def around(stones: int, row: int) -> int:
    """The stones, all tiles beside them, and bits beyond the edge."""
    wide = stones | stones << 1 | stones >> 1
    return wide | stones << row | stones >> row | stones << (row - 1) | stones >> (row - 1)


@inlined
def add_to_needs(needs: Digits, tiles: int, amount: int) -> Digits:
    """What tiles need, with `amount` added for those of `tiles`, modulo 32."""
    one, two, four, eight, sixteen = needs
    more = tiles & -(amount & 1)
    carry = one & more
    one ^= more
    more = tiles & -(amount >> 1 & 1)
    two, carry = two ^ more ^ carry, (two & (more | carry)) | (more & carry)
    more = tiles & -(amount >> 2 & 1)
    four, carry = four ^ more ^ carry, (four & (more | carry)) | (more & carry)
    more = tiles & -(amount >> 3 & 1)
    eight, carry = eight ^ more ^ carry, (eight & (more | carry)) | (more & carry)
    return one, two, four, eight, sixteen ^ (tiles & -(amount >> 4 & 1)) ^ carry


@inlined
def halve(below: int, equal: int, digit: int, wanted: int) -> tuple[int, int]:
    """Tiles that are below a number, and those still equal to it, by one more of its digits."""
    zeros, mask = equal & ~digit, -(wanted & 1)
    return below | (zeros & mask), zeros ^ (equal & mask)


@inlined
def legal_by(needs: Digits, odd: int, twice: int, groups: int, largest: int, tiles: int) -> int:
    """The tiles on which the next stone may be placed, if they are free."""
    spare, equal = groups - largest, tiles
    if spare <= 1:  # three groups may not be joined, and without any to spare, two neither
        equal &= ~(twice & odd) if spare == 1 else ~twice
    below, equal = halve(0, equal, needs[4], groups >> 4)
    below, equal = halve(below, equal, needs[3], groups >> 3)
    below, equal = halve(below, equal, needs[2], groups >> 2)
    below, equal = halve(below, equal, needs[1], groups >> 1)
    below, equal = halve(below, equal, needs[0], groups)
    return below | equal


@compiled
def placed(side: Any, bit: int, board: Any) -> Side:
    """The side with one more stone: it joins the groups beside it.

    1. The tiles beside these no longer need what they needed for them. 2. Tiles beside the new
    group need it.
    """
    group, joined = 1 << bit, 0
    needs, odd, twice = side.needs, side.odd, side.twice
    left = side.stones & int(board.beside[bit])
    while left:
        other, larger = 0, left & -left
        while larger != other:
            other = larger
            larger = around(other, board.row) & side.stones
        near = around(other, board.row) & board.tiles & ~other
        needs = add_to_needs(needs, near, NEEDS - 1 - popcount(other))
        odd ^= near
        twice ^= odd & near
        left &= ~other
        group |= other
        joined += 1
    size = popcount(group)
    near = around(group, board.row) & board.tiles & ~group
    needs = add_to_needs(needs, near, size + 1)
    twice ^= odd & near
    odd ^= near
    groups, largest = side.groups + 1 - joined, max(side.largest, size)
    legal = legal_by(needs, odd, twice, groups, largest, board.tiles)
    return Side(side.stones | 1 << bit, needs, odd, twice, groups, largest, legal)


@compiled
def side_of(stones: int, board: Any) -> Side:
    """The side with these stones."""
    side = Side(0, (0, 0, 0, 0, 0), 0, 0, 0, 0, board.tiles)
    while stones:
        side = placed(side, lowest_bit(stones), board)
        stones &= stones - 1
    return side
