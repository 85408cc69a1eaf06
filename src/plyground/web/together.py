"""Playing together through the server: making a shared game, acting in it, and watching it."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Request

from plyground.web.boards import read_place
from plyground.web.messages import DoneMessage, Reason, SharedMessage, WatchMessage
from plyground.web.models import Place
from plyground.web.parts import aside, safely
from plyground.web.problems import BusyError, UnknownSharedGameError, responses
from plyground.web.searching import in_thread
from plyground.web.shared_games import SharedGame, SharedGames
from plyground.web.shared_models import (
    ActRequest,
    Letters,
    SharedKeysView,
    SharedView,
    ShareRequest,
)

if TYPE_CHECKING:
    from plyground.web.live import Connection

router = APIRouter(prefix="/api/shared")


def shared_games_of(request: Request) -> SharedGames:
    """The shared games of the application that got the request."""
    found: SharedGames = request.app.state.shared_games
    return found


@router.post("", operation_id="share", responses=responses(404, 409, 429))
def share(request: Request, asked: ShareRequest) -> SharedKeysView:
    """Make a game for two people, from its start or from a position."""
    reached = read_place(Place(**asked.model_dump(include={"game", "parameters", "position"})))
    reached.require_open()
    made = shared_games_of(request).share(reached, asked.seconds, asked.increment)
    return SharedKeysView(shared=made.name, keys=made.keys)


@router.post("/{shared}", operation_id="act", responses=responses(403, 404, 409, 500))
def act(request: Request, shared: Annotated[Letters, Path()], asked: ActRequest) -> SharedView:
    """Move, resign, offer, accept or decline, with the key of a seat."""
    game = shared_games_of(request).find(shared)
    return safely(lambda: game.act(asked))


class Watching:
    """Somebody who looks at a shared game on a connection; it is told after every change."""

    def __init__(self, connection: Connection, request: WatchMessage) -> None:
        """Nothing is sent yet."""
        self.connection = connection
        self.request = request
        self.ended: Reason | None = None  # why, once somebody ended it
        self._changed = asyncio.Event()

    def end(self, reason: Reason) -> None:
        """Have it stop; it sends its end itself."""
        self.ended = self.ended or reason
        self._changed.set()

    async def ended_by_itself(self) -> DoneMessage:
        """Send the game after every change, until somebody ends that."""
        game = self.connection.shared_games.find(self.request.shared)
        seat = game.seat_of(self.request.key)  # a wrong key is refused before anything is sent
        wake = partial(_wake, asyncio.get_running_loop(), self._changed)
        joining = in_thread(partial(game.join, seat, wake))
        try:
            await asyncio.shield(joining)
            while self.ended is None:
                self._changed.clear()
                if not (game.is_closed or game.is_watched_by(wake)):
                    raise BusyError("this seat was opened on too many newer pages; use one of them")
                patience = await self._tell(game)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), patience)
        finally:
            joining.add_done_callback(lambda _: in_thread(partial(game.leave, wake)))
        return DoneMessage(id=self.request.id, reason=self.ended, choice=None, view=None)

    async def _tell(self, game: SharedGame) -> float | None:
        """Send the game as it is now; how long it stays so if nobody moves."""
        if game.is_closed:
            raise UnknownSharedGameError("this shared game was closed")
        view = await aside(partial(game.view_with, self.request.key))
        await self.connection.send(SharedMessage(id=self.request.id, shared=view))
        return await aside(game.seconds_to_flag)


def _wake(loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> None:
    """Set an event of a loop from any thread, unless the loop has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(changed.set)
