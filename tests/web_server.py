"""A server of our own for tests: a thread, a free port, and a client that speaks to it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection, connect

from plyground.game import Game
from plyground.web.app import create_app
from plyground.web.players import Players
from plyground.web.searching import Searchers
from plyground.web.server import QuickServer, bind
from waiting import PATIENCE
from waiting import wait_for as wait_for


class ColdSearchers(Searchers):
    """They only note which games to make ready: compiling every board takes minutes."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        super().__init__(at_once, most_waiting)
        self.noted: list[Game] = []

    def warm(self, game: Game) -> None:
        self.noted.append(game)


class Running:
    """A server that runs."""

    def __init__(
        self, port: int, searchers: ColdSearchers, players: Players, stop: Callable[[], None]
    ) -> None:
        self.port = port
        self.searchers = searchers
        self.players = players
        self.stop = stop
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def live(self, **options: object) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/api/live", close_timeout=1, **options)


@contextlib.contextmanager
def running_server(
    at_once: int = 4,
    most_waiting: int = 32,
    store: Path | None = None,
    token: str | None = None,
) -> Iterator[Running]:
    searchers = ColdSearchers(at_once, most_waiting)
    bound = bind("127.0.0.1", 0)
    ready = threading.Event()
    server = QuickServer(create_app(searchers=searchers, store=store, token=token), ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)

    def stop() -> None:
        server.should_exit = True
        thread.join(PATIENCE)

    running = Running(bound.getsockname()[1], searchers, server.app.state.players, stop)
    try:
        yield running
    finally:
        stop()
        running.http.close()
        bound.close()


def problem(answer: httpx.Response, status: int) -> dict:
    """The problem that an answer is, which must be one of that status."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert found["status"] == status
    assert found["detail"]
    return found


def send(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def receive(socket: ClientConnection) -> dict:
    return json.loads(socket.recv(timeout=PATIENCE))


def receive_until(socket: ClientConnection, *types: str) -> list[dict]:
    """All messages up to the first of these types."""
    messages = [receive(socket)]
    while messages[-1]["type"] not in types:
        messages.append(receive(socket))
    return messages
