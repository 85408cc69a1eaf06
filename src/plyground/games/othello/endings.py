"""Who wins Othello on 6x6, and by how much: a search that the solver of all games asks.

The question is whether the side to move reaches a goal, its discs at the end less those of the
other: 1 is to win, 0 not to lose. By the number of empty cells:

    2 or fewer       written out
    to SOON - 1      moves in parts of the board with an odd number of empty cells first
    to SHARED - 1    moves in order (`promise`), and a small table of each thread's own
    from SHARED on   the table that threads share; children are looked up first

Tables keep bounds of how far the side to move is ahead in the end. An entry of the small one is two
words: mine | low + 36 << 42 | high + 36 << 49, and theirs. It stays in the processor's cache. Keys
of the shared table are exact, too (`lines.key_of`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.othello.game import Othello
from plyground.games.othello.lines import (
    BITS,
    SIDE,
    bit_at_cell,
    key_of,
    on_lines,
    places,
    turned_at,
)
from plyground.games.othello.promise import BIT_BITS, rank
from plyground.kernel import (
    Monitor,
    by_reference,
    compiled,
    enter_node,
    inlined,
    lowest_bit,
    popcount,
    search_kernel,
)
from plyground.kernel.bits import FULL_WORD, STEP, WORD_BITS
from plyground.kernel.monitor import NODES, STOP
from plyground.search.busy import is_shared, is_taken, new_busy, release, take
from plyground.solvers.exact_table import probe, store, whole_table

KNOWN = 28  # empty cells, from which on positions are decided here
SPLIT = 14  # from which on threads avoid doing the same
SHARED = 12  # from which on positions are in the table that threads share
SOON = 6  # below which there is no table and no order but by parity
SMALL_BITS = 16  # of the number of entries in a small table
BIT_MASK = (1 << BIT_BITS) - 1
DISCS = (1 << BITS) - 1
MOST = SIDE * SIDE  # discs that one may be ahead
MARGIN_BITS = 7  # of a number from 0 to 2 * MOST
MARGIN_MASK = (1 << MARGIN_BITS) - 1
LOW_SHIFT, HIGH_SHIFT = BITS, BITS + MARGIN_BITS


@compiled
class Board(NamedTuple):
    """A board of one word: sets of cells."""

    cells: int
    corners: int
    quarters: tuple[int, int, int, int]


@compiled
class OthelloEndings(NamedTuple):
    """What a thread works with; the table and `busy` are those of all."""

    board: Any
    table: Any
    busy: Any  # [slot]: keys that some thread is looking at, see `search.busy`
    small: Any  # [entry, 2]
    ranked: Any  # [empty cells, rank]: see `promise.rank`; behind the moves, those put off

    def knows(self, position: Any) -> bool:
        """Whether `answer` may be asked."""
        mine, theirs = on_lines(position.mine), on_lines(position.theirs)
        return popcount(self.board.cells & ~(mine | theirs)) <= KNOWN

    def answer(self, position: Any, goal: int, monitor: Any) -> tuple[int, int]:
        """Bounds of the result, for a goal of 1 or 0; meaningless once stopped."""
        return (goal, 1) if decide(position, goal, self, monitor) else (-1, goal - 1)


@compiled
class Work(NamedTuple):
    """The endings, and who watches: one address to hand down."""

    board: Any
    table: Any
    busy: Any
    small: Any
    ranked: Any
    monitor: Any


@search_kernel
def decide(position: Any, goal: int, held: Any, monitor: Any) -> bool:
    """Whether the side to move reaches the goal; meaningless once stopped."""
    work = by_reference(Work(held.board, held.table, held.busy, held.small, held.ranked, monitor))
    mine, theirs = on_lines(position.mine), on_lines(position.theirs)
    empties = popcount(work.board.cells & ~(mine | theirs))
    return bool(reaches_by(mine, theirs, goal, empties, work))


@compiled
def reaches_by(mine: int, theirs: int, goal: int, empties: int, work: Any) -> bool:
    """Whether the side to move reaches the goal, by the search for so many empty cells."""
    if empties >= SHARED:
        return bool(reaches_late(mine, theirs, goal, empties, work))
    return bool(reaches_mid(mine, theirs, goal, empties, work))


@inlined
def is_ahead(mine: int, theirs: int, goal: int) -> bool:
    """Whether a game that is over reaches the goal."""
    return popcount(mine) - popcount(theirs) >= goal


@compiled
def reaches_with_one(bit: int, mine: int, theirs: int, goal: int) -> bool:
    """Whether the side to move reaches the goal, with one empty cell."""
    turned = turned_at(bit, mine, theirs)
    if turned:
        return is_ahead(mine | turned | 1 << bit, theirs ^ turned, goal)
    turned = turned_at(bit, theirs, mine)
    if turned:
        return is_ahead(mine ^ turned, theirs | turned | 1 << bit, goal)
    return is_ahead(mine, theirs, goal)


@compiled
def try_one_of_two(bit: int, last: int, mine: int, theirs: int, goal: int) -> int:
    """1 if a disc there reaches the goal, 0 if it does not, -1 if it may not be placed."""
    turned = turned_at(bit, mine, theirs)
    if turned == 0:
        return -1
    after = mine | turned | 1 << bit
    return 0 if reaches_with_one(last, theirs ^ turned, after, 1 - goal) else 1


@compiled
def reaches_with_two(empty: int, mine: int, theirs: int, goal: int) -> bool:
    """Whether the side to move reaches the goal, with two empty cells."""
    first, second = lowest_bit(empty), lowest_bit(empty & (empty - 1))
    one = try_one_of_two(first, second, mine, theirs, goal)
    two = try_one_of_two(second, first, mine, theirs, goal) if one < 1 else 0
    if one + two > -2:
        return one == 1 or two == 1
    one = try_one_of_two(first, second, theirs, mine, 1 - goal)
    two = try_one_of_two(second, first, theirs, mine, 1 - goal) if one < 1 else 0
    if one + two > -2:
        return not (one == 1 or two == 1)
    return is_ahead(mine, theirs, goal)


@inlined
def odd_parts(empty: int, board: Any) -> int:
    """The cells of those quarters of the board that have an odd number of empty cells."""
    cells = 0
    for quarter in board.quarters:
        cells |= quarter & -(popcount(empty & quarter) & 1)
    return cells


@search_kernel
def reaches_soon(mine: int, theirs: int, goal: int, empty: int, empties: int, work: Any) -> bool:
    """Whether the side to move reaches the goal, with fewer than SOON empty cells."""
    if enter_node(work.monitor):
        return False
    if empties == 2:
        return bool(reaches_with_two(empty, mine, theirs, goal))
    if empties < 2:
        return bool(reaches_at_last(mine, theirs, goal, empty))
    odd, stuck = odd_parts(empty, work.board), True
    for cells in (empty & odd, empty & ~odd):
        while cells:
            bit = lowest_bit(cells)
            cells &= cells - 1
            turned = turned_at(bit, mine, theirs)
            if turned:
                stuck, after, rest = False, mine | turned | 1 << bit, empty ^ 1 << bit
                other = theirs ^ turned
                if empties == 3:
                    reached = not reaches_with_two(rest, other, after, 1 - goal)
                else:
                    reached = not reaches_soon(other, after, 1 - goal, rest, empties - 1, work)
                if reached:
                    return True
    if not stuck:
        return False
    if places(theirs, mine, work.board.cells) == 0:
        return is_ahead(mine, theirs, goal)
    return not reaches_soon(theirs, mine, 1 - goal, empty, empties, work)


@compiled
def reaches_at_last(mine: int, theirs: int, goal: int, empty: int) -> bool:
    """Whether the side to move reaches the goal, with one empty cell or none."""
    if empty:
        return bool(reaches_with_one(lowest_bit(empty), mine, theirs, goal))
    return is_ahead(mine, theirs, goal)


@inlined
def place_of(mine: int, theirs: int) -> int:
    """Where a position stands in a small table."""
    word = (mine * STEP & FULL_WORD) >> (WORD_BITS - BITS) ^ theirs
    return (word * STEP & FULL_WORD) >> (WORD_BITS - SMALL_BITS)


@search_kernel
def reaches_mid(mine: int, theirs: int, goal: int, empties: int, work: Any) -> bool:
    """Whether the side to move reaches the goal, with fewer than SHARED empty cells."""
    if empties < SOON:
        empty = work.board.cells & ~(mine | theirs)
        return bool(reaches_soon(mine, theirs, goal, empty, empties, work))
    if enter_node(work.monitor):
        return False
    moves = places(mine, theirs, work.board.cells)
    if moves == 0:
        if places(theirs, mine, work.board.cells) == 0:
            return is_ahead(mine, theirs, goal)
        return not reaches_mid(theirs, mine, 1 - goal, empties, work)
    home, low, high = place_of(mine, theirs), -MOST, MOST
    entry = int(work.small[home, 0])
    if entry & DISCS == mine and work.small[home, 1] == theirs:
        low, high = (entry >> LOW_SHIFT & MARGIN_MASK) - MOST, (entry >> HIGH_SHIFT) - MOST
        if low >= goal or high < goal:
            return low >= goal
    ranked = work.ranked[empties]
    count, turn, reached = rank(moves, mine, theirs, empties, ranked, work.board), 0, False
    while turn < count and not reached:
        bit = int(ranked[turn]) & BIT_MASK
        turn += 1
        turned = turned_at(bit, mine, theirs)
        after = mine | turned | 1 << bit
        reached = not reaches_mid(theirs ^ turned, after, 1 - goal, empties - 1, work)
    if work.monitor[STOP] != 0:
        return False
    low, high = (goal, high) if reached else (low, goal - 1)
    work.small[home, 0] = mine | low + MOST << LOW_SHIFT | high + MOST << HIGH_SHIFT
    work.small[home, 1] = theirs
    return reached


@compiled
def look_up(moves: int, mine: int, theirs: int, goal: int, work: Any) -> int:
    """The moves that are not known to fail; -1 if one is known to reach the goal."""
    left = moves
    while left:
        bit = lowest_bit(left)
        left &= left - 1
        turned = turned_at(bit, mine, theirs)
        low, high = probe(work.table, key_of(theirs ^ turned, mine | turned | 1 << bit))
        if high < 1 - goal:
            return -1
        if low >= 1 - goal:
            moves ^= 1 << bit
    return moves


@search_kernel
def reaches_late(mine: int, theirs: int, goal: int, empties: int, work: Any) -> bool:
    """Whether the side to move reaches the goal, with at least SHARED empty cells.

    1. What is known. 2. Moves in order, those that another thread looks at last; a thread that
    finds its question answered meanwhile is done. 3. What to remember.
    """
    if enter_node(work.monitor):
        return False
    moves, begun = places(mine, theirs, work.board.cells), int(work.monitor[NODES])
    if moves == 0:
        if places(theirs, mine, work.board.cells) == 0:
            return is_ahead(mine, theirs, goal)
        return not reaches_late(theirs, mine, 1 - goal, empties, work)
    key = key_of(mine, theirs)
    low, high = probe(work.table, key)
    if low >= goal or high < goal:
        return low >= goal
    if empties > SHARED:
        moves = look_up(moves, mine, theirs, goal, work)
    ranked, reached, turn, waiting = work.ranked[empties], moves < 0, 0, 0
    count = 0 if reached else rank(moves, mine, theirs, empties, ranked, work.board)
    split = empties > SPLIT and is_shared(work.busy)
    while turn < count + waiting and not reached:
        move = int(ranked[turn])
        bit = move & BIT_MASK
        turned = turned_at(bit, mine, theirs)
        after, other = mine | turned | 1 << bit, theirs ^ turned
        child = key_of(other, after) if split else 0
        turn += 1
        if 1 < turn <= count and is_taken(work.busy, child):
            ranked[count + waiting] = move
            waiting += 1
            continue
        take(work.busy, child)
        if empties > SHARED:
            reached = not reaches_late(other, after, 1 - goal, empties - 1, work)
        else:
            reached = not reaches_mid(other, after, 1 - goal, empties - 1, work)
        release(work.busy, child)
        if work.monitor[STOP] != 0:
            return False
        if split and not reached:
            low, high = probe(work.table, key)
            if low >= goal or high < goal:
                return low >= goal
    low, high = (goal, high) if reached else (low, goal - 1)
    store(work.table, key, low, high, int(work.monitor[NODES]) - begun + 1)
    return reached


def endings(game: Othello, megabytes: float, threads: int) -> list[OthelloEndings] | None:
    """What each thread works with on 6x6; None for other boards."""
    return new_endings(game, megabytes, threads) if game.size == SIDE else None


def new_endings(game: Othello, megabytes: float, threads: int) -> list[OthelloEndings]:
    """What each thread works with, with empty tables. Requires a board of one word."""
    cells, table, busy = game.size**2, whole_table(megabytes, MOST), new_busy(threads)
    return [
        OthelloEndings(
            board_of(game.size),
            table,
            busy,
            np.zeros((1 << SMALL_BITS, 2), np.int64),
            np.zeros((cells + 1, 2 * cells), np.int64),
        )
        for _ in range(threads)
    ]


def margin(game: Othello, position: Any, megabytes: float = 100.0) -> int:
    """How many discs the side to move is ahead in the end, under best play, in one thread.

    Requires a board of one word.
    """
    (held,), low, high = new_endings(game, megabytes, 1), -MOST, MOST
    while low < high:
        goal = 0 if low == -high else (low + high + 1) // 2
        if decide(position, goal, held, Monitor().array):
            low = goal
        else:
            high = goal - 1
    return low


def board_of(size: int) -> Board:
    """The board of that size. Requires one of at most SIDE rows."""
    quarters, half, last = [0, 0, 0, 0], size // 2, size - 1
    for cell in range(size * size):
        row, column = divmod(cell, size)
        quarters[row // half * 2 + column // half] |= 1 << bit_at_cell(size, cell)
    corners = sum(1 << bit_at_cell(size, cell) for cell in (0, last, size * last, size * size - 1))
    a, b, c, d = quarters
    return Board(a | b | c | d, corners, (a, b, c, d))
