"""Agents that know Connect Four: by solving the position, or by looking it up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.kinds import alphabeta
from plyground.agents.request import Request, threads_of
from plyground.errors import UnknownAgentError
from plyground.game import Game
from plyground.games.connect_four.solver.book import read_book, shipped_path
from plyground.games.connect_four.solver.dataset import PLIES, values_by_key
from plyground.games.connect_four.solver.search import key_of, plain_bounds
from plyground.games.connect_four.solver.solver import (
    ConnectFourSolver,
    connect_four_solver,
    sign_of,
)
from plyground.kernel import Monitor, popcount
from plyground.search.analysis import best_first
from plyground.vocabulary import Analysis, Decision, Estimate, Limit, Move, MoveReport, Proven


def perfect(request: Request, memory: float = 128, threads: int = 1, book: int = 1) -> Agent:
    """Has solved the game and plays perfectly; book=0: without the opening book."""
    solver = connect_four_solver(request.game, float(memory), threads_of(threads), bool(book))
    return PerfectAgent(request.game, request.name, solver)


def lookup(request: Request, seconds: float = 1) -> Agent:
    """Plays 8 plies by the data set in a hash table, then searches; 7x6 only."""
    sizes = request.game.parameter_values
    if (sizes["width"], sizes["height"]) != (7, 6):
        raise UnknownAgentError(f"{request.name} plays only 7x6, not {request.game}")
    solver = ConnectFourSolver(request.game, megabytes=8, book=read_book(shipped_path(7, 6)))
    rest = alphabeta(request, seconds=seconds)
    return LookupAgent(request.name, solver, values_by_key(solver), PLIES, rest)


class PerfectAgent(Agent):
    """Plays Connect Four perfectly: wins soonest, loses latest.

    Of equally good moves it takes the one nearest to the centre. If the limit ends the search,
    it takes the legal move nearest to the centre.
    """

    scores_moves = True

    def __init__(self, game: Game[Any], name: str, solver: ConnectFourSolver) -> None:
        """`solver` must be for the same board."""
        super().__init__(game, name)
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

    def prepare(self, position: Any) -> None:
        """Have the solver's machine code ready."""
        self.solver.prepare()

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
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


class LookupAgent(Agent):
    """Plays Connect Four's opening from the data set in a hash table, as the report wished.

    Looks at all moves up to the ply of the data set and takes its values; a position that it does
    not contain counts as won if it is won at once, otherwise as a draw. From that ply on, `rest`
    plays.
    """

    def __init__(
        self, name: str, solver: ConnectFourSolver, values: dict[int, int], plies: int, rest: Agent
    ) -> None:
        """`values` are the first player's, by key, of positions after so many plies."""
        super().__init__(solver.game, name)
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
