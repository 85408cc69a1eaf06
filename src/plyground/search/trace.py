"""A search recorded for teaching: minimax or alpha-beta in plain Python, event by event.

It is the algorithm of `search.minimax` with a table as one more switch, and finds the same values.
What it tells is seen by the player at the root, who maximises: at a minimising node the window and
the value of the negamax inside change sign.

    enter 0                     the root
      enter 1, value 1          its first child, a leaf
    update 0                    the child is the best so far; alpha rises
      enter 2, value 2
    cut 0, value 0              the rest cannot matter; the root is done

Rules and evaluators are called through small kernels, so that only the search is interpreted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.game import Game
from plyground.kernel import Monitor, count_legal_moves, enter_node, search_kernel, stopping
from plyground.kernel.monitor import CUTOFFS, EVALUATIONS, EXPANDED, TABLE_HITS
from plyground.search.buffers import SPARE
from plyground.search.minimax import INFINITY, WIN, Switches, from_table, to_table
from plyground.search.runner import MinimaxSearch
from plyground.vocabulary import Limit, Move

Bound: TypeAlias = Literal["exact", "at_least", "at_most"]
Source: TypeAlias = Literal["end", "evaluation", "children", "table"]
OPPOSITE: dict[Bound, Bound] = {"exact": "exact", "at_least": "at_most", "at_most": "at_least"}
COUNTED_SECONDS = 1.0  # for each variant that is only counted
COUNTED_NODES = 50_000_000


@dataclass(frozen=True)
class Enter:
    """The search enters a node; `parent` and `move` are None at the root."""

    node: int
    parent: int | None
    move: Move | None
    rank: int  # its place among its siblings
    ply: int
    depth: int  # plies still to look ahead
    alpha: int
    beta: int
    position: Any
    twins: tuple[Move, ...] = ()  # moves left out because they lead to a mirror image


@dataclass(frozen=True)
class Update:
    """A child came back better than those before it."""

    node: int
    best: Move
    value: int
    alpha: int
    beta: int


@dataclass(frozen=True)
class Cut:
    """The moves that are left cannot matter."""

    node: int
    skipped: tuple[Move, ...]
    limit: Literal["alpha", "beta"]  # the end of the window that was reached
    value: int  # of the node by now: at most alpha, or at least beta
    bound: int  # that alpha or beta


@dataclass(frozen=True)
class Value:
    """A node is done."""

    node: int
    value: int
    bound: Bound
    source: Source


Event: TypeAlias = Enter | Update | Cut | Value


class TraceSwitches(NamedTuple):
    """What the search may use."""

    pruning: bool = True
    ordering: bool = False
    table: bool = False
    mirrors: int = 1  # symmetries of the game by which positions count as the same
    strict: bool = False  # cut only beyond the bound, as the tic-tac-toe report's alpha-beta does


class Judge(NamedTuple):
    """Who judges positions and moves, and whether also the ends of games."""

    evaluator: Any
    rater: Any
    judges_ends: bool = False


@search_kernel(title="the search tree")
def list_moves(position: Any, moves: Any) -> int:
    """Write the legal moves into `moves`; how many."""
    return int(position.fill_moves(moves))


@search_kernel(title="the search tree")
def judge_position(position: Any, evaluator: Any) -> int:
    """What the evaluator says."""
    return int(evaluator.evaluate(position))


@search_kernel(title="the search tree")
def rate_move(position: Any, rater: Any, move: int) -> int:
    """What the rater says."""
    return int(rater.rate(position, move))


class Trace:
    """One search; iterate over it for its events, then read `value`, `line` and the monitor."""

    def __init__(
        self,
        position: Any,
        depth: int,
        judge: Judge,
        switches: TraceSwitches = TraceSwitches(),  # noqa: B008
        monitor: Monitor | None = None,
        most_moves: int = 1000,
    ) -> None:
        """Nothing is searched before the first event is asked for."""
        import numpy as np

        self.position = position
        self.depth = depth
        self.judge = judge
        self.switches = switches
        self.monitor = monitor or Monitor()
        self.value: int | None = None  # for the player at the root; None until the end
        self.line: tuple[Move, ...] = ()
        self._entered = 0
        self._moves = np.zeros(most_moves + SPARE, np.int64)
        self._lines: dict[int, tuple[Move, ...]] = {}  # by ply: the best line from there
        self._table: dict[tuple[int, int], tuple[int, Bound]] = {}  # by key and depth

    def __iter__(self) -> Iterator[Event]:
        """The events of the search; they end early if the monitor is stopped."""
        try:
            value = yield from self._look(_Step(None, None, 0), self.position, -INFINITY, INFINITY)
        except _StoppedError:
            return
        self.value, self.line = value, self._lines.get(0, ())

    def prepare(self) -> None:
        """Have machine code ready, so that it is not made on anybody's clock."""
        list_moves.prepare(self.position, self._moves)
        judge_position.prepare(self.position, self.judge.evaluator)
        rate_move.prepare(self.position, self.judge.rater, 0)

    def run(self) -> Trace:
        """The same search, done, its events forgotten."""
        for _ in self:
            pass
        return self

    def _look(
        self, step: _Step, position: Any, alpha: int, beta: int
    ) -> Generator[Event, None, int]:
        """The value of `position` for the player to move there."""
        if enter_node(self.monitor.array):
            raise _StoppedError
        node, ply, depth = self._entered, step.ply, self.depth - step.ply
        self._entered += 1
        self._lines[ply] = ()
        low, high = for_root(ply, alpha, beta)
        yield Enter(
            node, step.parent, step.move, step.rank, ply, depth, low, high, position, step.twins
        )
        moves = self._moves[: list_moves(position, self._moves)].tolist()
        leaf = self._leaf(position, moves, ply, depth) or self._known(position, ply, alpha, beta)
        if leaf is not None:
            yield _value(node, ply, *leaf)
            return leaf.value
        value = yield from self._look_at(
            node, position, self._ordered(position, moves), ply, alpha, beta
        )
        room = int(self.switches.strict)  # a value on the end of the window is exact
        bound = bound_of(value, alpha - room, beta + room)
        if self.switches.table:
            self._table[self._key(position), depth] = to_table(value, ply), bound
        yield _value(node, ply, value, bound, "children")
        return value

    def _look_at(
        self, node: int, position: Any, moves: Sequence[Move], ply: int, alpha: int, beta: int
    ) -> Generator[Event, None, int]:
        """The best value of the moves, or the first that is too good to be allowed."""
        best = -INFINITY
        moves, twins = self._merged(position, moves)
        for rank, move in enumerate(moves):
            step = _Step(node, move, rank, ply + 1, tuple(twins.get(move, ())))
            value = -(yield from self._look(step, position.play(move), -beta, -alpha))
            if value > best:
                best = value
                self._lines[ply] = (move, *self._lines[ply + 1])
                alpha = max(alpha, best) if self.switches.pruning else alpha
                low, high = for_root(ply, alpha, beta)
                yield Update(node, move, for_root(ply, best, best)[0], low, high)
            if self.switches.pruning and best >= beta + self.switches.strict:
                self.monitor.array[CUTOFFS] += 1
                yield _cut(node, tuple(moves[rank + 1 :]), ply, best, beta)
                break
        return best

    def _leaf(self, position: Any, moves: list[Move], ply: int, depth: int) -> _Known | None:
        """What a finished game or the end of the depth is worth."""
        if not moves and not self.judge.judges_ends:
            return _Known(position.result() * (WIN - ply), "exact", "end")
        if moves and depth > 0:
            return None
        self.monitor.array[EVALUATIONS] += 1
        value = judge_position(position, self.judge.evaluator)
        return _Known(value, "exact", "evaluation")

    def _known(self, position: Any, ply: int, alpha: int, beta: int) -> _Known | None:
        """What the table says, where that is enough."""
        if not self.switches.table:
            return None
        found = self._table.get((self._key(position), self.depth - ply))
        if found is None:
            return None
        value, bound = from_table(found[0], ply), found[1]
        if (
            bound == "exact"
            or (bound == "at_least" and value >= beta)
            or (bound == "at_most" and value <= alpha)
        ):
            self.monitor.array[TABLE_HITS] += 1
            return _Known(value, bound, "table")
        return None

    def _ordered(self, position: Any, moves: list[Move]) -> list[Move]:
        """The moves in the order in which they are looked at."""
        count_legal_moves(self.monitor.array, len(moves))
        if not self.switches.ordering:
            return moves
        rater = self.judge.rater
        return sorted(moves, key=lambda move: -rate_move(position, rater, move))

    def _merged(
        self, position: Any, moves: Sequence[Move]
    ) -> tuple[Sequence[Move], dict[Move, list[Move]]]:
        """The moves to look at, and those left out for each because they lead to the same."""
        if self.switches.mirrors == 1:
            return moves, {}
        first: dict[int, Move] = {}
        twins: dict[Move, list[Move]] = {}
        for move in moves:
            chosen = first.setdefault(self._key(position.play(move)), move)
            if chosen != move:
                twins.setdefault(chosen, []).append(move)
        return list(first.values()), twins

    def _key(self, position: Any) -> int:
        """The same for positions that count as the same."""
        images = range(1, self.switches.mirrors)
        return int(min([position.key(), *(position.transform(each).key() for each in images)]))


