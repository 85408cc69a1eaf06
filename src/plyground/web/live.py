"""The WebSocket: one connection with what runs on it, each under an id of the client's.

A connection has a few searches (`live_search.py`) and shared games that it watches (`together.py`).
Beyond so many connections of a client, only players of shared games are let in. After each message
the connection rests for some times as long as the message took, so that a flood of messages holds
up nothing but itself: the next ones are not even read.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocketDisconnect

from plyground import __version__
from plyground.errors import PlygroundError
from plyground.web.answering import run_to_its_end
from plyground.web.live_search import LiveSearch
from plyground.web.messages import (
    FROM_PAGE,
    ErrorMessage,
    HelloMessage,
    LeaveMessage,
    StopMessage,
    WatchMessage,
)
from plyground.web.players import Players
from plyground.web.problems import BusyError, complaint, invalid, problem_of
from plyground.web.searching import Searchers, in_thread, return_memory
from plyground.web.security import (
    POLICY_VIOLATION,
    TRY_AGAIN_LATER,
    address_of,
    is_own_page,
    too_many_told,
)
from plyground.web.shared_games import SharedGames
from plyground.web.together import Watching

router = APIRouter()

MOST_SEARCHES = 4  # on one connection
MOST_UNENDED = 8  # with those that were replaced, and have not ended yet
RESTS = 5  # times as long as a message took, before the next of its connection
RESERVED_SECONDS = 10.0  # until a connection on a place for players shows its key
UNSUPPORTED = 1003
cpu_seconds = getattr(time, "thread_time", time.process_time)  # browsers have no threads


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Searches for one page, until it goes away."""
    if not is_own_page(socket.headers):
        await socket.close(POLICY_VIOLATION, "open the page from this server")
        return
    await socket.accept()
    state = socket.app.state
    await Connection(socket, state.searchers, state.players, state.shared_games).serve()


class Connection:
    """One page with its searches and players, and the shared games that it looks at."""

    def __init__(
        self,
        socket: WebSocket,
        searchers: Searchers,
        players: Players,
        shared_games: SharedGames,
    ) -> None:
        """Nothing is sent yet."""
        self.socket = socket
        self.searchers = searchers
        self.players = players
        self.shared_games = shared_games
        self.client = address_of(socket) or self  # tabs on this machine are clients of their own
        self.searches: dict[str, LiveSearch | Watching] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.sending = asyncio.Lock()

    async def serve(self) -> None:
        """Obey messages until the page goes away; then stop everything it asked for."""
        self.players.join(self)
        try:
            await self.send(HelloMessage(version=__version__))
            if self.socket.scope.get("is_reserved") and not await self._is_of_player():
                return
            while True:
                text = await self.socket.receive_text()
                begun = cpu_seconds()
                await self.obey(text)
                await asyncio.sleep(min(1.0, RESTS * (cpu_seconds() - begun)))
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone
        except KeyError:
            await self.socket.close(UNSUPPORTED, "messages are text")
        finally:
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
            in_thread(self._leave)

    def _leave(self) -> None:
        self.players.leave(self)
        if not self.players.has_owners():
            return_memory()

    async def _is_of_player(self) -> bool:
        """Obey the first message if it has the key of a shared game's seat; otherwise close."""
        with contextlib.suppress(TimeoutError, PlygroundError, ValidationError):
            text = await asyncio.wait_for(self.socket.receive_text(), RESERVED_SECONDS)
            request = FROM_PAGE.validate_json(text)
            if isinstance(request, WatchMessage) and request.key is not None:
                self.shared_games.find(request.shared).seat_of(request.key)
                await self.obey(text)
                return True
        await self.socket.close(TRY_AGAIN_LATER, too_many_told("websocket"))
        return False

    async def send(self, message: BaseModel) -> None:
        """Send one message."""
        await self.send_text(message.model_dump_json())

    async def send_text(self, text: str) -> None:
        """Send one message that is already text; `WebSocketDisconnect` if the page has gone."""
        async with self.sending:
            try:
                await self.socket.send_text(text)
            except RuntimeError as error:
                raise WebSocketDisconnect from error

    async def obey(self, text: str) -> None:
        """Begin or end a search, look at a shared game, or leave a game."""
        try:
            request = FROM_PAGE.validate_json(text)
        except ValidationError as error:
            detail = complaint(error.errors(include_url=False))
            await self.send(ErrorMessage(id=None, problem=invalid(detail)))
            return
        if isinstance(request, LeaveMessage):
            await in_thread(partial(self.players.close, self))  # one thread, whatever is sent
            return
        running = self.searches.get(request.id)
        if isinstance(request, StopMessage):
            if running:
                running.end("stopped")
            return
        refusal = self._refusal(is_new=running is None)
        if refusal is not None:
            await self.send(ErrorMessage(id=request.id, problem=problem_of(refusal)))
            return
        if running:
            running.end("replaced")
        search = (
            Watching(self, request)
            if isinstance(request, WatchMessage)
            else LiveSearch(self, request)
        )
        self.searches[request.id] = search
        task = asyncio.create_task(run_to_its_end(search, self))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _refusal(self, is_new: bool) -> BusyError | None:
        """Why no search can begin now, if so: those that were replaced still have to end."""
        if is_new and len(self.searches) >= MOST_SEARCHES:
            return BusyError(f"{MOST_SEARCHES} searches run on this connection; stop one first")
        if len(self.tasks) >= MOST_UNENDED:
            return BusyError(f"{MOST_UNENDED} searches of this connection are ending; wait for one")
        return None

    def forget(self, search: LiveSearch | Watching) -> None:
        """Free the id of a search that has ended, unless another has taken it."""
        if self.searches.get(search.request.id) is search:
            del self.searches[search.request.id]
