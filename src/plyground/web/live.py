"""The WebSocket: searches that are watched while they run.

Each connection has a few searches, each under an id of the client's. A search is one task: it
waits for a searcher, runs in a thread, and sends what has become known, at most so often. A slow
reader delays its own next progress message, which then tells the latest; the end is always told.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocketDisconnect

from plyground import __version__
from plyground.errors import PlygroundError
from plyground.kernel import Monitor
from plyground.vocabulary import Analysis
from plyground.web.agents import choice_view, limit_of, make_agent, statistics_view
from plyground.web.analysing import analysis_by, analysis_view, grown_view
from plyground.web.boards import Reached, legal_views, read_place
from plyground.web.messages import (
    FROM_PAGE,
    AnalyseMessage,
    ChooseMessage,
    DoneMessage,
    ErrorMessage,
    GrowMessage,
    HelloMessage,
    PreparingMessage,
    ProgressMessage,
    QueuedMessage,
    Reason,
    StopMessage,
)
from plyground.web.models import MOST_SECONDS, MoveView
from plyground.web.problems import BusyError, EndingError, complaint, invalid, problem_of
from plyground.web.searching import Searchers
from plyground.web.security import is_own_page

router = APIRouter()

EVERY = 1 / 15  # seconds between two progress messages
PREPARING_AFTER = 0.3  # seconds without a node: machine code is being made
MOST_SEARCHES = 4  # on one connection
POLICY_VIOLATION, UNSUPPORTED = 1008, 1003
Told = dict[str, Any]
Work = Callable[[], tuple[Reason, Told]]
Wish = AnalyseMessage | ChooseMessage | GrowMessage


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Searches for one page, until it goes away."""
    if not is_own_page(socket.headers):
        await socket.close(POLICY_VIOLATION, "open the page from this server")
        return
    await socket.accept()
    await Connection(socket, socket.app.state.searchers).serve()