class _StoppedError(Exception):
    """Somebody stopped the search."""


class _Step(NamedTuple):
    """How the search came to a node."""

    parent: int | None
    move: Move | None
    rank: int
    ply: int = 0
    twins: tuple[Move, ...] = ()


class _Known(NamedTuple):
    """A value that needs no looking ahead, for the player to move."""

    value: int
    bound: Bound
    source: Source


def for_root(ply: int, low: int, high: int) -> tuple[int, int]:
    """A window of the player to move, seen by the player at the root."""
    return (low, high) if ply % 2 == 0 else (-high, -low)


def bound_of(value: int, alpha: int, beta: int) -> Bound:
    """Whether a value is exact, given the window that it was searched with."""
    if value >= beta:
        return "at_least"
    return "exact" if value > alpha else "at_most"


def _value(node: int, ply: int, value: int, bound: Bound, source: Source) -> Value:
    seen = bound if ply % 2 == 0 else OPPOSITE[bound]
    return Value(node, for_root(ply, value, value)[0], seen, source)


def _cut(node: int, skipped: tuple[Move, ...], ply: int, best: int, beta: int) -> Cut:
    value, bound = (for_root(ply, each, each)[0] for each in (best, beta))
    return Cut(node, skipped, "beta" if ply % 2 == 0 else "alpha", value, bound)


