"""Analysing on the page, in a real browser: scores, lines, variations, the graph, closed tabs."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from page_objects import REFUSED
from tiers import first_usual
from web_server import wait_for

pytest_plugins = "browser"

SOLVED = "tic_tac_toe?moves=a1+b2+c3+b3"  # X has to play b1


def number(text: str) -> float:
    """What the page wrote as 1.23 M."""
    value, _, letter = text.partition(" ")
    return float(value) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}[letter]


@pytest.fixture
def figure(tab):
    """Reads a number of the engine: depth, positions, per second or time."""
    return lambda name: tab.page.locator(".engine dl div", has_text=name).locator("dd")


# --- live -------------------------------------------------------------------------------------


def test_analysis_runs_and_stops(tab, server, figure):
    tab.open("analyse/connect_four?moves=4+4&engine=off&spec=alphabeta")
    expect(tab.page.locator(".lines li")).to_have_count(0)
    tab.button("Start engine").click()
    expect(tab.page.locator("ply-board .chip")).to_have_count(7)
    expect(tab.page.locator("ply-board .chip.best")).to_have_count(1)
    expect(tab.page.locator(".lines li")).to_have_count(5)
    before = number(figure("positions").text_content())
    tab.page.wait_for_function(
        """before => {
          const shown = document.querySelectorAll(".engine dd")[1].textContent;
          return parseFloat(shown) * ({ k: 1e3, M: 1e6, G: 1e9 }[shown.at(-1)] ?? 1) > before;
        }""",
        arg=before,
    )
    assert server.searchers.running == 1
    tab.page.keyboard.press("e")
    expect(tab.button("Start engine")).to_be_visible()
    wait_for(lambda: server.searchers.running == 0)
    expect(tab.page.locator("ply-board .chip")).to_have_count(7)  # what was found stays
    tab.page.keyboard.press("s")
    expect(tab.page.locator("ply-board .chip")).to_have_count(0)


@pytest.mark.parametrize(
    ("address", "found"),
    first_usual(
        [
            ("analyse/tic_tac_toe?spec=mcts(memory%3D200)", "ply-board .chip"),
            ("play/tic_tac_toe?first=mcts(memory%3D200)&second=human", ".moves button"),
            ("tree/tic_tac_toe?mode=growth&iterations=200", ".tree-facts"),
            ("tree/tic_tac_toe?depth=3", ".tree-facts"),
        ]
    ),
)
def test_a_link_starts_no_search_by_itself(tab, address, found):
    asked = []

    def keep(route):
        onward = route.connect_to_server()
        route.on_message(lambda text: (asked.append(json.loads(text)["type"]), onward.send(text)))

    tab.page.route_web_socket(re.compile("/api/live"), keep)
    tab.page.on("request", lambda request: asked.append(request.url.rpartition("/api/")[2]))
    tab.open(address, press=False)
    expect(tab.notice).to_have_text("Click or press a key to begin the search.")
    expect(tab.connection).to_have_text("connected")
    assert not {"analyse", "choose", "grow", "tree"} & set(asked)
    tab.page.keyboard.press("Shift")
    expect(tab.notice).to_have_count(0)
    expect(tab.page.locator(found).first).to_be_visible()
    assert {"analyse", "choose", "grow", "tree"} & set(asked)


def test_analysis_follows_the_position(tab, server):
    tab.open("analyse/connect_four?spec=alphabeta")
    expect(tab.page.locator("ply-board .chip")).to_have_count(7)
    for count in (1, 2):
        tab.play("4")
        expect(tab.moves).to_have_count(count)
        expect(tab.page.locator("ply-board .chip")).to_have_count(7)
    first = tab.page.locator(".lines li").first.locator("button").first
    expect(first).to_be_visible()
    tab.page.keyboard.press("ArrowLeft")  # after a click, keys walk through the game
    expect(tab.page).to_have_url(re.compile("at=1"))
    expect(tab.page.locator("ply-board .chip")).to_have_count(7)
    wait_for(lambda: server.searchers.running + server.searchers.waiting == 1)


def test_the_search_of_a_closed_tab_stops(tab, server):
    tab.open("analyse/connect_four?seconds=60&spec=alphabeta")
    expect(tab.page.locator("ply-board .chip")).to_have_count(7)
    wait_for(lambda: server.searchers.running == 1)  # of an earlier test there is nothing left
    tab.page.close()
    wait_for(lambda: server.searchers.running == 0)


@pytest.mark.slow
def test_a_dropped_connection_does_not_end_the_analysis(tab, figure):
    sockets = []

    def keep(route):
        route.connect_to_server()
        sockets.append(route)

    tab.page.route_web_socket(re.compile("/api/live"), keep)
    tab.open("analyse/connect_four?moves=4+4+3&seconds=60&spec=alphabeta")
    expect(figure("positions")).to_have_text(re.compile("[0-9]"))
    sockets.pop().close()
    tab.page.evaluate(
        "document.querySelectorAll('.engine dd').forEach((dd) => dd.replaceChildren('none'))"
    )
    expect(tab.connection).to_have_text("connected")
    expect(figure("positions")).to_have_text(re.compile("[0-9]"))
    assert sockets


# --- what is known ----------------------------------------------------------------------------


def test_proven_results_are_letters_with_the_distance(tab):
    tab.open(f"analyse/{SOLVED}")
    best = tab.page.locator("ply-board .chip.best")
    expect(best).to_have_class(re.compile("proven"))
    expect(best).to_have_text("D")
    expect(tab.page.locator("ply-board .chip", has_text="L2")).to_have_count(4)
    expect(tab.page.locator(".engine-state")).to_have_text("Everything is known.")
    tab.page.locator("#screen").press(" ")
    expect(tab.moves.last).to_have_text("b1")


@pytest.mark.slow
def test_the_usual_engine_is_exact_where_a_solver_gets_through(tab):
    tab.open("analyse/connect_four")
    best = tab.page.locator(".lines li").first
    expect(best).to_contain_text("W41")
    expect(best.locator("button").first).to_have_text("4")
    expect(tab.page.locator(".engine-state")).to_have_text("Everything is known.")
    expect(tab.page.get_by_role("combobox", name="Engine")).to_have_value("analyst")
    tab.open("analyse/konane?seconds=1")
    expect(tab.page.locator(".engine-state")).to_contain_text("estimates of a search")


@pytest.mark.slow
def test_perfect_moves_are_no_slips(tab):
    tab.open("analyse/connect_four?moves=4+4+4+4+4+4+3+2+2&engine=off")  # the last gives a win away
    tab.button("Judge the whole game").click()
    expect(tab.page.locator(".variations .slip")).to_be_visible()
    expect(tab.button("Judge the whole game")).to_be_visible()
    expect(tab.moves).to_have_text(["4"] * 6 + ["3", "2", re.compile(r"2\?\?")])


@pytest.mark.slow
def test_a_perfect_line_is_walked(tab):
    tab.open("analyse/tic_tac_toe?moves=b2+b1&spec=perfect")
    expect(tab.page.locator("ply-board .chip", has_text="W5")).to_have_count(6)
    expect(tab.page.locator("ply-board .chip", has_text="D")).to_have_count(1)
    expect(tab.status).to_have_text("X to move, and wins in 5 plies")
    tab.page.get_by_role("checkbox", name="Answer my moves").check()
    expect(tab.page).to_have_url(re.compile("reply=on"))
    tab.click("a1")
    expect(tab.notice).to_have_text(re.compile("^O answers c3: O loses in 4 plies.$"))
    expect(tab.moves).to_have_count(4)
    expect(tab.status).to_have_text("X to move, and wins in 3 plies")
    tab.moves.nth(1).click()  # walking through the game is not answered
    expect(tab.page.locator("ply-board .chip", has_text="W5")).to_have_count(6)
    expect(tab.moves).to_have_count(4)


@pytest.mark.slow
def test_what_cannot_be_solved_says_so(tab):
    tab.forgive(REFUSED)
    tab.open("analyse/konane/size=8?spec=perfect&seconds=0.1")
    expect(tab.page.locator(".engine-state")).to_contain_text("Not solved in time.")
    tab.open("analyse/cachex?engine=off")
    expect(tab.page.locator("#screen h1")).to_have_text("Analyse Cachex")
    tab.page.get_by_role("combobox", name="Engine").select_option("perfect")
    expect(tab.page.locator(".engine .error-text")).to_contain_text("cannot be solved")


SCORES = """
  async () => {
    const { inWords, overlayOf, ringsOf } = await import("./js/components/scores.js");
    const score = (value, more = {}) => ({
      kind: "estimate", player: 1, value, distance: null, sure: Math.abs(value) >= 1e5,
      advantage: -value / 100, ...more,
    });
    const move = (text, policy, more = {}) =>
      ({ text, path: [0], score: null, visits: null, policy, ...more });
    const moves = [move("a", 0.7), move("b", 0.3)];
    const sure = move("c", null, { score: score(1e5) });
    return {
      words: [score(0), score(-20), score(90), score(1e5), score(-1e5),
        score(1, { kind: "proven", distance: 1 }), score(0, { kind: "proven" })]
        .map((each) => inWords(each, ["Red", "Blue"])),
      chips: overlayOf({ moves: [sure, ...moves], player: 1 })
        .map(({ text, share }) => [text, share]),
      rings: ringsOf({ moves, player: 1, value: 0.5 }, ["Red", "Blue"]),
    };
  }
