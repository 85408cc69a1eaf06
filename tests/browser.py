"""A real browser for tests: whichever Chromium or Chrome the machine has.

A module that wants it says `pytest_plugins = "browser"` and asks for `tab`, or for `tabs` if it
needs several or special ones. A browser and a server last as long as a module: while Playwright is
at work, nothing else in the same thread may run an event loop.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from page_objects import PATIENCE, Tab
from web_server import Running, running_server

# The first has no window, and takes less than half of the others' time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
SANDBOX = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]  # root may have none
USUAL_CONTEXT = {"service_workers": "block", "reduced_motion": "reduce"}
Tabs = Callable[..., Tab]

expect.set_options(timeout=PATIENCE)


def find_browser() -> str | None:
    """The path of a Chromium or Chrome, None if there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.exists() else None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser, started; without one the test is skipped, or fails where CI is true."""
    path = find_browser()
    if path is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("there is no Chromium or Chrome on this machine; `make test` says how to get one")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=SANDBOX) as started,
    ):
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with tournaments of its own."""
    with running_server(store=tmp_path_factory.mktemp("arena") / "arena.db") as running:
        yield running


@pytest.fixture
def tabs(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Tabs]:
    """Makes tabs, each of a browser that remembers nothing; at the end none may have complained.

    `url` is where the page is, the server of the module if it is left out; the rest is for
    Playwright's `new_context`. There is no service worker unless a test wants one: it would not see
    what a test answers in the server's place. Nor does anything move, which takes time to draw.
    """
    opened: list[Tab] = []

    def new_tab(url: str | None = None, **options: object) -> Tab:
        context = browser.new_context(**{**USUAL_CONTEXT, **options})
        context.set_default_timeout(PATIENCE)
        opened.append(Tab(context.new_page(), url or request.getfixturevalue("server").url))
        return opened[-1]

    yield new_tab
    unforgiven = [each for tab in opened for each in tab.unforgiven()]
    for tab in opened:
        tab.page.context.close()
    assert not unforgiven


@pytest.fixture
def tab(tabs: Tabs) -> Tab:
    """A tab for one test."""
    return tabs()
