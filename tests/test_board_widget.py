"""The board of a notebook: what clicks do in Python, and the page's own code in a real browser."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import plyground as pg
from plyground.errors import InvalidParameterError
from plyground.web.widget import module, style

pytest_plugins = "browser"

NOTEBOOK = """
async ([source, board, state]) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const values = { board, state, seen: "" };
    const listeners = new Set();
    const model = {
        get: (name) => values[name],
        set: (name, value) => (values[name] = value),
        save_changes: () => window.saved(values.seen),
        on: (event, does) => listeners.add(does),
        off: (event, does) => listeners.delete(does),
        send: async (content) => {
            values.state = await window.python(content);
            for (const does of listeners) does();
        },
    };
    window.leave = widget.render({ model, el: document.body });
}
"""

# As in VS Code: no server, nothing from another host, and code from the widget's own text alone.
NOTHING_ELSE = "default-src 'none'; script-src blob:; style-src 'unsafe-inline'"


class FirstLegal:
    def __init__(self, game):
        self.game = game

    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(self.game.legal(position)[0])


def clicked(board, **content):
    """The state after a message from the page."""
    board._handle_custom_msg(content, [])
    return board.state


# --- without a page ---------------------------------------------------------------------------


def test_a_click_plays_and_the_opponent_answers():
    game = pg.game("tic_tac_toe")
    board, seen = pg.board(game, vs=FirstLegal(game)), []
    board.observe(lambda change: seen.append(change["new"].format_moves()), "playthrough")
    state = clicked(board, move=4)
    assert seen == ["b2", "b2 a1"]
    assert state["view"]["moves"] == "b2 a1"
    assert state["open"]
    assert state["begun"]


def test_undo_goes_back_to_your_turn():
    game = pg.game("tic_tac_toe")
    board = pg.board(game, vs=FirstLegal(game))
    board.play("b2")
    clicked(board, undo=True)
    assert board.playthrough.moves == ()
    assert not board.state["begun"]


def test_the_opponent_begins_where_it_is_its_turn():
    game = pg.game("tic_tac_toe")
    board = pg.board(game, vs=FirstLegal(game), side=1)
    assert board.playthrough.format_moves() == "a1"
    board.undo()
    assert board.playthrough.format_moves() == "a1"


def test_a_refused_click_says_why_and_plays_nothing():
    board = pg.board("tic_tac_toe", moves="b2")
    before = board.state["number"]
    state = clicked(board, path=[4])
    assert state["said"] == "the cell is taken"
    assert state["number"] > before
    assert len(board.playthrough.moves) == 1
    assert "illegal" in clicked(board, move=4)["said"]


def test_both_sides_are_yours_without_an_opponent_until_the_game_ends():
    board = pg.board("tic_tac_toe")
    for move in ("a1", "a2", "b1", "b2", "c1"):
        board.play(move)
    assert board.outcome is not None
    assert board.outcome.winner == 0
    assert not board.state["open"]
    board.undo()
    assert board.outcome is None


def test_a_position_of_ones_own_is_where_it_begins():
    game = pg.game("tic_tac_toe")
    board = pg.board(game, game.play(game.start(), "b2"))
    assert board.state["view"]["start"] == game.format_position(board.playthrough.start)
    assert not board.state["view"]["start_is_default"]
    with pytest.raises(InvalidParameterError, match="side=2"):
        pg.board(game, side=2)


def test_what_is_missing_is_said():
    code = "import sys; sys.modules['anywidget'] = None; import plyground as pg; pg.board('konane')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "[notebook]'" in done.stderr.splitlines()[-1]


# --- the page's code --------------------------------------------------------------------------


def test_nothing_is_left_of_imports_and_little_of_exports():
    lines = module().splitlines()
    assert not [line for line in lines if line.startswith("import ")]
    assert [line for line in lines if line.startswith("export ")] == [lines[-1]]


def test_nothing_is_fetched():
    asks = re.compile(r"fetch\(|XMLHttpRequest|WebSocket|EventSource|import\(|url\((?!#)")
    assert not asks.findall(module() + style())
    assert "@import" not in style()
    hosts = set(re.findall(r"https?://([\w.]+)", module() + style()))
    assert hosts <= {"www.w3.org"}  # the name of SVG


def test_the_style_stays_inside_the_widget():
    assert style().startswith(".ply-widget {")
    depth = 0
    for sign in style().strip():
        assert depth or sign not in "}"
        depth += {"{": 1, "}": -1}.get(sign, 0)
    assert depth == 0
    assert ":root" not in style()


def test_a_click_in_a_browser_plays_a_move(browser):
    game = pg.game("connect_four")
    board = pg.board(game, vs=FirstLegal(game))
    page = browser.new_page()
    complaints: list[str] = []
    seen: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: complaints.append(request.url))
    page.expose_function("python", lambda content: clicked(board, **content))
    page.expose_function("saved", lambda moves: seen.append(moves))
    page.set_content(
        f"<meta http-equiv='Content-Security-Policy' content=\"{NOTHING_ELSE}\">"
        f"<body data-jp-theme-light='true'><style>{style()}</style></body>"
    )
    for _ in range(2):  # a notebook with two widgets loads the code twice
        page.evaluate(NOTEBOOK, [module(), board.board, board.state])
    first = page.locator(".ply-widget").first
    first.locator("[data-cell='3']").click()
    first.locator(".status", has_text="Yellow").wait_for()
    first.locator(".pieces .look-red").wait_for()
    assert first.locator(".pieces > g").count() == 2
    assert board.playthrough.format_moves() == "4 1"
    first.get_by_role("button", name="Undo").click()
    first.locator(".pieces .look-red").wait_for(state="detached")
    assert board.playthrough.moves == ()
    assert seen == ["4 1", ""]
    assert [each for each in complaints if not each.startswith("blob:")] == []
    page.close()
