"""The questions that a thread is in, to leave those that another thread has answered.

Threads at one question may split where the first move to be looked at would have sufficed: one of
them finds the answer, and the other is still deep in a move that no longer matters. So each keeps
its path: key and goal of the positions from the root on, by ply. After a search that cost many
nodes it looks these up in the table. Where one of the questions is answered, the thread goes back
to it and takes the answer.

A table is any class with `bounds(key)`: what is proven of a position, at least and at most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled

NO_KEY = -1  # of a position that no table keeps
NOWHERE = 1 << 30  # a ply that no game reaches
WORTH_A_LOOK = 1000  # nodes, beside which looking the path up costs nothing


@compiled
class Path(NamedTuple):
    """Questions that are open in this thread, and the one that turned out to be answered."""

    keys: Any  # [ply]; NO_KEY where there is no question, too
    goals: Any  # [ply]
    answered: Any  # [2]: the ply of a question that is answered, NOWHERE if none is; the answer


def new_path(plies: int) -> Path:
    """An empty path, for games of at most so many plies."""
    return Path(
        np.full(plies + 1, NO_KEY, np.int64),
        np.zeros(plies + 1, np.int64),
        np.array([NOWHERE, 0], np.int64),
    )


@compiled
def forget_path(path: Any) -> None:
    """Begin anew; a search that was stopped leaves its questions behind."""
    path.keys[:] = NO_KEY
    path.answered[0] = NOWHERE


@compiled
def go_down(path: Any, ply: int, key: int, goal: int) -> None:
    """Add a question, for which a move is going to be searched."""
    path.keys[ply] = key
    path.goals[ply] = goal


@compiled
def go_up(path: Any, table: Any, ply: int, nodes: int) -> bool:
    """Remove the question again; whether it, or one that led to it, is answered by now.

    `nodes` is what the move cost. If this is true, the move's value means nothing.
    """
    if nodes > WORTH_A_LOOK and path.answered[0] == NOWHERE:
        look_back(path, table, ply)
    path.keys[ply] = NO_KEY
    return bool(path.answered[0] <= ply)


@compiled
def look_back(path: Any, table: Any, ply: int) -> None:
    """Note the first question of the path that the table answers."""
    for earlier in range(ply + 1):
        key = int(path.keys[earlier])
        if key != NO_KEY:
            low, high = table.bounds(key)
            goal = int(path.goals[earlier])
            if low >= goal or high < goal:
                path.answered[0] = earlier
                path.answered[1] = low if low >= goal else high
                return


@compiled
def take_answer(path: Any, ply: int) -> int:
    """The answer, if it is to the question at this ply; those on the way there return nonsense."""
    if path.answered[0] == ply:
        path.answered[0] = NOWHERE
    return int(path.answered[1])
