"""Random games of Bamboo, with groups kept up to date instead of found anew at every move.

A stone beside k groups of its owner's is legal when the sizes of these add up to at most count - k,
of `count` groups, and none of the others is larger than count + 1 - k (`rules.legal_and_groups`).
Call the sum of size + 1 over the groups beside a tile what the tile *needs*: it must be at most
`count`. Joining groups changes the needs of the tiles beside them by amounts that are the same for
many tiles, so all are changed at once: `SUMS` holds the binary digits of the needs, a set of tiles
for each digit. Sets are rows of one array; tiles are bits in the order of their numbers, not of
`rules.BIT`:

    row  0 FREE       1 STONES + side     3 ODD + side: tiles beside one or three groups
         5 TWICE + side: beside two or three        7 SUMS + side * digits + digit
    then, for each tile, BESIDE: its neighbours, and, if it is the root of a group, NEAR: all tiles
    beside the group, and GROUP: the stones of the group.

A stone knows its group by the chain of parents that ends at the group's root.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.bamboo.game import Bamboo
from plyground.games.bamboo.rules import TILE, BambooPosition
from plyground.kernel import compiled, inlined
from plyground.kernel.words import (
    Words,
    bit_of_words,
    common,
    count_bits,
    differing,
    empty_like,
    first_bit,
    is_empty,
    only_if,
    put_words,
    spread_over_hexagons,
    union,
    with_bit,
    without,
    without_bit,
    words_at,
    words_for,
    words_of,
)
from plyground.vocabulary import Move, Player

FREE, STONES, ODD, TWICE, SUMS = 0, 1, 3, 5, 7  # rows
BESIDE, NEAR, GROUP = 0, 1, 2  # kinds of rows for a tile
READY, GROUPS, LARGEST, TILES = 0, 1, 3, 5  # numbers; TILES + 2 * tile: size, parent


@inlined
def digits_of(board: Words) -> int:
    """How many binary digits the needs of tiles take on a board of so many words.

    Of S stones in `count` groups, three groups have at most 3 * count and at most S + 3 - count: 28
    with what is added to each on a board of one word, 39 on one of two, 129 on the largest.
    """
    return 5 if len(board) == 1 else 6 if len(board) == 2 else 8


@inlined
def row_of(kind: int, tile: int, board: Words) -> int:
    """The row of a tile."""
    return SUMS + 2 * digits_of(board) + 3 * tile + kind


@inlined
def root_of(numbers: Any, tile: int) -> int:
    """The root of the group that the stone on `tile` is part of."""
    parent = int(numbers[TILES + 2 * tile + 1])
    while parent != tile:
        tile, parent = parent, int(numbers[TILES + 2 * parent + 1])
    return tile


@inlined
def add_digits(rows: Any, row: int, one: Words, carry: Words, two: Words, amounts: Any) -> None:
    """Add to what tiles need: `amounts[0]` to those of `one`, `amounts[1]` to those of `two`.

    Those of `carry` get one more. `one` and `two` have no tile in common.
    """
    for digit in range(digits_of(one)):
        old = words_at(rows, row + digit, one)
        more = union(only_if(amounts[0] >> digit & 1, one), only_if(amounts[1] >> digit & 1, two))
        put_words(rows, row + digit, differing(old, differing(more, carry)))
        carry = union(common(old, union(more, carry)), common(more, carry))


@inlined
def place(memory: Any, side: Player, tile: int) -> None:
    """Place a stone: it joins the groups beside it."""
    rows, numbers = memory.rows, memory.numbers
    put_words(rows, FREE, without_bit(words_at(rows, FREE, memory.board), tile))
    stones = words_at(rows, STONES + side, memory.board)
    put_words(rows, STONES + side, with_bit(stones, tile))
    left = common(words_at(rows, row_of(BESIDE, tile, memory.board), memory.board), stones)
    group = -1
    while not is_empty(left):
        other = root_of(numbers, first_bit(left))
        left = without(left, words_at(rows, row_of(GROUP, other, memory.board), memory.board))
        if group < 0:
            group = other
        else:
            join(memory, side, group, other)
    if group < 0:
        begin_group(memory, side, tile)
        group = tile
    grow(memory, side, group, tile)


@inlined
def begin_group(memory: Any, side: Player, tile: int) -> None:
    """A group without stones, which has no tile beside it."""
    nothing = empty_like(memory.board)
    put_words(memory.rows, row_of(NEAR, tile, memory.board), nothing)
    put_words(memory.rows, row_of(GROUP, tile, memory.board), nothing)
    memory.numbers[TILES + 2 * tile] = 0
    memory.numbers[GROUPS + side] += 1


@inlined
def grow(memory: Any, side: Player, group: int, tile: int) -> None:
    """Add a stone to a group: tiles beside it need one more, new ones all of it."""
    rows, numbers, board = memory.rows, memory.numbers, memory.board
    size = int(numbers[TILES + 2 * group]) + 1
    numbers[TILES + 2 * group], numbers[TILES + 2 * tile + 1] = size, group
    numbers[LARGEST + side] = max(size, int(numbers[LARGEST + side]))
    row = row_of(GROUP, group, board)
    put_words(rows, row, with_bit(words_at(rows, row, board), tile))
    row = row_of(NEAR, group, board)
    near = words_at(rows, row, board)
    new = without(words_at(rows, row_of(BESIDE, tile, board), board), near)
    put_words(rows, row, union(near, new))
    row = SUMS + side * digits_of(board)
    add_digits(rows, row, new, near, empty_like(new), (size + 1, 0))
    odd, twice = words_at(rows, ODD + side, board), words_at(rows, TWICE + side, board)
    put_words(rows, ODD + side, differing(odd, new))
    put_words(rows, TWICE + side, differing(twice, common(odd, new)))


@inlined
def join(memory: Any, side: Player, group: int, other: int) -> None:
    """Make two groups one, without the stone between them.

    A tile beside one of them needs the size of the other in addition, a tile beside both needs
    one less: -1 has ones for all its digits.
    """
    rows, numbers, board = memory.rows, memory.numbers, memory.board
    sizes = int(numbers[TILES + 2 * group]), int(numbers[TILES + 2 * other])
    numbers[TILES + 2 * group], numbers[TILES + 2 * other + 1] = sizes[0] + sizes[1], group
    numbers[GROUPS + side] -= 1
    row, other_row = row_of(GROUP, group, board), row_of(GROUP, other, board)
    put_words(rows, row, union(words_at(rows, row, board), words_at(rows, other_row, board)))
    row, other_row = row_of(NEAR, group, board), row_of(NEAR, other, board)
    near, others = words_at(rows, row, board), words_at(rows, other_row, board)
    put_words(rows, row, union(near, others))
    both, row = common(near, others), SUMS + side * digits_of(board)
    nothing = empty_like(board)
    amounts = sizes[1], sizes[0]
    add_digits(rows, row, without(near, both), nothing, without(others, both), amounts)
    add_digits(rows, row, both, nothing, nothing, (-1, 0))
    odd, twice = words_at(rows, ODD + side, board), words_at(rows, TWICE + side, board)
    put_words(rows, ODD + side, differing(odd, both))
    put_words(rows, TWICE + side, differing(twice, without(both, odd)))


@inlined
def seen_by(memory: Any, side: Player) -> BambooPlayout:
    """The game with `side` to move, which may move where a tile needs at most its groups."""
    groups = int(memory.numbers[GROUPS + side])
    spare = groups - int(memory.numbers[LARGEST + side])
    below, equal = empty_like(memory.board), words_at(memory.rows, FREE, memory.board)
    if spare <= 1:
        joining = words_at(memory.rows, TWICE + side, memory.board)
        if spare == 1:  # two groups may be joined, three may not
            joining = common(joining, words_at(memory.rows, ODD + side, memory.board))
        equal = without(equal, joining)
    digits = digits_of(memory.board)
    for digit in range(digits - 1, -1, -1):
        ones = words_at(memory.rows, SUMS + side * digits + digit, memory.board)
        zeros = without(equal, ones)
        below = union(below, only_if(groups >> digit & 1, zeros))
        equal = differing(zeros, only_if(groups >> digit & 1, equal))
    legal = union(below, equal)
    return BambooPlayout(memory, side, legal, count_bits(legal))


@compiled
class BambooPlayouts(NamedTuple):
    """Memory for one random game at a time, all zeros at first."""

    board: Words  # all tiles
    rows: Any  # [row * words + word]
    numbers: Any  # as above

    @property
    def makes_no_arrays(self) -> bool:
        """Random games make none."""
        return True

    def begin(self, position: BambooPosition) -> BambooPlayout:
        """The position as the beginning of a random game; the last one is over."""
        if self.numbers[READY] == 0:
            self.find_neighbours(position)
        for row in range(1, SUMS + 2 * digits_of(self.board)):
            put_words(self.rows, row, empty_like(self.board))
        put_words(self.rows, FREE, self.board)
        for side in range(2):
            self.numbers[GROUPS + side] = 0
            self.numbers[LARGEST + side] = 0
        mover, stones = position.player(), position.mine
        for side in (mover, 1 - mover):
            while not is_empty(stones):
                bit = first_bit(stones)
                stones = without_bit(stones, bit)
                place(self, side, int(TILE[position.radius, bit]))
            stones = position.theirs
        return seen_by(self, mover)

    def find_neighbours(self, position: BambooPosition) -> None:
        """Write the rows of neighbours."""
        everything = union(position.free, union(position.mine, position.theirs))
        left = everything
        while not is_empty(left):
            bit = first_bit(left)
            left = without_bit(left, bit)
            alone = with_bit(empty_like(left), bit)
            around = spread_over_hexagons(alone, 2 * position.radius + 2)
            around = without_bit(common(around, everything), bit)
            row = row_of(BESIDE, int(TILE[position.radius, bit]), self.board)
            beside = empty_like(self.board)
            while not is_empty(around):
                neighbour = first_bit(around)
                around = without_bit(around, neighbour)
                beside = with_bit(beside, int(TILE[position.radius, neighbour]))
            put_words(self.rows, row, beside)
        self.numbers[READY] = 1


@compiled
class BambooPlayout(NamedTuple):
    """A random game; moves change the memory that all positions of it share."""

    memory: BambooPlayouts
    side: Player
    legal: Words
    choices: int  # how many moves are legal

    @inlined
    def move_at(self, index: int) -> Move:
        """The legal move that so many others come before."""
        return bit_of_words(self.legal, index)

    @inlined
    def play(self, move: Move) -> BambooPlayout:
        """The game after a legal move."""
        place(self.memory, self.side, move)
        return seen_by(self.memory, 1 - self.side)

    def result(self) -> int:
        """Whoever cannot move has lost."""
        return -1

    def player(self) -> Player:
        """Who moves next."""
        return self.side


def playouts(game: Bamboo) -> BambooPlayouts:
    """Memory for a random game on the game's board."""
    tiles = game.shape.cell_count
    board = words_of(list(range(tiles)), words_for(tiles))
    rows = SUMS + 2 * digits_of(board) + 3 * tiles
    numbers = np.zeros(TILES + 2 * tiles, np.int64)
    return BambooPlayouts(board, np.zeros(rows * len(board), np.int64), numbers)
