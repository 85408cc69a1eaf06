"""Starting the server: a free port, the address, the browser, and a quick end."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from plyground.errors import PlygroundError
from plyground.web.app import create_app
from plyground.web.security import LARGEST_BODY, is_local

TRIED_PORTS = 20
HEAD_SECONDS = 10.0  # in which a connection has to say what it wants
READ_AT_ONCE = 16 * 1024  # bytes, which the event loop goes through in one go
KEPT_SECONDS = 120  # between two requests; closed while a page sends its next, it would lose that
EXPOSED = (
    "Warning: other machines reach this server. Whoever has the link below can search and play "
    "tournaments on this machine, and whoever listens on the network can read it."
)


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


class Reach(NamedTuple):
    """Where a server is reached, and what one has to know."""

    hosts: list[str]  # addresses of this machine that it listens on, the best for a link first
    names: list[str]  # further ones that requests may use
    token: str | None  # that the API asks for; None where only this machine reaches it

    def links(self, port: int, place: str = "") -> list[str]:
        """The addresses of the page, with the token; `place` is what stands behind the #."""
        asked = "" if self.token is None else f"?token={self.token}"
        written = (f"[{host}]" if ":" in host else host for host in self.hosts)
        return [f"http://{host}:{port}/{asked}{place}" for host in written]


def reach_of(bound: socket.socket, names: Iterable[str] = ()) -> Reach:
    """How a server on that socket is reached; from other machines, with a new token."""
    host = bound.getsockname()[0]
    if is_local(host):
        return Reach([host], list(names), None)
    hosts = [*machine_addresses(), "127.0.0.1"] if host in ("0.0.0.0", "::") else [host]
    return Reach(hosts, [socket.gethostname(), *names], secrets.token_urlsafe(16))


def machine_addresses() -> list[str]:
    """The addresses by which others reach this machine, as far as it knows them."""
    found: list[str] = []
    with contextlib.suppress(OSError):
        probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing; says which address would be used
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(address[0]) for *_, address in known]
    return [each for each in dict.fromkeys(found) if not is_local(each)]


class PromptProtocol(H11Protocol):
    """Connections that are closed unless they soon say what they want."""

    deadline: asyncio.TimerHandle | None = None  # of the request that has begun

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for ever."""
        super().connection_made(transport)
        with contextlib.suppress(AttributeError):  # of loops that have no such bound
            transport.max_size = READ_AT_ONCE  # type: ignore[attr-defined]
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request's head, if it is not complete."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._expect_head()
        elif self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def send_400_response(self, msg: str) -> None:
        """Say that a request is broken, unless it was answered before all of it had come."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _expect_head(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)


class QuickServer(uvicorn.Server):
    """A server that says when it is ready, and ends at once, whatever is being searched."""

    def __init__(self, app: FastAPI, when_ready: Callable[[], object]) -> None:
        """`when_ready` is called once clients can connect."""
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            http=PromptProtocol,
            ws="websockets-sansio",
            ws_max_size=LARGEST_BODY,
            ws_per_message_deflate=False,  # 64 KiB shrink to 100 bytes: one read could be 160 MB
            timeout_keep_alive=KEPT_SECONDS,
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


def serve(
    bound: socket.socket, reach: Reach, open_browser: bool, games: Iterable[Any] = ()
) -> None:
    """Serve until Ctrl-C; `games` are made ready in the background, the first is opened."""
    games = list(games)
    place = f"#/play/{games[0].name}" if games else ""
    links = reach.links(bound.getsockname()[1], place)

    hosts = [*reach.hosts, *(f"[{host}]" for host in reach.hosts), *reach.names]
    app = create_app(hosts, games=games, token=reach.token)

    def ready() -> None:
        if reach.token is not None:
            print(EXPOSED, flush=True)
        print(f"Plyground is at {'  or  '.join(links)}  (Ctrl-C ends it)", flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(links[-1],), daemon=True).start()
        app.state.searchers.compile_ahead()

    atexit.register(gc.freeze)  # the last search for garbage would take longer than the end itself
    QuickServer(app, ready).run(sockets=[bound])