# --- counting ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """What one variant of the search costs."""

    switches: TraceSwitches
    nodes: int
    evaluations: int
    cutoffs: int
    table_hits: int
    seconds: float | None  # None of a variant that is traced where the others are compiled
    complete: bool  # false: it was stopped, and would have cost more

    @property
    def name(self) -> str:
        """As in `alpha-beta, ordered, with table`."""
        parts = ["alpha-beta" if self.switches.pruning else "minimax"]
        parts += ["strict cuts"] if self.switches.strict else []
        parts += ["ordered"] if self.switches.ordering else []
        parts += ["with table"] if self.switches.table else []
        parts += ["mirrors merged"] if self.switches.mirrors > 1 else []
        return ", ".join(parts)


VARIANTS = (
    TraceSwitches(pruning=False),
    TraceSwitches(),
    TraceSwitches(ordering=True),
    TraceSwitches(table=True),
    TraceSwitches(ordering=True, table=True),
)


def count_variants(
    game: Game[Any], position: Any, depth: int, judge: Judge, *more: TraceSwitches
) -> list[Count]:
    """What each variant, and `more`, costs in this position; each is stopped after a second."""
    Trace(position, depth, judge, most_moves=game.max_moves).prepare()
    MinimaxSearch(judge.evaluator, judge.rater, depth=1).search(game, position)

    def compiled_search(switches: TraceSwitches, monitor: Monitor) -> None:
        chosen = Switches(int(switches.pruning), int(switches.ordering))
        search = MinimaxSearch(judge.evaluator, judge.rater, chosen, depth)
        search.search(game, position, Limit(nodes=COUNTED_NODES), monitor)
        monitor.array[EVALUATIONS] -= monitor.array[EXPANDED]  # leaves alone, as a trace counts

    def traced(switches: TraceSwitches, monitor: Monitor) -> None:
        Trace(position, depth, judge, switches, monitor, game.max_moves).run()

    return [
        replace(count(switches, traced), seconds=None)
        if switches.table or switches.mirrors > 1 or switches.strict
        else count(switches, compiled_search)
        for switches in (*VARIANTS, *more)
    ]


def count(switches: TraceSwitches, search: Callable[[TraceSwitches, Monitor], Any]) -> Count:
    """What `search` costs, stopped after a second. Compilation is not counted."""
    monitor = Monitor()
    with stopping(monitor, COUNTED_SECONDS):
        begun = time.perf_counter()
        search(switches, monitor)
        counted = monitor.statistics(time.perf_counter() - begun)
    return Count(
        switches,
        counted.nodes,
        counted.evaluations,
        counted.cutoffs,
        counted.table_hits,
        counted.seconds,
        not monitor.stopped,
    )
