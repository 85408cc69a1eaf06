"""The embedded board in a real browser: in a frame of another page, light and dark, by keys."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FrameLocator, expect

from page_objects import REFUSED, Tab
from tiers import first_usual

pytest_plugins = "browser"


class Blog(BaseHTTPRequestHandler):
    """A page of another origin on this machine, which those of the internet do not reach."""

    body = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>Blog</title>{Blog.body}".encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def blog() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/"
        serving.shutdown()


def embed(tab: Tab, blog: str, line: str) -> FrameLocator:
    """The page of the other origin, which holds this line."""
    Blog.body = line
    tab.page.goto(blog)
    return tab.page.frame_locator("iframe")


def line_of(tab: Tab) -> str:
    """The line that the page offers for what it shows."""
    tab.button("Embed").click()
    found = tab.page.get_by_role("textbox", name="The line to put into a page").input_value()
    tab.button("Close").click()
    expect(tab.page.locator("dialog")).to_have_count(0)
    return found


@pytest.mark.parametrize("screen", first_usual(["play", "analyse"]))
def test_a_game_is_stepped_through_in_a_frame_of_another_page(tab, blog, screen):
    tab.open(f"{screen}/konane/size=6?moves=d3+d2+b3-d3&second=human&engine=off&at=2")
    frame = embed(tab, blog, line_of(tab))
    status = frame.locator(".status")
    expect(status).to_have_text("d2. Black to move")
    expect(frame.locator("ply-board [role=gridcell]")).to_have_count(36)
    frame.get_by_role("button", name="Forward").click()
    expect(status).to_have_text("b3-d3. White to move")
    expect(frame.get_by_role("button", name="Forward")).to_be_disabled()
    frame.get_by_role("button", name="First position").press("Enter")
    expect(status).to_have_text("Black to move")
    frame.locator("body").press("End")
    expect(frame.get_by_text("3 of 3")).to_be_visible()
    assert frame.locator(".bar, .tabs, .cell.legal").count() == 0


def test_the_page_itself_refuses_to_be_framed(tab, blog):
    tab.forgive("frame-ancestors|X-Frame-Options")
    frame = embed(tab, blog, f'<iframe src="{tab.url}/#/play/tic_tac_toe"></iframe>')
    expect(tab.page).to_have_title("Blog")
    expect(frame.locator("ply-board")).to_have_count(0)
    assert [each.url for each in tab.page.frames[1:]] == ["chrome-error://chromewebdata/"]


def test_a_position_that_cannot_be_says_so(tab):
    tab.forgive(REFUSED)
    tab.page.goto(f"{tab.url}/embed/#/play/tic_tac_toe?moves=b2+b2")
    expect(tab.page.get_by_role("alert")).to_contain_text("This board cannot be shown")


def test_it_speaks_the_language_of_the_reader_and_follows_its_address(tabs):
    tab = tabs(locale="de")
    tab.page.goto(f"{tab.url}/embed/#/play/tic_tac_toe?moves=a1+b1+a2+b2+a3")
    expect(tab.page.locator(".status")).to_have_text("a3. X hat gewonnen: drei in einer Reihe")
    expect(tab.page.locator("html")).to_have_attribute("lang", "de")
    tab.page.goto(f"{tab.url}/embed/#/play/konane/size=6")
    expect(tab.page.locator(".status")).to_have_text("Schwarz am Zug")
    expect(tab.page.locator("ply-board [role=gridcell]").first).to_have_attribute(
        "aria-label", re.compile("Schwarz|Weiß")
    )
    tab.page.goto(f"{tab.url}/embed/#/")
    expect(tab.page.get_by_role("alert")).to_contain_text("nennt kein Spiel")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(300, 360), (420, 520)])
def test_it_fits_its_frame_and_axe_finds_nothing(tabs, size):
    tab = tabs(viewport={"width": size[0], "height": size[1]})
    for game in ("cachex", "connect_four", "konane"):
        for theme in ("light", "dark"):
            tab.page.goto(f"{tab.url}/embed/#/play/{game}?theme={theme}")
            expect(tab.page.locator("html")).to_have_attribute("data-theme", theme)
            expect(tab.page.locator(".status")).to_have_text(re.compile("to move"))
            found = Axe().run(tab.page)
            assert not found.violations_count, found.generate_report()
            assert tab.overflow() == 0
            height = "document.documentElement.scrollHeight - innerHeight"
            assert tab.page.evaluate(height) <= 0, game
