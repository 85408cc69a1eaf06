"""The soak: a server under all its work at once, for an hour; nothing fails, grows or slows down.

    python -m faults.soak --minutes 60

People play on their tabs, some analyse, a tournament is played and a network is trained beside it.
No answer may be an error but "busy"; the server's memory and its latencies must be at the end what
they were once everything had begun.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

BUSY = 429
GAMES = ("tic_tac_toe", "connect_four")  # what is compiled for others is not what is asked here
THINKING = (0.5, 3.0)  # seconds that a person takes
REPLY = {"agent": "casual", "limit": {"seconds": 0.2}}
ANALYSIS_SECONDS = 10
SAMPLE_SECONDS = 1.0
TENTHS = 10
SETTLED = 2  # the tenth whose memory and latencies are compared with those of the last
GROWTH, SLACK_MEGABYTES = 1.15, 64  # of memory that is no leak
SLOWER, SLACK_SECONDS = 2.0, 0.25  # of latencies that are no trend
ANSWER_SECONDS = 120.0  # after which an answer is missing
WANTED = ("click", "play", "analyse", "request", "tournament")  # each of them, at least once
TRAINING = """
game = "tic_tac_toe"
width = 4
blocks = 1
games_at_once = 8
simulations = 8
fast_simulations = 4
batch = 16
first_samples = 64
capacity = 400
"""


class Wish(NamedTuple):
    """How long, and how many of everything."""

    seconds: float
    clients: int = 50
    analyses: int = 4
    seed: int = 1
    is_training: bool = True


@dataclass
class Log:
    """What was seen: moments are seconds since the beginning."""

    begun: float = field(default_factory=time.monotonic)
    latencies: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # by kind
    megabytes: list[tuple[float, float]] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    busy: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    @property
    def now(self) -> float:
        """The moment."""
        return time.monotonic() - self.begun

    def answered(self, kind: str, since: float) -> None:
        """Note that something was answered."""
        self.done[kind] += 1
        self.latencies.setdefault(kind, []).append((since, self.now - since))

    def refused(self, kind: str, status: int, why: str) -> None:
        """Note that something was not."""
        if status == BUSY:
            self.busy[kind] += 1
        else:
            self.errors[f"{kind}: {why[:200]}"] += 1


# --- the server -------------------------------------------------------------------------------


@contextlib.contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own, as a user starts it, and its address."""
    environment = {
        **os.environ,
        "PLYGROUND_STORE": str(folder / "arena.db"),
        "PLYGROUND_LAB": str(folder / "lab.db"),
    }
    command = [sys.executable, "-m", "plyground", "serve", "connect_four", "--no-open"]
    with (folder / "server.txt").open("w") as said:
        server = subprocess.Popen(
            [*command, "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        )
    with server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://(\S+?)/", server.stdout.readline())
            assert found, (folder / "server.txt").read_text()
            yield server, found[1]
        finally:
            server.terminate()


@contextlib.contextmanager
def training(folder: Path, wish: Wish, log: Log) -> Iterator[None]:
    """A training beside it, for all the time."""
    if not wish.is_training:
        yield
        return
    (folder / "training.toml").write_text(TRAINING)
    command = [sys.executable, "-m", "plyground", "train", "tic_tac_toe", "--threads", "1"]
    command += ["--config", "training.toml", "--output", "run", "--device", "cpu"]
    command += ["--minutes", str(wish.seconds / 60)]
    with (folder / "training.txt").open("w") as said:
        process = subprocess.Popen(command, cwd=folder, stdout=said, stderr=said)
    try:
        yield
        if process.poll():
            log.refused("training", 0, (folder / "training.txt").read_text()[-200:])
    finally:
        process.terminate()
        process.wait()


def megabytes_of(process: int) -> float:
    """The memory that a process holds now."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


# --- clients ----------------------------------------------------------------------------------


class Tab:
    """A page that is open: one connection, and requests beside it."""

    def __init__(self, socket: ClientConnection, http: httpx.AsyncClient, log: Log) -> None:
        """Nothing was asked yet."""
        self.socket, self.http, self.log = socket, http, log
        self.asked = 0

    async def search(self, kind: str, **wish: Any) -> dict[str, Any] | None:
        """How a search ended; None if it was refused."""
        self.asked += 1
        name, since = f"s{self.asked}", self.log.now
        await self.socket.send(json.dumps({"type": kind, "id": name, **wish}))
        while True:
            async with asyncio.timeout(ANSWER_SECONDS):
                told = json.loads(await self.socket.recv())
            if told.get("id") != name:
                continue
            if told["type"] == "played":
                self.log.answered("click", since)
            if told["type"] == "error":
                problem = told["problem"]
                self.log.refused(kind, problem["status"], problem["detail"])
                return None
            if told["type"] == "done":
                self.log.answered(kind, since)
                found: dict[str, Any] = told
                return found

    async def request(self, method: str, path: str, **wish: Any) -> Any:
        """The answer of the API; None if it was refused."""
        since, kind = self.log.now, path.partition("?")[0]
        answer = await self.http.request(method, path, **wish)
        if answer.status_code != 200:
            self.log.refused(kind, answer.status_code, answer.text)
            return None
        self.log.answered("request", since)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text


@contextlib.asynccontextmanager
async def opened(address: str, log: Log) -> AsyncIterator[Tab]:
    """A tab for a while."""
    limits = httpx.Timeout(ANSWER_SECONDS)
    async with (
        httpx.AsyncClient(base_url=f"http://{address}", timeout=limits) as http,
        connect(f"ws://{address}/api/live", open_timeout=ANSWER_SECONDS) as socket,
    ):
        await socket.recv()
        yield Tab(socket, http, log)


async def person(address: str, log: Log, chance: random.Random) -> None:
    """Somebody plays game after game, and looks at other things now and then."""
    async with opened(address, log) as tab:
        await tab.request("GET", "/")
        while True:
            await play_a_game(tab, chance)
            await look_around(tab, chance)


async def play_a_game(tab: Tab, chance: random.Random) -> None:
    """Play by chance against an agent until the game is over or given up."""
    game, moves = chance.choice(GAMES), ""
    while chance.random() > 0.02:
        await asyncio.sleep(chance.uniform(*THINKING))
        view = await tab.request("POST", "/api/position", json={"game": game, "moves": moves})
        if view is None or not view["legal"]:
            return
        move = chance.choice(view["legal"])["text"]
        end = await tab.search("play", game=game, moves=moves, move=move, reply=REPLY)
        if end is not None:
            moves = end["view"]["moves"] if end["view"] else f"{moves} {move}"


async def look_around(tab: Tab, chance: random.Random) -> None:
    """One of the other things that people do."""
    game = chance.choice(GAMES)
    kind = chance.randrange(5)
    if kind == 0:
        await tab.request("POST", "/api/agents/check", json={"game": game, "spec": "strong"})
    elif kind == 1:
        await tab.request("POST", "/api/tree", json={"game": "tic_tac_toe", "depth": 3})
    elif kind == 2:
        await tab.request("GET", f"/api/svg?game={game}&theme=dark")
    elif kind == 3:
        await tab.request("GET", f"/api/games/{game}/agents")
    else:
        await tab.search("grow", game="tic_tac_toe", limit={"nodes": 500}, nodes=50)


async def analyst(address: str, log: Log, chance: random.Random) -> None:
    """Somebody analyses one position after the other."""
    async with opened(address, log) as tab:
        while True:
            moves = " ".join(chance.choice("1234567") for _ in range(4))
            limit = {"seconds": ANALYSIS_SECONDS}
            await tab.search("analyse", game="connect_four", moves=moves, limit=limit)


async def organiser(address: str, log: Log, chance: random.Random) -> None:
    """Somebody has one tournament played after the other."""
    wish = {"game": "tic_tac_toe", "agents": ["random", "easy", "casual"], "pairs": 20}
    async with opened(address, log) as tab:
        while True:
            asked = {**wish, "workers": 1, "seed": chance.randrange(10**6)}
            job = await tab.request("POST", "/api/arena", json=asked)
            while job is not None and job["state"] == "running":
                await asyncio.sleep(1)
                job = await tab.request("GET", f"/api/arena/{job['number']}")
            if job is not None:
                await tab.request("GET", f"/api/arena/{job['number']}/standings")
                if job["state"] != "complete":
                    log.refused("tournament", 0, str(job["error"] or job["state"]))
                log.done["tournament"] += 1


# --- the hour ---------------------------------------------------------------------------------


def soak(wish: Wish, folder: Path) -> Log:
    """What was seen while everything ran."""
    log = Log()
    with served(folder) as (server, address), training(folder, wish, log):
        log.begun = time.monotonic()
        asyncio.run(_all_at_once(wish, address, server.pid, log))
        if server.poll() is not None:
            log.refused("server", 0, f"it ended with {server.returncode}")
    said = (folder / "server.txt").read_text()
    if said.strip():
        log.refused("server", 0, said[-200:])
    return log


async def _all_at_once(wish: Wish, address: str, server: int, log: Log) -> None:
    everybody: list[Coroutine[Any, Any, None]] = [_watch(server, log)]
    for count, life in ((wish.clients, person), (wish.analyses, analyst), (1, organiser)):
        for number in range(count):
            chance = random.Random(f"{life.__name__} {wish.seed} {number}")
            everybody.append(_as_long_as_it_goes(life, address, log, chance))
    tasks = [asyncio.ensure_future(each) for each in everybody]
    await asyncio.wait(tasks, timeout=wish.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _as_long_as_it_goes(life: Any, address: str, log: Log, chance: random.Random) -> None:
    """A life; what ends it before its time is an error, and it begins anew."""
    while True:
        try:
            await life(address, log, chance)
        except (OSError, TimeoutError, ConnectionClosed, httpx.HTTPError) as error:
            log.refused(life.__name__, 0, f"{type(error).__name__}: {error}")
            await asyncio.sleep(1)


async def _watch(server: int, log: Log) -> None:
    while True:
        with contextlib.suppress(OSError):
            log.megabytes.append((log.now, megabytes_of(server)))
        await asyncio.sleep(SAMPLE_SECONDS)


# --- what came of it --------------------------------------------------------------------------


def tenth(values: list[tuple[float, float]], number: int, seconds: float) -> list[float]:
    """What was measured in that tenth of the time, from 0."""
    low, high = number * seconds / TENTHS, (number + 1) * seconds / TENTHS
    return [value for moment, value in values if low <= moment < high]


def complaints(log: Log, wish: Wish) -> list[str]:
    """What did not hold."""
    found = [f"{count} times {error}" for error, count in log.errors.items()]
    found += [f"no {kind} was done" for kind in WANTED if not log.done[kind]]
    last = TENTHS - 1
    before, after = (tenth(log.megabytes, number, wish.seconds) for number in (SETTLED, last))
    if before and after:
        low, high = statistics.median(before), statistics.median(after)
        if high > GROWTH * low + SLACK_MEGABYTES:
            found.append(f"memory grew from {low:.0f} to {high:.0f} MB")
    for kind, values in log.latencies.items():
        before, after = (tenth(values, number, wish.seconds) for number in (SETTLED, last))
        if before and after:
            low, high = statistics.median(before), statistics.median(after)
            if high > SLOWER * low + SLACK_SECONDS:
                found.append(f"{kind} took {low:.3f} s, at the end {high:.3f} s")
    return found


def table_of(log: Log, wish: Wish) -> Table:
    """Everything that was measured, the beginning beside the end."""
    table = Table("what", "done", "busy", "first tenth", "third", "last", "worst since the third")
    for kind in sorted({*log.done, *log.busy}):
        values = log.latencies.get(kind, [])
        cells = [_middle(tenth(values, n, wish.seconds), "ms", 1000) for n in (0, SETTLED, 9)]
        settled = [
            value for n in range(SETTLED, TENTHS) for value in tenth(values, n, wish.seconds)
        ]
        worst = _middle([max(settled, default=0)], "ms", 1000)
        table.add_row(kind, f"{log.done[kind]:,}", f"{log.busy[kind]:,}", *cells, worst)
    memory = [_middle(tenth(log.megabytes, n, wish.seconds), "MB", 1) for n in (0, SETTLED, 9)]
    most = _middle([max((value for _, value in log.megabytes), default=0)], "MB", 1)
    table.add_row("memory of the server", "", "", *memory, most)
    return table


def _middle(values: list[float], unit: str, factor: float) -> str:
    return f"{factor * statistics.median(values):,.0f} {unit}" if values else "-"


def main() -> int:
    """Soak, print the table, and say what did not hold; 1 if anything."""
    parser = argparse.ArgumentParser(prog="python -m faults.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--analyses", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-training", action="store_true", help="where PyTorch is not installed")
    asked = parser.parse_args()
    wish = Wish(
        60 * asked.minutes, asked.clients, asked.analyses, asked.seed, not asked.no_training
    )
    with tempfile.TemporaryDirectory(prefix="soak-", ignore_cleanup_errors=True) as folder:
        log = soak(wish, Path(folder))
    Console().print(table_of(log, wish))
    found = complaints(log, wish)
    for complaint in found:
        print(complaint)
    print("it does not hold" if found else "it holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
