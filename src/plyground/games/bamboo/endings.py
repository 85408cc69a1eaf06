"""Who wins Bamboo on a board of one word, once few tiles are free: a search with nothing to spare.

The solver of all games (`solvers.exact_search`) asks it at `TILES` free tiles or fewer. It is the
same search: moves in a fixed order, a table of what is proven, children looked up first. What makes
it an order of magnitude quicker are sides that know where they may move (`sides`), keys that change
by one addition, and two tables. With fewer than `SHARED` free tiles a thread looks into a small one
of its own, which stays in the processor's cache; only above that it waits for memory.

A key has a digit to the base 3 for each tile, 1 for Red and 2 for Blue, so no two positions share
one. An entry of the small table is the key and who wins: key << 1 | 1 if the side to move does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.bamboo.game import Bamboo
from plyground.games.bamboo.judges import SumOfSquares
from plyground.games.bamboo.rules import BIT
from plyground.games.bamboo.sides import board_of, placed, side_of
from plyground.kernel import (
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

TILES = 25  # free ones, from which on positions are decided here
SHARED = 11  # free ones, from which on positions are in the table that threads share
SPLIT = 16  # free ones, from which on threads avoid doing the same
SMALL_BITS = 15  # of the number of entries in a small table
LOOK = 7  # free tiles, from which on children are looked up in the small table
WORTH_KEEPING = 5  # free tiles, from which on positions are in the small table


@compiled
class BambooEndings(NamedTuple):
    """What a thread works with; the table and `busy` are those of all."""

    board: Any
    order: Any  # [class]: tiles, those to be tried first before others
    weights: Any  # [player, bit]: what a stone adds to the key
    table: Any
    busy: Any  # [slot]: keys that some thread is looking at, see `search.busy`
    small: Any  # [entry]

    def knows(self, position: Any) -> bool:
        """Whether `answer` may be asked."""
        return popcount(int(position.free[0])) <= TILES

    def answer(self, position: Any, goal: int, monitor: Any) -> tuple[int, int]:
        """The result, twice, whatever the goal: there are no draws. Meaningless once stopped."""
        return (1, 1) if decide(position, self, monitor) else (-1, -1)


@search_kernel
def decide(position: Any, endings: Any, monitor: Any) -> bool:
    """Whether the side to move wins; meaningless once stopped."""
    room, mover, key = by_reference(endings), int(position.player()), 0
    mine, theirs = int(position.mine[0]), int(position.theirs[0])
    for bit in range(WORD_BITS):
        key += (mine >> bit & 1) * int(room.weights[mover, bit])
        key += (theirs >> bit & 1) * int(room.weights[1 - mover, bit])
    one, two = side_of(mine, room.board), side_of(theirs, room.board)
    free = int(position.free[0])
    if popcount(free) < SHARED:
        return bool(wins_soon(one, two, free, key, mover, room, monitor))
    return bool(wins_later(one, two, free, key, mover, room, monitor))


@inlined
def wins_at_once(legal: int, replies: int) -> bool:
    """Whether some move leaves the other without one. Requires a legal move."""
    return replies & (replies - 1) == 0 and (replies == 0 or legal & replies != 0)


@inlined
def place_of(key: int) -> int:
    """Where the key stands in a small table."""
    return (key * STEP & FULL_WORD) >> (WORD_BITS - SMALL_BITS)


@compiled
def look_up_soon(moves: int, key: int, player: int, room: Any) -> int:
    """The moves that are not known to lose; -1 if one is known to win."""
    left = moves
    while left:
        bit = lowest_bit(left)
        left &= left - 1
        after = key + int(room.weights[player, bit])
        entry = int(room.small[place_of(after)])
        if entry >> 1 == after:
            if entry & 1 == 0:
                return -1
            moves ^= 1 << bit
    return moves


@compiled
def look_up_later(moves: int, key: int, player: int, room: Any) -> int:
    """The same, where children are in the shared table."""
    left = moves
    while left:
        bit = lowest_bit(left)
        left &= left - 1
        low, high = probe(room.table, key + int(room.weights[player, bit]))
        if high < 0:
            return -1
        if low > 0:
            moves ^= 1 << bit
    return moves


@inlined
def first_of(moves: int, order: Any) -> int:
    """The bit of the move that is to be tried first. Requires a move."""
    rank = 0
    while moves & int(order[rank]) == 0:
        rank += 1
    return lowest_bit(moves & int(order[rank]))


@search_kernel
def wins_soon(
    mine: Any, theirs: Any, free: int, key: int, player: int, room: Any, monitor: Any
) -> bool:
    """Whether the side to move wins, with fewer than SHARED free tiles."""
    if enter_node(monitor):
        return False
    legal, replies = mine.legal & free, theirs.legal & free
    if legal == 0:
        return False
    if wins_at_once(legal, replies):
        return True
    tiles, home = popcount(free), place_of(key)
    if tiles >= WORTH_KEEPING:
        entry = int(room.small[home])
        if entry >> 1 == key:
            return bool(entry & 1)
    if tiles >= LOOK:
        legal = look_up_soon(legal, key, player, room)
    won = legal < 0
    while legal > 0 and not won:
        bit = first_of(legal, room.order)
        legal ^= 1 << bit
        after = key + int(room.weights[player, bit])
        mover = placed(mine, bit, room.board)
        won = not wins_soon(theirs, mover, free ^ 1 << bit, after, 1 - player, room, monitor)
    if monitor[STOP] != 0:
        return False
    if tiles >= WORTH_KEEPING:
        room.small[home] = key << 1 | won
    return bool(won)


@search_kernel
def wins_later(
    mine: Any, theirs: Any, free: int, key: int, player: int, room: Any, monitor: Any
) -> bool:
    """Whether the side to move wins, with at least SHARED free tiles.

    1. What is known. 2. Moves in the fixed order, those that another thread looks at last; a thread
    that finds its question answered meanwhile is done. 3. What to remember.
    """
    if enter_node(monitor):
        return False
    legal, replies, begun = mine.legal & free, theirs.legal & free, int(monitor[NODES])
    if legal == 0:
        return False
    if wins_at_once(legal, replies):
        return True
    low, high = probe(room.table, key)
    if low == high:
        return bool(low > 0)
    tiles = popcount(free)
    if tiles > SHARED:
        legal = look_up_later(legal, key, player, room)
    else:
        legal = look_up_soon(legal, key, player, room)
    won, deferred, patient = legal < 0, 0, False
    split = tiles >= SPLIT and is_shared(room.busy)
    while not won and legal | deferred:
        if legal == 0:
            legal, deferred, split = deferred, 0, False
        bit = first_of(legal, room.order)
        legal ^= 1 << bit
        after = key + int(room.weights[player, bit])
        if split and patient and is_taken(room.busy, after):
            deferred |= 1 << bit
            continue
        mover, rest, patient = placed(mine, bit, room.board), free ^ 1 << bit, True
        if tiles > SHARED:
            if tiles >= SPLIT:
                take(room.busy, after)
            won = not wins_later(theirs, mover, rest, after, 1 - player, room, monitor)
            if tiles >= SPLIT:
                release(room.busy, after)
        else:
            won = not wins_soon(theirs, mover, rest, after, 1 - player, room, monitor)
        if monitor[STOP] != 0:
            return False
        if tiles >= SPLIT and not won and is_shared(room.busy):
            low, high = probe(room.table, key)
            if low == high:
                return bool(low > 0)
    value = 1 if won else -1
    store(room.table, key, value, value, int(monitor[NODES]) - begun + 1)
    return won


def endings(game: Bamboo, megabytes: float, threads: int) -> list[BambooEndings] | None:
    """What each thread works with; None for boards of more than a word, and for tiny ones."""
    fitting = len(game.start().free) == 1 and game.shape.cell_count > TILES
    return new_endings(game, megabytes, threads) if fitting else None


def new_endings(game: Bamboo, megabytes: float, threads: int) -> list[BambooEndings]:
    """What each thread works with, with empty tables. Requires a board of one word."""
    start, tiles = game.start(), game.shape.cell_count
    weights, by_rate = np.zeros((2, WORD_BITS), np.int64), dict[int, int]()
    for tile in range(tiles):
        bit = int(BIT[game.radius, tile])
        weights[:, bit] = 3**tile, 2 * 3**tile
        rate = SumOfSquares().rate(start, tile)
        by_rate[rate] = by_rate.get(rate, 0) | 1 << bit
    order = np.array([by_rate[rate] for rate in sorted(by_rate, reverse=True)], np.int64)
    board, table = board_of(start.free[0], game.radius), whole_table(megabytes, 1)
    busy = new_busy(threads)
    return [
        BambooEndings(
            board,
            order,
            weights,
            table,
            busy,
            np.zeros(1 << SMALL_BITS, np.int64),
        )
        for _ in range(threads)
    ]
