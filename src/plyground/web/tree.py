"""The endpoints about the search tree: a search recorded step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from fastapi import APIRouter, Request

from plyground.agents.request import Request as Judges
from plyground.kernel import Monitor, interpreted, stopping
from plyground.search.minimax import INFINITY
from plyground.search.number_tree import (
    count_number_variants,
    format_number_move,
    parse_number_tree,
    trace_numbers,
)
from plyground.search.recording import Recording
from plyground.search.trace import (
    Count,
    Cut,
    Enter,
    Event,
    Judge,
    Trace,
    TraceSwitches,
    Update,
    count_variants,
)
from plyground.web.agents import read_judge
from plyground.web.boards import Reached, read_place
from plyground.web.messages import (
    CountView,
    CutEvent,
    EnterEvent,
    NumbersRequest,
    TreeEvent,
    TreeRequest,
    TreeSwitches,
    TreeView,
    UpdateEvent,
    ValueEvent,
)
from plyground.web.problems import responses
from plyground.web.routes import searchers_of
from plyground.web.scores import tree_value_view
from plyground.web.searching import Searchers
from plyground.web.security import address_of

router = APIRouter(prefix="/api/tree")

TRACED_SECONDS = 5.0


@router.post("", operation_id="tree", responses=responses(404, 409, 429))
async def tree(request: Request, asked: TreeRequest) -> TreeView:
    """The search of a position, recorded step by step."""
    monitor, searchers = Monitor(), searchers_of(request)
    return await _in_turn(request, lambda: _traced(asked, monitor, searchers), monitor)


@router.post("/numbers", operation_id="tree_of_numbers", responses=responses(429))
async def tree_of_numbers(request: Request, asked: NumbersRequest) -> TreeView:
    """The search of a tree of numbers, recorded step by step."""
    monitor = Monitor()
    return await _in_turn(request, lambda: _traced_numbers(asked, monitor), monitor)


async def _in_turn(request: Request, work: Callable[[], TreeView], monitor: Monitor) -> TreeView:
    client = address_of(request)
    return await searchers_of(request).in_turn(work, monitor, client, is_interpreted=True)


# --- in a thread ------------------------------------------------------------------------------


def _traced(asked: TreeRequest, monitor: Monitor, searchers: Searchers) -> TreeView:
    reached = read_place(asked)
    reached.require_open()
    game, judge = reached.game, _judge(reached, asked)
    mirrors = game.symmetries if asked.merged else 1
    switches = _switches(asked, mirrors)
    depth = min(asked.depth, game.max_plies)
    trace = Trace(reached.position, depth, judge, switches, monitor, game.max_moves)
    writer = _Writer(
        game.format_move, game.format_position, game.cells if asked.boards else _no_cells
    )
    if not asked.counts:
        with interpreted():
            return writer.view(trace, asked.record, [])
    more = [switches] if mirrors > 1 or switches.strict else []
    with searchers.reporting(game):
        trace.prepare()
        counts = count_variants(game, reached.position, depth, judge, *more)
        return writer.view(trace, asked.record, counts)


def _switches(asked: TreeSwitches, mirrors: int = 1) -> TraceSwitches:
    strict = asked.strict and asked.pruning
    return TraceSwitches(asked.pruning, asked.ordering, asked.table, mirrors, strict)


def _judge(reached: Reached, asked: TreeRequest) -> Judge:
    judges = Judges(reached.game, "tree", None)
    evaluator, rater = read_judge(asked.evaluate), read_judge(asked.order)
    return Judge(judges.evaluator(evaluator), judges.rater(rater))


def _traced_numbers(asked: NumbersRequest, monitor: Monitor) -> TreeView:
    root = parse_number_tree(asked.tree)
    switches = _switches(asked)
    trace = trace_numbers(root, switches)
    trace.monitor = monitor
    writer = _Writer(format_number_move, str, _no_cells)
    with interpreted():
        more = [switches] if switches.strict else []
        return writer.view(trace, asked.record, count_number_variants(root, *more))


def _no_cells(position: Any) -> None:
    """Where no boards are drawn."""


class _Writer(NamedTuple):
    """Writes a search for the page."""

    format_move: Callable[[int], str]
    format_position: Callable[[Any], str]
    cells_of: Callable[[Any], Iterable[int] | None]

    def view(self, trace: Trace, room: int, counts: list[Count]) -> TreeView:
        """Run the search, and tell as much of it as there is room for."""
        kept = _recorded(trace, room)
        return TreeView(
            root=self.format_position(trace.position),
            depth=trace.depth,
            value=trace.value,
            score=None if trace.value is None else tree_value_view(trace.value),
            line=list(map(self.format_move, trace.line)),
            events=[self._event(event, kept.hidden) for event in kept.events],
            nodes=trace.monitor.statistics().nodes,
            recorded=sum(isinstance(event, Enter) for event in kept.events),
            complete=trace.value is not None,
            counts=list(map(_count, counts)),
        )

    def _cells(self, position: Any) -> list[int] | None:
        cells = self.cells_of(position)
        return None if cells is None else list(cells)

    def _event(self, event: Event, hidden: Mapping[int, int]) -> TreeEvent:
        if isinstance(event, Enter):
            return EnterEvent(
                node=event.node,
                parent=event.parent,
                move=None if event.move is None else self.format_move(event.move),
                rank=event.rank,
                ply=event.ply,
                depth=event.depth,
                maximising=event.ply % 2 == 0,
                alpha=_finite(event.alpha),
                beta=_finite(event.beta),
                position=self.format_position(event.position),
                cells=self._cells(event.position),
                twins=list(map(self.format_move, event.twins)),
                hidden=hidden.get(event.node, 0),
            )
        if isinstance(event, Update):
            return UpdateEvent(
                node=event.node,
                best=self.format_move(event.best),
                value=event.value,
                score=tree_value_view(event.value),
                alpha=_finite(event.alpha),
                beta=_finite(event.beta),
            )
        if isinstance(event, Cut):
            return CutEvent(
                node=event.node,
                skipped=list(map(self.format_move, event.skipped)),
                limit=event.limit,
                value=event.value,
                bound=event.bound,
            )
        return ValueEvent(
            node=event.node,
            value=event.value,
            score=tree_value_view(event.value),
            bound=event.bound,
            source=event.source,
        )


def _recorded(trace: Trace, room: int) -> Recording:
    """The search, run until its end or its time is up."""
    kept = Recording(room)
    with stopping(trace.monitor, TRACED_SECONDS):
        for event in trace:
            kept.add(event)
    return kept


def _finite(value: int) -> float | None:
    return None if abs(value) >= INFINITY else value


def _count(counted: Count) -> CountView:
    return CountView(
        name=counted.name,
        pruning=counted.switches.pruning,
        strict=counted.switches.strict,
        ordering=counted.switches.ordering,
        table=counted.switches.table,
        merged=counted.switches.mirrors > 1,
        nodes=counted.nodes,
        evaluations=counted.evaluations,
        cutoffs=counted.cutoffs,
        table_hits=counted.table_hits,
        seconds=counted.seconds,
        complete=counted.complete,
    )
