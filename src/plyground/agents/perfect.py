"""The agent that knows: by solving the position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from plyground.agents.agent import Agent
from plyground.kernel import Monitor
from plyground.kernel.monitor import NODES
from plyground.solvers.solution import Solution
from plyground.solvers.solver import Solver
from plyground.vocabulary import Analysis, Decision, Limit


class PerfectAgent(Agent):
    """Plays perfectly where the solver of the game finishes in time.

    Half of the limit is for solving, in seconds and in nodes; where that does not suffice, `rest`
    decides with the other half. Without a limit a solver that is worth waiting for has all the time
    that it needs, and any other one second. It works in short turns, between which it can be
    stopped; what it found stays in its table.

    It wins as soon and loses as late as it can, where few nodes suffice to count the plies.
    """

    scores_moves = True

    TURN = Limit(seconds=0.25, nodes=200_000)  # one bound is used, that of the kind which is left
    COUNTING = 20_000  # nodes for the plies to the end: too few for anybody to notice
    SECONDS = 2.0  # of which the first half is for solving

    def __init__(self, name: str, solver: Solver, rest: Agent) -> None:
        """`rest` must be for the same game."""
        super().__init__(solver.game, name)
        self.solver = solver
        self.rest = rest

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """A move that keeps the proven value; an estimate if there is none."""
        watch, whole = monitor or Monitor(), limit or Limit()
        budget = _Budget(whole, None if self.solver.patient else self.SECONDS, watch)
        while not watch.stopped and (turn := budget.turn(self.TURN)) is not None:
            solution = self.solver.solve(position, turn)
            watch.array[NODES] += solution.statistics.nodes
            if solution.value is not None and solution.line:
                return _decision(self._hurried(position, solution, budget))
        return self.rest.choose(position, budget.rest(), watch)

    def _hurried(self, position: Any, solution: Solution, budget: _Budget) -> Solution:
        """The solution with the plies to the end, where counting them costs little."""
        turn = budget.turn(self.TURN)
        if turn is None:
            return solution
        nodes = self.COUNTING if turn.nodes is None else min(turn.nodes, self.COUNTING)
        before = solution.statistics.nodes
        solution = self.solver.with_distance(position, solution, replace(turn, nodes=nodes))
        budget.watch.array[NODES] += solution.statistics.nodes - before
        return solution

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
        """What is proven about every move, better and better."""
        return self.solver.analyse(position, limit, monitor)

    def new_game(self) -> None:
        """What was proven in one game is true in the next."""
        self.rest.new_game()

    def close(self) -> None:
        """Close the player of the rest."""
        self.rest.close()


def _decision(solution: Solution) -> Decision:
    """The first move of the line. Requires a solution that has one."""
    return Decision(solution.line[0], solution.value, solution.line, solution.statistics)


class _Budget:
    """What one choice may spend: the first half on solving, what is left on something else."""

    def __init__(self, limit: Limit, patience: float | None, watch: Monitor) -> None:
        """`patience` in seconds counts where the limit is none."""
        unbounded = limit.seconds is None and limit.nodes is None
        self.seconds = patience if unbounded else limit.seconds
        self.limit, self.watch = limit, watch
        self.begun, self.before = time.monotonic(), int(watch.array[NODES])

    def turn(self, longest: Limit) -> Limit | None:
        """The limit of the next turn; None if the half is spent.

        A limit in nodes alone never looks at a clock, so that the same search follows from it.
        """
        seconds = nodes = None
        if self.limit.nodes is not None:
            used = int(self.watch.array[NODES]) - self.before
            nodes = min(self.limit.nodes // 2 - used, longest.nodes or 0)
        if self.seconds is not None:
            seconds = min(self.seconds / 2 - (time.monotonic() - self.begun), longest.seconds or 0)
        elif nodes is None:
            seconds = longest.seconds
        spent = any(left is not None and left <= 0 for left in (seconds, nodes))
        return None if spent else Limit(seconds=seconds, nodes=nodes)

    def rest(self) -> Limit:
        """What is left; nodes are those of the monitor, which counts on."""
        seconds, nodes = self.seconds and self.seconds / 2, self.limit.nodes
        if nodes is not None:
            nodes = max(self.before + nodes, int(self.watch.array[NODES]) + 1)
        return Limit(seconds=seconds, nodes=nodes, depth=self.limit.depth)
