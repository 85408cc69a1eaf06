"""The agent that analyses: exact where a solver gets through, a search where it does not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from plyground.agents.perfect import PerfectAgent
from plyground.kernel import Monitor, machine, rest_of
from plyground.kernel.monitor import DEADLINE, NODES
from plyground.search.analysis import best_first
from plyground.vocabulary import Analysis, Limit, Move, MoveReport, Proven, Statistics

LOOK_EVERY = 0.02  # seconds between two looks whether a proof is still worth waiting for


class AnalystAgent(PerfectAgent):
    """Tells what is proven about every move, and what a search expects of the others.

    A solver that is worth waiting for has half of the limit, any other one a moment: in most
    positions it would need hours. Once every move is proven, it goes on, for distances and lines.
    """

    MOMENT = 0.5  # seconds

    def prepare(self, position: Any) -> None:
        """Have machine code ready; that of the search when it is needed, if that is rare."""
        self.solver.prepare(position)
        if not self.solver.patient:
            self.rest.prepare(position)

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What is proven, then what is estimated; a limit in depth is for searches alone."""
        watch, whole = monitor or Monitor(), limit or Limit()
        known = Analysis((), Statistics())
        self.solver.prepare(position)  # which is on no clock
        begun = time.monotonic()
        if whole.depth is None:
            for known in self._proven(position, whole, watch):
                yield known
        if is_proven(known) or watch.stopped:
            return
        proven = {each.move: each for each in known.moves if isinstance(each.score, Proven)}
        spent = time.monotonic() - begun
        self.rest.prepare(position)
        rest = rest_of(limit, time.monotonic() - spent)
        left = replace(whole, seconds=rest.seconds if rest else None)
        for found in self.rest.analyse(position, left, watch, step):
            yield _with(proven, found)

    def _proven(self, position: Any, whole: Limit, watch: Monitor) -> Iterator[Analysis]:
        """What the solver finds, as long as it is worth waiting for."""
        known, begun = Analysis((), Statistics()), time.monotonic()
        patience = self._patience(whole)

        def is_late() -> bool:
            passed = time.monotonic() - begun
            return patience is not None and passed > patience and not is_proven(known)

        nodes = None if whole.nodes is None else max(1, whole.nodes // 2)
        with _inside(watch, is_late, patience) as inner:
            share = Limit(seconds=whole.seconds, nodes=nodes)
            for known in self.solver.analyse(position, share, inner):
                if is_proven(known):
                    inner.array[DEADLINE] = 0  # of its patience
                yield known
                if watch.stopped and not machine.has_threads():
                    inner.stop()

    def _patience(self, whole: Limit) -> float | None:
        """How many seconds to wait for a proof; None: as long as it takes, or nodes allow."""
        if whole.seconds is None and (whole.nodes is not None or self.solver.patient):
            return None
        half = (whole.seconds or self.SECONDS) / 2
        return half if self.solver.patient else min(half, self.MOMENT)


def is_proven(known: Analysis) -> bool:
    """Whether every move has a proven result."""
    return bool(known.moves) and all(isinstance(each.score, Proven) for each in known.moves)


def _with(proven: dict[Move, MoveReport], found: Analysis) -> Analysis:
    """An analysis in which proven results stand in place of estimates."""
    if not proven:
        return found
    return replace(found, moves=best_first({m.move: proven.get(m.move, m) for m in found.moves}))


@contextmanager
def _inside(
    outer: Monitor, is_late: Callable[[], bool], patience: float | None
) -> Iterator[Monitor]:
    """A monitor for a part of the work: stopped with the outer one, or alone once it is late.

    The outer one counts its nodes, too. Without threads it stops itself after `patience`.
    """
    inner, over, before = Monitor(), threading.Event(), int(outer.array[NODES])

    def follow() -> None:
        while not over.wait(LOOK_EVERY):
            outer.array[NODES] = before + inner.array[NODES]
            if outer.stopped or is_late():
                inner.stop()

    if machine.has_threads():
        threading.Thread(target=follow, name="following", daemon=True).start()
    try:
        with inner.within(None if machine.has_threads() else patience):
            yield inner
    finally:
        over.set()
        outer.array[NODES] = before + inner.array[NODES]
