"""How the page looks, in a real browser: no axe violation, dark, 390 and 768 pixels wide."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from page_objects import Tab
from tiers import rest_slow
from web_server import wait_for

pytest_plugins = "browser"

NARROW = {"width": 390, "height": 844}
TABLET = {"width": 768, "height": 1024}
TWO_ROWS = 110  # pixels of a header
CUT_OFF = """
    [...document.querySelectorAll("#screen :not(svg, svg *)")]
        .filter((element) => getComputedStyle(element).overflowX !== "visible")
        .map(({ className, clientWidth, scrollWidth }) => [className, clientWidth, scrollWidth])
        .filter(([, room, width]) => room > 1 && width > room + 1)
"""  # what hides a part of itself, or has to be scrolled sideways; one pixel is for screen readers
THUMBED = "button, .button, select, summary, .bar a, .cards a, label:has(input)"
TOO_SMALL = """
    (elements) => elements
        .filter((element) => element.checkVisibility())
        .map((element) => [element.textContent, element.getBoundingClientRect()])
        .filter(([, { width, height }]) => Math.min(width, height) < 40)
        .map(([text, { width, height }]) => [text, width, height])
"""
ADDRESSES = {
    "play": "play/konane/size=6?moves=d3+d2+f3-d3&second=human",
    "play, over": "play/connect_four?moves=7+2+4+4+6+3+5&second=human",
    "analyse": "analyse/connect_four?moves=4+4&seconds=1&spec=alphabeta",
    "analyse, solved": "analyse/tic_tac_toe?moves=b2+b1+a1",
    "analyse, explorer": "analyse/othello?explorer=open&engine=off",
    "tree": "tree/tic_tac_toe?moves=b2+a1&depth=2&step=20",
    "numbers": "tree/tic_tac_toe?mode=numbers&step=12",
    "growth": "tree/tic_tac_toe?mode=growth&iterations=100&every=20",
    "tree, boards": "tree/tic_tac_toe?moves=b2+a1+c3&depth=2&boards=1&merged=1",
    "together": "together/konane/size=6",
    "learn": "learn",
    "lesson": "learn/alpha-beta",
    "lesson, board": "learn/minimax",
    "lesson, side by side": "learn/alpha-beta?part=2",
    "lesson, presented": "learn/alpha-beta?present=1",
    "puzzle": "puzzles/tic_tac_toe?puzzle=1",
    "rules": "rules/konane?step=4",
    "arena": "arena/tic_tac_toe?agents=random|report&job=1",
    "lab": "lab/tic_tac_toe",
    "lab, charts": "lab/cachex?experiment=cachex-opponents",
}
SETTLED = {
    "play, over": ".review [role=status]:has-text('proven')",
    "analyse": ".engine-state:has-text('limit')",
    "analyse, solved": ".engine-state:has-text('Everything')",
    "analyse, explorer": ".explorer-moves tbody tr",
    "tree": ".tree-counts",
    "numbers": ".tree-counts",
    "growth": ".tree-summary:has-text('done')",
    "tree, boards": ".tree-counts",
    "learn": ".lesson-path",
    "lesson": ".lesson-options",
    "lesson, board": ".lesson-options",
    "lesson, side by side": ".tree-player",
    "lesson, presented": ".lesson-options",
    "puzzle": ".puzzle [role=status]:has-text('Answer')",
    "arena": ".arena-score:has-text('first')",
    "lab": ".lab-list tbody tr:first-child",
    "lab, charts": ".chart",
}
MOST_USED = ("play, over", "lesson")


@pytest.fixture(scope="module")
def tournament(server):
    """A tournament that was played to its end, so that the arena has something to show."""
    wanted = {"game": "tic_tac_toe", "agents": ["random", "report"], "pairs": 2, "seed": 1}
    number = server.http.post("/api/arena", json=wanted).json()["number"]
    url = f"/api/arena/{number}"
    wait_for(lambda: server.http.get(url).json()["state"] == "complete", 120)
    assert number == 1


def show(tab: Tab, name: str) -> None:
    """Open a screen and wait until nothing moves any more."""
    tab.open(ADDRESSES[name])
    if name in SETTLED:
        expect(tab.page.locator(SETTLED[name])).to_be_visible()


@pytest.mark.parametrize("name", rest_slow(ADDRESSES, MOST_USED.__contains__))
def test_axe_finds_nothing_in_either_theme_and_a_narrow_window_holds_everything(
    tabs, request, name
):
    if name == "arena":
        request.getfixturevalue("tournament")
    tab = tabs(color_scheme="light")
    show(tab, name)
    check_themes(tab)
    check_sizes(tab, name)


def check_themes(tab: Tab) -> None:
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)
        found = Axe().run(tab.page)
        assert not found.violations_count, f"{scheme}: {found.generate_report()}"


def check_sizes(tab: Tab, name: str) -> None:
    for size in (TABLET, NARROW):
        tab.resize(size)
        assert tab.overflow() == 0
        assert tab.page.evaluate(CUT_OFF) == []
        assert tab.page.locator("header.bar").evaluate("(bar) => bar.offsetHeight") < TWO_ROWS
        assert tab.page.locator(THUMBED).evaluate_all(TOO_SMALL) == []
    board = tab.page.locator("ply-board svg").first
    if name.startswith(("play", "analyse")):
        box = board.bounding_box()
        assert box["width"] > 0.8 * NARROW["width"]
        assert box["y"] + box["height"] < NARROW["height"]


@pytest.mark.slow
def test_the_lab_tells_every_state_in_a_narrow_window(tabs):
    tab = tabs(viewport=NARROW)
    tab.page.route("**/api/lab", answer_as_if_reproduced)
    show(tab, "lab")
    rows = tab.page.locator(".lab-list tbody tr").count()
    states = tab.page.locator(".lab-list .lab-state")
    assert tab.page.locator(".lab-list td:nth-child(3):has-text('reproduced')").count() == rows > 0
    hidden = states.evaluate_all(
        """(states) => states.map((state) => [state, state.closest(".card")])
            .map((both) => both.map((element) => element.getBoundingClientRect().right))
            .filter(([end, border]) => end <= 0 || end > border)"""
    )
    assert hidden == []


def answer_as_if_reproduced(route: Route) -> None:
    """Let every experiment have been reproduced, a word that needs more room than `not run`."""
    answer = route.fetch()
    found = answer.json()
    for experiment in found["experiments"]:
        experiment["state"] = "reproduced"
    route.fulfill(response=answer, json=found)


def test_dark_is_dark(tabs):
    tab = tabs(color_scheme="dark")
    show(tab, "play")
    red, green, blue = tab.page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number)"
    )
    assert max(red, green, blue) < 64


@pytest.mark.slow
def test_every_game_at_its_largest_fits_a_narrow_window(tabs):
    tab = tabs(viewport=NARROW)
    for place in ("konane/size=16", "bamboo/radius=10", "cachex/size=15", "connect_four"):
        tab.open(f"play/{place}?second=human")
        assert tab.overflow() == 0, place
