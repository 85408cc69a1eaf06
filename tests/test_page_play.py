"""Playing on the page, in a real browser: games, clicks, keys, agents, addresses, a lost server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

import plyground as pg
from example_files import HALVES, SNORT
from page_objects import REFUSED
from plyground.game import registry
from plyground.kernel.compiling import Watched
from plyground.web.server import bind
from tiers import first_usual, rest_slow
from waiting import PATIENCE
from web_server import wait_for

pytest_plugins = "browser"

SNORT_MOVES = "e3 a1 b5 d2 d5 a3 b2 a4 c1 e1 c4"
ALONE = "second=human"  # one person plays both sides
LARGEST_LOAD = 100 * 1024
GAMES = {
    "tic_tac_toe": ("b3 b2 a3 b1 c3", "X won: three in a line", 3),
    "connect_four": ("7 2 4 4 6 3 5", "Yellow (X) won: four in a line", 4),
    "konane/size=6": (
        "d3 d2 f3-d3 c3-e3 f1-f3 b2-f2 d1-f1 a3-c3 b1-d1 a1-a3 a4-a2",
        "Black won: White cannot jump",
        0,
    ),
    "bamboo/radius=2": (
        "b4 e3 d2 b1 c2 c5 a3 e1 d4 d1 b2 d3",
        "Blue won: Red has no legal move",
        0,
    ),
    "cachex/size=4": ("a3 steal a3 a2 b4 b1 c3 d1", "Blue won: joined its two sides", 4),
}


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", rest_slow(GAMES, lambda place: place == "connect_four"))
def test_a_whole_game_by_clicks(tabs, place):
    """Other tests play the other games: by keyboard, by dragging, by steps through the rules."""
    moves, said, decisive = GAMES[place]
    tab = tabs(reduced_motion="no-preference")
    tab.open(f"play/{place}?{ALONE}")
    for move in moves.split():
        tab.play(move)
    expect(tab.status).to_have_text(said)
    expect(tab.status).to_have_class(re.compile("over"))
    expect(tab.moves).to_have_text(moves.split())
    expect(tab.page.locator("ply-board .cell.lit")).to_have_count(decisive)
    expect(tab.page.locator("ply-board .cell.legal")).to_have_count(0)
    expect(tab.button("Hint")).to_be_disabled()


def test_a_whole_game_by_keyboard_alone(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    expect(tab.cell("b2")).to_have_attribute("tabindex", "0")
    press = tab.page.keyboard.press
    press("Tab")
    press("Enter")  # skip to the board
    expect(tab.cell("b2")).to_be_focused()
    walks = ["", "ArrowUp", "ArrowLeft", "ArrowDown ArrowDown", "ArrowRight ArrowRight"]
    for made, walk in enumerate(walks):
        for key in walk.split():
            press(key)
        press("Enter" if made % 2 else " ")
        expect(tab.moves).to_have_count(made + 1)
    expect(tab.moves).to_have_text(["b2", "b3", "a3", "a1", "c1"])
    expect(tab.status).to_have_text("X won: three in a line")


def test_a_game_of_the_users_own(tab, monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    pg.register(registry.game_class(str(SNORT)))
    tab.open(f"play/tic_tac_toe?{ALONE}")
    tab.page.get_by_role("combobox", name="Game").select_option(label="Snort")
    expect(tab.page.locator("ply-board [role=gridcell]")).to_have_count(25)
    *moves, last = SNORT_MOVES.split()
    for move in moves:
        tab.play(move)
    tab.forgive(REFUSED)
    tab.click("e2")
    expect(tab.notice).to_contain_text("e2: ")
    tab.play(last)
    expect(tab.status).to_contain_text("won: no legal move left")


@pytest.mark.parametrize("by", first_usual(["keyboard", "click"]))
def test_a_move_that_is_no_cell(tab, monkeypatch, by):
    monkeypatch.setattr(registry, "_registered", {})
    pg.register(registry.game_class(str(HALVES)))
    tab.open(f"play/halves?{ALONE}")
    for move in ["a1", "c1", "b1", "c2", "a2"]:
        tab.play(move)
    expect(tab.status).to_have_text("O to move: pass")
    button = tab.button("Pass")
    expect(button).to_have_class("primary")
    if by == "click":
        button.click()
    else:
        tab.cell("a2").focus()  # as after the last click
        tab.page.keyboard.press("Tab")
        expect(button).to_be_focused()
        tab.page.keyboard.press("Enter")
        expect(tab.cell("a2")).to_be_focused()  # where a keyboard goes on
    expect(tab.moves.last).to_have_text("pass")
    expect(tab.page.locator("#announcer")).to_have_text("O: pass. X to move.")
    expect(button).to_have_count(0)
    tab.play("b2")
    expect(tab.status).to_have_text("X won: most of the board")


@pytest.mark.slow
def test_agents_pass(tab, monkeypatch):
    """A game without an evaluator has its four strengths, and an agent that passes is answered."""
    monkeypatch.setattr(registry, "_registered", {})
    pg.register(registry.game_class(str(HALVES)))
    tab.open("play/halves")
    for moves, cell in enumerate(["a1", "b1", "a2", "b2"]):
        expect(tab.moves).to_have_count(2 * moves)
        tab.click(cell)
    expect(tab.moves.nth(5)).to_have_text("pass")
    expect(tab.status).to_have_text("X won: most of the board")


@pytest.mark.slow
def test_a_game_of_another_library(tab, monkeypatch):
    """Without cells there is text, and every move is a button; with cells, paths are clicked."""
    monkeypatch.setattr(registry, "_registered", {})
    for name in ("nim", "breakthrough(columns=3,rows=4)"):
        pg.register(registry.game_class(f"openspiel:{name}"))
    tab.open(f"play/openspiel:nim?{ALONE}")
    text, button = tab.page.locator("ply-board pre"), tab.button("Pile-4-take-7")
    expect(text).to_have_text("(0): 1 3 5 7")
    expect(tab.status).to_have_text("First to move")
    button.focus()
    tab.page.keyboard.press("Enter")
    expect(text).to_have_text("(1): 1 3 5 0")
    tab.open(f"play/openspiel:breakthrough(columns=3,rows=4)?{ALONE}")
    for cell in ("a4", "a3"):
        tab.click(cell)
    expect(tab.moves).to_have_text(["a4a3"])


# --- clicks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "cells", "reason"),
    first_usual(
        [
            ("connect_four?moves=1+1+1+1+1+1", ["a3"], "Column 1 is full."),
            ("tic_tac_toe?moves=b2", ["b2"], "b2: the cell is taken."),
            (
                "bamboo/radius=2?moves=a1+c3",
                ["a2"],
                "a2: there would be a group of 2, but only 1 group.",
            ),
            (
                "cachex/size=3?moves=",
                ["b2"],
                "b2: the first stone may not be placed in the centre.",
            ),
            (
                "konane/size=6?moves=d3+d2",
                ["d3"],
                "d3: there is no stone to move; click a stone first.",
            ),
            ("konane/size=6?moves=d3+d2", ["e3"], "e3: this stone belongs to White."),
            ("konane/size=6?moves=d3+d2", ["f3", "d2"], "f3-d2 is no move here. A move is"),
        ],
    ),
)
def test_an_illegal_click_says_why(tab, address, cells, reason):
    tab.forgive(REFUSED)
    tab.open(f"play/{address}&{ALONE}")
    before = tab.moves.count()
    tab.click(*cells)
    expect(tab.notice).to_contain_text(reason)
    expect(tab.page.locator("#announcer")).to_contain_text(reason)
    expect(tab.moves).to_have_count(before)


def test_a_double_click_makes_one_move_and_asks_for_no_reason(tab):
    asked = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.open(f"play/tic_tac_toe?{ALONE}")
    twice = "(cell) => [1, 2].map(() => cell.dispatchEvent(new Event('click', {bubbles: true})))"
    tab.cell("b2").evaluate(twice)
    expect(tab.moves).to_have_text(["b2"])
    assert not [url for url in asked if url.endswith("/api/play")]


@pytest.mark.slow
def test_a_stone_can_be_put_down_again(tab):
    tab.open(f"play/konane/size=6?moves=d3+d2&{ALONE}")
    tab.click("f3")
    expect(tab.cell("f3")).to_have_attribute("aria-label", re.compile("picked up"))
    expect(tab.cell("d3")).to_have_attribute("aria-label", re.compile("can go here"))
    tab.cell("f3").press("Escape")
    expect(tab.cell("f3")).not_to_have_attribute("aria-label", re.compile("picked up"))
    tab.play("f3-d3")


def test_walking_through_the_game_and_undo(tab):
    tab.open(f"play/tic_tac_toe?moves=b2+a1+c3&{ALONE}")
    expect(tab.moves).to_have_count(3)
    tab.page.keyboard.press("Home")
    expect(tab.page.locator("ply-board .piece")).to_have_count(0)
    tab.page.keyboard.press("ArrowRight")
    expect(tab.page.locator("ply-board .piece")).to_have_count(1)
    tab.page.keyboard.press("End")
    expect(tab.page.locator("ply-board .piece")).to_have_count(3)
    tab.button("Undo").click()
    expect(tab.moves).to_have_text(["b2", "a1"])
    tab.moves.first.click()
    expect(tab.page.locator("ply-board .piece")).to_have_count(1)
    tab.button("New game").click()
    expect(tab.moves).to_have_count(0)
    expect(tab.button("Undo")).to_be_disabled()


@pytest.mark.slow
def test_what_was_undone_can_be_redone(tab):
    tab.open(f"play/tic_tac_toe?moves=b2+a1+c3&{ALONE}")
    expect(tab.button("Redo")).to_be_disabled()
    for count in (2, 1):
        tab.page.keyboard.press("u")
        expect(tab.moves).to_have_count(count)
    tab.page.keyboard.press("r")
    expect(tab.moves).to_have_text(["b2", "a1"])
    tab.button("Redo").click()
    expect(tab.moves).to_have_text(["b2", "a1", "c3"])
    expect(tab.button("Redo")).to_be_disabled()
    tab.button("Undo").click()
    tab.play("b1")  # another move: there is nothing to bring back
    expect(tab.button("Redo")).to_be_disabled()


def test_a_digit_plays_its_column(tab):
    tab.open(f"play/connect_four?{ALONE}")
    expect(tab.page.locator("ply-board .cell.legal").first).to_be_attached()
    for count, key in enumerate("47", 1):
        tab.page.keyboard.press(key)
        expect(tab.moves).to_have_count(count)
    expect(tab.moves).to_have_text(["4", "7"])
    tab.open(f"play/tic_tac_toe?{ALONE}")
    tab.page.keyboard.press("1")  # no move is called so
    expect(tab.moves).to_have_count(0)


COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
"""


