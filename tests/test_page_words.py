"""The page in another language: chosen by the browser or by hand, and kept."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from page_objects import REFUSED

pytest_plugins = "browser"

GAME = "play/tic_tac_toe?first=human&second=human"


def test_german_and_back(tab):
    tab.open(GAME)
    tab.play("b2")
    expect(tab.status).to_have_text("O to move")
    asked = []
    tab.page.on("request", lambda request: asked.append(request.url.rpartition("/js/")[2]))
    tab.page.get_by_label("Language").select_option("de")
    expect(tab.status).to_have_text("O am Zug")
    assert "words/de.js" in asked
    assert "main.js" not in asked  # the page goes on, and what it had loaded
    expect(tab.page.locator("#tabs a").first).to_have_text("Spielen")
    expect(tab.page.locator("#game option").first).to_have_text("Bamboo")
    expect(tab.page.locator("html")).to_have_attribute("lang", "de")
    expect(tab.page).to_have_title("Tic-Tac-Toe · Spielen · Plyground")
    expect(tab.moves).to_have_count(1)
    tab.page.reload()
    expect(tab.button("Neue Partie")).to_be_visible()
    tab.page.get_by_label("Sprache").select_option("en")
    expect(tab.button("New game")).to_be_visible()
    expect(tab.page.locator("html")).to_have_attribute("lang", "en")


def test_the_browser_says_which_language(tabs):
    german, other = tabs(locale="de-AT"), tabs(locale="fi-FI")
    german.open("learn")
    expect(german.page.locator("h1")).to_have_text("Lerne, wie Programme vorausdenken")
    expect(german.page.get_by_role("link", name="Was ein Spielbaum ist")).to_be_visible()
    other.open("learn")
    expect(other.page.locator("h1")).to_have_text("Learn how programs look ahead")


def test_what_the_server_says_is_german_too(tabs):
    tab = tabs(locale="de-DE")
    tab.forgive(REFUSED)
    tab.open("play/connect_four?first=human&second=human&moves=4+4+4+4+4+4")
    expect(tab.status).to_have_text("Gelb (X) am Zug")
    tab.click("d6")
    expect(tab.notice).to_have_text("Spalte 4 ist voll.")
    tab.page.get_by_text("Regeln in einer Zeile").click()
    expect(tab.page.get_by_text("Ein Zug ist eine Spalte von 1 bis 7.")).to_be_visible()
    names = tab.page.get_by_label("Wer Rot (O) spielt").locator("option")
    expect(names.filter(has_text=re.compile("^Anfänger · Pip"))).to_have_count(1)
    tab.open("play/konane/size=6?first=human&second=human&moves=d3+d2")
    tab.click("f3", "d2")
    expect(tab.notice.last).to_contain_text("f3-d2 ist hier kein Zug. Ein Zug ist ein Feld")
