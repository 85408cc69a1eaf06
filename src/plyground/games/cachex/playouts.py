"""Random games of Cachex, with what is joined to a side kept up to date instead of found anew.

For each player and row there is a number that holds three sets of columns: where the player has
stones, which of these are joined to the player's first side, and which to the second. Two rows and
columns more on each end spare every test for the edge; beyond its sides, a player's board is full
of cells that are joined to them:

    number of row r    rows[player * height + r + 2]       height = size + 4
    bits               q + 2 stones, q + 2 + 20 first side, q + 2 + 40 second side

A new stone looks at the six cells around it in all three sets at once: `around` gives them as six
bits in the order of `rules.NEIGHBOURS`. Joined to both sides, it has won. Only where it is the
first to join stones to a side, or where such a stone was captured, are sides spread over rows
again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.cachex.game import Cachex
from plyground.games.cachex.rules import (
    CAPTURED_BEFORE_DRAW,
    CELL,
    EXPIRED,
    JOINED,
    LARGEST,
    LAST_TURN,
    NEIGHBOURS,
    REPEATED,
    REPETITIONS,
    RUNNING,
    CachexPosition,
)
from plyground.kernel import compiled, inlined, lowest_bit, spread
from plyground.kernel.words import (
    Words,
    bit_of_words,
    count_bits,
    empty_like,
    first_bit,
    is_empty,
    mix_words,
    with_bit,
    without,
    without_bit,
    words_for,
    words_of,
)
from plyground.vocabulary import Move, Player

MARGIN = 2  # rows and columns beyond each edge
FIRST, SECOND = 20, 40  # bits from which on there are the stones joined to a side
EVERY = 1 | 1 << FIRST | 1 << SECOND  # a bit in each of the three sets
SIDES = 1 << FIRST | 1 << SECOND  # in the two sets of joined stones
COLUMNS = (1 << LARGEST + 2 * MARGIN) - 1
PAST = 2 * (LARGEST + 2 * MARGIN)  # + turn: the history of the position at the beginning
HASHES = PAST + LAST_TURN + 1  # + turns since then: hashes of the boards
ROUND = 63  # the six cells around a cell


@inlined
def around(above: int, here: int, below: int, q: int) -> int:
    """The six cells around column `q` of three rows, in all sets: as bits 0 to 5 of each."""
    above, here, below = above >> q, here >> q + 1, below >> q + 1
    return (
        (above >> 1 & 3 * EVERY)
        | (here & 4 * EVERY)
        | (below & 4 * EVERY) << 1
        | (below & 2 * EVERY) << 3
        | (here & EVERY) << 5
    )


@inlined
def turned(cells: int, steps: int) -> int:
    """Bits of six cells in a circle, each taken from so many steps further, 0 < steps < 6."""
    return (cells >> steps | cells << 6 - steps) & ROUND


@inlined
def captured_around(mine: int, theirs: int, tips: int) -> int:
    """Which of `theirs` among the six cells around a new stone are captured.

    Two of them next to each other with a stone of mine at the tip beyond, or two with one of mine
    between them; see `rules.captured_by`. Tip i lies beyond cells i and i + 1.
    """
    pairs = theirs & turned(theirs, 1) & tips
    apart = theirs & turned(theirs, 2) & turned(mine, 1)
    return pairs | turned(pairs, 5) | apart | turned(apart, 4)


@inlined
def tips_around(rows: Any, row: int, q: int) -> int:
    """The stones at the six tips around column `q`, two cells away; see `captured_around`."""
    above, below = int(rows[row + 1]) >> q, int(rows[row - 1]) >> q + 1
    return (
        (int(rows[row + 2]) >> q + 1 & 1)
        | (above & 8) >> 2
        | (below & 8) >> 1
        | (int(rows[row - 2]) >> q & 8)
        | (below & 1) << 4
        | (above & 1) << 5
    )


@inlined
def with_sides(above: int, here: int, below: int) -> int:
    """The row `here` with those stones joined to sides that have joined ones beside them."""
    joined = here << 1 | here >> 1 | above | above << 1 | below | below >> 1
    return here | joined & (here & COLUMNS) * SIDES


@compiled
def spread_sides(rows: Any, begin: int, size: int) -> None:
    """Spread sides over a player's rows, up and down, until nothing changes.

    The rows begin at `begin`. What was written is not read back at once, which would take longer
    than everything else.
    """
    low, high, changed = begin + MARGIN, begin + MARGIN + size, True
    while changed:
        changed = False
        last = int(rows[low - 1])
        for row in range(low, high):
            here = int(rows[row])
            last = with_sides(int(rows[row + 1]), here, last)
            rows[row] = last
            changed = changed or last != here
        if changed:
            changed = False
            last = int(rows[high])
            for row in range(high - 1, low - 1, -1):
                here = int(rows[row])
                last = with_sides(last, here, int(rows[row - 1]))
                rows[row] = last
                changed = changed or last != here


@inlined
def hash_of(cell: int, player: Player) -> int:
    """A hash of a stone."""
    return spread(2 * cell + player + 1)


@inlined
def place(memory: Any, player: Player, cell: int) -> int:
    """Place a stone without capturing: how its group now ends the game, or RUNNING."""
    rows, size = memory.rows, memory.size
    r = cell * memory.inverse >> 16
    q, row = cell - r * size, player * (size + 2 * MARGIN) + r + MARGIN
    beside = around(int(rows[row + 1]), int(rows[row]), int(rows[row - 1]), q)
    first, second = beside >> FIRST & ROUND, beside >> SECOND & ROUND
    sides = (first != 0) << FIRST | (second != 0) << SECOND
    rows[row] = int(rows[row]) | (1 | sides) << q + MARGIN
    if first != 0 and second != 0:
        return JOINED
    stones = beside & ROUND
    if (first != 0 and stones & ~first != 0) or (second != 0 and stones & ~second != 0):
        spread_sides(rows, player * (size + 2 * MARGIN), size)
    return RUNNING


@compiled
class CachexPlayouts(NamedTuple):
    """Memory for one random game at a time, all zeros at first."""

    size: int
    inverse: int  # rows are cells times this, shifted down by 16
    board: Words  # all cells, in the order of their numbers
    bits: Words  # the empty set, as wide as those of a position
    rows: Any  # as above; then PAST and HASHES

    @property
    def makes_no_arrays(self) -> bool:
        """Random games make none."""
        return True

    def begin(self, position: CachexPosition) -> CachexPlayout:
        """The position as the beginning of a random game; the last one is over."""
        self.clear()
        for turn in range(position.turn):
            self.rows[PAST + turn] = position.history[turn]
        free, mover = self.board, position.player()
        stones, player = position.mine, mover
        for _ in range(2):
            while not is_empty(stones):
                bit = first_bit(stones)
                stones = without_bit(stones, bit)
                cell = int(CELL[self.size, bit])
                place(self, player, cell)
                free = without_bit(free, cell)
            stones, player = position.theirs, 1 - mover
        count = count_bits(free) if position.status == RUNNING else 0
        if position.turn == 0:
            count -= self.size % 2
        elif position.turn == 1:
            count += 1
        return CachexPlayout(self, free, position.turn, position.turn, 0, count, position.status)

    def clear(self) -> None:
        """The empty board, with its sides."""
        height, size = self.size + 2 * MARGIN, self.size
        for row in range(2 * height):
            self.rows[row] = 0
        self.rows[MARGIN - 1] = COLUMNS << FIRST
        self.rows[MARGIN + size] = COLUMNS << SECOND
        for row in range(height + MARGIN - 1, height + MARGIN + size + 1):
            self.rows[row] = self.ends(1)

    def ends(self, player: Player) -> int:
        """What lies beyond the ends of each row of a player's board."""
        ends = 1 << MARGIN - 1 + FIRST | 1 << MARGIN + self.size + SECOND
        return player * ends

    def join_again(self, player: Player) -> None:
        """Find out anew which stones are joined to the player's sides."""
        begin = player * (self.size + 2 * MARGIN)
        for row in range(begin + MARGIN, begin + MARGIN + self.size):
            self.rows[row] = int(self.rows[row]) & COLUMNS | self.ends(player)
        spread_sides(self.rows, begin, self.size)

    def board_hash(self) -> int:
        """The hash of the board as `CachexPosition.history` has it."""
        past_hash = 1
        for player in range(2):
            stones = self.bits
            for r in range(self.size):
                row = int(self.rows[player * (self.size + 2 * MARGIN) + r + MARGIN]) & COLUMNS
                while row:
                    stones = with_bit(stones, r * (self.size + 1) + lowest_bit(row) - MARGIN)
                    row &= row - 1
            past_hash = mix_words(past_hash, stones)
        return past_hash


