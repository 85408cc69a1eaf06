"""The Bamboo report's agents as it builds them: a stack, a priority queue, and its own minimax.

They choose the moves that `random`, `random(prefer=RATER)` and `minimax` choose, by the steps of
section IV and Appendices B to D. Red maximises and Blue minimises equation 7; the game's end is
judged by it as well; children are sorted by radix sort, and the first of equally good moves is
played.
"""

from __future__ import annotations

import heapq
import random
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.agents.agent import Agent
from plyground.agents.kinds_neural import network
from plyground.agents.report_network import HybridAgent
from plyground.agents.request import Request, depth_of
from plyground.agents.searching import SearchingAgent
from plyground.agents.spec import Argument
from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.games.bamboo.judges import SumOfSquares
from plyground.kernel import (
    Monitor,
    by_reference,
    compiled,
    count_legal_moves,
    enter_node,
    run_search,
    search_kernel,
)
from plyground.kernel.monitor import (
    BEST_MOVE,
    CUTOFFS,
    DEPTH,
    EVALUATIONS,
    LINE,
    LINE_LENGTH,
    SCORE,
    STOP,
)
from plyground.search.buffers import move_buffer
from plyground.search.runner import decision, first_move
from plyground.vocabulary import Decision, Limit, Move

BASE = 10  # buckets of the radix sort
INFINITE = 1_000_000_000


# --- the stack and the priority queue ---------------------------------------------------------


class StackAgent(Agent):
    """Takes moves from a shuffled stack, or from a priority queue, until one is legal."""

    def __init__(self, game: Game[Any], name: str, seed: int | None, rater: Any = None) -> None:
        """Equal seeds choose equally; without a rater, the stack."""
        super().__init__(game, name)
        self.chance = random.Random(seed)
        self.rater = rater

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """Return the first legal move taken; tiles are tested one at a time."""
        legal = frozenset(self.game.check_open(position))
        begun = time.perf_counter()
        tiles = [tile for tile, stone in enumerate(self.game.cells(position)) if not stone]
        self.chance.shuffle(tiles)
        taken = self._stack(tiles) if self.rater is None else self._queue(position, tiles)
        for tested, move in enumerate(taken, 1):
            if move in legal:
                found = Decision(move)
                found.statistics.nodes = tested
                found.statistics.seconds = time.perf_counter() - begun
                return found
        raise AssertionError("an open position has a legal move")

    def _stack(self, tiles: list[Move]) -> Any:
        while tiles:
            yield tiles.pop()

    def _queue(self, position: Any, tiles: list[Move]) -> Any:
        """Yield the tiles, best rated first; the order of the shuffle decides between equals."""
        rate = self.rater.rate
        queue = [(-rate(position, tile), place, tile) for place, tile in enumerate(tiles)]
        heapq.heapify(queue)
        while queue:
            yield heapq.heappop(queue)[-1]


def bamboo_stack(request: Request) -> Agent:
    """The Bamboo report's uniform agent: a shuffled stack, taken from until a move is legal."""
    return StackAgent(request.game, request.name, request.seed)


def bamboo_queue(request: Request, prefer: Argument = "outer") -> Agent:
    """The Bamboo report's heuristic agents: a priority queue ordered by a rater."""
    return StackAgent(request.game, request.name, request.seed, request.rater(prefer))


# --- minimax as in the appendices -------------------------------------------------------------


@compiled
class ProgramRoom(NamedTuple):
    """Arrays to work in."""

    moves: Any  # [ply, move]
    keys: Any  # [move]
    buckets: Any  # [bucket, place]: places in the list of nodes
    filled: Any  # [bucket]
    sorted: Any  # [2, move]: keys and moves while they are dealt out
    dealt: Any  # [1]: nodes that radix sort put into a bucket


