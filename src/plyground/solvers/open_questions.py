"""The questions that a thread is in, to leave those that another thread has answered.

Threads at one question may split where the first move to be looked at would have sufficed: one of
them finds the answer, and the other is still deep in a move that no longer matters. So each keeps
its open questions: key and goal of the positions from the root on, by ply. After a search that
cost many nodes it looks these up in the table. Where one of the questions is answered, the thread
goes back to it and takes the answer.

A table is any class with `bounds(key)`: what is proven of a position, at least and at most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled

NO_KEY = -1  # of a position that no table keeps; no position has it
NOWHERE = 1 << 30  # a ply that no game reaches
WORTH_A_LOOK = 1000  # nodes, beside which looking them up costs nothing


@compiled
class OpenQuestions(NamedTuple):
    """Questions that are open in this thread, and the one that turned out to be answered."""

    keys: Any  # [ply]; NO_KEY where there is no question, too
    goals: Any  # [ply]
    answered: Any  # [2]: the ply of a question that is answered, NOWHERE if none is; the answer


def new_questions(plies: int) -> OpenQuestions:
    """No question yet, for games of at most so many plies."""
    return OpenQuestions(
        np.full(plies + 1, NO_KEY, np.int64),
        np.zeros(plies + 1, np.int64),
        np.array([NOWHERE, 0], np.int64),
    )


@compiled
def forget_questions(questions: Any) -> None:
    """Begin anew; a search that was stopped leaves its questions behind."""
    questions.keys[:] = NO_KEY
    questions.answered[0] = NOWHERE


@compiled
def go_down(questions: Any, ply: int, key: int, goal: int) -> None:
    """Add a question, for which a move is going to be searched."""
    questions.keys[ply] = key
    questions.goals[ply] = goal


@compiled
def go_up(questions: Any, table: Any, ply: int, nodes: int) -> bool:
    """Remove the question again; whether it, or one that led to it, is answered by now.

    `nodes` is what the move cost. If this is true, the move's value means nothing.
    """
    if nodes > WORTH_A_LOOK and questions.answered[0] == NOWHERE:
        look_back(questions, table, ply)
    questions.keys[ply] = NO_KEY
    return bool(questions.answered[0] <= ply)


@compiled
def look_back(questions: Any, table: Any, ply: int) -> None:
    """Note the first open question that the table answers."""
    for earlier in range(ply + 1):
        key = int(questions.keys[earlier])
        if key != NO_KEY:
            low, high = table.bounds(key)
            goal = int(questions.goals[earlier])
            if low >= goal or high < goal:
                questions.answered[0] = earlier
                questions.answered[1] = low if low >= goal else high
                return


@compiled
def take_answer(questions: Any, ply: int) -> int:
    """The answer, if it is to the question at this ply; those on the way there return nonsense."""
    if questions.answered[0] == ply:
        questions.answered[0] = NOWHERE
    return int(questions.answered[1])