class Connection:
    """One page and its searches."""

    def __init__(self, socket: WebSocket, searchers: Searchers) -> None:
        """Nothing is sent yet."""
        self.socket = socket
        self.searchers = searchers
        self.searches: dict[str, LiveSearch] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.sending = asyncio.Lock()

    async def serve(self) -> None:
        """Obey messages until the page goes away; then stop everything it wanted."""
        try:
            await self.send(HelloMessage(version=__version__))
            while True:
                await self.obey(await self.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone
        except KeyError:
            await self.socket.close(UNSUPPORTED, "messages are text")
        finally:
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def send(self, message: BaseModel) -> None:
        """Send one message."""
        await self.send_text(message.model_dump_json())

    async def send_text(self, text: str) -> None:
        """Send one message that is already text; one after the other."""
        async with self.sending:
            await self.socket.send_text(text)

    async def obey(self, text: str) -> None:
        """Begin or end a search."""
        try:
            wish = FROM_PAGE.validate_json(text)
        except ValidationError as error:
            detail = complaint(error.errors(include_url=False))
            await self.send(ErrorMessage(id=None, problem=invalid(detail)))
            return
        running = self.searches.get(wish.id)
        if isinstance(wish, StopMessage):
            if running:
                running.end("stopped")
            return
        if running:
            running.end("replaced")
        elif len(self.searches) >= MOST_SEARCHES:
            busy = BusyError(f"{MOST_SEARCHES} searches run on this connection; stop one first")
            await self.send(ErrorMessage(id=wish.id, problem=problem_of(busy)))
            return
        search = LiveSearch(self, wish)
        self.searches[wish.id] = search
        task = asyncio.create_task(search.run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def forget(self, search: LiveSearch) -> None:
        """Free the id of a search that has ended, unless another has taken it."""
        if self.searches.get(search.wish.id) is search:
            del self.searches[search.wish.id]


class LiveSearch:
    """One search of a connection, from its message to its end."""

    def __init__(self, connection: Connection, wish: Wish) -> None:
        """Nothing is searched yet."""
        self.connection = connection
        self.wish = wish
        self.monitor = Monitor()
        self.ended: Reason | None = None  # why, once somebody ended it
        self.waiting: asyncio.Task[Any] | None = None  # for a searcher
        self.begun = time.monotonic()
        self.searching_since = self.begun
        self.view: Callable[[], Told] = dict  # what can be told now
        self.version = 0  # of what can be told

    def end(self, reason: Reason) -> None:
        """Have the search stop, or stop waiting; it tells its end itself."""
        self.ended = self.ended or reason
        self.monitor.stop()
        if self.waiting is not None:
            self.waiting.cancel()

    async def run(self) -> None:
        """The whole life of a search."""
        send, searchers = self.connection.send, self.connection.searchers
        try:
            reached, work = await asyncio.to_thread(self._prepare)
            is_interpreted = await searchers.interprets(reached.game)
            if searchers.all_busy(is_interpreted):
                await send(QueuedMessage(id=self.wish.id, ahead=searchers.waiting))
            reason, told = await self._in_turn(work, searchers.place(is_interpreted))
            self.connection.forget(self)
            await send(DoneMessage(id=self.wish.id, reason=self.ended or reason, **told))
        except EndingError:
            pass  # the page asks again
        except PlygroundError as error:
            self.connection.forget(self)
            await send(ErrorMessage(id=self.wish.id, problem=problem_of(error)))
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page has gone
        finally:
            self.connection.forget(self)

    async def _in_turn(
        self, work: Work, place: contextlib.AbstractAsyncContextManager[None]
    ) -> tuple[Reason, Told]:
        """Wait for a searcher, then search; ended while it waits, it finds nothing."""
        places = contextlib.AsyncExitStack()
        async with places:
            self.waiting = asyncio.current_task()
            try:
                await places.enter_async_context(place)
            except asyncio.CancelledError:
                if self.ended is None:
                    raise
                return self.ended, {}
            finally:
                self.waiting = None
            return await self._searched(work)

    async def _searched(self, work: Work) -> tuple[Reason, Told]:
        """Run the work, telling its progress; how it ended and what it found."""
        self.begun = time.monotonic()
        searching = asyncio.create_task(self.connection.searchers.run(work, self.monitor))
        try:
            await self._tell_until(searching)
            found: tuple[Reason, Told] = await searching
            return found
        finally:
            searching.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await searching

    async def _tell_until(self, searching: asyncio.Task[Any]) -> None:
        """Send what has become known, until the search has ended."""
        told, prepared = 0, False
        while not searching.done():
            await asyncio.wait({searching}, timeout=EVERY)
            if searching.done() or self.ended:
                continue
            waited = time.monotonic() - self.begun > PREPARING_AFTER
            if self.version > told or (told and isinstance(self.wish, AnalyseMessage)):
                told = self.version
                await self.connection.send_text(await asyncio.to_thread(self._progress))
            elif self.monitor.statistics().nodes == 0 and waited and not (told or prepared):
                prepared = True
                await self.connection.send(PreparingMessage(id=self.wish.id))
            elif isinstance(self.wish, ChooseMessage):
                self._show(self._counted)

    def _progress(self) -> str:
        return ProgressMessage(id=self.wish.id, **self.view()).model_dump_json()

    def _show(self, view: Callable[[], Told]) -> None:
        """Have `view` told next."""
        self.view = view
        self.version += 1

    def _counted(self) -> Told:
        seconds = time.monotonic() - self.begun
        return {"statistics": statistics_view(self.monitor.statistics(seconds))}

    # --- in a thread --------------------------------------------------------------------------

    def _prepare(self) -> tuple[Reached, Work]:
        """Where and what to search, having looked at everything that may be wrong with the wish."""
        wish, reached = self.wish, read_place(self.wish)
        reached.require_open()
        if isinstance(wish, ChooseMessage):
            return reached, partial(self._choose, wish, reached)
        player = make_agent(reached.game, wish.agent)
        if isinstance(wish, GrowMessage):
            grown = player.analyse(reached.position, limit_of(wish.limit), self.monitor, wish.step)
            return reached, partial(self._grow, wish, grown, reached)
        found = analysis_by(player, reached, limit_of(wish.limit), self.monitor)
        return reached, partial(self._analyse, wish, found, reached)

    def _choose(self, wish: ChooseMessage, reached: Reached) -> tuple[Reason, Told]:
        player = make_agent(reached.game, wish.agent, wish.seed)
        found = player.choose(reached.position, limit_of(wish.limit), self.monitor)
        return "finished", {"choice": choice_view(reached, found)}

    def _analyse(
        self, wish: AnalyseMessage, found: Iterator[Analysis], reached: Reached
    ) -> tuple[Reason, Told]:
        moves = {view.move: view for view in legal_views(reached.game, reached.position)}
        reason: Reason = "limit"
        for known in found:
            self._show(partial(self._analysed, wish, reached, known, moves))
            reason = "finished" if known.finished else "limit"
            if self.version == 1:  # machine code is ready
                self.searching_since = time.monotonic() - known.statistics.seconds
        return reason, self.view()

    def _analysed(
        self,
        wish: AnalyseMessage,
        reached: Reached,
        known: Analysis,
        moves: dict[int, MoveView],
    ) -> Told:
        """What is known, with the nodes as they are counted by now."""
        counted = known.statistics
        nodes = self.monitor.statistics().nodes
        if nodes > counted.nodes:
            seconds = max(counted.seconds, time.monotonic() - self.searching_since)
            counted = replace(counted, nodes=nodes, seconds=seconds)
        current = replace(known, statistics=counted)
        return {"analysis": analysis_view(reached, current, wish.lines, moves)}

    def _grow(
        self, wish: GrowMessage, found: Iterator[Analysis], reached: Reached
    ) -> tuple[Reason, Told]:
        reason: Reason = "limit"
        told: Told = {}
        for known in found:
            told = {"grown": grown_view(reached, known, wish.nodes)}
            self._show(lambda told=told: told)  # type: ignore[misc]
            if wish.step:
                time.sleep(EVERY)  # so that every step is seen
            if time.monotonic() - self.begun > MOST_SECONDS:
                break
            reason = "finished" if known.finished else "limit"
        return reason, told