@pytest.mark.slow
def test_moves_sound_and_can_be_silent(tab):
    tab.page.add_init_script(COUNT_TONES)
    tab.open(f"play/tic_tac_toe?{ALONE}")
    tab.play("b2")
    sound = tab.page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "true")
    wait_for(lambda: tab.page.evaluate("window.tones") == 1)
    sound.click()
    tab.play("a1")
    tab.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    tab.play("c3")
    assert tab.page.evaluate("window.tones") == 0


@pytest.mark.slow
def test_a_reload_keeps_the_clocks(tab):
    tab.open(f"play/tic_tac_toe?moves=b2&{ALONE}")
    clock = tab.page.locator(".player .clock").nth(1)
    expect(clock).to_have_text("0:02")
    tab.page.reload()
    expect(clock).to_have_text(re.compile("0:0[2-9]|0:[1-5]"))
    expect(tab.page.locator(".player .clock").first).to_have_text("0:00")
    tab.button("New game").click()
    expect(clock).to_have_text("0:00")


@pytest.mark.slow
def test_stones_that_can_be_taken_off_are_marked(tab):
    tab.open(f"play/konane/size=6?{ALONE}")
    marks = tab.page.locator("ply-board .mark.from")
    expect(marks).to_have_count(4)
    tab.play("d3")
    expect(marks).to_have_count(4)  # neighbours of the gap


