"""Tournaments on the page, in a real browser: started, watched to the end, a game of one opened."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from page_objects import REFUSED, Tab

pytest_plugins = "browser"


def start(tab: Tab, pairs: int, agents: str = "random|report") -> None:
    """Start a tournament of tic-tac-toe from the form."""
    tab.open(f"arena/tic_tac_toe?agents={agents}")
    tab.page.get_by_role("spinbutton", name="Pairs of games").fill(str(pairs))
    tab.button("Start").click()


def test_a_small_tournament_is_watched_to_its_end(tab):
    start(tab, pairs=3)
    state = tab.page.locator(".arena-state")
    expect(state).to_contain_text("of 6 games")
    expect(state).to_contain_text("Complete · 6 of 6 games")
    expect(tab.page.locator(".arena-score")).to_contain_text("report came first")
    results = tab.page.get_by_role("region", name="Results")
    expect(results.get_by_role("table").first).to_contain_text("report")
    expect(tab.page.locator(".arena-jobs li").first).to_contain_text("complete · 6 of 6 games")
    expect(tab.button("Stop")).to_be_hidden()
    with tab.page.expect_download() as saved:
        tab.page.get_by_role("link", name="Games, CSV").click()
    assert saved.value.path().read_text().count("\n") == 7
    tab.page.get_by_text("Games (6)").click()
    tab.page.get_by_role("link", name="Analyse game 1", exact=True).click()
    expect(tab.page.locator("#screen h1")).to_have_text("Analyse Tic-tac-toe")
    expect(tab.moves.nth(4)).to_be_visible()


def test_a_tournament_survives_a_closed_tab_and_can_be_cancelled(tab, tabs):
    start(tab, pairs=2000, agents="random|mcts(seconds=0.2,solver=0)")  # takes half an hour
    expect(tab.page.locator(".arena-state")).to_contain_text(re.compile(r"Running · [1-9]"))
    expect(tab.page.locator(".arena-live img").first).to_be_visible()
    address = tab.page.url
    tab.page.close()
    again = tabs()
    again.page.goto(address)
    state = again.page.locator(".arena-state")
    expect(state).to_contain_text("games a second")
    start(again, pairs=1)
    waits = again.page.locator(".arena-state")
    expect(waits).to_contain_text("Waiting · 0 of 2 games")
    again.button("Cancel").click()
    expect(waits).to_contain_text("Stopped · 0 of 2 games")
    again.button("Resume").click()
    expect(waits).to_contain_text("Waiting")
    again.page.goto(address)
    again.button("Stop").click()
    expect(state).to_contain_text("Stopped")
    expect(again.button("Resume")).to_be_visible()


def test_agents_are_chosen_and_checked(tab):
    tab.forgive(REFUSED)
    tab.open("arena/tic_tac_toe")
    chips = tab.page.get_by_role("list", name="Agents").locator("li .mono")
    expect(chips).to_have_text(["strong", "casual"])
    tab.page.get_by_role("combobox", name="Agent to add").select_option("custom")
    spec = tab.page.get_by_role("textbox", name="Spec of an agent")
    spec.fill("alphabeta(dept=4)")
    tab.button("Add").click()
    expect(tab.page.locator("#arena-problem")).to_contain_text("dept")
    spec.fill("alphabeta(depth=4)")
    spec.press("Enter")
    expect(chips).to_have_text(["strong", "casual", "alphabeta(depth=4)"])
    expect(tab.page.locator("#arena-problem")).to_be_empty()
    tab.button("Remove strong").click()
    tab.button("Remove casual").click()
    expect(tab.page.locator(".arena-form")).to_contain_text("Choose two agents at least.")
    expect(tab.page).to_have_url(re.compile("agents="))


def test_a_tournament_that_is_not_there(tab):
    tab.forgive(REFUSED)
    tab.open("arena/tic_tac_toe?job=999")
    expect(tab.page.locator(".arena-state")).to_contain_text("999")
