"""The page: start, size of the first load, click to paint, clicks beside searches, many tabs.

python -m benchmarks.page [--minutes 10]

Needs a Chromium or Chrome. With --minutes, fifty connected tabs and four analyses at a time go on
for so long, and the memory of the server is compared at the beginning and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
from playwright.sync_api import Page, Response, sync_playwright
from websockets.asyncio.client import connect

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TABS, ANALYSES = 50, 4
ANALYSE = {"type": "analyse", "game": "connect_four", "agent": "alphabeta", "lines": 5}
CLICK = {"type": "play", "game": "connect_four", "moves": "4 4 3"}

# Resolves in the frame after the one in which a stone more is on the board.
PAINTED = """
async (cell) => {
  const board = document.querySelector("ply-board");
  const stones = () => board.querySelector(".pieces").childElementCount;
  const before = stones(), begun = performance.now();
  const target = board.querySelector(`[data-cell="${cell}"]`);
  target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  while (stones() === before) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}
"""


@contextlib.contextmanager
def served() -> Iterator[tuple[str, float, subprocess.Popen[str]]]:
    """A server of its own: the address, the seconds until it answered, the process."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "plyground", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[3]
        httpx.get(f"{address}api/games").raise_for_status()
        yield address, time.perf_counter() - begun, process
    finally:
        process.terminate()
        process.wait()


def measure(minutes: float = 0) -> Iterator[tuple[str, ...]]:
    """Rows of the table: what, measured, what it should be at most."""
    with served():
        pass  # the first start after an update compiles Python's own files
    with served() as (address, seconds, process):
        yield "start until the first answer", f"{seconds:.2f} s", "2 s"
        yield from measure_browser(address)
        yield from asyncio.run(measure_clicks(address))
        if minutes:
            yield from asyncio.run(measure_tabs(address, process, minutes))


def measure_browser(address: str) -> Iterator[tuple[str, ...]]:
    """What a person's browser loads and how soon it paints."""
    path = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        size = first_load(browser.new_page(), address)
        yield "first load, before compression", f"{size / 1024:.0f} KiB", ""
        times = click_times(browser.new_page(), address)
        yield "click to own stone, median of 20", f"{median(times):.0f} ms", "50 ms"
        browser.close()


def first_load(page: Page, address: str) -> int:
    """Bytes of everything that opening a game loads."""
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto(f"{address}#/play/connect_four")
    page.locator("ply-board [data-cell]").first.wait_for()
    page.wait_for_load_state("networkidle")
    return sum(len(response.body()) for response in responses)


def click_times(page: Page, address: str) -> list[float]:
    """Milliseconds from a click on an empty board to the stone on it, for 20 new games."""
    times = []
    for _ in range(20):
        page.goto("about:blank")
        page.goto(f"{address}#/play/bamboo")
        page.locator("ply-board [data-cell='40']").wait_for()
        page.get_by_text("to move").first.wait_for()
        page.wait_for_load_state("networkidle")
        times.append(page.evaluate(PAINTED, 40))
    return times


async def measure_clicks(address: str) -> list[tuple[str, ...]]:
    """How long a click takes: its stone and a quick reply, then its stone beside four searches."""
    async with contextlib.AsyncExitStack() as open_sockets:
        clicking = await open_sockets.enter_async_context(live(address))
        _, replied = await click_often(clicking, {"agent": "random"})
        for number in range(ANALYSES):
            socket = await open_sockets.enter_async_context(live(address))
            wanted = {**ANALYSE, "id": str(number), "limit": {"seconds": 30}}
            await socket.send(json.dumps(wanted))
        await asyncio.sleep(3)
        played, _ = await click_often(clicking, None)
    what = "a move beside four searches"
    return [
        ("a move and a quick reply, median", f"{median(replied):.1f} ms", ""),
        (f"{what}, median", f"{median(played):.1f} ms", ""),
        (f"{what}, p95", f"{quantiles(played, n=20)[-1]:.1f} ms", "50 ms"),
    ]


async def click_often(socket: Any, reply: Any) -> tuple[list[float], list[float]]:
    """Milliseconds until a move was made, and until the reply, for 200 clicks."""
    played, replied = [], []
    for number in range(200):
        click = {**CLICK, "id": str(number), "move": str(1 + number % 7), "reply": reply}
        begun = time.perf_counter()
        await socket.send(json.dumps(click))
        while (kind := json.loads(await socket.recv())["type"]) != "done":
            if kind == "played":
                played.append(1000 * (time.perf_counter() - begun))
        replied.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(0.05)
    return played, replied


def live(address: str) -> Any:
    """A connection as a tab has one."""
    return connect(f"{address.replace('http', 'ws')}api/live")


async def measure_tabs(
    address: str, process: subprocess.Popen[str], minutes: float
) -> list[tuple[str, ...]]:
    """Fifty tabs, four of which analyse at a time; errors, and memory before and after."""
    errors, messages = 0, 0
    async with contextlib.AsyncExitStack() as open_sockets:
        tabs = [await open_sockets.enter_async_context(live(address)) for _ in range(TABS)]
        deadline, before, turn = time.monotonic() + 60 * minutes, 0, 0
        while time.monotonic() < deadline:
            chosen = [tabs[(turn + i) % TABS] for i in range(ANALYSES)]
            for tab in chosen:
                await tab.send(json.dumps({**ANALYSE, "id": "a", "limit": {"seconds": 1.5}}))
            for tab in chosen:
                kind = ""
                while kind not in ("done", "stopped", "error"):
                    kind = json.loads(await tab.recv())["type"]
                    messages += 1
                errors += kind == "error"
            turn += ANALYSES
            before = before or (resident(process) if turn >= 2 * TABS else 0)
        after = resident(process)
    return [
        (f"{TABS} tabs, {ANALYSES} analyses, {minutes:g} minutes: errors", str(errors), "0"),
        ("messages", str(messages), ""),
        ("memory after every tab's turn, and at the end", f"{before} and {after} MB", "steady"),
    ]


def resident(process: subprocess.Popen[str]) -> int:
    """Megabytes of memory that the process has, where the system tells."""
    file = Path(f"/proc/{process.pid}/statm")
    return int(file.read_text().split()[1]) * 4096 // 1_000_000 if file.exists() else 0


def main() -> None:
    """Print a row for each figure as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page")
    parser.add_argument("--minutes", type=float, default=0, help="of fifty tabs")
    for row in measure(parser.parse_args().minutes):
        print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
