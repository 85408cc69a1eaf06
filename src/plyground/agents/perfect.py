"""The agent that knows: by solving the position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from plyground.agents.agent import Agent, tighter
from plyground.agents.exact_analysis import analyse_exactly
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.kernel.monitor import NODES
from plyground.solvers import retrograde
from plyground.solvers.exact import ExactSolver
from plyground.vocabulary import Analysis, Decision, Limit


class ExactAgent(Agent):
    """Plays perfectly where the exact solver finishes in time: wins and draws that are there.

    Half of the time is for solving, one second if no limit is given; where that does not suffice,
    `rest` decides in the other half. The solver works in short turns, between which it can be
    stopped; what it found stays in its table. A game that is analysed as a whole (small boards of
    Cachex) is worth waiting for: without a limit, the first move takes as long as that does.
    """

    scores_moves = True

    TURN = 0.25  # seconds
    PATIENCE = 3600.0  # seconds for the analysis of a whole game

    def __init__(self, game: Game[Any], name: str, solver: ExactSolver, rest: Agent) -> None:
        """`rest` must be for the same game."""
        super().__init__(game, name)
        self.solver = solver
        self.rest = rest

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """A move that keeps the proven value; an estimate if there is none."""
        watch, half = monitor or Monitor(), self._seconds(limit)
        begun = time.monotonic()
        while (left := half - (time.monotonic() - begun)) > 0 and not watch.stopped:
            solution = self.solver.solve(position, Limit(seconds=min(self.TURN, left)))
            watch.array[NODES] += solution.statistics.nodes
            if solution.value is not None and solution.line:
                line = solution.line
                return Decision(line[0], solution.value, line, solution.statistics)
        return self.rest.choose(position, tighter(limit, Limit(seconds=half)), monitor)

    def prepare(self, position: Any) -> None:
        """Have the machine code of both ways of playing ready."""
        self.solver.prepare(position)
        self.rest.prepare(position)

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What is proven about every move: first who wins, then in how many plies."""
        return analyse_exactly(self.game, position, limit or Limit(), monitor or Monitor())

    def _seconds(self, limit: Limit | None) -> float:
        """How long to try to solve a position."""
        if retrograde.reaches(self.game) and (limit is None or limit == Limit()):
            return self.PATIENCE
        return ((limit.seconds if limit else None) or 2.0) / 2

    def new_game(self) -> None:
        """What was proven in one game is true in the next."""
        self.rest.new_game()
