"""
Take the pictures of the page anew: python tools/draw_page.py

Every screen becomes docs/images/page-SCREEN-LOOK.png in three looks: light, dark and narrow. The
server is a real one, with games that agents play and a tournament that is played to its end. It
takes about a minute and wants a Chromium or Chrome.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import SANDBOX, find_browser  # noqa: E402
from web_server import running_server, wait_for  # noqa: E402

IMAGES = ROOT / "docs" / "images"
COLOURS = 256
PATIENCE = 120_000  # milliseconds
LOOKS = {
    "light": {"color_scheme": "light", "viewport": {"width": 1200, "height": 880}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1200, "height": 880}},
    "narrow": {"color_scheme": "light", "viewport": {"width": 390, "height": 844}},
}
TOURNAMENT = {
    "game": "konane",
    "parameters": {"size": 6},
    "agents": ["alphabeta(depth=4)", "casual", "random"],
    "pairs": 10,
    "limit": {"depth": 4},
    "seed": 1,
}


def addresses(http: httpx.Client) -> dict[str, tuple[str, str]]:
    """For every screen: its address, and what is on it once it is ready."""
    bamboo = played(http, "bamboo", 40)
    connect_four = played(http, "connect_four", 12)
    return {
        "play": (f"play/bamboo?moves={bamboo}&second=human", ".moves button"),
        "analyse": (
            f"analyse/connect_four?moves={connect_four}&seconds=3",
            ".engine-state:has-text('.')",
        ),
        "tree": ("tree/tic_tac_toe?moves=b2+a1+c3+a3+a2&depth=4&step=34", ".tree-counts"),
        "learn": ("learn/alpha-beta?part=3", ".lesson-options"),
        "arena": (
            f"arena/konane/size=6?job={tournament(http)}",
            ".arena-state:has-text('Complete')",
        ),
        "lab": ("lab/konane", ".lab-list tbody tr"),
    }


def played(http: httpx.Client, game: str, plies: int) -> str:
    """The moves of a game between two agents, as they stand in an address."""
    moves: list[str] = []
    for _ in range(plies):
        asked = {"game": game, "moves": " ".join(moves), "agent": "casual", "seed": len(moves)}
        moves.append(http.post("/api/choose", json=asked).json()["move"]["text"])
    return "+".join(moves)


def tournament(http: httpx.Client) -> int:
    """The number of a tournament that is over."""
    number = http.post("/api/arena", json=TOURNAMENT).json()["number"]
    wait_for(lambda: http.get(f"/api/arena/{number}").json()["state"] == "complete", 300)
    return int(number)


def take(page: Page, file: Path) -> None:
    """Write what the page shows to a file, in few colours."""
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    taken.quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE).save(file, optimize=True)


def draw(browser: Browser, url: str, screens: dict[str, tuple[str, str]]) -> None:
    """Take every screen in every look."""
    for look, options in LOOKS.items():
        context = browser.new_context(reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        for screen, (address, ready) in screens.items():
            page = context.new_page()
            page.goto(f"{url}/#/{address}")
            page.locator("#screen h1").wait_for(state="attached")
            page.keyboard.press("Shift")  # an address alone starts no search
            page.locator(ready).first.wait_for()
            page.wait_for_load_state("networkidle")
            take(page, IMAGES / f"page-{screen}-{look}.png")
            page.close()
        context.close()


if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(store=Path(folder) / "arena.db") as running,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_browser(), args=SANDBOX) as chromium,
    ):
        draw(chromium, running.url, addresses(running.http))
