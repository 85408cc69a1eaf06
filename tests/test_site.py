"""The documentation as a site: every page is reached, and nothing comes from another host."""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

import plyground as pg
from example_files import DOCS
from plyground.errors import PlygroundError
from plyground.game.registry import built_in_names
from plyground.games.connect_four.ladder import LADDER, POSITIONS, score_by
from plyground.solvers.solver import solver_for

pytest_plugins = "browser"

ROOT = DOCS.parent
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
RESOURCES = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
END = "the end, 26 discs"
ELSEWHERE = re.compile(r"^(https?:)?//")


def pages(navigation: Any) -> list[str]:
    """The files of a navigation, in order."""
    if isinstance(navigation, str):
        return [navigation]
    inside = navigation.values() if isinstance(navigation, dict) else navigation
    return [page for each in inside for page in pages(each)]


def test_every_page_is_in_the_navigation_once():
    written = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    listed = pages(SETTINGS["nav"])
    assert sorted(listed) == sorted(written)


def test_what_the_reference_names_exists():
    for page in sorted((DOCS / "reference").glob("*.md")):
        named = re.findall(r"^::: ([\w.]+)", page.read_text(), re.MULTILINE)
        assert named, page.name
        for name in named:
            module, _, last = name.rpartition(".")
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
                continue
            assert hasattr(importlib.import_module(module), last), name


def test_every_verb_and_result_is_in_the_reference():
    shown = (DOCS / "reference" / "verbs.md").read_text()
    for name in pg.VERBS:
        assert re.search(rf"^::: plyground\.verbs\.\w+\.{name}$", shown, re.MULTILINE), name


@pytest.fixture
def boards(monkeypatch):
    """The hook that puts boards into pages; Python for browsers cannot be had."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    hook = importlib.import_module("docs_boards")

    def fetch() -> None:
        raise PlygroundError("Python for browsers cannot be fetched")

    monkeypatch.setattr(hook, "fetched_files", fetch)
    yield hook
    del sys.modules["docs_boards"]


def shown(hook: Any, file: str) -> str:
    """The text of a page of the documentation, as the hook leaves it."""
    page = SimpleNamespace(file=SimpleNamespace(src_uri=file))
    return str(hook.on_page_markdown((DOCS / file).read_text(), page=page))


def test_pages_of_games_have_a_board(boards):
    boards.on_startup(command="build")
    for name in built_in_names():
        assert f'<div class="play-here" data-game="{name}"></div>' in shown(
            boards, f"games/{name}.md"
        )
    assert "play-here" not in shown(boards, "solved.md")


def test_documentation_without_boards_says_so(boards, capsys, tmp_path):
    boards.on_startup(command="build")
    boards.on_pre_build()
    assert "no boards to play on: Python for browsers cannot be fetched" in capsys.readouterr().err
    text = shown(boards, "games/konane.md")
    assert "play-here" not in text
    assert "not part of this copy" in text
    boards.on_post_build(config=SimpleNamespace(site_dir=tmp_path))
    assert not list(tmp_path.iterdir())


def test_fonts_are_those_of_the_system():
    assert SETTINGS["theme"]["font"] is False
    assert "offline" in SETTINGS["plugins"]
    assert not any(map(ELSEWHERE.match, SETTINGS["extra"]["polyfills"]))


class Resources(HTMLParser):
    """What a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in RESOURCES and given.get("rel") not in ("canonical", "prev", "next"):
            self.found.append(given.get(RESOURCES[tag]) or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site, built strictly."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    with contextlib.chdir(ROOT):
        config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    return folder


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # those of other people's packages
def test_no_page_names_another_host(site):
    built = sorted(page for page in site.rglob("*.html") if page.parent != site / "play")
    assert len(built) == len(pages(SETTINGS["nav"])) + 1  # and that for addresses that are none
    for page in built:
        reader = Resources()
        reader.feed(page.read_text())
        assert reader.found
        assert not [each for each in reader.found if ELSEWHERE.match(each)], page
    for style in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", style.read_text()), style


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_search_works_from_the_folder(site, browser):
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("symmetries")
    page.get_by_text(re.compile(r"\d+ matching documents")).wait_for()
    page.close()
    assert asked
    assert not [url for url in asked if ELSEWHERE.match(url)]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_ladder_of_solvers_climbs_in_the_browser(site, browser):
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((site / "algorithms" / "solver-ladder.html").as_uri())
    assert "# plyground." not in page.locator("article").inner_text()
    page.get_by_role("button", name="Solve").click()
    page.locator(".chart .row:not(.unfinished)").wait_for()
    page.get_by_role("button", name="Climb the ladder").click()  # from the first rung, in order
    page.locator(".chart .row:nth-child(9):not(.unfinished)").wait_for()
    position = pg.Playthrough.read(pg.game("connect_four"), moves=POSITIONS[END]).position
    shown = page.locator(".figure").all_inner_texts()[3:8]  # few enough to be written in full
    nodes = [score_by(position, steps).nodes for steps in LADDER[3:]]
    assert [text.split(" ")[0] for text in shown] == [f"{count:,}" for count in nodes]
    page.get_by_role("combobox").select_option("the empty board")
    page.get_by_role("button", name="Solve").click()
    page.get_by_text("not solved yet").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator(".chart .row.unfinished").wait_for()
    page.close()
    assert not wrong


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_search_can_be_stepped_through(site, browser):
    page = browser.new_page()
    page.goto((site / "algorithms" / "alphabeta.html").as_uri())
    told = page.locator(".ply-live .answer")
    page.get_by_role("button", name="Next cut").click()
    assert (
        told.inner_text() == "After a3, one reply is enough: 4 others are not looked at. Nodes: 9."
    )
    for search, nodes in (("alpha-beta, better moves first", 17), ("minimax: every position", 37)):
        page.get_by_role("combobox").select_option(search)
        page.get_by_role("button", name="To the end").click()
        assert told.inner_text() == f"At the root it is worth −2. Nodes: {nodes}."  # noqa: RUF001
    page.close()


class IsolatedHandler(SimpleHTTPRequestHandler):
    """Serves files to a page that may share memory among threads."""

    def log_message(self, *_: object) -> None: ...

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_threads_of_the_browser_find_the_same_scores(site, browser):
    handler = partial(IsolatedHandler, directory=site)
    solver = solver_for(pg.game("connect_four"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', {value: 3})")
        page.goto(f"http://127.0.0.1:{server.server_port}/algorithms/solver-ladder.html")
        page.get_by_label("the full solver").check()
        for name in list(POSITIONS)[:5]:
            page.get_by_role("combobox").select_option(name)
            page.get_by_role("button", name="Solve").click()
            page.locator(".chart .row:not(.unfinished)").wait_for(timeout=200_000)
            assert "3 threads" in page.locator(".chart").inner_text()
            position = pg.Playthrough.read(solver.game, moves=POSITIONS[name]).position
            score = f"{solver.score(position):+d}".replace("+0", "0")
            assert page.locator(".answer").inner_text().startswith(f"Score {score},")
        page.close()
        server.shutdown()
