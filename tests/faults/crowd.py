"""The crowd: how long a click waits beside hostile connections, and the memory that they leave.

    python -m faults.crowd --clients 50 --seconds 10

Each kind of hostile client has a server of its own for some seconds. Beside it a person clicks,
over the WebSocket and over HTTP, and loads the page, in a process of its own. The memory is taken
before, at the end, and once they are gone.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from faults.clients import RAW, wild_message
from faults.soak import megabytes_of, served

PAUSE = 0.2  # seconds between two clicks
WARM = 3.0  # seconds before the first hostile client
GONE = 5.0  # seconds after the last hostile client, at which memory is taken
PLACE = {"game": "connect_four", "moves": "4 4"}
CLICK = {"type": "play", "id": "click", **PLACE, "move": "3"}
SMALL = {"seconds": 0.5}

Seconds = dict[str, list[float]]  # by what was waited for
Hostile = Callable[[str, random.Random], Awaitable[None]]


@contextlib.asynccontextmanager
async def _line(address: str, **options: Any) -> Any:
    async with connect(f"ws://{address}/api/live", open_timeout=60, **options) as socket:
        await socket.recv()
        yield socket


async def _listen(socket: ClientConnection) -> None:
    """Read what comes, so that nothing is held up."""
    async for _ in socket:
        pass


async def _flood(address: str, message: Callable[[], str]) -> None:
    async with _line(address) as socket:
        listening = asyncio.ensure_future(_listen(socket))
        try:
            while not listening.done():
                await socket.send(message())
        finally:
            listening.cancel()


async def wild(address: str, chance: random.Random) -> None:
    """Wild messages, as fast as they are taken."""
    await _flood(address, lambda: wild_message(chance))


async def huge(address: str, chance: random.Random) -> None:
    """Messages of nearly 64 KiB, each refused."""
    texts = ['{"type": "play", "id": "a", "x": [' + "1," * 30_000 + "1]}", '"' + "x" * 65_000 + '"']
    await _flood(address, lambda: chance.choice(texts))


async def long_games(address: str, chance: random.Random) -> None:
    """Positions after many moves that no cache knows."""

    def message() -> str:
        moves = " ".join(chance.choice("1234567") for _ in range(chance.randint(20, 42)))
        return json.dumps({**CLICK, "moves": moves, "id": chance.choice("abcd")})

    await _flood(address, message)


async def clicks(address: str, chance: random.Random) -> None:
    """Honest messages, as fast as they are taken."""
    await _flood(address, lambda: json.dumps({**CLICK, "id": chance.choice("abcd")}))


async def searches(address: str, chance: random.Random) -> None:
    """Four searches on each connection, one after the other, with much memory."""

    def message(name: str) -> str:
        moves = " ".join(chance.choice("1234567") for _ in range(4))
        place = {"game": "connect_four", "moves": moves, "limit": SMALL}
        return json.dumps({"type": "analyse", "id": name, **place, "agent": "mcts(memory=64)"})

    async with _line(address) as socket:
        for name in "abcd":
            await socket.send(message(name))
        async for text in socket:
            told = json.loads(text)
            if told["type"] in ("done", "error"):
                await asyncio.sleep(0.05)
                await socket.send(message(told["id"] or "a"))


async def watchers(address: str, chance: random.Random) -> None:
    """Shared games, watched four times on a connection, and changed as fast as can be."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        made = (await http.post("/api/shared", json={"game": "connect_four"})).json()
        async with _line(address) as socket:
            for seat, name in enumerate("abcd"):
                key = made["keys"][seat % 2]
                wish = {"type": "watch", "id": name, "shared": made["shared"], "key": key}
                await socket.send(json.dumps(wish))
            listening = asyncio.ensure_future(_listen(socket))
            while not listening.done():
                for action in ("offer_draw", "decline"):
                    asked = {"key": made["keys"][0], "ply": 0, "action": action}
                    await http.post(f"/api/shared/{made['shared']}", json=asked)


async def slow_readers(address: str, chance: random.Random) -> None:
    """Requests for much, of whose answers nothing is read."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1)
    line = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with contextlib.closing(writer):
        writer.write(line.encode() * 400)
        await asyncio.sleep(3600)
        reader.at_eof()


async def deaf_lines(address: str, chance: random.Random) -> None:
    """WebSockets that ask for analyses and read nothing."""
    async with _line(address, max_queue=1) as socket:
        place = {"game": "connect_four", "limit": {"seconds": 5}, "lines": 5}
        while True:
            for name in "abcd":
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        message = {"type": "analyse", "id": name, **place}
                        await socket.send(json.dumps(message))
            await asyncio.sleep(0.2)


async def half_open(address: str, chance: random.Random) -> None:
    """Requests whose body never comes."""
    host, _, port = address.partition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    head = "POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
    with contextlib.closing(writer):
        writer.write(head.encode())
        await asyncio.sleep(3600)


async def requests(address: str, chance: random.Random) -> None:
    """Wild requests, one connection after the other."""
    host, _, port = address.partition(":")
    while True:
        reader, writer = await asyncio.open_connection(host, int(port))
        with contextlib.closing(writer), contextlib.suppress(OSError, TimeoutError):
            writer.write(chance.choice(RAW)(chance))
            writer.write_eof()
            async with asyncio.timeout(5):
                await reader.read()


async def trees(address: str, chance: random.Random) -> None:
    """Recorded trees and positions of boards that others do not ask for."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        while True:
            if chance.random() < 0.5:
                wish = {"game": "tic_tac_toe", "depth": chance.randint(3, 6), "evaluate": "default"}
                await http.post("/api/tree", json=wish)
            else:
                board = {"size": chance.randint(2, 16)}
                await http.post("/api/position", json={"game": "konane", "parameters": board})


