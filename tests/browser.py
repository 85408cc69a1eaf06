"""A real browser for tests: whichever Chromium or Chrome the machine has."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_browser() -> str | None:
    """The path of a Chromium or Chrome, None if there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.exists() else None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, started; without one the test is skipped, or fails where CI is true."""
    path = find_browser()
    if path is None:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say("there is no Chromium or Chrome on this machine; `make test` says how to get one")
    with sync_playwright() as playwright:
        sandbox = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]
        with playwright.chromium.launch(executable_path=path, args=sandbox) as started:
            yield started