@pytest.mark.slow
def test_only_the_cell_where_a_disc_lands_is_a_legal_move(tab):
    tab.open(f"play/connect_four?moves=4&{ALONE}")
    expect(tab.cell("d1")).to_have_attribute("aria-label", "d1, Yellow (X) stone")
    expect(tab.cell("d2")).to_have_attribute("aria-label", "d2, empty, legal move")
    expect(tab.cell("d6")).to_have_attribute("aria-label", "d6, empty, drops to d2")


@pytest.mark.slow
def test_discs_carry_their_letters_and_a_win_crosses_none_out(tab):
    tab.open(f"play/connect_four?moves=4+3+4+3+4+3+4&{ALONE}")
    expect(tab.status).to_have_text("Yellow (X) won: four in a line")
    expect(tab.page.locator("ply-board .mark.won")).to_have_count(4)
    expect(tab.page.locator("ply-board .won-line")).to_have_count(0)
    expect(tab.page.locator("ply-board .look-yellow path.sign")).to_have_count(4)
    expect(tab.page.locator("ply-board .look-red circle.sign")).to_have_count(3)


@pytest.mark.slow
def test_after_clicks_keys_walk_through_the_game(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    tab.play("b2")
    tab.play("a1")
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.page.locator("ply-board .piece")).to_have_count(1)
    tab.page.keyboard.press("End")
    expect(tab.page.locator("ply-board .piece")).to_have_count(2)


