"""How everything that a page asks for on its WebSocket ends: with `done` or `error`."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from starlette.websockets import WebSocketDisconnect

from plyground.errors import PlygroundError
from plyground.web.messages import DoneMessage, ErrorMessage
from plyground.web.problems import EndingError, failed, problem_of

if TYPE_CHECKING:
    from plyground.web.live import Connection
    from plyground.web.live_search import LiveSearch
    from plyground.web.together import Watching


async def run_to_its_end(search: LiveSearch | Watching, connection: Connection) -> None:
    """The whole life of a search or of watching a game; its end is sent, whatever happens."""
    try:
        end: DoneMessage | ErrorMessage = await search.ended_by_itself()
    except EndingError:
        return  # the page asks again
    except WebSocketDisconnect:
        return  # the page has gone
    except Exception as error:
        ours = error if isinstance(error, PlygroundError) else failed(error)
        end = ErrorMessage(id=search.request.id, problem=problem_of(ours))
    finally:
        connection.forget(search)
    with contextlib.suppress(WebSocketDisconnect):
        await connection.send(end)
