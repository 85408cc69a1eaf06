"""The search tree on the page, in a real browser: steps, cutoffs, counts, numbers, growth."""

from __future__ import annotations

import re
import threading
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from page_objects import REFUSED, Tab
from plyground.kernel.compiling import Watched
from plyground.web import tree as web_tree
from waiting import PATIENCE

pytest_plugins = "browser"

CLASSIC = "((3 12 8) (2 4 6) (14 5 2))"  # 13 nodes, of which alpha-beta visits 11


@pytest.fixture
def shown(tab):
    """The parts of the screen that speak, by name."""
    return lambda name: tab.page.locator(f".tree-{name}")


def open_settings(tab: Tab) -> None:
    tab.page.locator(".tree-settings summary").click()


@pytest.mark.slow
def test_what_is_compiled_is_said_with_a_bar(tab, shown, monkeypatch):
    go_on, counted = threading.Event(), web_tree.count_variants

    def compile_slowly(*asked):
        watched = Watched()
        with watched.at_end:
            watched.begin("the search tree", 8.0)
            go_on.wait(PATIENCE)
        return counted(*asked)

    monkeypatch.setattr(web_tree, "count_variants", compile_slowly)
    tab.open("tree/tic_tac_toe?depth=2")
    note = tab.page.locator(".compiling")
    expect(note).to_contain_text("Compiling the search tree for Tic-tac-toe, once: about ")
    go_on.set()
    expect(shown("sentence")).to_contain_text("Nothing is searched yet")
    expect(note).to_be_hidden()


# --- a tree of numbers ------------------------------------------------------------------------


def test_a_tree_of_numbers_is_stepped(tab, shown):
    tab.open("tree/tic_tac_toe?mode=numbers")
    expect(tab.page.get_by_role("textbox", name="Tree")).to_be_hidden()
    open_settings(tab)
    expect(tab.page.get_by_role("textbox", name="Tree")).to_have_value(CLASSIC)
    expect(shown("sentence")).to_contain_text("Nothing is searched yet")
    tab.button("One step on").click()
    expect(shown("sentence")).to_contain_text(re.compile("alpha is .∞ and beta is .∞"))
    tab.button("To the next cutoff").click()
    expect(shown("sentence")).to_have_text(
        "MIN has found 2; MAX already has 3 elsewhere, "
        "so the remaining 2 children cannot matter: cut off."
    )
    tab.button("To the end").click()
    expect(shown("sentence")).to_have_text(
        "The search is done: the root is worth 3, and MAX plays child 1."
    )
    expect(shown("summary")).to_contain_text("11 of 11 nodes visited")
    expect(shown("summary")).to_contain_text("value 3")


def test_counts_stand_side_by_side(tab, shown):
    tab.open("tree/tic_tac_toe?mode=numbers")
    rows = shown("counts").locator("tbody tr")
    counted = {"minimax": "13", "alpha.beta": "11"}
    for name, nodes in counted.items():
        row = rows.filter(has_text=re.compile(f"^{name}( .shown.)?{nodes}"))
        expect(row).to_have_count(1)
    expect(shown("counts").locator("tr.here")).to_contain_text("(shown)")
    open_settings(tab)
    tab.page.get_by_role("checkbox", name="Alpha-beta pruning").uncheck()
    expect(shown("summary")).to_contain_text("of 13 nodes visited")
    expect(shown("counts").locator("tr.here")).to_contain_text("minimax")
    expect(tab.page).to_have_url(re.compile("pruning=0"))


def test_keys_step_and_the_address_keeps_the_place(tab, tabs, shown):
    tab.open("tree/tic_tac_toe?mode=numbers")
    expect(shown("counter")).to_contain_text("step 0 of")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        tab.page.keyboard.press(key)
        expect(shown("counter")).to_contain_text(f"step {step} of")
    tab.page.keyboard.press("c")
    expect(shown("sentence")).to_contain_text("cut off")
    expect(tab.page).to_have_url(re.compile("step="))
    friend = tabs()
    friend.page.goto(tab.page.url)
    friend.press()
    expect(friend.page.locator(".tree-sentence")).to_contain_text("cut off")


