"""Stones dragged with mouse and finger in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from page_objects import REFUSED, Tab

pytest_plugins = "browser"

GAME = "play/konane/size=6?moves=d3+d2&second=human"  # b3, d5 and f3 can jump to d3


def middle(tab: Tab, cell: str) -> tuple[float, float]:
    """Where a cell is in the window."""
    box = tab.cell(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(tab: Tab, start: str, *way: tuple[float, float]) -> None:
    """Drag a stone over these points, and keep it there."""
    tab.page.mouse.move(*middle(tab, start))
    tab.page.mouse.down()
    for x, y in way:
        tab.page.mouse.move(x, y, steps=4)


def test_a_stone_is_dragged_to_where_it_jumps(tabs):
    tab = tabs()
    tab.open(GAME)
    drag(tab, "b3", middle(tab, "d3"))
    expect(tab.page.locator(".mark.target")).to_have_count(1)  # where it may go is lit
    tab.page.mouse.up()
    expect(tab.moves).to_have_text(["d3", "d2", "b3-d3"])
    assert {"b3, empty", "c3, empty", "d3, Black stone"} <= set(tab.cells())


def test_beyond_the_board_it_goes_back_and_so_it_does_with_escape(tab):
    tab.forgive(REFUSED)
    tab.open(GAME)
    board = tab.page.locator("ply-board svg").bounding_box()
    before = tab.cells()
    places = tab.page.locator(".pieces > g")
    where = "nodes => nodes.map((node) => node.getAttribute('transform')).sort()"
    at_rest = places.evaluate_all(where)
    drag(tab, "b3", middle(tab, "d3"), (board["x"] + board["width"] + 40, board["y"] + 40))
    tab.page.mouse.up()
    expect(tab.page.locator(".mark.picked")).to_have_count(0)
    assert places.evaluate_all(where) == at_rest
    drag(tab, "b3", middle(tab, "d3"))
    assert places.evaluate_all(where) != at_rest
    tab.page.keyboard.press("Escape")
    tab.page.mouse.up()
    assert places.evaluate_all(where) == at_rest
    drag(tab, "b3", middle(tab, "d2"))
    tab.page.mouse.up()
    expect(tab.notice).to_be_visible()  # says why not
    assert tab.cells() == before
    tab.click("b3", "d3")  # as ever
    expect(tab.moves).to_have_count(3)


def test_what_cannot_move_cannot_be_dragged(tab):
    tab.open(GAME)
    drag(tab, "a6", middle(tab, "d3"))
    expect(tab.page.locator(".dragging")).to_have_count(0)
    tab.page.mouse.up()
    expect(tab.moves).to_have_count(2)
    expect(tab.page.locator(".draggable")).to_have_count(3)
    tab.open("play/tic_tac_toe?second=human")
    expect(tab.page.locator(".draggable")).to_have_count(0)


def test_with_a_finger_on_a_narrow_page(tabs):
    tab = tabs(has_touch=True, viewport={"width": 390, "height": 844})
    tab.open(GAME)
    hand = tab.page.context.new_cdp_session(tab.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    start, end = middle(tab, "d5"), middle(tab, "d3")
    touch("touchStart", start)
    for part in (0.2, 0.5, 1):
        touch("touchMove", (start[0], start[1] + part * (end[1] - start[1])))
    expect(tab.page.locator(".dragging")).to_have_count(1)
    touch("touchEnd")
    expect(tab.moves).to_have_text(["d3", "d2", "d5-d3"])
    assert tab.page.evaluate("scrollY") == 0
