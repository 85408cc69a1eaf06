"""
The monitor: how a running search is watched, bounded and stopped.

A search kernel cannot read a clock and nobody can call into it. It shares one array of
64-bit integers with the outside instead:

    index  0 STOP          written outside, read inside: non-zero means return soon
           1 NODE_LIMIT    nodes after which the search stops itself; 0 for no limit
           2 DEPTH_LIMIT   depth after which the search stops itself; 0 for no limit
           3..10           counters: the fields of `Statistics`, in that order
          11 BEST_MOVE     -1 until the search knows one
          12 SCORE         for the side to move at the root
          13 LINE_LENGTH   how many moves of the principal variation follow
          14..525          the principal variation
         526 DEADLINE      `time.monotonic_ns` at which a search that can read a clock stops
                           itself; 0 for none

Reads of STOP and writes of NODES are atomic in machine code: a compiler may otherwise
move them out of the loop, and the search would neither stop nor show progress.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from plyground.kernel.marks import compiled
from plyground.vocabulary import Limit, Move, Statistics

STOP = 0
NODE_LIMIT = 1
DEPTH_LIMIT = 2
NODES = 3
EVALUATIONS = 4
EXPANDED = 5
LEGAL_MOVES = 6
CUTOFFS = 7
TABLE_HITS = 8
DEPTH = 9
SELECTIVE_DEPTH = 10
BEST_MOVE = 11
SCORE = 12
LINE_LENGTH = 13
LINE = 14

LONGEST_LINE = 512
DEADLINE = LINE + LONGEST_LINE
TOLD_BITS = 20
COUNTERS = (
    "nodes",
    "evaluations",
    "expanded",
    "legal_moves",
    "cutoffs",
    "table_hits",
    "depth",
    "selective_depth",
)


def peek(array: Any, index: int) -> int:
    """`array[index]`, always read from memory, never from a register."""
    return int(array[index])


def poke(array: Any, index: int, value: int) -> None:
    """Write `array[index]` to memory at once, never only to a register."""
    array[index] = value


def time_is_up(monitor: Any) -> bool:
    """Whether the deadline has passed; machine code that has no clock is told never."""
    deadline = int(monitor[DEADLINE])
    return deadline != 0 and time.monotonic_ns() >= deadline


def call_watcher(nodes: int) -> None:
    """Tell who watches how many nodes there are; nobody does outside of a module for browsers."""


@compiled
def tell(monitor: Any, number: int) -> None:
    """Tell who watches, now and then, how many nodes there are, once `number` more are counted.

    In a browser nobody can read the monitor of a running search. Who has loaded a module is called
    instead, every 2**TOLD_BITS nodes; elsewhere this does nothing.
    """
    nodes = peek(monitor, NODES)
    if nodes >> TOLD_BITS != (nodes - number) >> TOLD_BITS:
        call_watcher(nodes)


@compiled
def stop_requested(monitor: Any) -> bool:
    """Whether the search should return: somebody outside or a limit has asked for it."""
    if time_is_up(monitor):
        poke(monitor, STOP, 1)
    return peek(monitor, STOP) != 0


@compiled
def enter_node(monitor: Any) -> bool:
    """Count one node; true when the search must stop instead of looking at it."""
    if peek(monitor, STOP) != 0:
        return True
    nodes = peek(monitor, NODES) + 1
    poke(monitor, NODES, nodes)
    if nodes == monitor[NODE_LIMIT] or time_is_up(monitor):
        poke(monitor, STOP, 1)
        return True
    return False


@compiled
def count_legal_moves(monitor: Any, count: int) -> None:
    """Count one expanded node with `count` legal moves."""
    monitor[EXPANDED] += 1
    monitor[LEGAL_MOVES] += count


@compiled
def begin_anew(monitor: Any, nodes: int) -> None:
    """Clear everything but the limit in depth, for another search of at most so many nodes."""
    for i in range(NODES, LINE):
        monitor[i] = 0
    monitor[BEST_MOVE] = -1
    monitor[NODE_LIMIT] = nodes
    poke(monitor, STOP, 0)


class Monitor:
    """The outside's view of the array that a search kernel is given."""

    def __init__(self, limit: Limit | None = None) -> None:
        """A fresh monitor; `limit.nodes` and `limit.depth` are written into it."""
        import numpy as np

        self.array: Any = np.zeros(DEADLINE + 1, np.int64)
        self.array[BEST_MOVE] = -1
        self.bound(limit)

    def bound(self, limit: Limit | None) -> None:
        """Write the limit's bounds in nodes and depth into the array; others stay."""
        if limit is not None:
            self.array[NODE_LIMIT] = limit.nodes or self.array[NODE_LIMIT]
            self.array[DEPTH_LIMIT] = limit.depth or self.array[DEPTH_LIMIT]

    def stop(self) -> None:
        """Ask the search to return as soon as it can. Safe from any thread, at any time."""
        self.array[STOP] = 1

    @contextlib.contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """Have searches inside the `with` block that can read a clock stop after so long."""
        before = int(self.array[DEADLINE])
        if seconds is not None:
            own = time.monotonic_ns() + int(seconds * 1e9)
            self.array[DEADLINE] = min(own, before) if before else own
        try:
            yield
        finally:
            self.array[DEADLINE] = before

    def go_on(self) -> bool:
        """Undo the stop by a deadline that was only that of a part; false if there is another."""
        is_spent = 0 < self.array[NODE_LIMIT] <= self.array[NODES]
        if is_spent or time_is_up(self.array):
            return False
        self.array[STOP] = 0
        return True

    @property
    def stopped(self) -> bool:
        """Whether the search was asked to stop, by `stop` or by a limit."""
        return bool(self.array[STOP])

    @property
    def best_move(self) -> Move | None:
        """The best move so far, None until the search knows one."""
        move = int(self.array[BEST_MOVE])
        return None if move < 0 else move

    @property
    def score(self) -> int:
        """The raw score so far, for the side to move at the root."""
        return int(self.array[SCORE])

    @property
    def line(self) -> list[Move]:
        """The principal variation so far."""
        length = int(self.array[LINE_LENGTH])
        return [int(move) for move in self.array[LINE : LINE + length]]

    def statistics(self, seconds: float = 0.0) -> Statistics:
        """The counters as a record; the monitor knows no clock, so the time is passed in."""
        values = self.array[NODES : NODES + len(COUNTERS)].tolist()
        return Statistics(**dict(zip(COUNTERS, values, strict=True)), seconds=seconds)
