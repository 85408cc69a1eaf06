"""A winner's whole strategy, gathered from what a solver has proven.

A depth-first walk: where the winner is to move, one move is taken; where the loser is, all are. A
position that was met before at the same ply is passed over. Near the start a position is replaced
by that of its images that has the largest key, so that images are met once.

Of several moves that are known to win, the one is taken that leaves the fewest replies, and of
these the one that the search would try first: short proofs come of narrow ones. Where the table has
forgotten all of them, the position is searched again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled, search_kernel, spread
from plyground.kernel.monitor import STOP
from plyground.solvers.exact_search import ask, largest_image, shared_key
from plyground.solvers.exact_table import probe
from plyground.solvers.open_questions import NO_KEY

EMPTY, ALL_MOVES = 0, 255  # in `Strategy.places`: nothing here; no move of the winner's is needed
MOST_MOVES, MOST_PLIES = ALL_MOVES - 1, 255  # places begin at 1, plies at 0
COUNT, FAILED, FULL = 0, 1, 2  # in `Strategy.numbers`


@compiled
class Strategy(NamedTuple):
    """A hash table of the positions of a strategy; open addressing, one slot a position."""

    keys: Any  # [slot]
    plies: Any  # [slot]: how far from the start
    places: Any  # [slot]: 1 + the place of the winner's move among the legal ones, or as above
    replies: Any  # [move]: room to count replies in
    numbers: Any  # how many positions there are; 1 if a move was not found; 1 if there is no room


def new_strategy(slots: int, moves: Any) -> Strategy:
    """An empty table; the number of slots must be a power of two."""
    plies, places = np.zeros(slots, np.uint8), np.zeros(slots, np.uint8)
    return Strategy(np.zeros(slots, np.int64), plies, places, moves, np.zeros(3, np.int64))


@compiled
def slot_of(strategy: Any, key: int, ply: int) -> int:
    """Where the position stands, or would stand."""
    mask = strategy.keys.shape[0] - 1
    slot = int((spread(key) ^ ply) & mask)
    while strategy.places[slot] != EMPTY and (
        strategy.keys[slot] != key or strategy.plies[slot] != ply
    ):
        slot = (slot + 1) & mask
    return slot


@compiled
def winning_place(position: Any, goal: int, ply: int, task: Any, memory: Any, strategy: Any) -> int:
    """The place of the move to take among those known to win; -1 if none is known."""
    count = position.fill_moves(memory.moves[ply])
    best, least, rating = -1, 1 << 60, 0
    for place in range(count):
        move = int(memory.moves[ply, place])
        child = position.play(move)
        key = shared_key(child, task, ply + 1)
        _, high = probe(memory.table, key)
        replies = int(child.fill_moves(strategy.replies))
        if replies == 0:
            if child.result() < 1 - goal:
                return place
            continue
        if high < 1 - goal or task.sieve.keep(child, strategy.replies, replies) == 0:
            if strategy.places[slot_of(strategy, key, ply + 1)] != EMPTY:
                replies = 0
            rated = int(task.rater.rate(position, move)) if replies <= least else 0
            if replies < least or (replies == least and rated > rating):
                best, least, rating = place, replies, rated
    return best


@search_kernel(title="the writer of certificates")
def gather(
    position: Any, goal: int, ply: int, task: Any, memory: Any, strategy: Any, monitor: Any
) -> None:
    """Add the strategy from here on, where the side to move reaches `goal` if that is positive.

    Otherwise the side to move is the loser. Sets FAILED where a move cannot be found, and FULL
    where there is no room.
    """
    position = largest_image(position, task, ply)
    slot = slot_of(strategy, int(task.keys.key(position)), ply)
    if strategy.places[slot] != EMPTY or monitor[STOP] != 0:
        return
    if strategy.numbers[FAILED] != 0 or strategy.numbers[FULL] != 0:
        return
    strategy.numbers[COUNT] += 1
    if 4 * strategy.numbers[COUNT] > 3 * strategy.keys.shape[0]:
        strategy.numbers[FULL] = 1
        return
    strategy.keys[slot] = int(task.keys.key(position))
    strategy.plies[slot] = ply
    strategy.places[slot] = ALL_MOVES
    count = position.fill_moves(memory.moves[ply])
    if goal <= 0 or count == 0:
        for place in range(count):
            move = int(memory.moves[ply, place])
            gather(position.play(move), 1 - goal, ply + 1, task, memory, strategy, monitor)
        return
    place = winning_place(position, goal, ply, task, memory, strategy)
    if place < 0:
        reached = ask(position, NO_KEY, goal, ply, task, memory, monitor)
        count = position.fill_moves(memory.moves[ply])
        for i in range(count if reached else 0):
            if memory.moves[ply, i] == memory.killers[ply, 0]:
                place = i
    if place < 0:
        strategy.numbers[FAILED] = 1
        return
    strategy.places[slot] = 1 + place
    child = position.play(int(memory.moves[ply, place]))
    gather(child, 1 - goal, ply + 1, task, memory, strategy, monitor)