def program_room(game: Game[Any], depth: int) -> ProgramRoom:
    """Return arrays for a search of that depth."""
    moves = move_buffer(game)
    wide = len(moves)
    return ProgramRoom(
        move_buffer(game, depth + 1),
        moves,
        np.zeros((BASE, wide), np.int64),
        np.zeros(BASE, np.int64),
        np.zeros((2, wide), np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def radix_sort(moves: Any, room: Any, count: int) -> None:
    """Sort `moves` by `room.keys`, largest first, as Appendix D: digit by digit into ten buckets.

    Equal keys keep their order.
    """
    largest = 0
    for i in range(count):
        largest = max(largest, int(room.keys[i]))
    power = 1
    while power == 1 or largest >= power:
        for bucket in range(BASE):
            room.filled[bucket] = 0
        for i in range(count):
            bucket = BASE - 1 - int(room.keys[i]) // power % BASE
            room.buckets[bucket, room.filled[bucket]] = i
            room.filled[bucket] += 1
            room.sorted[0, i], room.sorted[1, i] = room.keys[i], moves[i]
        place = 0
        for bucket in range(BASE):
            for k in range(int(room.filled[bucket])):
                node = int(room.buckets[bucket, k])
                room.keys[place], moves[place] = room.sorted[0, node], room.sorted[1, node]
                place += 1
        room.dealt[0] += count
        power *= BASE


@compiled
def equation_7(position: Any) -> int:
    """Return groups and moves of Red less those of Blue."""
    own_moves, own_groups = position.moves_and_groups(False)
    moves, groups = position.moves_and_groups(True)
    value = own_groups + own_moves - groups - moves
    return int(value if position.player() == 0 else -value)


@compiled
class ProgramTask(NamedTuple):
    """How to search."""

    pruning: int
    sort: int


@search_kernel
def look_by_appendix(
    position: Any, task: Any, depth: int, ply: int, alpha: int, beta: int, room: Any, monitor: Any
) -> int:
    """Return the value of `position` for Red; undefined after a stop.

    1. Judge. 2. Sort the children. 3. Look at each; leave where the other side has better.
    """
    if enter_node(monitor):
        return 0
    moves = room.moves[ply]
    count = 0 if depth == 0 else position.fill_moves(moves)
    if count == 0:
        monitor[EVALUATIONS] += 1
        return int(equation_7(position))
    count_legal_moves(monitor, count)
    if task.sort:
        for i in range(count):
            room.keys[i] = SumOfSquares(1).rate(position, int(moves[i]))
        radix_sort(moves, room, count)
    maximizing = position.player() == 0
    best = -INFINITE if maximizing else INFINITE
    for i in range(count):
        child = position.play(int(moves[i]))
        value = look_by_appendix(child, task, depth - 1, ply + 1, alpha, beta, room, monitor)
        if monitor[STOP] != 0:
            return 0
        if (value > best) if maximizing else (value < best):
            best = value
            if ply == 0:
                monitor[BEST_MOVE] = monitor[LINE] = moves[i]
                monitor[LINE_LENGTH] = 1
                monitor[SCORE] = best if maximizing else -best
        if task.pruning and ((best >= beta) if maximizing else (best <= alpha)):
            monitor[CUTOFFS] += 1
            break
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return int(best)


@search_kernel(title="the report's minimax")
def minimax_by_appendix(position: Any, task: Any, depth: int, room: Any, monitor: Any) -> int:
    """Return the value of `position` for Red; the move is in the monitor."""
    judge, arrays = by_reference(task), by_reference(room)
    return int(look_by_appendix(position, judge, depth, 0, -INFINITE, INFINITE, arrays, monitor))


@dataclass
class ProgramSearch:
    """The report's search to a fixed depth."""

    depth: int
    pruning: int
    sort: int

    def _arguments(self, game: Game[Any], position: Any, limit: Limit | None) -> tuple[Any, ...]:
        depth = min(self.depth, (limit and limit.depth) or self.depth)
        return position, ProgramTask(self.pruning, self.sort), depth, program_room(game, depth)

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have machine code ready."""
        minimax_by_appendix.prepare(*self._arguments(game, position, None), Monitor().array)

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> Decision:
        """Return the first of the best moves."""
        fallback, watch, begun = first_move(game, position), monitor or Monitor(), time.monotonic()
        watch.bound(limit)
        arguments = self._arguments(game, position, limit)
        run_search(minimax_by_appendix, watch, *arguments, limit=limit)
        if not watch.stopped:
            watch.array[DEPTH] = arguments[2]
        return decision(watch, position.player(), fallback, time.monotonic() - begun)

    def forget(self) -> None:
        """Keep nothing."""


class ProgramAgent(SearchingAgent):
    """Plays what the report's search finds, which is bounded by its depth."""

    def bounds(self, limit: Limit | None) -> Limit:
        """Return the limit given."""
        return limit or Limit()


def bamboo_hybrid(request: Request, threshold: int = 40, depth: int = 2, file: str = "") -> Agent:
    """The Bamboo report's hybrid: its network, and `bamboo_minimax` once few tiles are empty."""
    if not isinstance(threshold, int) or threshold < 0:
        raise InvalidParameterError(f"threshold={threshold} must be a whole number from 0 on")
    search: Any = ProgramSearch(depth_of(depth), pruning=1, sort=1)
    return HybridAgent(request.game, network(request, file), search, threshold, fixed=True)


SORTS = ("none", "radix")


def bamboo_minimax(
    request: Request, depth: int = 2, pruning: int = 1, sort: str = "radix"
) -> Agent:
    """The Bamboo report's minimax by its appendices, sorted by radix sort; depth=2 as section V.C.

    A finished game is judged as any other, by equation 7.
    """
    if sort not in SORTS:
        raise InvalidParameterError(f"sort={sort} must be {' or '.join(SORTS)}")
    search = ProgramSearch(depth_of(depth), int(bool(pruning)), SORTS.index(sort))
    return ProgramAgent(request.game, request.name, search, None)
