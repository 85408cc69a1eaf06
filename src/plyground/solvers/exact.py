"""Exact values of positions of any game: `solve`, and the solver behind it as an object.

Games in which positions come back are solved by retrograde analysis if the board is small
(`retrograde`). All others ask questions of depth-first search (`exact_search`): does the side to
move win, does it at least draw, does it win within d plies?

On boards too wide for exact keys (`exact_keys`), two positions may share a hash of 62 bits, and a
proof that mixes them up may be wrong. With n positions in the table and p looked up, the chance of
that is about n * p / 2**62. A certificate (`certificate`) depends on no key.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import InvalidLimitError, PlygroundError
from plyground.game import Game
from plyground.game.knowledge import REPLIES
from plyground.game.turns import check_turns
from plyground.kernel import Helpers, Monitor, rest_of, run_search
from plyground.kernel.monitor import NODES
from plyground.search.buffers import move_buffer
from plyground.search.busy import new_busy
from plyground.solvers import retrograde
from plyground.solvers.exact_keys import keys_for
from plyground.solvers.exact_search import (
    Features,
    FewestReplies,
    Memory,
    Task,
    reaches,
    shared_key,
)
from plyground.solvers.exact_table import new_table
from plyground.solvers.path import NO_KEY, forget_path, new_path
from plyground.solvers.solution import Solution
from plyground.vocabulary import Limit, Move, Proven

DEFAULT_MEGABYTES = 256.0


def solve(
    game: Game[Any],
    position: Any = None,
    limit: Limit | None = None,
    memory: float = DEFAULT_MEGABYTES,
    distance: bool = False,
    moves: bool = False,
    threads: int = 1,
    monitor: Monitor | None = None,
) -> Solution:
    """
    The value of `position` (the start, if none is given) with best play, and a line of it.

    With `distance` also the number of plies to the end, where the winner hurries and the loser
    does not; with `moves` the value of every legal move. `memory` is in megabytes.
    """
    position = game.start() if position is None else position
    return ExactSolver(game, memory, threads, distance).solve(position, limit, monitor, moves)


class Question(NamedTuple):
    """Does the side to move reach a goal?"""

    goal: int  # a result, or with `plies` a value with distance as in `exact_search`
    ply: int = 0  # how far from the root: it decides whether the table knows images
    plies: bool = False


class ExactSolver:
    """Answers about positions of one game; what was proven is kept for the next question."""

    def __init__(
        self,
        game: Game[Any],
        megabytes: float = DEFAULT_MEGABYTES,
        threads: int = 1,
        distance: bool = False,
        order: str | None = None,
        features: Features | None = None,
    ) -> None:
        """A solver with empty tables; `order` is "replies" or the name of a rater of the game."""
        check_turns(game)
        retrograde.check_acyclic(game)
        if not 0 < megabytes <= 1_000_000:
            raise InvalidLimitError(f"memory={megabytes} must be from 1 to 1000000 megabytes")
        if not 1 <= threads <= 64:
            raise InvalidLimitError(f"threads={threads} must be a whole number from 1 to 64")
        solving = game.knowledge.solving
        self.game = game
        self.order = order or solving.order
        self.features = features or Features(symmetry_plies=solving.symmetry_plies)
        self.keys = keys_for(game)
        self.ceiling = game.max_plies + 2
        share = megabytes / 2 if distance else megabytes
        self._results = self._memories(threads, new_table(share, 1))
        self._distances = None
        if distance:
            self._distances = self._memories(threads, new_table(share, self.ceiling))

    @property
    def searches(self) -> bool:
        """Whether the game is searched, not analysed as a whole."""
        return not retrograde.reaches(self.game)

    @property
    def knows_distances(self) -> bool:
        """Whether the solver was made with `distance`."""
        return self._distances is not None

    @property
    def results(self) -> Memory:
        """What the first thread works in; the table of results is that of all."""
        return self._results[0]

    @property
    def megabytes(self) -> float:
        """The size of the tables."""
        tables = [held[0].table.entries.nbytes for held in (self._results, self._distances) if held]
        return float(sum(tables)) / 1_000_000

    def _memories(self, threads: int, table: Any) -> list[Memory]:
        """Arrays for each thread; the table, the busy keys and what was seen are shared."""
        busy = new_busy(threads)
        seen, plies = np.zeros(1, np.int64), self.game.max_plies + 3
        return [
            Memory(
                table=table,
                moves=move_buffer(self.game, plies),
                scores=move_buffer(self.game, plies),
                keys=move_buffer(self.game, plies),
                deferred=move_buffer(self.game, plies),
                killers=np.full((plies, 2), -1, np.int64),
                path=new_path(plies),
                busy=busy,
                seen=seen,
            )
            for _ in range(threads)
        ]

    # --- answers ------------------------------------------------------------------------------

    def solve(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """The value, a line of best play and, if asked for, the value of every move."""
        if not self.searches:
            return retrograde.solve(self.game, position, limit, moves, monitor or Monitor())
        watch = self._watch(position, limit, monitor)
        asking = _Asking(self, watch, limit)
        player = position.player()
        low, high, distance = asking.value(position)
        line: tuple[Move, ...] = ()
        values: dict[Move, Proven] = {}
        if low == high:
            line = tuple(asking.line(position, low, distance))
        if moves and not watch.stopped:
            values = asking.move_values(position)
        statistics = watch.statistics(time.monotonic() - asking.begun)
        return Solution(low, high, player, distance, values, line, statistics, self.megabytes)

    def result(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> int | None:
        """+1, 0 or -1 for the side to move; None if stopped before."""
        if not self.searches:
            value = self.solve(position, limit, monitor).value
            return None if value is None else value.result
        watch = self._watch(position, limit, monitor)
        low, high = _Asking(self, watch, limit).result(position)
        return low if low == high else None

    def _watch(self, position: Any, limit: Limit | None, monitor: Monitor | None) -> Monitor:
        self.game.check_own(position)
        if limit is not None and limit.depth is not None:
            raise InvalidLimitError("a proof has no limit in depth; limit its seconds or nodes")
        watch = monitor or Monitor()
        watch.bound(limit)
        self.prepare(position)
        return watch

    def prepare(self, position: Any) -> None:
        """Have machine code ready, which is not on the clock."""
        if self.searches:
            task, memory = self._tasks(Question(1))[0]
            reaches.prepare(position, 0, 1, 0, task, memory, Monitor().array)
        else:
            retrograde.analysis_of(self.game).prepare(Monitor())

    def ask(
        self, position: Any, question: Question, watch: Monitor, limit: Limit | None = None
    ) -> bool:
        """Whether the side to move reaches the goal; meaningless once stopped."""
        questions = []
        for task, memory in self._tasks(question):
            key = shared_key(position, task, question.ply)
            questions.append((position, key, question.goal, question.ply, task, memory))
            forget_path(memory.path)
        with Helpers(reaches, questions[1:]) as helpers:
            reached = run_search(reaches, watch, *questions[0], limit=limit)
        watch.array[NODES] += helpers.statistics().nodes
        return bool(reached)

    def answer(
        self, position: Any, question: Question, watch: Monitor, limit: Limit | None = None
    ) -> Move:
        """A move that reaches the goal; -1 if there is none, or once stopped."""
        task, memory = self._tasks(question)[0]
        arguments = (position, NO_KEY, question.goal, question.ply, task, memory)
        reached = run_search(reaches, watch, *arguments, limit=limit)
        return int(memory.killers[question.ply, 0]) if reached and not watch.stopped else -1

    def _tasks(self, question: Question) -> list[tuple[Task, Memory]]:
        """For each thread, what to do and what to work in."""
        memories = self._distances if question.plies else self._results
        if memories is None:
            raise PlygroundError("this solver was made without distance=True")
        return [(self._task(question.plies), memory) for memory in memories]

    def _task(self, plies: bool) -> Task:
        """What one thread has to do, whatever is asked."""
        ceiling, symmetries = self.ceiling if plies else 1, self.game.symmetries
        how = (self.keys, self.features, symmetries, ceiling, int(plies))
        return Task(self._rater(), *how)

    def _rater(self) -> Any:
        if self.order == REPLIES:
            return FewestReplies(move_buffer(self.game))
        return self.game.knowledge.rater(self.order)

    def known_bounds(self, position: Any, ply: int) -> tuple[int, int]:
        """What the table knows of the result of a position, so far from the root."""
        low, high = self.results.table.bounds(shared_key(position, self._task(False), ply))
        return int(low), int(high)

    def saw_draw(self) -> bool:
        """Whether any game ended in a draw in what was looked at so far."""
        return bool(self._results[0].seen[0])


@dataclass
class _Asking:
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
        if low != high or low == 0 or not self.solver.knows_distances:
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
        rest = rest_of(self.limit, self.begun)
        return self.solver.answer(position, question, self.watch, rest)