@pytest.mark.slow
def test_the_last_move_of_a_long_game_is_in_sight(tab):
    moves = "+".join("7527555341574352322216734117")
    tab.open(f"play/connect_four?moves={moves}&{ALONE}")
    expect(tab.moves).to_have_count(28)
    box, last = tab.page.locator(".moves").bounding_box(), tab.moves.last.bounding_box()
    assert box["y"] <= last["y"] < last["y"] + last["height"] <= box["y"] + box["height"] + 1


@pytest.mark.slow
def test_a_shared_address_gives_the_same_board(tab, tabs):
    tab.open(f"play/konane/size=6?{ALONE}")
    for move in ("d3", "d2", "f3-d3"):
        tab.play(move)
    friend = tabs()
    friend.page.goto(tab.page.url)
    expect(friend.moves).to_have_text(["d3", "d2", "f3-d3"])
    assert friend.cells() == tab.cells()
    expect(friend.page.get_by_role("combobox", name="Who plays White")).to_have_value("human")
    friend.play("c3-e3")


def test_an_address_that_means_nothing(tab):
    tab.forgive(REFUSED)
    tab.page.goto(f"{tab.url}/#/play/chess")
    expect(tab.page.get_by_role("heading")).to_have_text("This cannot be shown")
    tab.page.get_by_role("link", name="Start a game").click()
    expect(tab.page.locator("ply-board")).to_be_visible()


