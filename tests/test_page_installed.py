"""The page as an app: installable, opens while the server is away, never with yesterday's code."""

from __future__ import annotations

import json
import re
import shutil
import struct

import pytest
from playwright.sync_api import expect

from plyground.web.app import STATIC
from plyground.web.app_shell import PAGE, service_worker, shell_files, version_of
from web_server import running_server, wait_for

pytest_plugins = "browser"


def test_the_shell_is_what_the_page_loads_first(tab):
    loaded: set[str] = set()
    tab.page.on("request", lambda asked: loaded.add(asked.url.removeprefix(f"{tab.url}/")))
    tab.page.route("**/api/games", lambda route: route.abort())  # so that no screen is loaded
    tab.forgive("ERR_FAILED", "ERR_CONNECTION")
    tab.page.goto(f"{tab.url}/")
    expect(tab.connection).to_have_text("connected")
    files = {name for name in loaded if re.search(r"\.(js|css|svg)$", name)}
    assert files <= set(shell_files()) >= {"js/main.js", "js/dom.js", "css/base.css"}


def test_another_content_is_another_version(tmp_path):
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    before = service_worker(static)
    assert service_worker(static) == before
    late = static / "js" / "dom.js"  # imported by imported files alone
    late.write_text(late.read_text() + "\n")
    assert service_worker(static) != before
    assert version_of(shell_files(static), static) in service_worker(static)
    assert (static / PAGE).is_file()


def test_the_manifest_is_true(server):
    answer = server.http.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert {manifest["display"], manifest["start_url"]} == {"standalone", "./"}
    for icon in manifest["icons"]:
        found = server.http.get(f"/{icon['src']}")
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", found.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_browsers_would_install_it(tabs):
    tab = tabs(service_workers="allow")
    tab.open("play/tic_tac_toe?second=human")
    asking = tab.page.context.new_cdp_session(tab.page)
    assert asking.send("Page.getAppManifest")["errors"] == []
    errors = asking.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []


@pytest.fixture
def kept(tabs, tmp_path, monkeypatch):
    """A tab whose browser has kept the shell, its server, and the folder of the page."""
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    monkeypatch.setattr("plyground.web.app.STATIC", static)
    with running_server(store=tmp_path / "arena.db") as running:
        tab = tabs(running.url, service_workers="allow")
        tab.open("play/tic_tac_toe?moves=b2&second=human")
        tab.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        tab.page.reload()
        expect(tab.moves).to_have_text(["b2"])
        assert tab.page.evaluate("navigator.serviceWorker.controller !== null")
        yield tab, running, static


def test_it_opens_while_the_server_is_away(kept):
    tab, running, _ = kept
    tab.forgive("ERR_CONNECTION", "WebSocket", "Failed to fetch")
    running.stop()
    tab.page.reload()
    expect(tab.page.get_by_role("heading", name="The server is away")).to_be_visible()
    expect(tab.page.locator("#screen code")).to_have_text("plyground serve")
    expect(tab.connection).to_have_text("reconnecting")


def test_new_code_comes_at_once_and_is_what_is_kept_then(kept):
    tab, running, static = kept
    tab.forgive("ERR_CONNECTION", "WebSocket", "Failed to fetch")
    main = static / "js" / "main.js"
    main.write_text(main.read_text() + '\ndocument.body.dataset.edited = "yes";\n')
    edited = tab.page.locator("body[data-edited=yes]")
    tab.page.reload()
    expect(edited).to_have_count(1)
    expect(tab.moves).to_have_text(["b2"])
    names = f"['plyground-{version_of(shell_files(static), static)} /']"
    tab.page.evaluate("navigator.serviceWorker.ready.then((all) => all.update())")
    wait_for(lambda: str(tab.page.evaluate("caches.keys()")) == names, 30)
    running.stop()
    tab.page.reload()
    expect(tab.page.get_by_role("heading", name="The server is away")).to_be_visible()
    expect(edited).to_have_count(1)


def test_the_worker_passes_the_api_by(server):
    text = server.http.get("/service-worker.js").text
    files = json.loads(re.search(r"const FILES = (\[.*\]);", text)[1])
    assert "./" in files
    assert not any(file.startswith(("api/", "embed")) for file in files)
    assert server.http.get("/service-worker.js").headers["cache-control"] == "no-cache"
