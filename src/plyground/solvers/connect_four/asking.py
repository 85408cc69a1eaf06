"""One question to several threads that share a table."""

from __future__ import annotations

import threading
from typing import Any

from plyground.kernel import Monitor, run_search
from plyground.kernel.monitor import NODES
from plyground.solvers.connect_four.search import Memory, reaches
from plyground.vocabulary import Limit


def ask(
    question: tuple[Any, ...], memories: list[Memory], watch: Monitor, limit: Limit | None
) -> int:
    """What `reaches` answers; one thread for each memory, stopped once the first has it."""
    with _Helpers(question, memories[1:]) as helpers:
        value = run_search(reaches, watch, *question, memories[0], limit=limit)
    watch.array[NODES] += helpers.nodes
    return int(value)


class _Helpers:
    """More threads at the same question: they fill the table that the first one reads."""

    def __init__(self, question: tuple[Any, ...], memories: list[Memory]) -> None:
        self.monitors = [Monitor() for _ in memories]
        self.threads = [
            threading.Thread(target=reaches, args=(*question, memory, watch.array), daemon=True)
            for memory, watch in zip(memories, self.monitors, strict=True)
        ]

    def __enter__(self) -> _Helpers:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        for watch in self.monitors:
            watch.stop()
        for thread in self.threads:
            thread.join()

    @property
    def nodes(self) -> int:
        """How many the helpers looked at."""
        return sum(watch.statistics().nodes for watch in self.monitors)
