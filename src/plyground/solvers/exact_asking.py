"""Questions to a solver that searches depth first, and series of them under one limit."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.kernel import Monitor, rest_of
from plyground.vocabulary import Limit, Move, MoveReport, Proven

if TYPE_CHECKING:
    from plyground.solvers.exact import ExactSolver

LINE_SHARE = 0.1  # of the time of a proof, which the line of best play may take
LINE_SECONDS = 5.0  # which it may always take


class Question(NamedTuple):
    """Does the side to move reach a goal?"""

    goal: int  # a result, or with `plies` a value with distance as in `exact_search`
    ply: int = 0  # how far from the root: it decides whether the table knows images
    plies: bool = False


@dataclass
class Asking:
    """A series of questions under one limit."""

    solver: ExactSolver
    watch: Monitor
    limit: Limit | None
    begun: float = field(default_factory=time.monotonic)

    def ask(self, position: Any, goal: int, ply: int, plies: bool = False) -> bool:
        question = Question(goal, ply, plies)
        return self.solver.ask(position, question, self.watch, rest_of(self.limit, self.begun))

    def result(self, position: Any, ply: int = 0) -> tuple[int, int]:
        """Bounds of the result; equal unless stopped.

        Where no game that was looked at ended in a draw, a position that does not win loses.
        """
        wins = self.ask(position, 1, ply)
        if self.watch.stopped:
            return -1, 1
        if wins:
            return 1, 1
        if not self.solver.saw_draw():
            return -1, -1
        draws = self.ask(position, 0, ply)
        if self.watch.stopped:
            return -1, 0
        return (0, 0) if draws else (-1, -1)

    def value(self, position: Any, ply: int = 0) -> tuple[int, int, int | None]:
        """Bounds of the result, and the distance if the solver was made for it."""
        low, high = self.result(position, ply)
        if low != high or low == 0 or not self.solver.distance:
            return low, high, None
        return low, high, self.distance(position, low, ply)

    def distance(self, position: Any, result: int, ply: int) -> int | None:
        """How many plies a game lasts that is won or lost; None once stopped."""
        ceiling = self.solver.ceiling
        for plies in range(ceiling):
            goal = ceiling - plies if result > 0 else plies + 1 - ceiling
            reached = self.ask(position, goal, ply, plies=True)
            if self.watch.stopped:
                return None
            if reached == (result > 0):
                return plies
        raise AssertionError("a game lasts longer than max_plies")

    def result_after(self, position: Any, move: Move) -> Proven | None:
        """What a move is worth to who makes it, with a distance if it ends the game."""
        player, child = position.player(), position.play(move)
        if not self.solver.game.legal(child):
            return Proven(-child.result(), player, 1)
        low, high = self.result(child)
        return Proven(-low, player) if low == high else None

    def distance_after(self, position: Any, move: Move) -> MoveReport | None:
        """The same, of a game that is won or lost, with the plies and best play to the end."""
        child = position.play(move)
        low, _ = self.result(child)
        distance = None if self.watch.stopped else self.distance(child, low, 0)
        line = [] if distance is None else self.line(child, low, distance)
        if distance is None or self.watch.stopped:
            return None
        score = Proven(-low, position.player(), distance + 1)
        return MoveReport(move, score, distance + 1, (move, *line))

    def move_values(self, position: Any) -> dict[Move, Proven]:
        """The value of every legal move for who makes it; fewer once stopped."""
        values: dict[Move, Proven] = {}
        player = position.player()
        for move in self.solver.game.legal(position):
            low, high, distance = self.value(position.play(move), 1)
            if low != high or self.watch.stopped:
                break
            values[move] = Proven(-low, player, None if distance is None else distance + 1)
        return values

    def line_in_time(self, position: Any, result: int, distance: int | None) -> list[Move]:
        """Best play; where distances are unknown, as much of it as takes no long time.

        After a stop by that time alone, other questions may follow.
        """
        if distance is not None:
            return self.line(position, result, distance)
        begun, rest = time.monotonic(), rest_of(self.limit, self.begun)
        most = max(LINE_SECONDS, LINE_SHARE * (begun - self.begun))
        if rest is not None and rest.seconds is not None and rest.seconds <= most:
            return self.line(position, result, distance)
        line = Asking(self.solver, self.watch, Limit(seconds=most)).line(position, result, None)
        if self.watch.stopped and time.monotonic() - begun >= most:
            self.watch.go_on()
        return line

    def line(self, position: Any, result: int, distance: int | None) -> list[Move]:
        """Best play to the end; once stopped, as much of it as is known."""
        line: list[Move] = []
        while legal := self.solver.game.legal(position):
            move = legal[0]  # where all lose and distances are unknown
            if distance is not None or result > -1:
                move = self.best_move(position, result, distance, len(line))
            if move < 0:
                break
            line.append(move)
            position, result = position.play(move), -result
            distance = None if distance is None else distance - 1
        return line

    def best_move(self, position: Any, result: int, distance: int | None, ply: int) -> Move:
        """A move that keeps the value, which must be the position's; -1 once stopped."""
        goal = result if distance is None else result * (self.solver.ceiling - distance)
        question = Question(goal, ply, distance is not None)
        rest, threads = rest_of(self.limit, self.begun), self.solver.threads
        return self.solver.answer(position, question, self.watch, rest, threads)