def test_every_game_can_be_picked(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    picker = tab.page.get_by_role("combobox", name="Game")
    for name in picker.locator("option").evaluate_all("all => all.map((each) => each.value)"):
        picker.select_option(name)
        expect(tab.page).to_have_url(re.compile(f"#/play/{name}"))
        shown = pg.game(name)
        expect(tab.page.locator("#screen h1")).to_have_text(f"Play {shown.title}")
        cells = len(shown.cells(shown.start()))
        expect(tab.page.locator("ply-board [role=gridcell]")).to_have_count(cells)
    expect(tab.page.get_by_text("to move").first).to_be_visible()
    tab.page.keyboard.press("?")
    expect(tab.page.get_by_role("dialog", name="Keys")).to_contain_text("play the best move")
    tab.page.keyboard.press("Escape")
    expect(tab.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_tab_leads_from_the_header_to_a_cell(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    expect(tab.cell("b2")).to_have_attribute("tabindex", "0")
    tab.page.locator("#keys").focus()
    tab.page.keyboard.press("Tab")
    expect(tab.page.locator("ply-board [role=gridcell]:focus")).to_have_count(1)


def test_a_board_of_another_size(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    tab.page.get_by_role("combobox", name="Game").select_option("bamboo")
    tab.page.locator("details.parameters summary").click()
    tab.page.get_by_label("radius").fill("2")
    tab.button("New game on this board").click()
    expect(tab.page.locator("ply-board [role=gridcell]")).to_have_count(19)
    expect(tab.page).to_have_url(re.compile("bamboo/radius=2"))


@pytest.mark.slow
def test_a_board_that_is_no_square(tab):
    """What is left empty is decided by the other parameters, and not shown."""
    tab.open(f"play/konane/size=4?{ALONE}")
    board = tab.page.locator("details.parameters")
    board.locator("summary").click()
    tab.page.get_by_label("rows").fill("2")
    tab.button("New game on this board").click()
    expect(tab.page.locator("ply-board [role=gridcell]")).to_have_count(8)
    expect(tab.page).to_have_url(re.compile("konane/size=4/rows=2"))
    expect(board.locator("summary")).to_contain_text("rows 2, columns 4")
    board.locator("summary").click()
    tab.page.get_by_label("size").fill("6")
    tab.button("New game on this board").click()
    expect(board.get_by_role("alert")).to_contain_text("“size” makes no difference here")
    tab.page.get_by_label("rows").fill("")
    tab.page.get_by_label("columns").fill("")
    tab.button("New game on this board").click()
    expect(tab.page.locator("ply-board [role=gridcell]")).to_have_count(36)


# --- agents -----------------------------------------------------------------------------------


def test_an_agent_answers_and_undo_takes_both_moves_back(tab):
    tab.open("play/tic_tac_toe?second=report")
    tab.click("a1")
    expect(tab.moves).to_have_count(2)
    expect(tab.moves).to_have_text(["a1", "b2"])  # everything else loses
    expect(tab.status).to_have_text("X to move")
    tab.button("Undo").click()
    expect(tab.moves).to_have_count(0)


@pytest.mark.slow
def test_a_side_changes_hands_in_the_middle(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    tab.play("a1")
    second = tab.page.get_by_role("combobox", name="Who plays O")
    second.select_option("report")
    expect(tab.moves).to_have_text(["a1", "b2"])
    second.select_option("human")
    tab.play("c3")
    tab.play("b3")
    expect(tab.page).to_have_url(re.compile(r"moves=a1\+b2\+c3\+b3"))


def test_agents_are_chosen_from_groups_and_those_written_are_offered_again(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")
    second = tab.page.get_by_role("combobox", name="Who plays O")
    groups = second.locator("optgroup")
    labels = groups.evaluate_all("groups => groups.map((group) => group.label)")
    assert labels == ["For people", "As in the report", "Your own"]
    expect(groups.nth(1).locator("option")).to_contain_text(["Report (", "Plain minimax ("])
    second.select_option("custom")
    spec = tab.page.get_by_role("textbox", name="Spec of the agent for O")
    spec.fill("minimax(depth=2)")
    spec.press("Enter")
    expect(second).to_have_value("minimax(depth=2)")
    tab.page.reload()
    expect(groups.nth(2).locator("option")).to_have_text(["minimax(depth=2)", "Write a spec…"])
    second.select_option("plain_minimax")
    tab.play("a1")
    expect(tab.moves).to_have_text(["a1", "b2"])


@pytest.mark.slow
def test_agents_play_each_other_to_the_end(tab):
    tab.open("play/tic_tac_toe?first=report&second=report")
    expect(tab.status).to_have_class(re.compile("over"))
    expect(tab.status).to_contain_text(re.compile("draw", re.IGNORECASE))
    expect(tab.moves).to_have_count(9)


@pytest.mark.slow
def test_back_returns_to_the_game_before_a_new_one(tab):
    tab.open(f"play/tic_tac_toe?moves=a1+b2+c3&{ALONE}")
    expect(tab.moves).to_have_count(3)
    tab.button("New game").click()
    expect(tab.moves).to_have_count(0)
    tab.page.go_back()
    expect(tab.moves).to_have_count(3)


def test_hints_are_exact_where_the_game_is_solved(tab):
    tab.open(f"play/connect_four?{ALONE}")
    tab.button("Hint").click()
    expect(tab.notice).to_have_text(
        "Hint: 4. Yellow (X) wins in 41 plies (a ply is a move of one side)."
    )
    tab.page.locator("#screen").press(" ")
    expect(tab.moves.last).to_have_text("4")


def test_what_is_compiled_is_said_with_a_bar(tab, monkeypatch):
    go_on = threading.Event()

    def compile_slowly(_game):
        watched = Watched()
        with watched.at_end:
            watched.begin("minimax", 8.0)
            return not go_on.wait(PATIENCE)

    monkeypatch.setattr("plyground.web.searching.runs_interpreted", compile_slowly)
    tab.open("play/connect_four/width=5")
    tab.click("c6")
    note = tab.page.locator(".board-area .compiling")
    expect(note).to_contain_text("Compiling minimax for Connect Four, once: about ")
    expect(note.get_by_role("progressbar", name="Compiling")).to_have_attribute("max", "8")
    go_on.set()
    expect(tab.moves).to_have_count(2)
    expect(note).to_be_hidden()


def test_hint_and_the_best_move(tab):
    tab.open(f"play/tic_tac_toe?moves=a1+b2+c3+b3&{ALONE}")
    tab.button("Hint").click()
    expect(tab.notice).to_have_text("Hint: b1. A draw with best play.")
    expect(tab.page.locator("ply-board .mark.hint")).to_have_count(1)
    tab.page.locator("#screen").press(" ")
    expect(tab.moves).to_have_count(5)
    expect(tab.moves.last).to_have_text("b1")


def test_a_notice_goes_with_its_game(tab):
    tab.forgive(REFUSED)
    tab.page.clock.install()
    tab.open(f"play/tic_tac_toe?moves=a1&{ALONE}")
    tab.click("a1")
    expect(tab.notice).to_contain_text("a1: ")
    tab.page.clock.pause_at("2035-01-01")  # so that it is not its time that is over
    tab.click("a1")
    expect(tab.notice).to_contain_text("a1: ")
    tab.page.locator("#game").select_option("konane")
    expect(tab.page).to_have_title("Konane · Play · Plyground")
    expect(tab.notice).to_have_count(0)


@pytest.mark.slow
def test_the_search_of_a_position_is_one_click_away(tab):
    tab.open(f"play/tic_tac_toe?moves=b2+a1+c3&at=2&{ALONE}")
    tab.page.get_by_role("link", name="See the search").click()
    expect(tab.page).to_have_url(re.compile("#/tree/tic_tac_toe"))
    expect(tab.page.locator("ply-board .piece")).to_have_count(2)


# --- a server that goes away ------------------------------------------------------------------


@contextmanager
def serving(port: int, store: Path) -> Iterator[None]:
    """`plyground serve` as people start it, killed at the end."""
    command = [sys.executable, "-m", "plyground", "serve", "--no-open", "--port", str(port)]
    environment = {**os.environ, "PLYGROUND_STORE": str(store)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert f":{port}/" in process.stdout.readline()
            yield
        finally:
            process.kill()


@pytest.mark.slow
def test_a_server_restarted_in_the_middle_of_a_game(tabs, tmp_path):
    with bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    tab = tabs(f"http://127.0.0.1:{port}")
    tab.forgive("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket")
    with serving(port, tmp_path / "arena.db"):
        tab.open("play/tic_tac_toe?second=random")
        tab.click("b2")
        expect(tab.moves).to_have_count(2)
    expect(tab.connection).to_have_text("reconnecting")
    free_cell = next(each for each in tab.cells() if each.endswith("empty")).split(",")[0]
    tab.click(free_cell)
    expect(tab.cell(free_cell)).to_have_attribute("aria-label", re.compile("X stone"))
    expect(tab.notice).to_have_text("The server is away. Your game is safe.")
    with serving(port, tmp_path / "arena.db"):
        expect(tab.connection).to_have_text("connected")
        expect(tab.moves).to_have_count(4)
        expect(tab.moves.nth(2)).to_have_text(free_cell)
        expect(tab.status).to_have_text("X to move")


@pytest.mark.slow
def test_a_screen_that_is_asked_for_while_the_server_is_away(tabs, tmp_path):
    with bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    tab = tabs(f"http://127.0.0.1:{port}")
    tab.forgive("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket")
    with serving(port, tmp_path / "arena.db"):
        tab.open(f"play/tic_tac_toe?moves=b2&{ALONE}")
        expect(tab.connection).to_have_text("connected")
    expect(tab.connection).to_have_text("reconnecting")
    tab.page.get_by_role("link", name="Analyse", exact=True).click()
    expect(tab.page).to_have_url(re.compile("#/analyse/tic_tac_toe"))
    with serving(port, tmp_path / "arena.db"):
        expect(tab.page.locator("#screen .engine")).to_be_visible()
        expect(tab.moves).to_have_text(["b2"])


@pytest.mark.slow
def test_a_file_of_the_page_that_fails_once_is_asked_for_again(tab):
    failed = []

    def fail_once(route):
        path = route.request.url.partition("?")[0]
        failed.append(path)
        route.abort() if failed.count(path) == 1 else route.continue_()

    tab.forgive("ERR_FAILED")
    tab.page.route(re.compile(r"screens/analyse\.js|analyse\.css"), fail_once)
    tab.open("analyse/tic_tac_toe?engine=off")
    expect(tab.page.locator(".engine")).to_be_visible()
    assert {failed.count(path) for path in failed} == {2}


def test_a_dropped_connection_while_an_agent_thinks(tab, server):
    sockets = []

    def keep(route):
        route.connect_to_server()
        sockets.append(route)

    tab.page.route_web_socket(re.compile("/api/live"), keep)
    tab.open("play/connect_four?second=alphabeta(seconds=2)")
    tab.click("d6")
    expect(tab.page.locator(".player .note").nth(1)).to_contain_text("thinking: depth")
    sockets.pop().close()
    expect(tab.connection).to_have_text("connected")
    expect(tab.moves).to_have_count(2)
    assert sockets
    wait_for(lambda: server.searchers.running == 0)


# --- the page as a whole ----------------------------------------------------------------------


def test_the_first_load_is_small(tab):
    bodies = []
    tab.page.on("response", lambda answer: bodies.append(answer))
    tab.open("play/connect_four")
    expect(tab.connection).to_have_text("connected")
    tab.page.wait_for_load_state("networkidle")
    sizes = {each.url: each.request.sizes()["responseBodySize"] for each in bodies}
    assert 20 * 1024 < sum(sizes.values()) < LARGEST_LOAD, sizes
    assert all(url.startswith(tab.url) for url in sizes)


def test_the_browser_runs_nothing_that_is_not_in_our_files(tab):
    answer = tab.page.goto(tab.url)
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    tab.forgive("Content Security Policy", "Refused to execute inline script")
    ran = tab.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.head.append(script);
          return window.ran === true;
        }"""
    )
    assert not ran


def test_the_theme_can_be_chosen_and_is_kept(tab):
    tab.open(f"play/tic_tac_toe?{ALONE}")

    def background() -> str:
        return tab.page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = background()
    for name in ("auto", "light"):
        tab.button(f"Theme: {name}").click()
    assert background() != light
    tab.page.reload()
    expect(tab.button("Theme: dark")).to_be_visible()
    assert background() != light
