"""Every position of Cachex on a small board, numbered.

Seen from the side to move, which joins bottom and top here: if Blue moves, the board is mirrored
so that Blue's sides are the bottom and the top. So one number stands for a position with Red to
move and for its mirror image with Blue to move. The number has one digit to the base 3 for each
cell: 0 empty, 1 a stone of the side to move, 2 one of the other. Stones are the sets of bits of
`games.cachex`, in one word.

The past, the turn and the two special rules of the first two moves are left out; `covers` says
for which positions that is right.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.cachex.game import Cachex
from plyground.games.cachex.rules import BIT, LAST_TURN, RUNNING, captured_by
from plyground.kernel import compiled, lowest_bit
from plyground.kernel.words import spread_over_hexagons

LARGEST_SIZE = 4  # of a board that is analysed as a whole: 3**16 positions
REGULAR_TURN = 2  # from here on there is neither a ban nor a steal


@compiled
class CachexSpace(NamedTuple):
    """Tables to go from numbers to stones and back."""

    size: int
    positions: int  # how many
    low_count: int  # 3 ** cells in the lower half of the digits
    board: int  # all bits of cells
    stones: Any  # [half, digits, side]: the stones of the side to move and of the other
    digits: Any  # [stones]: the number with a 1 for each stone, cells mirrored
    joined: Any  # [stones]: bit 0 if they join bottom and top, bit 1 if left and right

    def over(self, index: int) -> int:
        """-1 if the side to move has lost, +1 if the position cannot occur, 0 if it goes on."""
        mine, theirs = self.stones_of(index)
        if self.joined[mine] & 1:
            return 1
        return -1 if self.joined[theirs] & 2 else 0

    def stones_of(self, index: int) -> tuple[int, int]:
        """The stones of the side to move and of the other."""
        low, high = index % self.low_count, index // self.low_count
        mine = int(self.stones[0, low, 0]) | int(self.stones[1, high, 0])
        theirs = int(self.stones[0, low, 1]) | int(self.stones[1, high, 1])
        return mine, theirs

    def fill_children(self, index: int, children: Any) -> int:
        """Write the positions after each move, in ascending order of the cells; how many."""
        mine, theirs = self.stones_of(index)
        free, count = self.board & ~(mine | theirs), 0
        while free:
            bit = lowest_bit(free)
            free &= free - 1
            more = mine | 1 << bit
            taken = captured_by(bit, (more,), (theirs,), self.size)[0]
            children[count] = int(self.digits[theirs & ~taken]) + 2 * int(self.digits[more])
            count += 1
        return count

    @property
    def most_children(self) -> int:
        """At most so many moves has a position."""
        return self.size * self.size

    def covers(self, position: Any) -> bool:
        """Whether the position is one of these: past the special moves, and not over."""
        return bool(position.turn >= REGULAR_TURN and position.status == RUNNING)

    def plies_left(self, position: Any) -> int:
        """How long the rules let the game go on."""
        return LAST_TURN - int(position.turn)

    def index_of(self, position: Any) -> int:
        """The number of a position that is covered."""
        mine, theirs = int(position.mine[0]), int(position.theirs[0])
        if position.player() == 0:
            mine, theirs = self.mirrored(mine), self.mirrored(theirs)
        return int(self.digits[mine]) + 2 * int(self.digits[theirs])

    def mirrored(self, stones: int) -> int:
        """The stones with rows and columns exchanged."""
        turned = 0
        for cell in range(self.size * self.size):
            if stones >> int(BIT[self.size, cell]) & 1:
                image = cell % self.size * self.size + cell // self.size
                turned |= 1 << int(BIT[self.size, image])
        return turned


def small_board(game: Cachex) -> CachexSpace | None:
    """All positions of the game's board, None if they are too many to be kept."""
    return cachex_space(game.size) if game.size <= LARGEST_SIZE else None


def cachex_space(size: int) -> CachexSpace:
    """The tables for a board of that size, which must fit into one word."""
    cells = size * size
    bits = [int(BIT[size, cell]) for cell in range(cells)]
    low_cells = cells // 2
    halves = [bits[:low_cells], bits[low_cells:]]
    stones = np.zeros((2, 3 ** max(map(len, halves)), 2), np.int32)
    for half, its_bits in enumerate(halves):
        for number in range(3 ** len(its_bits)):
            for place, bit in enumerate(its_bits):
                content = number // 3**place % 3
                if content:
                    stones[half, number, content - 1] |= 1 << bit
    sets = np.arange(1 << (max(bits) + 1))
    digits = np.zeros(len(sets), np.int64)
    for cell, bit in enumerate(bits):
        image = cell % size * size + cell // size
        digits += (sets >> bit & 1) * 3**image
    joined = _joined(size, bits, sets)
    board = sum(1 << bit for bit in bits)
    return CachexSpace(size, 3**cells, 3**low_cells, board, stones, digits, joined)


def _joined(size: int, bits: list[int], sets: Any) -> Any:
    """For each set of stones which sides it joins; 0 for sets with bits beside the board.

    All sets at once: stones that are connected to one side, until there are no more.
    """
    last = size * size - size
    sides = ((range(size), range(last, last + size)), (range(0, last + 1, size),) * 2)
    joined = np.zeros(len(sets), np.uint8)
    for player, (near, far) in enumerate(sides):
        goal = sum(1 << bits[cell + (size - 1) * player] for cell in far)
        group = sets & sum(1 << bits[cell] for cell in near)
        while not np.array_equal(group, larger := _grown(group, size) & sets):
            group = larger
        joined |= ((group & goal) != 0).astype(np.uint8) << player
    joined[(sets & ~sum(1 << bit for bit in bits)) != 0] = 0
    return joined


def _grown(stones: Any, size: int) -> Any:
    """Sets of stones with all their neighbours."""
    (grown,) = spread_over_hexagons((stones,), size + 1)
    return grown
