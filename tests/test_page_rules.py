"""How to play, in a real browser: the steps of a game clicked through, refusals among them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page_objects import REFUSED, Tab
from plyground.game.registry import game_class
from plyground.game.tour import ANY, Step, tour_of
from tiers import first_usual

pytest_plugins = "browser"

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def verdict(tab: Tab):
    """Where the page says how a task went."""
    return tab.page.locator(".rules-step [role=status]")


def do(tab: Tab, step: Step, game: str) -> None:
    """Do the task of a step by clicks."""
    reached = step.reached(game_class(game))
    moves = step.answers or step.forbidden
    move = reached.game.legal_moves(reached.position)[0] if ANY in moves else moves[0]
    if move == "steal":
        tab.button("Steal").click()
        return
    cells = move.split("-")
    tab.click(*(cells if step.answers else cells[:1]))


@pytest.mark.parametrize(
    ("game", "size"), first_usual([("konane", WIDE), ("bamboo", NARROW), ("cachex", NARROW)])
)
def test_the_rules_are_clicked_through_to_a_game(tabs, game, size):
    tab = tabs(viewport=size)
    tab.forgive(REFUSED)
    tab.open(f"play/{game}?second=human")
    tab.page.get_by_role("link", name="How to play, step by step").click()
    steps = tour_of(game_class(game))
    for number, step in enumerate(steps, 1):
        expect(tab.page.locator(".rules-step")).to_contain_text(f"Step {number} of {len(steps)}")
        expect(tab.page.get_by_role("heading", name=step.title)).to_be_visible()
        if step.task:
            do(tab, step, game)
            expect(verdict(tab)).to_contain_text(step.done)
            expect(verdict(tab)).to_have_class(re.compile("right"))
        if number < len(steps):
            tab.button("Next").press("Enter")
    tab.page.locator(".rules-step").get_by_role("link", name="Play").click()
    expect(tab.page).to_have_url(re.compile(f"#/play/{game}"))


def test_on_a_small_phone_the_verdict_is_in_sight(tabs):
    tab = tabs(viewport={"width": 360, "height": 640})
    tab.forgive(REFUSED)
    tab.open("rules/konane?step=4")
    tab.click("a6")
    expect(verdict(tab)).to_have_class(re.compile("wrong"))
    expect(verdict(tab)).to_be_in_viewport(ratio=0.9)


def test_another_legal_move_and_a_refused_one_are_answered(tab):
    tab.forgive(REFUSED)
    tab.open("rules/konane?step=6")
    tab.click("c6", "c4")
    expect(verdict(tab)).to_contain_text("That takes one stone.")
    tab.click("a4", "f5")
    expect(verdict(tab)).to_contain_text("Refused.")
    tab.page.keyboard.press("Escape")
    tab.click("a4", "e4")
    expect(verdict(tab)).to_contain_text("Two stones in one move")
    assert "b4, empty" in tab.cells()  # as the server's rules have it
    tab.button("Try again").click()
    expect(verdict(tab)).to_be_empty()
    assert "b4, White stone" in tab.cells()


def test_by_keyboard_alone(tab):
    tab.open("rules/bamboo")
    expect(tab.page.locator("ply-board .cell.legal").first).to_be_attached()
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Enter")  # skip to the board
    expect(tab.page.locator("ply-board :focus")).to_have_count(1)
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    expect(verdict(tab)).to_contain_text("it is a group of its own")
    expect(tab.button("Next")).to_be_focused()
    tab.page.keyboard.press("Enter")
    expect(tab.page).to_have_url(re.compile("step=2"))
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.page).to_have_url(re.compile("step=1"))
    expect(verdict(tab)).to_be_empty()
