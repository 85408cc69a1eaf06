"""Agents that know: by solving the position, or by looking it up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from plyground.agents.agent import Agent, tighter
from plyground.game import Game
from plyground.kernel import Monitor, popcount
from plyground.kernel.monitor import NODES
from plyground.search.analysis import Analysis, MoveReport, best_first
from plyground.solvers import retrograde
from plyground.solvers.connect_four.search import key_of, plain_bounds
from plyground.solvers.connect_four.solver import ConnectFourSolver, sign_of
from plyground.solvers.exact import ExactSolver
from plyground.vocabulary import Decision, Estimate, Limit, Move, Proven


class PerfectAgent:
    """Plays Connect Four perfectly: wins soonest, loses latest.

    Of equally good moves it takes the one nearest to the centre. If the limit ends the search,
    it takes the legal move nearest to the centre.
    """

    def __init__(self, game: Game[Any], name: str, solver: ConnectFourSolver) -> None:
        """`solver` must be for the same board."""
        self.game = game
        self.name = name
        self.solver = solver

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """A best move, with the proven score and both sides' best play."""
        watch = monitor or Monitor()
        solution = self.solver.solve(position, limit=limit, monitor=watch)
        if solution.score is not None:
            line = self.solver.line(position, solution.score, watch)
            if line:
                score = self.solver.proven(position, solution.score)
                return Decision(line[0], score, tuple(line), solution.statistics)
        return Decision(self._from_the_middle(position)[0], statistics=solution.statistics)

    def analyse(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Iterator[Analysis]:
        """What is proven about every move, one move after the other; the limit is for all."""
        watch, begun = monitor or Monitor(), time.monotonic()
        watch.bound(limit)
        seconds = limit.seconds if limit else None
        reports = {move: MoveReport(move) for move in self.game.legal(position)}
        for move in self._from_the_middle(position):
            left = None if seconds is None else seconds - (time.monotonic() - begun)
            if watch.stopped or (left is not None and left <= 0):
                return
            score = self._proven(position, move, Limit(seconds=left), watch)
            if score is None:
                return
            reports[move] = MoveReport(move, score, score.distance or 0, (move,))
            yield Analysis(best_first(reports), watch.statistics(time.monotonic() - begun))
        yield Analysis(best_first(reports), watch.statistics(time.monotonic() - begun), True)

    def _proven(self, position: Any, move: Move, limit: Limit, watch: Monitor) -> Proven | None:
        """What a move leads to, for who makes it; None if that was not found out."""
        player, child = position.player(), position.play(move)
        if not self.game.legal(child):
            return Proven(-child.result(), player, 1)
        score = self.solver.solve(child, limit=limit, monitor=watch).score
        if score is None:
            return None
        found = self.solver.proven(child, score)
        return Proven(-found.result, player, 1 + (found.distance or 0))

    def _from_the_middle(self, position: Any) -> list[Move]:
        last = self.solver.game.width - 1
        return sorted(self.game.legal(position), key=lambda move: abs(2 * move - last))

    def new_game(self) -> None:
        """What was proven in one game is true in the next."""


class ExactAgent:
    """Plays perfectly where the exact solver finishes in time: wins and draws that are there.

    Half of the time is for solving, one second if no limit is given; where that does not suffice,
    `rest` decides in the other half. The solver works in short turns, between which it can be
    stopped; what it found stays in its table. A game that is analysed as a whole (small boards of
    Cachex) is worth waiting for: without a limit, the first move takes as long as that does.
    """

    TURN = 0.25  # seconds
    PATIENCE = 3600.0  # seconds for the analysis of a whole game

    def __init__(self, game: Game[Any], name: str, solver: ExactSolver, rest: Agent) -> None:
        """`rest` must be for the same game."""
        self.game = game
        self.name = name
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

    def _seconds(self, limit: Limit | None) -> float:
        """How long to try to solve a position."""
        if retrograde.reaches(self.game) and (limit is None or limit == Limit()):
            return self.PATIENCE
        return ((limit.seconds if limit else None) or 2.0) / 2

    def new_game(self) -> None:
        """What was proven in one game is true in the next."""
        self.rest.new_game()


class LookupAgent:
    """Plays Connect Four's opening from the data set in a hash table, as the report wished.

    Looks at all moves up to the ply of the data set and takes its values; a position that it does
    not contain counts as won if it is won at once, otherwise as a draw. From that ply on, `rest`
    plays.
    """

    def __init__(
        self, name: str, solver: ConnectFourSolver, values: dict[int, int], plies: int, rest: Agent
    ) -> None:
        """`values` are the first player's, by key, of positions after so many plies."""
        self.name = name
        self.solver = solver
        self.plies = plies
        self.rest = rest
        self._values = dict(values)  # earlier positions are added as they are looked at

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The best move by the table, the one nearest to the centre if several are."""
        if popcount(position.mine | position.theirs) >= self.plies:
            return self.rest.choose(position, limit, monitor)
        player, last = position.player(), self.solver.game.width - 1
        side = 1 if player == 0 else -1
        worth = {m: side * self.value(position.play(m)) for m in self.solver.game.legal(position)}
        best = max(worth.values())
        moves = [move for move, value in worth.items() if value == best]
        return Decision(min(moves, key=lambda move: abs(2 * move - last)), Estimate(best, player))

    def value(self, position: Any) -> int:
        """What the table makes of a position, for the first player."""
        mask, board = position.mine | position.theirs, self.solver.board
        key = key_of(position.mine, mask, self.solver.features, board)
        if key not in self._values:
            side = 1 if position.player() == 0 else -1
            least, most = plain_bounds(position.mine, mask, board)
            if least == most:
                self._values[key] = side * sign_of(least)
            elif popcount(mask) >= self.plies:
                self._values[key] = 0
            else:
                moves = self.solver.game.legal(position)
                self._values[key] = side * max(side * self.value(position.play(m)) for m in moves)
        return self._values[key]

    def new_game(self) -> None:
        """The table stays; the player of the rest may forget."""
        self.rest.new_game()
