"""Two people play through the server, in two real browsers: links, moves, offers, a lost line."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, WebSocketRoute, expect

from page_objects import REFUSED, Tab

pytest_plugins = "browser"

FRIEND, PEOPLE = "the other player", "people who watch"
SIZES = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}


def make(tab: Tab, minutes: int = 10) -> dict[str, str]:
    """Make a game from the Play screen; the links to send, by whom they are for."""
    tab.open("play/tic_tac_toe?second=human")
    tab.page.get_by_role("link", name="Play a friend").click()
    tab.page.get_by_label("Minutes for each player").fill(str(minutes))
    tab.button("Make the game").click()
    expect(tab.status).to_have_text("Waiting for the other player")
    found = {who: tab.page.get_by_role("textbox", name=f"For {who}") for who in (FRIEND, PEOPLE)}
    return {who: field.input_value().partition("#/")[2] for who, field in found.items()}


@pytest.fixture
def pair(tabs):
    """Two people at a game: X has made it, O has opened the link."""
    one, two = tabs(viewport=SIZES["wide"]), tabs(viewport=SIZES["narrow"])
    links = make(one)
    sit(two, links[FRIEND])
    expect(one.status).to_have_text("X to move")
    return one, two, links


def sit(tab: Tab, link: str) -> None:
    tab.open(link, press=False)  # which is no search
    expect(tab.status).to_have_text(re.compile("to move|won"))


def test_a_game_to_its_end_by_clicks_on_both_sides(tabs, pair):
    one, two, links = pair
    third = tabs()
    sit(third, links[PEOPLE])
    expect(one.page.locator(".players")).to_contain_text("Watching: 1")
    players = [one, two]
    for ply, move in enumerate(["b3", "b2", "a3", "b1", "c3"]):
        players[ply % 2].play(move)
        expect(players[1 - ply % 2].moves).to_have_count(ply + 1)
    for tab, said in ((one, "You won"), (two, "You lost"), (third, "X won")):
        result = tab.page.get_by_role("region", name="Result")
        expect(result.get_by_role("heading")).to_have_text(said)
        expect(result).to_contain_text("Three in a line.")
        expect(tab.status).to_have_text("X won: three in a line")
        assert tab.page.locator("ply-board .cell.legal").count() == 0
    expect(two.button("Resign")).to_be_hidden()
    one.page.get_by_role("link", name="Analyse this game").click()
    expect(one.page).to_have_url(re.compile(r"#/analyse/tic_tac_toe\?moves=b3\+b2\+a3\+b1\+c3"))


def test_a_takeback_and_a_draw_by_keyboard_alone(pair):
    one, two, _ = pair
    one.play("b2")
    one.button("Ask for a takeback").press("Enter")
    offer = two.page.get_by_role("region", name="Offer")
    expect(offer).to_contain_text("X asks to take a move back.")
    two.button("Accept").press("Enter")
    expect(two.page.locator("ply-board :focus")).to_have_count(1)  # and not lost
    for tab in (one, two):
        expect(tab.moves).to_have_count(0)
        expect(tab.status).to_have_text("X to move")
    one.play("a1")
    two.button("Offer a draw").press("Enter")
    expect(offer).to_contain_text("You offer a draw.")
    one.button("Decline").press("Enter")
    expect(offer).to_be_hidden()
    two.play("b2")
    two.button("Offer a draw").press("Enter")
    one.button("Accept").press("Enter")
    for tab in (one, two):
        expect(tab.status).to_have_text("Draw: both players agreed")


def test_an_answer_that_crosses_a_new_offer_accepts_nothing(pair):
    one, two, _ = pair
    one.play("b2")
    two.play("a1")
    two.button("Offer a draw").click()
    held: list[Route] = []
    one.page.route("**/api/shared/**", lambda route: held.append(route))
    one.button("Accept").click()  # of the draw; on its way, while
    two.button("Withdraw").click()
    two.button("Ask for a takeback").click()
    expect(one.page.get_by_role("region", name="Offer")).to_contain_text("take a move back")
    one.forgive(REFUSED)
    held[0].continue_()
    expect(one.page.locator(".notice")).to_contain_text("replaced by another")
    for tab in (one, two):
        expect(tab.moves).to_have_text(["b2", "a1"])
        expect(tab.status).to_have_text("X to move")


@pytest.mark.slow
def test_resigning_is_asked_twice(pair):
    one, two, _ = pair
    one.button("Resign").click()
    one.button("Play on").click()
    expect(one.status).to_have_text("X to move")
    one.button("Resign").click()
    one.button("Yes, resign").click()
    for tab in (one, two):
        expect(tab.status).to_have_text("O won: X resigned")


@pytest.mark.slow
def test_a_rematch_on_the_same_links_with_the_sides_changed(tabs, pair):
    one, two, links = pair
    third = tabs()
    sit(third, links[PEOPLE])
    address = one.page.url
    one.button("Resign").click()
    one.button("Yes, resign").click()
    for tab in (one, two):
        expect(tab.button("Rematch")).to_be_visible()
    expect(third.button("Rematch")).to_have_count(0)
    two.button("Rematch").press("Enter")
    offer = one.page.get_by_role("region", name="Offer")
    expect(offer).to_contain_text("O offers a rematch.")
    one.button("Decline").click()
    expect(offer).to_be_hidden()
    one.button("Rematch").click()
    two.button("Accept").press("Enter")
    for tab in (one, two, third):
        expect(tab.status).to_have_text("X to move")
        expect(tab.page.get_by_role("region", name="Result")).to_be_hidden()
    assert one.page.url == address
    expect(one.page.locator(".player").nth(1)).to_contain_text("you")
    two.play("b2")  # who was O is X now
    one.play("a1")
    expect(third.moves).to_have_text(["b2", "a1"])
    one.page.reload()
    expect(one.moves).to_have_text(["b2", "a1"])


@pytest.mark.slow
def test_a_game_that_begins_where_one_stands(tabs):
    one, two = tabs(), tabs()
    one.open("play/konane/size=6?moves=d3+d2+b3-d3&second=human&at=2")
    one.page.get_by_role("link", name="Invite from here").click()
    expect(one.page.get_by_text("The game begins at this position")).to_be_visible()
    assert "d3, empty" in one.cells()
    assert "b3, Black stone" in one.cells()
    found = Axe().run(one.page)
    assert not found.violations_count, found.generate_report()
    one.button("Make the game").click()
    expect(one.status).to_have_text("Waiting for the other player")
    link = one.page.get_by_role("textbox", name=f"For {FRIEND}").input_value()
    sit(two, link.partition("#/")[2])
    one.play("b3-d3")
    expect(two.moves).to_have_text(["b3-d3"])
    two.page.locator("body").press("ArrowLeft")
    expect(two.cell("b3")).to_have_attribute("aria-label", re.compile("Black stone"))
    one.button("Resign").click()
    one.button("Yes, resign").click()
    two.page.get_by_role("link", name="Analyse this game").click()
    expect(two.page).to_have_url(re.compile("position=.*moves=b3-d3"))


def test_a_page_that_lost_its_line_comes_back_by_itself(tabs):
    one, two = tabs(), tabs()
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    two.page.route_web_socket(re.compile("/api/live"), connect)
    sit(two, make(one)[FRIEND])
    one.play("b2")
    expect(two.moves).to_have_count(1)
    lines[-1].close()
    expect(one.page.locator(".player", has_text="connected")).to_have_count(1)
    two.play("a1")
    expect(one.moves).to_have_count(2)
    one.play("c3")
    expect(two.moves).to_have_text(["b2", "a1", "c3"])
    assert len(lines) == 2


@pytest.mark.slow
def test_a_reload_and_a_page_that_was_closed_lose_nothing(pair):
    one, two, _ = pair
    one.play("b2")
    two.page.reload()
    expect(two.moves).to_have_text(["b2"])
    two.play("a1")
    two.page.goto("about:blank")
    expect(one.page.locator(".player", has_text="away")).to_have_count(1)
    one.play("c3")
    two.page.go_back()
    expect(two.moves).to_have_text(["b2", "a1", "c3"])
    expect(one.page.locator(".player", has_text="connected")).to_have_count(1)
    two.play("c1")
    expect(one.moves).to_have_count(4)


@pytest.mark.slow
def test_clocks_are_shown_and_a_walk_through_the_game_plays_nothing(pair):
    one, two, _ = pair
    clocks = two.page.locator(".clock")
    expect(clocks).to_have_text(["10:00", "10:00"])
    one.play("b2")
    expect(clocks.last).to_have_text(re.compile(r"9:\d\d"))
    two.page.locator("body").press("ArrowLeft")
    expect(two.status).to_have_text("X to move")
    assert two.page.locator("ply-board .cell.legal").count() == 0
    two.page.locator("body").press("ArrowRight")
    two.play("a1")
    expect(one.moves).to_have_count(2)


def test_a_link_to_a_game_that_is_gone_says_so(tab):
    tab.open("together/tic_tac_toe?shared=nothing&key=nothing", press=False)
    result = tab.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("There is no such shared game")
    result.get_by_role("link", name="Make a new game").click()
    expect(tab.button("Make the game")).to_be_visible()


@pytest.mark.slow
def test_a_link_with_another_game_shows_the_one_that_is_played(tabs, pair):
    _, _, links = pair
    third = tabs()
    sit(third, links[PEOPLE].replace("tic_tac_toe", "konane"))
    expect(third.page.locator("ply-board [role=gridcell]")).to_have_count(9)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_and_everything_fits(pair, size):
    one, two, _ = pair
    two.button("Offer a draw").click()
    expect(one.button("Accept")).to_be_visible()
    for tab in (one, two):
        tab.resize(SIZES[size])
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = Axe().run(tab.page)
            assert not found.violations_count, found.generate_report()
        assert tab.overflow() == 0
