"""Moves that a thread of alpha-beta leaves for later, since another thread is looking at them.

Of the moves at a ply, `deferred[ply]` has the places of those that wait, in the order in which they
would have had their turn. One is taken back as soon as the other thread is done with it.

`moves`, `deferred` and `busy` are fields of what is called `memory` here.
"""

from __future__ import annotations

from typing import Any

from plyground.kernel import compiled, mix
from plyground.search.busy import is_shared, is_taken

SHARED_DEPTH = 2  # from here on threads leave each other's moves for later


@compiled
def work_of(memory: Any, key: int, move: int, depth: int) -> int:
    """A number for this move from this position to this depth; 0 where no thread shares."""
    if not is_shared(memory.busy) or depth < SHARED_DEPTH:
        return 0
    return mix(key, move << 8 | depth) | 1


@compiled
def defer(memory: Any, ply: int, waiting: int, place: int) -> int:
    """Have the move at that place wait for another thread; how many are waiting then."""
    memory.deferred[ply, waiting] = place
    return waiting + 1


@compiled
def take_back(memory: Any, key: int, depth: int, ply: int, waiting: int, is_last: bool) -> int:
    """The place of a waiting move that no thread is looking at any more, no longer waiting; or -1.

    What was found about it is likely to be in the table, and may spare this thread the rest. Where
    the waiting ones are the last (`is_last`), it may also be one that another thread looks at.
    """
    chosen = 0 if is_last else -1
    for i in range(waiting):
        move = int(memory.moves[ply, int(memory.deferred[ply, i])])
        if not is_taken(memory.busy, work_of(memory, key, move, depth)):
            chosen = i
            break
    if chosen < 0:
        return -1
    place = int(memory.deferred[ply, chosen])
    for i in range(chosen, waiting - 1):
        memory.deferred[ply, i] = memory.deferred[ply, i + 1]
    return place
