"""The exact score of every move, where a solver reaches.

A solver keeps what it has proven, so that somebody can walk on through a game that was solved.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

from plyground.game import Game
from plyground.kernel import Monitor, rest_of
from plyground.search.analysis import best_first
from plyground.solvers import retrograde
from plyground.solvers.exact import ExactSolver
from plyground.vocabulary import Analysis, Limit, Move, MoveReport, Proven

MEGABYTES = 256
KEPT = 2  # solvers that wait for the next position


class Solvers:
    """Solvers of the games that were analysed last; each works for one search at a time."""

    def __init__(self) -> None:
        """None is made before the first analysis."""
        self._changing = threading.Lock()
        self._idle: dict[Game[Any], ExactSolver] = {}

    @contextlib.contextmanager
    def borrow(self, game: Game[Any]) -> Iterator[ExactSolver]:
        """A solver of `game` for the length of the `with` block."""
        with self._changing:
            solver = self._idle.pop(game, None)
        solver = solver or ExactSolver(game, MEGABYTES, distance=True)
        try:
            yield solver
        finally:
            with self._changing:
                self._idle[game] = solver
                while len(self._idle) > KEPT:
                    del self._idle[next(iter(self._idle))]


SOLVERS = Solvers()


def analyse_exactly(
    game: Game[Any], position: Any, limit: Limit, monitor: Monitor
) -> Iterator[Analysis]:
    """What is proven about every move: first who wins, then in how many plies."""
    if retrograde.reaches(game):
        yield from _looked_up(game, position, limit, monitor)
        return
    with SOLVERS.borrow(game) as solver:
        solver.result(position, Limit(nodes=1))  # compilation is not on the clock
        known = _Known(game, position, monitor)
        judge = _Judge(solver, position, limit, monitor)
        for look in (judge.result, judge.distance):
            for move, report in known.reports.items():
                if not (report.score is None or _is_vague(report)):
                    continue
                found = look(move)
                if found is None:
                    return
                known.reports[move] = found
                yield known.analysis()
        yield known.analysis(finished=True)


def _looked_up(
    game: Game[Any], position: Any, limit: Limit, monitor: Monitor
) -> Iterator[Analysis]:
    """The same where all positions of a game are solved at once."""
    known = _Known(game, position, monitor)
    seconds = rest_of(limit, known.begun)
    solution = retrograde.solve(game, position, seconds, True, monitor)
    known.reports |= {m: MoveReport(m, score, 1, (m,)) for m, score in solution.moves.items()}
    yield known.analysis(finished=all(report.score for report in known.reports.values()))


class _Known:
    """What is known about the moves of a position, and what it cost."""

    def __init__(self, game: Game[Any], position: Any, monitor: Monitor) -> None:
        self.monitor = monitor
        self.begun = time.monotonic()
        self.reports = {move: MoveReport(move) for move in game.legal(position)}

    def analysis(self, finished: bool = False) -> Analysis:
        counted = self.monitor.statistics(time.monotonic() - self.begun)
        return Analysis(best_first(self.reports), counted, finished)


def _is_vague(report: MoveReport) -> bool:
    """Whether a game is known to be won or lost, but not how soon."""
    score = report.score
    return isinstance(score, Proven) and bool(score.result) and score.distance is None


class _Judge:
    """Asks a solver about the moves of one position, under one limit."""

    def __init__(self, solver: ExactSolver, position: Any, limit: Limit, monitor: Monitor) -> None:
        self.solver = solver
        self.position = position
        self.limit = limit
        self.monitor = monitor
        self.begun = time.monotonic()

    def result(self, move: Move) -> MoveReport | None:
        """Who wins after `move`; None if stopped before."""
        player, child = self.position.player(), self.position.play(move)
        if not self.solver.game.legal(child):
            return MoveReport(move, Proven(-child.result(), player, 1), 1, (move,))
        result = self.solver.result(child, self._rest(), self.monitor)
        return None if result is None else MoveReport(move, Proven(-result, player), 1, (move,))

    def distance(self, move: Move) -> MoveReport | None:
        """The same with the number of plies, and best play to the end."""
        found = self.solver.solve(self.position.play(move), self._rest(), self.monitor)
        if self.monitor.stopped or found.distance is None:
            return None
        plies = found.distance + 1
        score = Proven(-found.low, self.position.player(), plies)
        return MoveReport(move, score, plies, (move, *found.line))

    def _rest(self) -> Limit | None:
        return rest_of(self.limit, self.begun)
