"""Searches as objects: what to search with, kept memory, and decisions out of raw values."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from plyground.errors import IllegalMoveError
from plyground.game import Game
from plyground.kernel import Helpers, Monitor, run_ready
from plyground.kernel.monitor import DEPTH
from plyground.search.alphabeta import Features, Memory, deepen
from plyground.search.buffers import move_buffer
from plyground.search.busy import is_shared
from plyground.search.minimax import (
    INFINITY,
    ORDERED,
    PROVEN,
    WIN,
    Scratch,
    Switches,
    Task,
    judge_moves,
    minimax,
)
from plyground.search.questions import new_questions
from plyground.search.table import new_table
from plyground.vocabulary import Decision, Estimate, Limit, Move, Player, Proven, Score, Statistics

DEEPEST = 120  # plies that a search looks ahead at most
BUSY_SLOTS = 1 << 15  # a power of two; what two threads look at may fall on one another
DEFAULT_LIMIT = Limit(seconds=1)
CACHE_MEGABYTES = 64


def score_of(value: int, player: Player) -> Score:
    """A value from inside a search as a score with its point of view."""
    if abs(value) > PROVEN:
        return Proven(1 if value > 0 else -1, player, WIN - abs(value))
    return Estimate(value, player)


def first_move(game: Game[Any], position: Any) -> Move:
    """Any legal move, for searches that were stopped before they knew one."""
    return game.check_open(position)[0]


@dataclass
class MinimaxSearch:
    """Minimax or alpha-beta to a fixed depth, as the reports define them."""

    evaluator: Any
    rater: Any
    switches: Switches = field(default_factory=Switches)
    depth: int = 2
    cached: bool = False
    _cache: Any = None

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> Decision:
        """The best move at that depth, or at the limit's if that is less."""
        fallback = first_move(game, position)
        watch = monitor or Monitor()
        watch.bound(limit)
        depth = min(self.depth, (limit and limit.depth) or self.depth)
        arguments = self._arguments(game, position, depth)
        call = minimax.ready(*arguments, watch.array)
        begun = time.monotonic()
        run_ready(call, watch, limit)
        if not watch.stopped:
            watch.array[DEPTH] = depth
        return decision(watch, position.player(), fallback, time.monotonic() - begun)

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have machine code ready, which is not on the clock."""
        minimax.prepare(*self._arguments(game, position, self.depth), Monitor().array)

    def _arguments(self, game: Game[Any], position: Any, depth: int) -> tuple[Any, ...]:
        task = Task(self.evaluator, self.rater, self.switches)
        if self.cached and self._cache is None:
            self._cache = new_table(CACHE_MEGABYTES)
        scratch = new_scratch(game, depth, self._cache)
        return position, task, depth, scratch

    def forget(self) -> None:
        """Drop the cache."""
        self._cache = None


@dataclass
class MoveJudge:
    """Judges every move of a position by minimax to a fixed depth."""

    evaluator: Any
    rater: Any
    depth: int = 2
    width: int = INFINITY  # no more is wanted of larger values than that they are larger

    def judge(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> tuple[dict[Move, int], Statistics]:
        """The value of the moves for who makes them, and the cost; once stopped, of some."""
        game.check_open(position)
        watch = monitor or Monitor()
        watch.bound(limit)
        depth = min(self.depth, (limit and limit.depth) or self.depth)
        arguments = self._arguments(game, position, depth)
        *_, values, scratch = arguments
        call = judge_moves.ready(*arguments, watch.array)
        begun = time.monotonic()
        count = run_ready(call, watch, limit)
        if not watch.stopped:
            watch.array[DEPTH] = depth
        moves = scratch.moves[0, :count].tolist()
        judged = dict(zip(moves, values[:count].tolist(), strict=True))
        return judged, watch.statistics(time.monotonic() - begun)

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have machine code ready, which is not on the clock."""
        judge_moves.prepare(*self._arguments(game, position, self.depth), Monitor().array)

    def _arguments(self, game: Game[Any], position: Any, depth: int) -> tuple[Any, ...]:
        task = Task(self.evaluator, self.rater, Switches(pruning=1, ordering=ORDERED))
        return position, task, depth, self.width, move_buffer(game), new_scratch(game, depth)

    def as_search(self) -> MinimaxSearch:
        """The search that looks at every move like this."""
        switches = Switches(pruning=1, ordering=ORDERED)
        return MinimaxSearch(self.evaluator, self.rater, switches, self.depth)

    def score(self, value: int, player: Player) -> Score:
        """A move's value as a score; how far away a win is stays unknown within a narrow width."""
        found = score_of(value, player)
        if isinstance(found, Proven) and self.width < INFINITY:
            return Proven(found.result, player)
        return found