"""


def test_scores_in_words_and_the_opinion_of_a_network(tab):
    tab.open("analyse/tic_tac_toe?engine=off")
    assert tab.page.evaluate(SCORES) == {
        "words": [
            "about even",
            "Red is slightly ahead",
            "Blue is far ahead",
            "Blue is winning",
            "Blue is losing",
            "Blue wins in 1 ply",
            "a draw with best play",
        ],
        "chips": [["won", 0], ["70%", 0.7], ["30%", 0.3]],
        "rings": "Rings: how likely the network thinks each move to be the best. "
        "It expects 75% for Blue.",
    }


def test_a_line_is_shown_and_entered(tab):
    tab.open(f"analyse/{SOLVED}")
    expect(tab.page.locator(".engine-state")).to_have_text("Everything is known.")
    line = tab.page.locator(".lines li").first.locator("button")
    expect(line.first).to_have_text("b1")
    line.nth(1).hover()
    expect(tab.page.locator("ply-board .numbered")).to_have_count(2)
    expect(tab.page.locator("ply-board .piece")).to_have_count(6)
    tab.page.mouse.move(0, 0)
    expect(tab.page.locator("ply-board .piece")).to_have_count(4)
    line.nth(1).click()
    expect(tab.moves).to_have_count(6)


@pytest.mark.slow
def test_a_board_that_is_shown_follows_its_line(tab):
    """While one points at a line, the search may change it or take it away."""
    tab.open("analyse/tic_tac_toe?engine=off")
    shown = tab.page.evaluate(
        """async () => {
          const { Lines } = await import("/js/components/lines.js");
          const shown = [];
          const preview = (moves) => shown.push(moves && moves.join(" "));
          const lines = new Lines({ players: ["X", "O"], preview, enter: () => {} });
          document.body.append(lines.element);
          const line = (text) => ({
            score: null, visits: null, policy: null, depth: 1, text, line: { text },
          });
          lines.show([line("a1 b1 c1"), line("a2 b2")]);
          const button = lines.element.children[1].querySelectorAll("button")[1];
          const at = { bubbles: true, clientX: 7, clientY: 7, pointerType: "mouse" };
          button.dispatchEvent(new PointerEvent("pointermove", at));
          lines.show([line("a1 b1 c1"), line("a2 b2")]);
          lines.show([line("a1 b1 c1"), line("a3 b3")]);
          lines.show([line("a1 b1 c1")]);
          lines.element.remove();
          return shown;
        }"""
    )
    assert shown == ["a2 b2", "a3 b3", None]


@pytest.mark.slow
def test_the_bar_tells_what_the_best_move_tells(tab):
    tab.open("analyse/tic_tac_toe?moves=a1+b2+c3+b3+a3&spec=perfect")  # O has to play b1
    expect(tab.page.locator(".engine-state")).to_have_text("Everything is known.")
    best = tab.page.locator("ply-board .chip.best .chip-text")
    expect(best).to_have_text("W1")
    expect(tab.page.locator(".bar-text")).to_have_text("W1")
    expect(tab.page.locator(".legend")).to_contain_text(
        "Scores are for O, who moves; ★ is the best. W7 wins and L7 loses in 7 plies; a ply is"
    )


@pytest.mark.slow
def test_another_game_begins_without_the_variations_of_an_old_one(tab):
    tab.open("analyse/tic_tac_toe?moves=b2+a1+c3&engine=off")
    tab.moves.first.click()
    tab.play("b3")
    expect(tab.page.locator(".side-line button")).to_have_text(["b3"])
    tab.open("play/tic_tac_toe?moves=b2+a1&second=human")
    tab.page.get_by_role("link", name="Analyse from here").click()
    expect(tab.page.locator("#screen .engine")).to_be_visible()
    expect(tab.moves).to_have_text(["b2", "a1"])
    tab.open("analyse/tic_tac_toe?moves=b2+a1+c3&engine=off")  # the line that was left
    expect(tab.page.locator(".side-line button")).to_have_text(["b3"])


@pytest.mark.slow
def test_an_arrow_shows_the_best_move_of_a_stone(tab):
    tab.open("analyse/konane/size=4?moves=d1+d2")
    expect(tab.page.locator(".engine-state")).to_have_text("Everything is known.")
    expect(tab.page.locator("ply-board .arrow")).to_have_count(1)
    tab.page.keyboard.press("s")
    expect(tab.page.locator("ply-board .arrow")).to_have_count(0)


@pytest.mark.slow
def test_a_digit_plays_its_column(tab):
    tab.open("analyse/connect_four?engine=off")
    tab.page.keyboard.press("4")
    expect(tab.moves).to_have_text(["4"])


def test_pictures_are_saved(tab, tmp_path):
    image = pytest.importorskip("PIL.Image")
    tab.open("analyse/connect_four/width=5/height=4?moves=3+3+2&engine=off")
    tab.page.get_by_text("Import and export").click()
    saved = {}
    for name, kind in (("Save SVG", "svg"), ("Save PNG", "png"), ("Save GIF of the game", "gif")):
        with tab.page.expect_download() as waiting:
            tab.button(name).click()
        saved[kind] = tmp_path / waiting.value.suggested_filename
        assert saved[kind].name == f"connect_four.{kind}"
        waiting.value.save_as(saved[kind])
    assert saved["svg"].read_text().startswith("<svg")
    with image.open(saved["png"]) as still, image.open(saved["gif"]) as moving:
        assert (still.width, moving.width, moving.n_frames) == (720, 360, 4)
        frame = still.convert("RGB").getpixel((200, 130))  # of the board, between two holes
        moving.seek(3)
        shown = moving.convert("RGB").getpixel((100, 65))
        assert max(abs(one - two) for one, two in zip(frame, shown, strict=True)) < 12


def test_another_move_becomes_a_variation(tab):
    tab.open("analyse/tic_tac_toe?moves=b2+a1+c3&engine=off")
    tab.moves.first.click()
    tab.play("b3")
    expect(tab.page.locator(".side-line button")).to_have_text(["b3"])
    tab.button("Make main line").click()
    expect(tab.page.locator(".side-line button")).to_have_text(["a1", "c3"])
    tab.page.reload()
    expect(tab.page.locator(".side-line button")).to_have_text(["a1", "c3"])
    tab.page.keyboard.press("Delete")
    expect(tab.moves).to_have_text(["b2", "a1", "c3"])


def test_a_whole_game_is_judged(tab):
    tab.open("analyse/tic_tac_toe?moves=b2+b1+a1+c3+a3&engine=off")
    tab.button("Judge the whole game").click()
    expect(tab.page.locator(".variations .slip").first).to_be_visible()
    expect(tab.button("Judge the whole game")).to_be_visible()
    expect(tab.moves.nth(1)).to_have_text(re.compile(r"b1\?\?"))
    tab.moves.nth(1).click()
    expect(tab.page.locator(".fault")).to_contain_text("b1 is a blunder.")
    tab.button("Try again").click()
    expect(tab.page.locator("ply-board .piece")).to_have_count(1)


@pytest.mark.slow
def test_an_illegal_click_says_why(tab):
    tab.forgive(REFUSED)
    tab.open("analyse/bamboo/radius=2?moves=a1+c3&engine=off")
    tab.click("a2")
    expect(tab.notice).to_have_text("a2: there would be a group of 2, but only 1 group.")


# --- to other places and back -----------------------------------------------------------------


@pytest.mark.slow
def test_a_shared_address_gives_the_same_board(tab, tabs):
    tab.open("analyse/cachex/size=5?moves=b2+c2+d4&at=2&engine=off")
    expect(tab.page.locator("ply-board .piece")).to_have_count(2)
    friend = tabs()
    friend.page.goto(tab.page.url)
    expect(friend.moves).to_have_text(["b2", "c2", "d4"])
    expect(friend.page.locator("ply-board .piece")).to_have_count(2)
    assert friend.cells() == tab.cells()
    expect(friend.button("Start engine")).to_be_visible()


def test_from_play_to_analysis_to_the_tree(tab):
    tab.open("play/tic_tac_toe?moves=b2+a1&second=human")
    tab.page.get_by_role("link", name="Analyse from here").click()
    expect(tab.moves).to_have_text(["b2", "a1"])
    expect(tab.page).to_have_url(re.compile("#/analyse/"))
    tab.page.get_by_role("link", name="See the search").click()
    expect(tab.page.locator(".tree-summary")).to_contain_text("nodes visited")
    tab.page.go_back()
    expect(tab.moves).to_have_text(["b2", "a1"])
    tab.page.get_by_role("link", name="Play from here").click()
    expect(tab.moves).to_have_text(["b2", "a1"])


def test_a_position_is_edited(tab):
    tab.forgive(REFUSED)
    tab.open("analyse/tic_tac_toe?engine=off")
    tab.button("Edit position").click()
    tab.click("b2")
    expect(tab.cell("b2")).to_have_attribute("aria-label", re.compile("X stone"))
    tab.button("Use this position").click()
    error = tab.page.locator(".editor .error-text")
    expect(error).not_to_be_empty()  # X has moved, so X is not to move
    tab.page.get_by_role("group", name="To move").get_by_text("O", exact=True).click()
    tab.button("Use this position").click()
    expect(tab.status).to_have_text("O to move")
    expect(tab.page).to_have_url(re.compile("position="))
    tab.play("a1")


def test_moves_and_records_come_in_and_go_out(tab, tmp_path):
    tab.forgive(REFUSED)
    tab.open("analyse/tic_tac_toe?engine=off")
    tab.page.get_by_text("Import and export").click()
    field = tab.page.get_by_role("textbox", name="Moves, a position or a record")
    field.fill("b2 b2")
    tab.button("Import").click()
    expect(tab.page.locator(".exchange .error-text")).to_contain_text("b2")
    field.fill("b2 a1 c3")
    tab.button("Import").click()
    expect(tab.moves).to_have_text(["b2", "a1", "c3"])
    with tab.page.expect_download() as saved:
        tab.button("Save record").click()
    record = tmp_path / "record.json"
    saved.value.save_as(record)
    tab.button("New").click()
    expect(tab.moves).to_have_count(0)
    field.fill(record.read_text())
    tab.button("Import").click()
    expect(tab.moves).to_have_text(["b2", "a1", "c3"])
