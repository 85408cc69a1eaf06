"""Moves and searches of a connection that are watched while they run.

A search is one task: it waits for a searcher, borrows a player, runs in a thread, and sends what
has become known, at most so often. A slow reader delays its own next progress message, which then
says the latest; the end is always sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from plyground.agents import Agent
from plyground.agents.presets import ANALYST
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.vocabulary import Analysis
from plyground.web.agents import (
    AllowedSpec,
    choice_view,
    limit_of,
    read_spec,
    statistics_view,
)
from plyground.web.analysing import analysis_by, analysis_view, grown_view
from plyground.web.boards import (
    Reached,
    legal_views,
    play_request,
    position_view,
    read_place,
)
from plyground.web.messages import (
    AnalyseMessage,
    ChooseMessage,
    DoneMessage,
    GrowMessage,
    PlayedMessage,
    PlayMessage,
    PreparingMessage,
    ProgressMessage,
    QueuedMessage,
    Reason,
    Search,
)
from plyground.web.models import MOST_SECONDS, Choosing, MoveView, PositionView
from plyground.web.parts import Parts, aside
from plyground.web.players import Seat

if TYPE_CHECKING:
    from plyground.web.live import Connection

EVERY = 1 / 15  # seconds between two progress messages
PREPARING_AFTER = 0.3  # seconds until a person is told that machine code is being made
T = TypeVar("T")
Fields = dict[str, Any]  # of a message
Found = tuple[Reason, Fields]


class Task(NamedTuple):
    """What a request comes down to, once it was read and found to be fine."""

    reached: Reached
    spec: AllowedSpec | None  # who is to search; None if nobody
    choosing: Choosing | None  # of a search for one move
    view: PositionView | None = None  # of `play`: after the move


class LiveSearch:
    """One search of a connection, from its message to its end."""

    def __init__(self, connection: Connection, request: Search) -> None:
        """Nothing is searched yet."""
        self.connection = connection
        self.request = request
        self.monitor = Monitor()
        self.ended: Reason | None = None  # why, once somebody ended it
        self.waiting: asyncio.Task[Any] | None = None  # for a searcher
        self.is_prepared = False
        self.has_said_queued = False
        self.said_preparing: tuple[str, float] | None = None  # the last that was told
        self.begun = time.monotonic()
        self.searching_since = self.begun
        self.view: Callable[[], Fields] = dict  # what can be sent now
        self.version = 0  # of what can be sent

    def end(self, reason: Reason) -> None:
        """Have the search stop, or stop waiting; it sends its end itself."""
        self.ended = self.ended or reason
        self.monitor.stop()
        if self.waiting is not None:
            self.waiting.cancel()

    async def ended_by_itself(self) -> DoneMessage:
        """Carry out the request, and say how it ended."""
        task = await self.connection.searchers.read(self._read, self.connection)
        if task.view is not None:
            await self.connection.send(PlayedMessage(id=self.request.id, view=task.view))
        reason, found = await self._carry_out(task)
        return DoneMessage(id=self.request.id, reason=self.ended or reason, **found)

    async def _carry_out(self, task: Task) -> Found:
        """Wait for a searcher, then search; ended before that, it finds nothing."""
        searchers = self.connection.searchers
        if task.spec is None:
            return "finished", {}
        client = self.connection.client
        await self._say_queued()
        is_interpreted = await self._preparing(
            task.reached.game, searchers.interprets(task.reached.game, client)
        )
        await self._say_queued(is_interpreted)
        if self.ended is not None:
            return self.ended, {}
        self.waiting = asyncio.current_task()
        try:
            turn = await searchers.turns.take(client, is_interpreted)
        except asyncio.CancelledError:
            if self.ended is None:
                raise
            return self.ended, {}
        finally:
            self.waiting = None
        self.begun = time.monotonic()
        work = partial(self._search, task, task.spec)
        return await self._shown(task.reached.game, searchers.begin(work, self.monitor, turn))

    async def _shown(self, game: Game[Any], searching: asyncio.Future[Found]) -> Found:
        """Send the progress of a search; how it ended and what it found."""
        try:
            await self._send_until(game, searching)
            return await searching
        finally:
            self.monitor.stop()

    async def _send_until(self, game: Game[Any], searching: asyncio.Future[Found]) -> None:
        """Send what has become known, until the search has ended."""
        sent = 0
        while not searching.done():
            await asyncio.wait({searching}, timeout=EVERY)
            if searching.done() or self.ended:
                continue
            if self.version > sent or (sent and isinstance(self.request, AnalyseMessage)):
                sent = self.version
                await self.connection.send_text(await aside(self._progress))
            elif not self.is_prepared and time.monotonic() - self.begun > PREPARING_AFTER:
                await self._say_preparing(game)
            elif self.is_prepared and not isinstance(self.request, AnalyseMessage | GrowMessage):
                self._show(self._counted)

    async def _preparing(self, game: Game[Any], work: Awaitable[T]) -> T:
        """The result of something that may have to be compiled; says so if it takes long."""
        waiting = asyncio.ensure_future(work)
        try:
            while not (await asyncio.wait({waiting}, timeout=PREPARING_AFTER))[0]:
                await self._say_preparing(game)
            return await waiting
        finally:
            waiting.cancel()

    async def _say_queued(self, is_interpreted: bool = False) -> None:
        searchers = self.connection.searchers
        if not self.has_said_queued and searchers.turns.must_wait(is_interpreted):
            self.has_said_queued = True
            await self.connection.send(QueuedMessage(id=self.request.id, ahead=searchers.waiting))

    async def _say_preparing(self, game: Game[Any]) -> None:
        """Tell what is being compiled, unless that was told last."""
        found = self.connection.searchers.compiling(game)
        said = ("", 0.0) if found is None else (found.what, found.expected)
        if said != self.said_preparing and (found or self.said_preparing is None):
            self.said_preparing = said
            await self.connection.send(PreparingMessage(id=self.request.id, compiling=found))

    def _progress(self) -> str:
        return ProgressMessage(id=self.request.id, **self.view()).model_dump_json()

    def _show(self, view: Callable[[], Fields]) -> None:
        """Have `view` sent next."""
        self.view = view
        self.version += 1

    def _counted(self) -> Fields:
        seconds = time.monotonic() - self.begun
        return {"statistics": statistics_view(self.monitor.statistics(seconds))}

    # --- in a thread --------------------------------------------------------------------------

    def _read(self) -> Task:
        """What is to be done, having looked at everything that may be wrong with the request."""
        request, reached = self.request, read_place(self.request)
        if isinstance(request, PlayMessage):
            return _after_move(reached, request)
        reached.require_open()
        spec = read_spec(reached.game, request.agent or ANALYST)
        return Task(reached, spec, request if isinstance(request, ChooseMessage) else None)

    def _search(self, task: Task, spec: AllowedSpec) -> Parts[Found]:
        telling = self.connection.searchers.reporting(task.reached.game, self._note_compiling)
        with self._player(task, spec) as agent, telling:
            agent.prepare(task.reached.position)
            self.begun = time.monotonic()
            self.is_prepared = True
            if task.choosing is not None:
                return self._choose(task.choosing, agent, task.reached)
            if isinstance(self.request, GrowMessage):
                return (yield from self._grow(self.request, agent, task.reached))
            assert isinstance(self.request, AnalyseMessage)
            return (yield from self._analyse(self.request, agent, task.reached))

    def _note_compiling(self, is_compiling: bool) -> None:
        self.is_prepared = not is_compiling

    @contextlib.contextmanager
    def _player(self, task: Task, spec: AllowedSpec) -> Iterator[Agent]:
        """The player of the game for this side; where a seed is given, one that knows nothing."""
        reached, choosing = task.reached, task.choosing
        if choosing is not None and choosing.seed is not None:
            with spec.make(reached.game, choosing.seed) as agent:
                yield agent
            return
        side = None if choosing is None else reached.position.player()
        seat, players = Seat(reached.game, str(spec.written), side), self.connection.players
        with players.borrow(self.connection, seat, spec, self.monitor) as player:
            if side is not None:
                player.follow(reached.start, reached.moves)
            yield player.agent

    def _choose(self, choosing: Choosing, agent: Agent, reached: Reached) -> Found:
        found = agent.choose(reached.position, limit_of(choosing.limit), self.monitor)
        after = position_view(reached.followed_by(found.move))
        return "finished", {"choice": choice_view(reached, found), "view": after}

    def _analyse(self, request: AnalyseMessage, agent: Agent, reached: Reached) -> Parts[Found]:
        moves = {view.move: view for view in legal_views(reached.game, reached.position)}
        reason: Reason = "limit"
        for known in analysis_by(agent, reached, limit_of(request.limit), self.monitor):
            self._show(partial(self._analysed, request, reached, known, moves))
            reason = "finished" if known.finished else "limit"
            if self.version == 1:  # machine code is ready
                self.searching_since = time.monotonic() - known.statistics.seconds
            yield 0.0
        return reason, self.view()

    def _analysed(
        self,
        request: AnalyseMessage,
        reached: Reached,
        known: Analysis,
        moves: dict[int, MoveView],
    ) -> Fields:
        """What is known, with the nodes as they are counted by now."""
        counted = known.statistics
        nodes = self.monitor.statistics().nodes
        if nodes > counted.nodes:
            seconds = max(counted.seconds, time.monotonic() - self.searching_since)
            counted = replace(counted, nodes=nodes, seconds=seconds)
        current = replace(known, statistics=counted)
        return {"analysis": analysis_view(reached, current, request.lines, moves)}

    def _grow(self, request: GrowMessage, agent: Agent, reached: Reached) -> Parts[Found]:
        reason: Reason = "limit"
        grown: Fields = {}
        limit = limit_of(request.limit)
        for known in agent.analyse(reached.position, limit, self.monitor, request.step):
            grown = {"grown": grown_view(reached, known, request.nodes)}
            self._show(lambda grown=grown: grown)  # type: ignore[misc]
            yield EVERY if request.step else 0.0  # so that every step is seen
            if time.monotonic() - self.begun > MOST_SECONDS:
                break
            reason = "finished" if known.finished else "limit"
        return reason, grown


def _after_move(reached: Reached, request: PlayMessage) -> Task:
    """The move of a `play`; the reply is wanted if the other side can move now."""
    after = play_request(reached, request)
    view, reply = position_view(after), request.reply
    if reply is None or view.outcome is not None or view.player == reached.position.player():
        return Task(after, None, None, view)
    return Task(after, read_spec(after.game, reply.agent), reply, view)
