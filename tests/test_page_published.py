"""A published site in a real browser, from Python's own file server, and offline."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import plyground as pg
from page_objects import Tab
from plyground.errors import PlygroundError

pytest_plugins = "browser"

SNORT = Path(__file__).parent.parent / "docs" / "examples" / "snort.py"
GONE = "ERR_CONNECTION_REFUSED|net::ERR_FAILED"  # what is asked for fresh, while offline
READY = 300_000  # milliseconds until Python runs, on a busy machine
PYTHON_FILES = 9 + 2  # and what Python has compiled of them


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[http.server.ThreadingHTTPServer]:
    """A file server with a site in a subfolder; skipped if Python for browsers is not to be had."""
    folder = tmp_path_factory.mktemp("host")
    try:
        pg.publish(["tic_tac_toe", SNORT], folder / "games")
    except PlygroundError as error:
        pytest.skip(str(error))
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def wait_until_ready(tab: Tab) -> None:
    expect(tab.page.locator("#connection")).to_have_attribute("data-state", "open", timeout=READY)


def kept_files(tab: Tab) -> int:
    count = "caches.open('plyground-lasting').then((cache) => cache.keys()).then((k) => k.length)"
    return int(tab.page.evaluate(count))


@pytest.mark.slow
def test_a_visit_and_another_one_offline(host, tabs):
    tab = tabs(f"http://127.0.0.1:{host.server_port}/games", service_workers="allow")
    tab.open("play/tic_tac_toe")
    expect(tab.page.locator("#tabs a")).to_have_text(
        ["Play", "Analyse", "Tree", "Learn", "Puzzles"]
    )
    tab.click("b2")  # most likely before Python is there
    expect(tab.moves).to_have_count(2, timeout=READY)
    wait_until_ready(tab)
    tab.open("analyse/tic_tac_toe?moves=b2")
    expect(tab.page.locator(".engine-state")).to_contain_text("Everything is known")
    tab.open("puzzles/tic_tac_toe")
    expect(tab.page.locator(".puzzle h2")).not_to_be_empty()
    tab.open("puzzles/snort")
    expect(tab.page.locator(".failure")).to_contain_text("No puzzles of Snort yet")
    expect(tab.page.locator(".failure code")).to_have_count(0)
    expect(tab.page.locator(".failure a")).to_have_text("Tic-tac-toe")
    tab.open("tree/tic_tac_toe")
    expect(tab.page.locator(".tree-counts tr.here")).to_contain_text("(shown)")
    tab.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    for _ in range(120):
        if kept_files(tab) == PYTHON_FILES:
            break
        tab.page.wait_for_timeout(500)
    tab.forgive(GONE)
    tab.page.context.set_offline(True)
    tab.page.goto(f"{tab.url}/#/play/snort")
    tab.page.reload()
    wait_until_ready(tab)
    tab.press()
    tab.click("c3")
    expect(tab.moves).to_have_count(2)
