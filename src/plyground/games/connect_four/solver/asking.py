"""One question after the other: by the threads that were asked for, or with the help of others.

Where nobody has said how many threads there may be, one looks at so many nodes on the spot, and
then the cores that are to spare help it. So short questions take the same nodes every time. Nobody
helps under a limit in nodes, whose result must come again, in a browser, or where other processes
of ours have work for the cores (`kernel.machine`).
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

from plyground.games.connect_four.solver.search import Features, Memory, new_memories, reaches
from plyground.games.connect_four.solver.table import Table
from plyground.kernel import Helpers, Monitor, rest_of, run_search
from plyground.kernel.machine import spare_cores
from plyground.kernel.monitor import NODE_LIMIT, NODES, STOP
from plyground.solvers.solver import Options, count_more
from plyground.vocabulary import Limit

ALONE_NODES = 100_000  # about 6 milliseconds
MOST_HELPERS = 3


class Asker:
    """Asks whether positions of one board reach scores."""

    def __init__(self, board: Any, table: Table, features: Features, options: Options) -> None:
        """With as many threads as the options have; if they say nothing, with helpers."""
        self.board, self.table, self.features = board, table, features
        self.memories = new_memories(options.thread_count(), board, table)
        self.may_get_help = options.threads is None
        self._watch = Monitor().array

    @cached_property
    def _shared(self) -> list[Memory]:
        """What threads work in that help each other."""
        return new_memories(1 + min(MOST_HELPERS, spare_cores()), self.board, self.table)

    def gets_help(self, watch: Monitor) -> bool:
        """Whether other cores may help in a search that is watched so."""
        if not self.may_get_help or watch.array[NODE_LIMIT] or len(self._shared) == 1:
            return False
        question = (self.board, 0, 0, 0, self.features, self.memories[0], self._watch)
        return bool(
            reaches.prepare(*question)
        )  # interpreted threads would only wait for each other

    def ask(
        self,
        question: tuple[int, int, int],
        watch: Monitor,
        limit: Limit | None,
        alone: int = ALONE_NODES,
    ) -> int:
        """The value that answers whether a player with these discs, of all these, reaches a goal.

        `alone` bounds the nodes for one thread, if others may help. Meaningless once stopped.
        """
        begun, memories = time.monotonic(), self.memories
        if self.gets_help(watch):
            if alone > 0:
                value = self._ask_alone(question, watch, alone)
                if value is not None:
                    return value
                limit = rest_of(limit, begun)
            memories = self._shared
        first, *others = ((self.board, *question, self.features, memory) for memory in memories)
        with Helpers(reaches, others) as helpers:
            value = run_search(reaches, watch, *first, limit=limit)
        count_more(watch, helpers.statistics().nodes)
        return int(value)

    def _ask_alone(self, question: tuple[int, int, int], watch: Monitor, nodes: int) -> int | None:
        """The value, if so many nodes suffice for it; nobody can stop them."""
        array = self._watch
        array[NODES], array[STOP], array[NODE_LIMIT] = 0, 0, nodes
        value = reaches(self.board, *question, self.features, self.memories[0], array)
        count_more(watch, int(array[NODES]))
        return None if array[STOP] else int(value)
