"""The end of a game on the page: its card, its review, and why a move lost."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytest_plugins = "browser"

LOST = "b2+b1+a1+c3+a3+a2+c1"  # O errs with b1, and with nothing else
SIZES = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}


@pytest.fixture
def ended(tab):
    """The card of a game that O has lost, reviewed to its end."""
    tab.open(f"play/tic_tac_toe?moves={LOST}&first=random&second=human")
    card = tab.page.get_by_role("region", name="Result")
    expect(card.get_by_role("status").first).to_have_text("All of it is proven.")
    return card


def test_the_card_says_who_won_and_how_and_begins_the_next_game(tab):
    tab.open("play/tic_tac_toe?moves=b2+b1+a1+c3+a3+a2&first=human&second=human")
    tab.play("c1")
    card = tab.page.get_by_role("region", name="Result")
    expect(card.get_by_role("heading", level=2)).to_have_text("X won")
    expect(card).to_contain_text("Three in a line, after 7 moves.")
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.status).to_have_text("X to move")
    expect(card).to_be_visible()  # while one walks through the game
    tab.button("Rematch").click()
    expect(tab.moves).to_have_count(0)
    expect(card).to_have_count(0)


@pytest.mark.slow
def test_sides_are_swapped(tab):
    tab.open(f"play/tic_tac_toe?moves={LOST}&first=human&second=random")
    card = tab.page.get_by_role("region", name="Result")
    expect(card.get_by_role("heading", level=2)).to_have_text("You won")
    tab.button("Swap sides").click()
    expect(tab.moves).to_have_count(1)  # the agent begins now
    expect(tab.page).to_have_url(re.compile("first=random&second=human"))
    expect(tab.status).to_have_text("O to move")


@pytest.mark.slow
def test_a_draw_and_a_game_without_mistakes(tab):
    tab.open("play/tic_tac_toe?moves=b2+a1+b1+b3+a2+c2+a3+c1+c3&first=human&second=human")
    card = tab.page.get_by_role("region", name="Result")
    expect(card.get_by_role("heading", level=2)).to_have_text("A draw")
    expect(card.get_by_role("status").first).to_have_text(
        "No turning points: no move threw the result away. All of it is proven."
    )


def test_the_better_move_is_found(tab, ended):
    expect(ended.get_by_role("heading", level=2)).to_have_text("You lost")
    points = ended.locator(".turning-points > li")
    expect(points).to_have_count(1)
    expect(points).to_contain_text(
        "Move 2: b1?? A draw with best play before it; X wins in 5 plies after it."
    )
    tab.button("Find the better move").click()
    expect(tab.status).to_have_text("O: find a better move than b1")
    tab.click("a2")
    expect(tab.notice).to_have_text("a2: O loses in 6 plies. Try another move.")
    stones = tab.page.locator("ply-board .pieces > g:not(.ghost)")
    expect(stones).to_have_count(1)
    tab.click("c3")
    expect(tab.notice).to_have_text("c3: a draw with best play. That is it.")
    expect(stones).to_have_count(2)
    expect(tab.moves).to_have_count(7)  # the game is as it was played


def test_why_is_played_out_with_its_branches(tab, ended):
    tab.button("Why?").click()
    why = tab.page.get_by_role("region", name="Why")
    expect(why.get_by_role("status")).to_have_text(
        "a1 draws; after b1 X forces a win in 5 plies: three in a line."
    )
    pieces = tab.page.locator("ply-board .piece")
    expect(pieces).to_have_count(3)  # the refuting move is on the board
    replies = why.locator(".why-replies button")
    expect(replies).to_have_text(["c3, then a2", "c1, a2, c2, a3, b3, then c3"])
    tab.button("Next step").click()
    expect(pieces).to_have_count(5)
    expect(replies).to_have_text(["c1, a3, b3, then c2", "c2, then a3"])
    replies.last.click()
    expect(pieces).to_have_count(7)
    expect(tab.status).to_have_text("X won: three in a line")
    expect(tab.button("Next step")).to_be_disabled()
    tab.button("Step back").click()
    expect(pieces).to_have_count(5)
    tab.button("Close the explanation").click()
    expect(why).to_have_count(0)
    expect(pieces).to_have_count(2)
    expect(tab.status).to_have_text("X to move")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_in_sight_of_a_long_review(tabs, size):
    """A game of mistakes alone has more turning points than a window holds."""
    tab = tabs(viewport=SIZES[size])
    moves = "+".join("337551566313373574255214141")
    tab.open(f"play/connect_four?moves={moves}&first=human&second=human")
    points = tab.page.locator(".turning-points > li")
    expect(points.nth(8)).to_be_attached()
    expect(tab.page.get_by_role("region", name="Result").get_by_role("status")).to_contain_text(
        re.compile("proven|Proven from")
    )
    points.last.get_by_role("button", name="Find the better move").click()
    expect(tab.status).to_contain_text("find a better move")
    expect(tab.page.locator("ply-board")).to_be_in_viewport(ratio=0.9)


def test_the_graph_jumps(tab, ended):
    graph = ended.locator(".graph-drawing")
    graph.click(position={"x": 12, "y": 40})
    expect(tab.page.locator("ply-board .piece")).to_have_count(0)
    expect(ended).to_be_visible()


@pytest.mark.slow
def test_why_in_an_analysis(tab):
    tab.open("analyse/tic_tac_toe?moves=b2+b1&engine=off")
    tab.button("Judge the whole game").click()
    tab.button("Why?").click()
    why = tab.page.get_by_role("region", name="Why")
    expect(why.get_by_role("status")).to_contain_text("after b1 X forces a win in 5 plies")
    expect(tab.page.locator("ply-board .piece")).to_have_count(3)
    tab.page.keyboard.press("ArrowLeft")
    expect(why).to_have_count(0)
    expect(tab.page.locator("ply-board .piece")).to_have_count(1)


@pytest.mark.slow
def test_what_is_not_proven_says_so(tab):
    tab.open(f"play/tic_tac_toe?moves={LOST}&first=random&second=human")
    tab.forgive("422")
    tab.page.route(
        re.compile("/api/why"),
        lambda route: route.continue_(post_data={**route.request.post_data_json, "seconds": 1e-9}),
    )
    tab.button("Why?").click()
    expect(tab.page.get_by_role("region", name="Why").get_by_role("status")).to_have_text(
        "Nothing is proven of this move in time; later positions are easier."
    )


@pytest.mark.slow
def test_a_refutation_by_keyboard_alone(tab, ended):
    tab.button("Why?").focus()
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".why-replies button")).to_have_count(2)
    tab.button("Next step").focus()
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator("ply-board .piece")).to_have_count(5)
    expect(tab.button("Next step")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "size"), list(zip(["light", "dark"], SIZES, strict=True)))
def test_axe_finds_nothing_and_the_window_holds_it(tabs, scheme, size):
    tab = tabs(color_scheme=scheme, viewport=SIZES[size], bypass_csp=True)
    tab.open(f"play/tic_tac_toe?moves={LOST}&first=random&second=human")
    tab.button("Why?").click()
    expect(tab.page.locator(".why-replies button")).to_have_count(2)
    assert tab.overflow() == 0
    found = Axe().run(tab.page)
    assert found.violations_count == 0, found.generate_report()
    if size == "narrow":  # the board stays in sight beside the buttons
        tab.button("Next step").scroll_into_view_if_needed()
        assert tab.page.locator("ply-board").bounding_box()["y"] >= -1
