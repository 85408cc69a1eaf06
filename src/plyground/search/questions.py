"""The questions that a thread of alpha-beta is in, to leave those that another has answered.

Threads that share a table go through the same positions. While one looks at a move, another may
find the move that refutes the whole line, or finish the position. So each thread keeps what it asks
of the positions from the root on, by ply:

    asked[ply]  key, 0 where the table is not used | depth | alpha | beta
    answer      ply of a question that is answered, NOWHERE if none is | its value | nodes then

Now and then it looks them up. Where one is answered, it goes back to that one and takes the value,
as if it had stood in the table from the start. The root is never left: a line is wanted there.

`asked`, `answer` and `table` are fields of what is called `memory` here. A single thread has no
plies in `asked`, and nothing is ever answered.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import compiled, inlined
from plyground.search.minimax import from_table
from plyground.search.table import probe, settles, unpack_bound, unpack_depth, unpack_value

NOWHERE = 1 << 30  # a ply that no game reaches
WORTH_A_LOOK = 1000  # nodes, beside which looking the questions up costs nothing
TWO_LINES = 16  # numbers in two lines of cache, so that no other thread writes beside


def new_questions(plies: int) -> tuple[Any, Any]:
    """`asked` for so many plies, none for a thread that is alone, and `answer`."""
    answer = np.zeros(TWO_LINES, np.int64)
    answer[0] = NOWHERE
    return np.zeros((plies, 4), np.int64), answer


@inlined
def ask(memory: Any, ply: int, key: int, depth: int, alpha: int, beta: int) -> None:
    """Note what is asked at this ply."""
    if memory.asked.shape[0] > 0:
        memory.asked[ply, 0] = key
        memory.asked[ply, 1] = depth
        memory.asked[ply, 2] = alpha
        memory.asked[ply, 3] = beta


@inlined
def is_open(memory: Any, ply: int) -> bool:
    """Whether neither the question at this ply nor one that led to it is known to be answered."""
    return bool(memory.answer[0] > ply)


@inlined
def look_back(memory: Any, ply: int, nodes: int) -> None:
    """Note the first question that the table answers, if so many nodes make it time for a look."""
    if memory.asked.shape[0] > 0 and nodes - memory.answer[2] >= WORTH_A_LOOK:
        memory.answer[2] = nodes
        if memory.answer[0] == NOWHERE:
            find_answer(memory, ply)


@compiled
def find_answer(memory: Any, ply: int) -> None:
    """Note the first question up to this ply that the table answers; the root's does not count."""
    for earlier in range(1, ply + 1):
        key, depth = int(memory.asked[earlier, 0]), int(memory.asked[earlier, 1])
        alpha, beta = int(memory.asked[earlier, 2]), int(memory.asked[earlier, 3])
        data = probe(memory.table, key) if key != 0 else 0
        value = from_table(unpack_value(data), earlier)
        if unpack_depth(data) >= depth and settles(unpack_bound(data), value, alpha, beta):
            memory.answer[0] = earlier
            memory.answer[1] = value
            return


@compiled
def take_answer(memory: Any, ply: int) -> int:
    """The answer, if it is to the question at this ply; those on the way there return nonsense."""
    if memory.answer[0] == ply:
        memory.answer[0] = NOWHERE
    return int(memory.answer[1])