async def compiles(address: str, chance: random.Random) -> None:
    """Searches on boards of which there is no machine code yet."""
    async with _line(address) as socket:
        for name in "abcd":
            board = {"game": "konane", "parameters": {"size": chance.randint(4, 16)}}
            message = {"type": "choose", "id": name, **board, "agent": "casual", "limit": SMALL}
            await socket.send(json.dumps(message))
        await _listen(socket)


KINDS: tuple[Hostile, ...] = (
    *(wild, huge, long_games, clicks, searches, watchers, slow_readers, deaf_lines, half_open),
    *(requests, trees, compiles),
)


async def _again(life: Hostile, address: str, chance: random.Random) -> None:
    while True:
        with contextlib.suppress(OSError, TimeoutError, ConnectionClosed, httpx.HTTPError):
            await life(address, chance)
        await asyncio.sleep(0.1)


class Waits(dict[str, list[float]]):
    """Seconds that answers took, by kind; -1 where one was refused."""

    @contextlib.asynccontextmanager
    async def of(self, kind: str) -> Any:
        """Take the time of what is done inside."""
        since = time.monotonic()
        try:
            yield
        except (OSError, TimeoutError, ConnectionClosed, httpx.HTTPError, AssertionError):
            self.setdefault(f"{kind} refused", []).append(time.monotonic() - since)
        else:
            self.setdefault(kind, []).append(time.monotonic() - since)


async def _person(address: str, waits: Waits) -> None:
    """Click and load the page, again and again."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        while True:
            try:
                async with _line(address) as socket:
                    while True:
                        await _click(socket, http, waits)
            except (OSError, TimeoutError, ConnectionClosed):
                waits.setdefault("click refused", []).append(0)
                await asyncio.sleep(PAUSE)


async def _click(socket: ClientConnection, http: httpx.AsyncClient, waits: Waits) -> None:
    async with waits.of("click"):
        await socket.send(json.dumps(CLICK))
        while json.loads(await socket.recv())["type"] != "done":
            pass
    async with waits.of("request"):
        (await http.post("/api/play", json={**PLACE, "move": "3"})).raise_for_status()
    async with waits.of("page"):
        for name in ("/", "/js/main.js"):
            (await http.get(name)).raise_for_status()
    await asyncio.sleep(PAUSE)


async def _all_for(seconds: float, lives: list[Awaitable[None]]) -> None:
    tasks = [asyncio.ensure_future(life) for life in lives]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def visited(address: str, seconds: float) -> Seconds:
    """What a person waits for within these seconds."""
    waits = Waits()
    asyncio.run(_all_for(seconds, [_person(address, waits)]))
    return dict(waits)


def measured(life: Hostile, clients: int, seconds: float) -> tuple[Seconds, list[float]]:
    """The waits beside such clients; memory before, at the end, and once they are gone."""
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other,
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (server, address),
    ):
        visited(address, WARM)
        memory = [megabytes_of(server.pid)]
        lives = [_again(life, address, random.Random(number)) for number in range(clients)]
        person = other.submit(visited, address, seconds)
        asyncio.run(_all_for(seconds, lives))
        waits = person.result()
        memory.append(megabytes_of(server.pid))
        time.sleep(GONE)
        memory.append(megabytes_of(server.pid))
        assert server.poll() is None, "the server has ended"
        return waits, memory


def main() -> None:
    """Measure each kind, or those that are named, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m faults.crowd", description=__doc__)
    parser.add_argument("kinds", nargs="*", help=", ".join(kind.__name__ for kind in KINDS))
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    kinds = [kind for kind in KINDS if not asked.kinds or kind.__name__ in asked.kinds]
    table = Table("beside", "click", "request", "page", "refused", "MB before", "most", "after")
    for kind in kinds:
        waits, memory = measured(kind, asked.clients, asked.seconds)
        cells = [_cell(waits.get(name, [])) for name in ("click", "request", "page")]
        refused = sum(len(found) for name, found in waits.items() if "refused" in name)
        table.add_row(kind.__name__, *cells, f"{refused}", *(f"{each:.0f}" for each in memory))
        Console().print(table)


def _cell(seconds: list[float]) -> str:
    if not seconds:
        return "never"
    return f"{statistics.median(seconds):.2f} worst {max(seconds):.2f} s"


if __name__ == "__main__":
    main()
