"""Puzzles in a real browser: answers on the board, the day's puzzle, streaks that stay."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from page_objects import REFUSED, Tab
from plyground.game.registry import game_class
from plyground.puzzles.files import PUZZLES
from tiers import first_usual

pytest_plugins = "browser"

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def puzzle_of(game: str, kind: str):
    """The first shipped puzzle of a kind, and its number."""
    found = PUZZLES.of(game_class(game))
    return next((n, p) for n, p in enumerate(found.puzzles, 1) if p.kind == kind)


def verdict(tab: Tab):
    """Where the page says whether an answer was right."""
    return tab.page.locator(".puzzle [role=status]")


@pytest.mark.parametrize("size", first_usual([WIDE, NARROW]), ids=["wide", "narrow"])
def test_a_wrong_answer_and_then_the_right_one(tabs, size):
    number, puzzle = puzzle_of("tic_tac_toe", "win")
    wrong = next(move for move in puzzle.values if move != puzzle.answer)
    tab = tabs(viewport=size)
    tab.open(f"puzzles/tic_tac_toe?puzzle={number}")
    expect(tab.page.locator(".puzzle h2")).to_contain_text(puzzle.question)
    expect(tab.page.locator(".puzzle-values")).to_be_hidden()  # which would give it away
    expect(tab.button("Why?")).to_be_hidden()
    tab.click(wrong)
    expect(verdict(tab)).to_contain_text(f"Not that one: {wrong}")
    expect(tab.button("Why?")).to_be_visible()
    tab.click(puzzle.answer)
    expect(verdict(tab)).to_contain_text(f"Right: {puzzle.answer} wins")
    expect(tab.page.locator(".puzzle-values li")).to_have_count(len(puzzle.values))
    expect(tab.page.locator(".puzzle")).to_contain_text("Measured: weak agents")
    assert tab.overflow() <= 0


def test_why_shows_the_refutation_on_the_board(tab):
    number, puzzle = puzzle_of("tic_tac_toe", "save")
    wrong = next(move for move in puzzle.values if move != puzzle.answer)
    tab.open(f"puzzles/tic_tac_toe?puzzle={number}")
    tab.click(wrong)
    tab.button("Why?").click()
    expect(tab.page.locator(".why-sentence")).to_contain_text(f"after {wrong}")
    tab.button("Close the explanation").click()
    tab.click(puzzle.answer)
    expect(verdict(tab)).to_contain_text("Right")


def test_the_streak_stays_in_the_browser_and_keys_go_on(tab):
    number, puzzle = puzzle_of("connect_four", "loses")
    tab.open(f"puzzles/connect_four?puzzle={number}")
    expect(tab.page.locator(".puzzle h2")).to_contain_text("Only one move loses: which?")
    tab.page.keyboard.press(puzzle.answer)
    expect(verdict(tab)).to_contain_text(f"Right: {puzzle.answer} loses")
    expect(tab.page.get_by_text("Right at once: 1 in a row (best 1)")).to_be_visible()
    expect(tab.button("Next puzzle")).to_be_focused()
    tab.page.keyboard.press("n")
    expect(tab.page).not_to_have_url(re.compile(f"puzzle={number}$"))
    tab.button("Show the answer").click()
    expect(verdict(tab)).to_contain_text("The answer:")
    expect(tab.page.get_by_text("Right at once: 0 in a row (best 1)")).to_be_visible()
    tab.page.reload()
    expect(tab.page.get_by_text("Right at once: 0 in a row (best 1)")).to_be_visible()


@pytest.mark.slow
def test_todays_puzzle_is_the_same_for_everybody_and_counts_days(tabs):
    headings = []
    for _ in range(2):
        tab = tabs()
        tab.page.clock.set_fixed_time("2026-11-16T12:00:00")
        tab.open("puzzles")
        tab.page.get_by_role("link", name="Today's puzzle").click()
        expect(tab.page.locator(".puzzle")).to_contain_text("Puzzle of 2026-11-16")
        headings.append((tab.page.url, tab.page.locator(".puzzle h2").inner_text()))
    assert headings[0] == headings[1]
    game, number = re.search(r"puzzles/(\w+)\?puzzle=(\d+)", headings[0][0]).groups()
    answer = PUZZLES.of(game_class(game)).puzzles[int(number) - 1].answer
    if answer.isdigit():
        tab.page.keyboard.press(answer)
    else:
        tab.click(*answer.split("-"))
    expect(tab.page.get_by_text("Daily streak: 1 day.")).to_be_visible()
    expect(tab.page.get_by_role("link", name="(solved)")).to_be_visible()


def test_grades_choose_among_the_puzzles(tab):
    tab.open("puzzles/konane")
    tab.page.get_by_label("Grade").select_option("hard")
    expect(tab.page.locator(".puzzle")).to_contain_text("· hard")
    expect(tab.page).to_have_url(re.compile("grade=hard"))
    tab.button("Next puzzle").click()
    expect(tab.page.locator(".puzzle")).to_contain_text("· hard")
    play = tab.page.get_by_role("link", name="Play it out").get_attribute("href")
    assert "#/play/konane/size=6" in play
    assert "position=" in play


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """Konane's file of puzzles is no JSON, and that of Bamboo is not there."""
    file = tmp_path / "broken.json"
    file.write_text("{")
    for game, name in (("konane", str(file)), ("bamboo", "gone.json")):
        found = game_class(game)
        monkeypatch.setattr(found, "knowledge", replace(found.knowledge, puzzles=name))


@pytest.mark.usefixtures("damaged")
def test_a_damaged_file_is_named_and_the_rest_is_there(tab):
    tab.forgive(REFUSED)
    tab.open("puzzles/tic_tac_toe?puzzle=1")
    expect(verdict(tab)).to_contain_text("Answer")
    faults = tab.page.locator(".error-text")
    expect(faults).to_contain_text(
        ["No puzzles of Bamboo: there is no file", "No puzzles of Konane"]
    )
    expect(faults.last).to_contain_text("broken.json is no file of puzzles")
    tab.page.get_by_label("Game").select_option("konane")
    expect(tab.page.get_by_role("heading", level=1)).to_have_text(
        "The puzzles of Konane cannot be read"
    )
    expect(tab.page.locator(".failure")).to_contain_text("broken.json")
    tab.page.locator(".failure").get_by_role("link", name="Tic-tac-toe").click()
    expect(verdict(tab)).to_contain_text("Answer")
