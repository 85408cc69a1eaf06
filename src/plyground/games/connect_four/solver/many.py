"""Scores of many positions in one call, by all threads: each goes from one position to the next.

A call into machine code costs about as much as the score of an ending, so positions go there all
at once, as rows. What a few nodes do not settle stays open, for a search with all threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.games.connect_four.solver.search import Features, Memory, settle
from plyground.kernel import Monitor, by_reference, search_kernel
from plyground.kernel.background import Background
from plyground.kernel.monitor import NODE_LIMIT, NODES, STOP, peek, poke

# What a row holds: the mover's discs, all discs, and what the score is at least and at most.
MINE, MASK, LOW, HIGH, FIELDS = 0, 1, 2, 3, 4
PATIENCE = 0.1  # seconds between two requests to stop


@search_kernel(title="the solver")
def settle_many(
    board: Any,
    rows: Any,
    first: int,
    step: int,
    nodes: int,
    features: Any,
    memory: Any,
    monitor: Any,
) -> int:
    """Narrow the bounds in each `step`-th row from `first` on; how many rows were looked at.

    At most so many nodes are spent on a row. Bounds that do not meet afterwards are proven, too.
    """
    room, done = by_reference(memory), 0
    for row in range(first, rows.shape[0], step):
        monitor[NODE_LIMIT] = peek(monitor, NODES) + nodes
        mine, mask = int(rows[row, MINE]), int(rows[row, MASK])
        low, high = int(rows[row, LOW]), int(rows[row, HIGH])
        low, high = settle(board, mine, mask, low, high, features, room, monitor)
        rows[row, LOW], rows[row, HIGH] = low, high
        done += 1
        if peek(monitor, STOP) != 0:
            if peek(monitor, NODES) < monitor[NODE_LIMIT]:
                break  # somebody outside has asked for it
            poke(monitor, STOP, 0)
    return done


def settle_all(
    board: Any, rows: Any, nodes: int, features: Features, memories: list[Memory]
) -> None:
    """Narrow the bounds in every row, each thread in a memory of its own; ends on Ctrl-C."""
    watches = [Monitor() for _ in memories]
    calls = [
        (board, rows, first, len(memories), nodes, features, alone(memory), watch.array)
        for first, (memory, watch) in enumerate(zip(memories, watches, strict=True))
    ]
    settle_many.prepare(*calls[0])
    running = [Background(settle_many, *call) for call in calls]
    try:
        for each in running:
            each.result()
    except BaseException:  # Ctrl-C, most likely
        for each, watch in zip(running, watches, strict=True):
            watch.stop()
            while not each.wait(PATIENCE):
                watch.stop()  # a row that ended just then has taken the first one for its own
        raise


def alone(memory: Memory) -> Memory:
    """The memory for a thread that leaves no work to others: they have other positions."""
    return memory._replace(busy=memory.busy[:0])


def rows_for(positions: list[Any], widest: int) -> Any:
    """A row for each position, of whose score nothing is known."""
    rows = np.empty((len(positions), FIELDS), np.int64)
    rows[:, MINE] = [position.mine for position in positions]
    rows[:, MASK] = [position.mine | position.theirs for position in positions]
    rows[:, LOW], rows[:, HIGH] = -widest, widest
    return rows
