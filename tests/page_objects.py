"""What a person does on the page, in words of the game rather than of the document."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Locator, Page, ViewportSize, expect

PATIENCE = 120_000  # milliseconds; a kernel may have to be compiled on a busy machine
BLOCKED = "Service Worker registration blocked by Playwright"  # as most tests have it
REFUSED = r"the server responded with a status of 4\d\d"  # how Chromium logs a refusal
# Resolves when the page has begun to follow the address.
GO = """(hash) => new Promise((begun) => {
  if (location.hash === hash) return begun();
  addEventListener("hashchange", () => begun(), { once: true });
  location.hash = hash;
})"""


class Tab:
    """A tab of the browser in which the page is open, and every complaint of its console."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self._complaints: list[str] = []
        self._forgiven: list[str] = [BLOCKED]
        page.on("pageerror", lambda error: self._complaints.append(f"uncaught: {error}"))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(f"{message.type}: {message.text}")

    def forgive(self, *patterns: str) -> None:
        """Complaints like these are expected in this test."""
        self._forgiven += patterns

    def unforgiven(self) -> list[str]:
        """All other complaints."""
        return [
            each
            for each in self._complaints
            if not any(re.search(pattern, each) for pattern in self._forgiven)
        ]

    def open(self, address: str, press: bool = True) -> None:
        """Go to an address below `#/` and wait for its screen; a press lets searches begin."""
        if self.page.url.startswith(f"{self.url}/#/"):
            self.page.evaluate(GO, f"#/{address}")  # the screen before is there until then
        else:
            self.page.goto(f"{self.url}/#/{address}")
        if press:
            self.press()
        expect(self.page.locator("#screen:not([aria-busy]) h1")).to_be_attached()
        if address.startswith(("play", "analyse")):
            expect(self.status).not_to_be_empty()

    def press(self) -> None:
        """Press a key that does nothing else, as soon as the page listens: searches may begin."""
        expect(self.page.locator("#tabs a").first).to_be_attached()
        self.page.keyboard.press("Shift")

    # --- the board ----------------------------------------------------------------------------

    def cell(self, name: str) -> Locator:
        """The cell of that name."""
        return self.page.locator(f'ply-board [role=gridcell][aria-label^="{name},"]')

    def click(self, *names: str) -> None:
        """Click cells, one after the other."""
        for name in names:
            self.cell(name).click()

    def cells(self) -> list[str]:
        """What every cell is called, with its stone: `b2, X stone`."""
        told = self.page.locator("ply-board [role=gridcell]").evaluate_all(
            "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
        )
        return [", ".join(each.split(", ")[:2]) for each in told]

    def play(self, move: str) -> None:
        """Make a move by clicks, and wait until the game has it.

        `c3` is a cell, `c3-g3` two; `4` is a column, clicked at its top; `steal` is a button.
        """
        expect(self.page.locator("ply-board .cell.legal").first).to_be_attached()
        count = self.moves.count()
        if move.isdigit():
            self.click(f"{'abcdefghij'[int(move) - 1]}6")
        elif move.isalpha():
            self.page.locator(".board-buttons").get_by_role("button", name=move).click()
        else:
            self.click(*move.split("-"))
        expect(self.moves).to_have_count(count + 1)

    # --- around it ----------------------------------------------------------------------------

    @property
    def moves(self) -> Locator:
        """The moves of the list beside the board."""
        return self.page.locator(".moves button, .variations button")

    @property
    def status(self) -> Locator:
        """The line below the board."""
        return self.page.locator(".status")

    @property
    def notice(self) -> Locator:
        """What the page says for a few seconds."""
        return self.page.locator("#notices .notice")

    @property
    def connection(self) -> Locator:
        """How the server is reached: connected, connecting or reconnecting."""
        return self.page.locator("#connection .word")

    def button(self, name: str) -> Locator:
        """The button with exactly that name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def resize(self, size: ViewportSize) -> None:
        """Give the window another size, and wait until everything has found its place in it."""
        self.page.set_viewport_size(size)
        self.page.wait_for_function("(width) => innerWidth === width", arg=size["width"])
        self.page.evaluate(
            "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
