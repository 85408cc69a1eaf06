"""Opponents for people in a real browser: names, ratings, one that adapts, and the explorer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import plyground as pg
from page_objects import Tab
from plyground.tournaments.beginnings import OPENINGS
from tiers import first_usual

pytest_plugins = "browser"

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def person(tab: Tab):
    """Where the page tells the person's rating."""
    return tab.page.get_by_role("region", name="Your rating")


def play_to_the_end(tab: Tab) -> None:
    """Take the first free cell in every turn until the game is over."""
    over = tab.page.locator(".status.over")
    turn = tab.page.locator(".player").first.and_(tab.page.locator("[data-active]"))
    for _ in range(5):
        expect(turn.or_(over).first).to_be_visible()
        if over.count():
            return
        count = tab.moves.count()
        tab.page.locator("ply-board .cell.legal").first.click()
        expect(tab.moves).not_to_have_count(count)
    expect(over).to_be_visible()


def test_opponents_have_names_and_measured_ratings(tab):
    tab.open("play/connect_four?second=casual")
    row = tab.page.locator(".player").nth(1)
    expect(row.locator("select")).to_have_value("casual")
    expect(row.locator("select option[value=casual]")).to_have_text("Casual · Robin (1534)")
    expect(row.locator(".says")).to_have_text(
        "Robin looks three discs ahead for threats, and sometimes slips. "
        "About 1534 ± 70, measured in 164 games."
    )
    tab.open("play/konane/size=6?second=casual")  # a board that nobody has measured
    expect(row.locator("select option[value=casual]")).to_have_text("Casual · Robin")


@pytest.mark.parametrize("language", first_usual(["de", "en"]))
@pytest.mark.parametrize("size", first_usual([WIDE, NARROW]), ids=["wide", "narrow"])
def test_the_longest_name_of_an_opponent_fits_its_list(tabs, size, language):
    tab = tabs(viewport=size, locale=language)
    tab.open("play/bamboo")
    lacking = tab.page.locator(".player select").first.evaluate(
        """(select) => {
            const free = select.closest(".player").appendChild(select.cloneNode(true));
            return free.offsetWidth - select.offsetWidth;
        }"""
    )
    assert lacking <= 0


@pytest.mark.parametrize("size", first_usual([WIDE, NARROW]), ids=["wide", "narrow"])
def test_a_game_to_the_end_rates_the_person_and_the_next_opponent_adapts(tabs, size):
    tab = tabs(viewport=size)
    asked: list[str] = []
    tab.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: asked.append(str(text)))
    )
    tab.open("play/tic_tac_toe?second=random")
    expect(person(tab)).to_be_hidden()
    play_to_the_end(tab)
    expect(person(tab)).to_contain_text("after 1 game on this board")
    expect(person(tab)).to_contain_text("by this one")
    told = person(tab).inner_text()
    tab.page.reload()
    expect(tab.page.get_by_role("region", name="Result")).to_be_visible()
    expect(person(tab)).to_contain_text("after 1 game on this board")
    expect(person(tab)).not_to_contain_text("does not count")
    level = re.search(r"about (-?\d+) ±", told)[1]
    tab.page.get_by_role("combobox", name="Who plays O").select_option("adaptive")
    tab.button("New game").click()
    expect(tab.page.locator("ply-board .cell.legal").first).to_be_attached()
    tab.click("b2")
    expect(tab.moves).to_have_count(2)
    assert any(f"adaptive(level={level})" in message for message in asked)
    tab.page.reload()
    expect(person(tab)).to_contain_text("after 1 game on this board")
    tab.button("Forget it").click()
    expect(person(tab)).to_be_hidden()
    tab.page.reload()
    expect(person(tab)).to_be_hidden()
    assert tab.overflow() <= 0


def test_a_game_with_help_does_not_count(tab):
    tab.open("play/tic_tac_toe?second=random")
    tab.click("b2")
    expect(tab.moves).to_have_count(2)
    tab.button("Undo").click()
    expect(tab.moves).to_have_count(0)
    play_to_the_end(tab)
    expect(person(tab)).to_contain_text(
        "This game does not count for your rating: a move was taken back."
    )


@pytest.mark.parametrize("size", first_usual([WIDE, NARROW]), ids=["wide", "narrow"])
def test_the_explorer_is_a_link_and_walks_down(tabs, size):
    tab = tabs(viewport=size)
    tab.open("analyse/tic_tac_toe?moves=b2&explorer=open")
    rows = tab.page.locator(".explorer-moves tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("D")
    expect(rows.nth(1)).to_contain_text("L6")
    count = len(OPENINGS.on_board(pg.game("tic_tac_toe")).games)
    expect(tab.page.locator(".explorer")).to_contain_text(f"of {count} games")
    rows.nth(0).get_by_role("button", name="c3").click()
    expect(tab.page).to_have_url(re.compile(r"moves=b2\+c3&.*explorer=open"))
    expect(rows.nth(0)).not_to_contain_text("c3")
    tab.page.locator(".explorer summary").click()
    expect(tab.page).not_to_have_url(re.compile("explorer"))
    assert tab.overflow() <= 0


def test_games_of_the_arena_can_be_counted(tab, server):
    ask = {"game": "tic_tac_toe", "moves": "", "own": True}
    before = server.http.post("/api/explore", json=ask).json()
    wanted = {"game": "tic_tac_toe", "agents": ["random", "report"], "pairs": 1, "seed": 1}
    number = server.http.post("/api/arena", json=wanted).json()["number"]
    tab.open(f"arena/tic_tac_toe?job={number}")
    expect(tab.page.locator(".arena-score").first).to_be_visible()
    after = server.http.post("/api/explore", json=ask).json()
    assert after["games"] == before["games"] + 2
    tab.open("analyse/tic_tac_toe?explorer=open")
    tab.page.get_by_label("With the games of the arena here").check()
    expect(tab.page.locator(".explorer")).to_contain_text(f"of {after['games']} games")
    tab.page.reload()
    expect(tab.page.get_by_label("With the games of the arena here")).to_be_checked()
