"""Starting the server: a free port, the address, the browser, and a quick end."""

from __future__ import annotations

import atexit
import gc
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable
from typing import Any

import uvicorn
from fastapi import FastAPI

from plyground.errors import PlygroundError
from plyground.web.app import create_app
from plyground.web.security import LARGEST_BODY

TRIED_PORTS = 20


def bind(host: str, port: int) -> socket.socket:
    """A socket on that port, or on one of the next if it is taken; 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for candidate in range(port, min(port + TRIED_PORTS, 65536)) if port else (0,):
        # Named as TCP, so that asyncio switches off the delay of small packets on connections.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, candidate))
            return found
        except OSError as error:
            found.close()
            last = error
    raise PlygroundError(f"cannot listen on {host}, port {port}: {last}")


def address_of(bound: socket.socket, host: str) -> str:
    """The URL of a bound socket."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{bound.getsockname()[1]}/"


class QuickServer(uvicorn.Server):
    """A server that says when it is ready, and ends at once, whatever is being searched."""

    def __init__(self, app: FastAPI, when_ready: Callable[[], object]) -> None:
        """`when_ready` is called once clients can connect."""
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_BODY,
            timeout_graceful_shutdown=1,
            server_header=False,
        )
        super().__init__(config)
        self.app = app
        self.when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self.when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; first the searches, since clients would be waited for that wait for them."""
        self.app.state.searchers.close()
        await super().shutdown(sockets)


def serve(bound: socket.socket, host: str, open_browser: bool, games: Iterable[Any] = ()) -> None:
    """Serve until Ctrl-C; `games` are made ready in the background, the first is opened."""
    games = list(games)
    address = address_of(bound, host)
    page = f"{address}#/play/{games[0].name}" if games else address
    hosts = ["*"] if host in ("0.0.0.0", "::") else [host, f"[{host}]"]

    def ready() -> None:
        print(f"Plyground is at {page}  (Ctrl-C ends it)", flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    atexit.register(gc.freeze)  # the last search for garbage would take longer than the end itself
    QuickServer(create_app(hosts, games=games), ready).run(sockets=[bound])
