"""Who wins within so many plies: depth-first search to a bounded depth, for any game.

One ply after the other, it asks whether either side can force a win in so many. The first yes is
the value, with its distance; where none comes, nobody wins so soon, and nothing else is known but
that a position is drawn if no game has more plies.

Positions may come back in the game: the plies that are left fall along every line, so a question
never meets itself. Where a game ends by repetition, it says for how many plies none can
(`Solving(unrepeated=...)`), and more are refused. As everywhere, the past that a position has
stands in no key.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from plyground.errors import InvalidLimitError, UnsupportedError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.kernel.monitor import DEPTH
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Asking
from plyground.solvers.exact_search import Memory
from plyground.solvers.solution import Note, Solution
from plyground.solvers.solver import Options, Solver
from plyground.vocabulary import Limit, Move, MoveReport, Proven

LARGEST_WITHIN = 60  # an empty table for more would take more than 33 MB


class WithinSolver(ExactSolver):
    """Answers about the next plies; what was proven is kept for the next question."""

    uses: ClassVar = frozenset({"memory", "threads", "within"})
    manner: ClassVar = " with within"
    bounded: ClassVar = False

    def __init__(self, game: Game[Any], options: Options) -> None:
        """`options.within` says how many plies."""
        plies = options.within
        if not isinstance(plies, int) or not 1 <= plies <= LARGEST_WITHIN:
            raise InvalidLimitError(
                f"within={plies} must be a whole number of plies from 1 to {LARGEST_WITHIN}"
            )
        super().__init__(game, replace(options, distance=None, keep=None))
        self.within = min(plies, game.max_plies)
        self.ceiling = self.within + 2
        self._settled = -1  # plies of the question at work that nobody wins in

    @property
    def distances(self) -> list[Memory]:
        """What threads work in: all of the memory is theirs."""
        if not self._distances:
            self._distances = self._memories(self._new_table(self.memory, self.ceiling), [])
        return self._distances

    def solve(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """The value, if somebody wins within the plies; otherwise for how many nobody does.

        With `moves` the value of every move that wins or loses so soon.
        """
        self._check_unrepeated(position)
        watch = self.watch(position, limit, monitor)
        asking, player = Asking(self, watch, limit), position.player()
        result, plies = self._value(asking, position, 0)
        line = asking.line(position, result, plies) if result else []
        values, still_open = self._move_values(asking, position) if moves else ({}, [])
        statistics = watch.statistics(time.monotonic() - asking.begun)
        told = (values, tuple(line), statistics, self.megabytes, self._notes(still_open))
        if result:
            return Solution(result, result, player, plies, *told)
        far = 0 if plies == self.game.max_plies else 1
        return Solution(-far, far, player, None, *told, within=plies if plies >= 0 else None)

    def solve_many(
        self, positions: Sequence[Any], limit: Limit | None = None
    ) -> list[Proven | None]:
        """The value of each position, with its distance; None where nobody wins so soon."""
        return Solver.solve_many(self, positions, limit)

    def result(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> int | None:
        """+1 or -1 for the side to move; None where nobody wins so soon."""
        found = self.solve(position, limit, monitor).value
        return None if found is None else found.result

    def move_for(self, position: Any, result: int, ply: int, monitor: Monitor) -> Move:
        """A move that reaches the result within the plies; -1 once stopped."""
        asking = Asking(self, monitor, None)
        known, plies = self._value(asking, position, 0)
        return asking.best_move(position, known, plies, 0) if known == result else -1

    def _move_values(self, asking: Asking, position: Any) -> tuple[dict[Move, Proven], list[Move]]:
        """What moves are worth, and those after which nobody wins so soon; fewer once stopped."""
        values: dict[Move, Proven] = {}
        still_open: list[Move] = []
        player = position.player()
        for move in self.game.legal(position):
            child = position.play(move)
            if not self.game.legal(child):
                values[move] = Proven(-int(child.result()), player, 1)
                continue
            result, plies = self._value(asking, child, 1)
            if result:
                values[move] = Proven(-result, player, plies + 1)
            elif plies + 1 == self.game.max_plies:
                values[move] = Proven(0, player)
            elif plies + 1 == self.within:
                still_open.append(move)
        return values, still_open

    def _check_unrepeated(self, position: Any) -> None:
        """Refuse more plies than the game is sure not to repeat positions in."""
        known = self.game.knowledge
        unrepeated = known.load(known.solving.unrepeated)
        if unrepeated is None:
            return
        most = unrepeated(position)
        if self.within > most:
            raise UnsupportedError(
                f"within={self.within} is too many plies for {self.game.name} here: "
                f"after {most}, its past or its length may end a game; at most {most}"
            )

    def _value(self, asking: Asking, position: Any, ply: int) -> tuple[int, int]:
        """The result and in how many plies; 0 and the plies nobody wins in, -1 if none are sure."""
        self._settled = settled = -1
        for plies in range(self.within - ply + 1):
            result = self._result_in(plies, asking, position, ply)
            if result is None:
                break
            if result:
                return result, plies
            self._settled = settled = asking.watch.array[DEPTH] = plies
        return 0, settled

    def _result_in(self, plies: int, asking: Asking, position: Any, ply: int) -> int | None:
        """Who wins within so many plies; 0 if nobody does, None once stopped."""
        for goal, result in ((self.ceiling - plies, 1), (plies + 1 - self.ceiling, -1)):
            reached = asking.ask(position, goal, ply, plies=True)
            if asking.watch.stopped:
                return None
            if reached == (result > 0):
                return result
        return 0

    def reports(
        self, position: Any, limit: Limit | None, monitor: Monitor
    ) -> Iterator[list[MoveReport]]:
        """Moves that win or lose so soon, with best play; of the others nothing is told."""
        self._check_unrepeated(position)
        asking = Asking(self, monitor, limit)
        for move in self.game.legal(position):
            child = position.play(move)
            result, plies = self._value(asking, child, 1)
            if monitor.stopped:
                return
            if result:
                line = asking.line(child, result, plies)
                score = Proven(-result, position.player(), plies + 1)
                yield [MoveReport(move, score, plies + 1, (move, *line))]

    def progress(self) -> str:
        """How deep it is."""
        if self._settled < 0:
            return ""
        return f"nobody wins within {self._settled} of {self.within} plies"

    def _notes(self, moves: Sequence[Move]) -> dict[str, Note]:
        """About moves after which nobody wins so soon."""
        if not moves:
            return {}
        names = [self.game.format_move(move) for move in moves]
        return {"later": Note(names, f"nobody wins within {self.within} plies: {' '.join(names)}")}