@compiled
class CachexPlayout(NamedTuple):
    """A random game; moves change the memory that all positions of it share."""

    memory: CachexPlayouts
    free: Words
    turn: int
    begun: int  # the turn at its beginning
    board_hash: int  # of what differs from the board at its beginning
    choices: int  # how many moves are legal
    status: int

    @inlined
    def move_at(self, index: int) -> Move:
        """The legal move that so many others come before; stealing comes last."""
        free, size = self.free, self.memory.size
        if self.turn == 0 and size % 2 == 1:
            free = without_bit(free, size * size // 2)
        cell = bit_of_words(free, index)
        return cell if cell >= 0 else size * size

    @inlined
    def play(self, move: Move) -> CachexPlayout:
        """The game after a legal move."""
        memory, player = self.memory, self.turn % 2
        rows, size = memory.rows, memory.size
        if move == size * size:
            return self.steal()
        r = move * memory.inverse >> 16
        q, row = move - r * size, player * (size + 2 * MARGIN) + r + MARGIN
        other = row + (1 - 2 * player) * (size + 2 * MARGIN)
        mine = around(int(rows[row + 1]), int(rows[row]), int(rows[row - 1]), q) & ROUND
        theirs = around(int(rows[other + 1]), int(rows[other]), int(rows[other - 1]), q) & ROUND
        taken = captured_around(mine, theirs, tips_around(rows, row, q))
        status = place(memory, player, move)
        free = without_bit(self.free, move)
        board_hash = self.board_hash ^ hash_of(move, player)
        joined = 0
        while taken:
            dr, dq = NEIGHBOURS[lowest_bit(taken)]
            taken &= taken - 1
            stone = EVERY << q + dq + MARGIN
            joined |= int(rows[other + dr]) & stone & ~COLUMNS
            rows[other + dr] = int(rows[other + dr]) & ~stone
            free = with_bit(free, move + dr * size + dq)
            board_hash ^= hash_of(move + dr * size + dq, 1 - player)
        if joined:
            memory.join_again(1 - player)
        return self.after(free, board_hash, status)

    def steal(self) -> CachexPlayout:
        """The game after the only stone has changed its colour and its place."""
        memory, size = self.memory, self.memory.size
        cell = first_bit(without(memory.board, self.free))
        memory.clear()
        mirrored = cell % size * size + cell // size
        status = place(memory, 1, mirrored)
        board_hash = self.board_hash ^ hash_of(cell, 0) ^ hash_of(mirrored, 1)
        return self.after(without_bit(memory.board, mirrored), board_hash, status)

    @inlined
    def after(self, free: Words, board_hash: int, status: int) -> CachexPlayout:
        """The next turn, once the stones have changed and a group has joined its sides, or not."""
        memory, turn, begun, count = self.memory, self.turn + 1, self.begun, count_bits(free)
        memory.rows[HASHES + self.turn - begun] = board_hash
        captured = turn - (memory.size * memory.size - count)
        if status == RUNNING:
            if captured >= CAPTURED_BEFORE_DRAW and self.is_repeated(board_hash):
                status = REPEATED
            elif turn == LAST_TURN:
                status = EXPIRED
        count = count + (turn == 1) if status == RUNNING else 0
        return CachexPlayout(memory, free, turn, begun, board_hash, count, status)

    def is_repeated(self, board_hash: int) -> bool:
        """Whether the board of that hash, which stands now, does so for the last time allowed."""
        memory, times = self.memory, 0
        for turn in range(self.turn + 1 - self.begun):
            times += memory.rows[HASHES + turn] == board_hash
        if times + self.begun >= REPETITIONS:
            past = memory.board_hash()
            for turn in range(self.begun):
                times += memory.rows[PAST + turn] == past
        return bool(times >= REPETITIONS)

    def result(self) -> int:
        """A loss if the other has joined its sides, otherwise a draw."""
        return -1 if self.status == JOINED else 0

    def player(self) -> Player:
        """Red moves on even turns."""
        return self.turn % 2


def playouts(game: Cachex) -> CachexPlayouts:
    """Memory for a random game on the game's board."""
    size = game.size
    board = words_of(list(range(size * size)), words_for(size * size))
    bits = empty_like(game.start().mine)
    rows = np.zeros(HASHES + LAST_TURN + 1, np.int64)
    return CachexPlayouts(size, 65536 // size + 1, board, bits, rows)
