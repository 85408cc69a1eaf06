"""A server of our own for tests: a thread, a free port, and a client that speaks to it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from plyground.web.app import create_app
from plyground.web.searching import Searchers
from plyground.web.security import LARGEST_BODY
from plyground.web.server import QuickServer, bind

PATIENCE = 180  # seconds; a kernel may have to be compiled


class Running:
    """A server that runs."""

    def __init__(self, port: int, searchers: Searchers) -> None:
        self.port = port
        self.searchers = searchers
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def live(self, **options: object) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/api/live", close_timeout=1, **options)


@contextlib.contextmanager
def running_server(
    at_once: int = 4, most_waiting: int = 32, store: Path | None = None
) -> Iterator[Running]:
    searchers = Searchers(at_once, most_waiting)
    bound = bind("127.0.0.1", 0)
    ready = threading.Event()
    config = uvicorn.Config(
        create_app(searchers=searchers, store=store),
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=LARGEST_BODY,
        timeout_graceful_shutdown=1,
    )
    server = QuickServer(config, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    running = Running(bound.getsockname()[1], searchers)
    try:
        yield running
    finally:
        running.http.close()
        server.should_exit = True
        thread.join(PATIENCE)
        bound.close()


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


def wait_for(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until the condition holds; fails after `seconds`."""
    pause = threading.Event()
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        pause.wait(0.02)
    raise AssertionError("waited in vain")