@pytest.mark.slow
def test_examples_and_trees_of_ones_own(tab, shown):
    tab.forgive(REFUSED)
    tab.open("tree/tic_tac_toe?mode=numbers")
    open_settings(tab)
    tab.page.get_by_role("combobox", name="Example").select_option(label="A deep cutoff")
    expect(tab.page.get_by_role("textbox", name="Tree")).not_to_have_value(CLASSIC)
    expect(shown("summary")).to_contain_text("depth 4")
    field = tab.page.get_by_role("textbox", name="Tree")
    field.fill("((1 2")
    field.press("Enter")
    expect(tab.page.locator("#tree-problem")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("((1 2) (0 9))")
    field.press("Enter")
    expect(tab.page.locator("#tree-problem")).to_be_hidden()
    tab.button("To the end").click()
    expect(shown("sentence")).to_contain_text("the root is worth 1")


# --- a position -------------------------------------------------------------------------------


def test_the_search_of_a_position_is_stepped(tab, shown):
    tab.open("tree/tic_tac_toe?moves=b2+a1&depth=3")
    expect(shown("summary")).to_contain_text("nodes visited")
    tab.button("To the next cutoff").click()
    expect(shown("sentence")).to_contain_text("cut off")
    expect(shown("sentence")).to_contain_text(re.compile(r"M(AX|IN) \((X|O)\)"))
    expect(shown("facts").locator("dt", has_text="Cutoff")).to_have_count(1)
    expect(tab.page.locator("ply-board .piece")).not_to_have_count(0)
    open_settings(tab)
    tab.page.get_by_role("checkbox", name="Table").check()
    expect(shown("counts").locator("tr.here")).to_contain_text("table")
    nodes = [
        int(text.replace(",", ""))
        for text in shown("counts").locator("tbody tr td:nth-child(2)").all_text_contents()
    ]
    assert nodes[0] == max(nodes)
    assert min(nodes) < nodes[0]


@pytest.mark.slow
def test_values_are_what_a_person_would_say(tab, shown):
    tab.open("tree/connect_four?moves=4+1+4+1&depth=2")
    expect(shown("summary")).to_contain_text("nodes visited")
    tab.button("To the end").click()
    frame = tab.page.locator(".tree-stage")
    expect(frame).to_contain_text("won")
    expect(frame).not_to_contain_text(re.compile(r"\+0|00k|00000"))


@pytest.mark.slow
def test_a_search_plays_by_itself_to_its_end(tab, shown):
    tab.open("tree/tic_tac_toe?mode=numbers&tree=((1+2)+(0+9))")
    tab.page.get_by_role("combobox", name="Speed").select_option("32")
    tab.button("Play").click()
    expect(shown("sentence")).to_contain_text("The search is done")
    expect(tab.button("Play")).to_be_visible()


def test_a_node_is_selected_and_a_large_tree_folded(tab, shown):
    tab.open("tree/connect_four?depth=4")
    expect(shown("summary")).to_contain_text("nodes visited")
    tab.button("To the end").click()
    drawn = tab.page.locator(".tree-stage [role=treeitem]")
    expect(drawn.nth(20)).to_be_attached()
    assert drawn.count() < 200
    drawn.nth(1).press("Enter")
    expect(tab.page.locator(".panel h2").last).to_have_text(re.compile("^After "))
    tab.page.get_by_role("link", name="Search from here").click()
    expect(tab.page).to_have_url(re.compile("position="))
    expect(shown("summary")).to_contain_text("0 of")


@pytest.mark.slow
def test_every_move_of_the_root_is_drawn_however_long_the_search(tab, shown):
    tab.open("tree/tic_tac_toe?depth=9")
    expect(shown("summary")).to_contain_text("nodes visited")
    moves = tab.page.locator(".tree-stage [role=treeitem][aria-level='2']")
    expect(moves).to_have_count(9)
    expect(tab.page.locator(".fold:not(.hidden)").last).to_have_text(re.compile(r"^\+\d,\d{3}$"))
    tab.button("To the end").click()
    expect(shown("summary")).to_contain_text(re.compile(r"minimax visits (549,946|> \d)"))
    expect(tab.page.locator(".panel h2").first).to_have_text("With and without")
    for _ in range(9):  # down to what is counted only
        tab.page.keyboard.press("ArrowLeft")
    expect(moves).to_have_count(9)


@pytest.mark.slow
def test_the_tree_fits_at_the_start_and_can_be_read(tab, tabs, shown):
    for wide in (tab, tabs(viewport={"width": 390, "height": 844})):
        wide.open("tree/tic_tac_toe?depth=4")
        expect(wide.page.locator(".tree-counts")).to_be_visible()
        frame = wide.page.locator(".tree-stage").bounding_box()
        boxes = wide.page.locator(".tree-stage .shape:not(circle)").evaluate_all(
            "nodes => nodes.map((node) => node.getBoundingClientRect())"
            ".map(({ left, right, top, bottom }) => [left, right, top, bottom])"
        )
        assert len(boxes) >= 10
        for left, right, top, bottom in boxes:
            assert frame["x"] <= left < right <= frame["x"] + frame["width"]
            assert frame["y"] <= top < bottom <= frame["y"] + frame["height"]
        heights = wide.page.locator(".tree-edge .move").evaluate_all(
            "moves => moves.filter((move) => move.textContent)"
            ".map((move) => move.getBoundingClientRect().height)"
        )
        assert min(heights) >= 9
    counted = tab.page.locator(".tree-counts").bounding_box()
    assert counted["y"] + counted["height"] < 720
    assert counted["x"] + counted["width"] <= 1280


@pytest.mark.slow
def test_the_right_arrow_steps_wherever_the_mode_was_chosen(tab, shown):
    tab.open("tree/tic_tac_toe?depth=1")
    tab.button("Tree of numbers").click()
    expect(shown("counter")).to_have_text("step 0 of 30")
    tab.page.keyboard.press("ArrowRight")
    expect(shown("counter")).to_have_text("step 1 of 30")
    expect(tab.button("Tree of numbers")).to_have_attribute("aria-pressed", "true")
    open_settings(tab)
    tab.page.get_by_role("checkbox", name="Best first").check()
    expect(shown("counter")).to_contain_text("step 0 of")
    tab.page.keyboard.press("ArrowRight")
    expect(shown("counter")).to_contain_text("step 1 of")


def test_boards_stand_in_the_nodes_and_mirror_images_are_one(tab, shown):
    tab.open("tree/tic_tac_toe?depth=1&boards=1")
    boards = tab.page.locator(".tree-stage .board")
    expect(boards).to_have_count(10)
    open_settings(tab)
    tab.page.get_by_role("checkbox", name="Merge mirror images").check()
    expect(boards).to_have_count(4)
    expect(tab.page.locator(".tree-edge .move").first).to_have_text(re.compile("^a1 .4$"))
    expect(shown("counts").locator("tr.here")).to_contain_text("mirrors merged")


def test_a_tree_is_saved_as_svg(tab, shown):
    tab.open("tree/tic_tac_toe?mode=numbers&step=16")
    expect(shown("sentence")).to_contain_text("cut off")
    with tab.page.expect_download() as saving:
        tab.button("Save the tree as SVG, for slides").click()
    assert saving.value.suggested_filename == "tree.svg"
    drawn = saving.value.path().read_text(encoding="utf-8")
    root = ElementTree.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "class=" not in drawn
    assert drawn.count(">pruned<") == 2


# --- Monte Carlo ------------------------------------------------------------------------------


def test_a_monte_carlo_tree_grows(tab, shown):
    tab.open("tree/tic_tac_toe?mode=growth&iterations=200&every=20")
    expect(shown("summary")).to_contain_text("200 simulations")
    expect(shown("summary")).to_contain_text("done")
    expect(shown("sentence")).to_contain_text("was visited most")
    expect(shown("sentence")).to_contain_text("exploration")
    expect(shown("counter")).to_have_text(re.compile(r"step (\d+) of \1$"))
    tab.button("To the start").click()
    tab.button("One step on").click()
    expect(shown("sentence")).to_contain_text(re.compile(r"After \d\d simulations"))
    heads = shown("children").locator("th[scope=col]")
    expect(heads).to_have_text(["move", "visits", "value", "explore", "sum"])


def test_a_growing_tree_is_stopped(tab, shown, server):
    tab.open("tree/connect_four?mode=growth&iterations=1000000&every=1")
    expect(shown("summary")).to_contain_text("growing")
    tab.button("Stop").click()
    expect(shown("summary")).to_contain_text("stopped")
    expect(tab.button("Stop")).to_be_disabled()