def new_scratch(game: Game[Any], depth: int, cache: Any = None) -> Scratch:
    """Arrays for a search of that depth; `cache` is a table, if there is to be one."""
    plies = depth + 2
    return Scratch(
        move_buffer(game, plies),
        move_buffer(game),
        np.zeros((plies, plies), np.int64),
        np.zeros(plies, np.int64),
        np.zeros((0, 2), np.int64) if cache is None else cache,
        np.zeros(1, np.int64),
    )


def decision(watch: Monitor, player: Player, fallback: Move, seconds: float) -> Decision:
    """What a monitor knows at the end of a search."""
    if watch.best_move is None:
        return Decision(fallback, statistics=watch.statistics(seconds))
    score = score_of(watch.score, player)
    return Decision(watch.best_move, score, tuple(watch.line), watch.statistics(seconds))


@dataclass
class AlphaBetaSearch:
    """Iterative deepening alpha-beta; keeps its table between searches of one game."""

    evaluator: Any
    rater: Any
    features: Features = field(default_factory=Features)
    megabytes: float = 64
    threads: int = 1
    _table: Any = None
    _age: int = 0

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        excluded: tuple[Move, ...] = (),
    ) -> Decision:
        """The best move within the limit, leaving out the `excluded` ones."""
        limit = limit or DEFAULT_LIMIT
        watch = monitor or Monitor()
        watch.bound(limit)
        fallback = next((m for m in game.check_open(position) if m not in excluded), None)
        if fallback is None:
            raise IllegalMoveError("every legal move is excluded")
        last = min(limit.depth or DEEPEST, game.max_plies, DEEPEST)
        self._age += 1
        first, *others = self.calls(game, position, last, excluded)
        call = deepen.ready(*first, watch.array)
        begun = time.monotonic()
        with Helpers(deepen, others) as helpers:
            run_ready(call, watch, limit)
        found = decision(watch, position.player(), fallback, time.monotonic() - begun)
        total = found.statistics + helpers.statistics()
        total.depth = found.statistics.depth
        return replace(found, statistics=total)

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have the table and machine code ready, which is not on the clock."""
        deepen.prepare(*self.call(game, position, 1), Monitor().array)

    def call(self, game: Game[Any], position: Any, last: int) -> tuple[Any, ...]:
        """What the kernel is called with for one thread, but for the monitor."""
        return self.calls(game, position, last)[0]

    def calls(
        self, game: Game[Any], position: Any, last: int, excluded: tuple[Move, ...] = ()
    ) -> list[tuple[Any, ...]]:
        """For each thread, what the kernel is called with, but for the monitor."""
        features = self.features._replace(symmetries=game.symmetries)
        task = Task(self.evaluator, self.rater, features)
        shared = self.threads > 1 and features.table
        busy = np.zeros(BUSY_SLOTS if shared else 0, np.int64)
        memories = (self._memory(game, excluded, busy) for _ in range(self.threads))
        return [(position, task, 1, last, memory) for memory in memories]

    def _memory(self, game: Game[Any], excluded: tuple[Move, ...], busy: Any) -> Memory:
        """Fresh arrays for one thread; the table is kept and shared, `busy` shared."""
        if self._table is None:
            self._table = new_table(self.megabytes)
        plies = min(game.max_plies, DEEPEST) + 3
        asked, answer = new_questions(plies if is_shared(busy) else 0)
        return Memory(
            table=self._table,
            moves=move_buffer(game, plies),
            scores=move_buffer(game, plies),
            busy=busy,
            deferred=move_buffer(game, plies),
            asked=asked,
            answer=answer,
            killers=np.full((plies, 2), -1, np.int64),
            history=np.zeros((2, game.move_limit), np.int64),
            lines=np.zeros((plies, plies), np.int64),
            lengths=np.zeros(plies, np.int64),
            excluded=np.array(excluded, np.int64),
            age=self._age,
        )

    def forget(self) -> None:
        """Drop the table."""
        self._table = None

    def best_lines(
        self, game: Game[Any], position: Any, count: int, limit: Limit | None = None
    ) -> list[Decision]:
        """The best `count` moves, each as the decision it would be without the better ones."""
        found: list[Decision] = []
        for _ in range(min(count, len(game.legal(position)))):
            taken = tuple(line.move for line in found)
            found.append(self.search(game, position, limit, excluded=taken))
        return found
