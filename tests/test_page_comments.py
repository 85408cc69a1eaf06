"""Comments on moves, in a real browser: written, kept, exported and read again."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import expect

from page_objects import Tab

pytest_plugins = "browser"

FIELD = re.compile("^Comment on")


def write(tab: Tab, text: str) -> None:
    """Write about the move before the position."""
    tab.page.get_by_label(FIELD).fill(text)
    tab.page.keyboard.press("Enter")


def comments(tab: Tab):
    """What the list of moves shows."""
    return tab.page.locator(".moves .comment, .variations .comment")


def test_a_comment_stays_with_its_game_and_goes_to_analyse_and_back(tab):
    tab.open("play/tic_tac_toe?second=human")
    expect(tab.page.get_by_label(FIELD)).to_be_disabled()
    tab.play("b2")
    tab.play("a1")
    write(tab, "The corner is right.")
    expect(comments(tab)).to_have_text(["Comment on a1: The corner is right."])
    tab.play("c3")
    tab.page.reload()
    expect(comments(tab)).to_have_count(1)
    tab.page.get_by_role("link", name="Analyse from here").click()
    expect(tab.page.locator("#screen h1")).to_have_text("Analyse Tic-tac-toe")
    expect(comments(tab)).to_contain_text(["The corner is right."])
    write(tab, "Quiet.")
    expect(comments(tab)).to_have_count(2)
    tab.page.get_by_role("link", name="Play from here").click()
    expect(comments(tab)).to_have_count(2)
    tab.button("New game").click()
    tab.page.get_by_role("combobox", name="Who plays O").select_option("human")
    tab.play("b2")
    tab.play("a1")
    expect(comments(tab)).to_have_count(0)  # another game, though it begins alike


def test_another_move_drops_what_was_said_of_the_old_one(tab):
    tab.open("play/tic_tac_toe?second=human")
    tab.play("b2")
    write(tab, "Centre.")
    tab.play("a1")
    write(tab, "Corner.")
    tab.button("Undo").click()
    expect(comments(tab)).to_have_count(1)
    tab.button("Redo").click()
    expect(comments(tab)).to_have_count(2)
    tab.button("Undo").click()
    expect(tab.moves).to_have_count(1)
    tab.play("b1")
    expect(comments(tab)).to_have_text(["Comment on b2: Centre."])


def test_comments_are_in_the_record_and_come_back(tab, tmp_path):
    tab.open("analyse/tic_tac_toe?engine=off&moves=b2+a1+c3")
    write(tab, "<b>Not markup</b> {nor braces}")
    tab.page.get_by_text("Import and export").click()
    with tab.page.expect_download() as saved:
        tab.button("Save record").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert json.loads(text)["moves"][2] == {
        "move": "c3",
        "comment": "<b>Not markup</b> {nor braces}",
    }
    tab.page.evaluate("localStorage.clear()")
    tab.open("analyse/konane?engine=off")
    tab.page.get_by_text("Import and export").click()
    tab.page.get_by_role("textbox", name="Moves, a position or a record").fill(text)
    tab.button("Import").click()
    expect(tab.moves).to_have_count(3)
    expect(comments(tab)).to_have_text(["Comment on c3: <b>Not markup</b> {nor braces}"])


def test_who_is_writing_is_not_disturbed_by_the_agents_move(tab):
    tab.page.clock.install()
    tab.open("play/tic_tac_toe?second=random")
    tab.page.clock.pause_at(time.time() + 3600)  # an agent's move waits until it can be seen
    tab.click("b2")
    expect(tab.moves).to_have_count(1)
    tab.page.get_by_label(FIELD).fill("My first")
    tab.page.clock.resume()
    expect(tab.moves).to_have_count(2)
    expect(tab.page.get_by_label(FIELD)).to_have_value("My first")
    tab.page.get_by_label(FIELD).press("Enter")
    expect(comments(tab)).to_have_text(["Comment on b2: My first"])
    expect(tab.page.get_by_label(FIELD)).to_have_value("")
