"""The API without a server: a worker of a browser runs it, and passes on what the page asks.

The same application answers the same requests; they arrive as calls instead of over a network, and
the live connection is a pair of functions. There is one client, on its own machine: nothing stands
before the API, and nobody else can reach it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from fastapi import FastAPI
from starlette.types import Message

from plyground.game.registry import game_class, register
from plyground.kernel import machine
from plyground.solvers.trust import trust
from plyground.web.api import create_api
from plyground.web.players import Players
from plyground.web.searching import Searchers
from plyground.web.shared_games import SharedGames


class Answer(NamedTuple):
    """What a request is answered with."""

    status: int
    kind: str  # its content type
    body: str


class Site:
    """The API for one page."""

    def __init__(
        self,
        files: Sequence[str] = (),
        later: Sequence[str] = (),
        fetch: Callable[[str], Any] | None = None,
    ) -> None:
        """`files` are games that do not come with the package, and have been checked.

        The content of files for `later` is had from `fetch`, as an array of JavaScript's.
        """
        if fetch is not None:
            machine.leave_files(later, lambda file: bytes(fetch(file).to_bytes()))
        if not machine.has_threads():
            run_without_threads()
        for file in files:
            trust(register(game_class(file)))
        self.api = create_api(_lifespan)
        self._life = self.api.router.lifespan_context(self.api)

    async def open(self) -> None:
        """Begin to answer."""
        await self._life.__aenter__()

    async def close(self) -> None:
        """Stop what is searched, and answer no more."""
        await self._life.__aexit__(None, None, None)

    async def answer(self, method: str, address: str, body: str = "") -> Answer:
        """The answer to a request for an address such as `/api/games/konane?parameter=size=6`."""
        content = body.encode()
        parts: list[Message] = []
        asked = iter([{"type": "http.request", "body": content, "more_body": False}])

        async def receive() -> Message:
            for message in asked:
                return message
            await asyncio.get_running_loop().create_future()  # the page never goes away
            raise AssertionError

        async def send(message: Message) -> None:
            parts.append(message)

        await self.api(_scope("http", method, address), receive, send)
        start, *rest = parts
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        text = b"".join(part.get("body", b"") for part in rest).decode()
        return Answer(start["status"], headers.get("content-type", ""), text)

    def connect(self, heard: Callable[[str], object]) -> Line:
        """A live connection; `heard` gets what the API says."""
        return Line(self.api, heard)


class Line:
    """A live connection, as a WebSocket is."""

    def __init__(self, api: FastAPI, heard: Callable[[str], object]) -> None:
        """Connect."""
        self._heard = heard
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        scope = _scope("websocket", "GET", "/api/live")
        self._task = asyncio.ensure_future(api(scope, self._said.get, self._send))

    def say(self, text: str) -> None:
        """Send a message to the API."""
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    async def close(self) -> None:
        """Hang up, and wait until what was asked for has ended."""
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._heard(message["text"])


NOT_THERE = ("numba", "onnxruntime")  # libraries that Python in a browser does not have


def main() -> None:
    """Print the answers to requests, as they will be in a browser; both are JSON.

    {"files": [...], "requests": [[method, address, body], ...]} -> [[status, kind, body], ...]
    """
    sys.modules.update(dict.fromkeys(NOT_THERE))  # type: ignore[arg-type]
    order = json.load(sys.stdin)
    print(json.dumps(asyncio.run(_answers(order["files"], order["requests"]))))


async def _answers(files: Sequence[str], requests: Sequence[Sequence[str]]) -> list[Answer]:
    site = Site(files)
    await site.open()
    answers = [await site.answer(*request) for request in requests]
    await site.close()
    return answers


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.searchers = Searchers(at_once=1)
    app.state.players = Players()
    app.state.shared_games = SharedGames()
    yield
    app.state.searchers.close()
    app.state.players.close()


def _scope(kind: str, method: str, address: str) -> dict[str, Any]:
    path, query = urlsplit(address).path, urlsplit(address).query
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 0),
        "server": ("localhost", 80),
        "subprotocols": [],
    }


def run_without_threads() -> None:
    """Have endpoints that are plain functions called where they are asked for.

    FastAPI has AnyIO call them in threads, and offers no other way.
    """
    import anyio.to_thread

    async def run_sync(work: Callable[..., Any], *arguments: Any, **_how: Any) -> Any:
        return work(*arguments)

    anyio.to_thread.run_sync = run_sync  # type: ignore[assignment]


if __name__ == "__main__":
    main()
