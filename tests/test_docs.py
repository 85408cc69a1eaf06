"""What the documents say is so: code runs, commands work, links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import re
import shlex
import sys
import textwrap
import tomllib
from functools import cache
from pathlib import Path

import pytest

import plyground as pg
from command_line import plyground
from example_files import RECIPE, SNORT, blocks
from plyground.agents import agent
from plyground.conformance import CHECKS
from plyground.game.registry import built_in_names
from plyground.kernel import interpreted, search_kernel

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
AGENT_RECIPE = ROOT / "docs" / "adding-an-agent.md"
FIRST_LEGAL = ROOT / "docs" / "examples" / "first_legal.py"
FEW_REPLIES = ROOT / "docs" / "examples" / "few_replies.py"
IMAGES = ROOT / "docs" / "images"
ALGORITHMS = sorted((ROOT / "docs" / "algorithms").glob("*.md"))
EXAMPLES = (
    "agents",
    "verbs.accuracy",
    "verbs.analyse",
    "verbs.arena",
    "verbs.explore",
    "verbs.play",
    "verbs.solve",
    "verbs.why",
)
DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands() -> list[str]:
    """Every `plyground ...` that a document shows, once."""
    shown = [
        line for each in DOCUMENTS for block in blocks(each, "sh") for line in block.split("\n")
    ]
    return list(dict.fromkeys(line for line in shown if line.startswith("plyground ")))


def lines_of_code(source: str) -> int:
    """Lines that are not blank, comments or docstrings."""
    text = {
        number
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in text
        for number, line in enumerate(source.splitlines(), 1)
    )


# --- the example ------------------------------------------------------------------------------


def test_code_in_the_recipe_is_the_file():
    assert blocks(RECIPE, "python")[0] == SNORT.read_text()


def test_example_has_at_most_40_lines():
    assert lines_of_code(SNORT.read_text()) <= 40


@pytest.mark.usefixtures("fewer_keys")
@pytest.mark.parametrize("check", CHECKS)
def test_example_conforms(check):
    CHECKS[check](pg.game(str(SNORT)), seed=1)


@search_kernel
def turn_both(position, symmetry, move):
    return position.transform(symmetry).key(), position.transform_move(symmetry, move)


@pytest.mark.usefixtures("fewer_keys")
def test_symmetries_can_be_added_as_the_recipe_says(tmp_path):
    table, methods = (block for block in blocks(RECIPE, "python") if "TURNED" in block)
    source = SNORT.read_text().replace("@pg.compiled\nclass", f"{table}\n\n@pg.compiled\nclass")
    inside = textwrap.indent(methods, "    ")
    source = source.replace("        return self.turn\n", f"        return self.turn\n\n{inside}")
    source = source.replace('"snort", "Snort"\n', '"snort", "Snort"\n    symmetries = 8\n')
    file = tmp_path / "turned_snort.py"
    file.write_text(source)
    game = pg.game(str(file))
    assert game.symmetries == 8
    for check in CHECKS.values():
        check(game, seed=1)
    position = pg.Playthrough.read(game, moves="a1 c2 b1").position
    for symmetry in range(8):
        with interpreted():
            plain = turn_both(position, symmetry, 3)
        assert turn_both.require(position, symmetry, 3)(position, symmetry, 3) == plain


# --- the example agent ------------------------------------------------------------------------


def test_code_in_the_recipe_is_the_agent():
    assert blocks(AGENT_RECIPE, "python")[0] == FIRST_LEGAL.read_text()
    assert FEW_REPLIES.read_text() in blocks(ROOT / "docs" / "tutorial.md", "python")


def test_agent_has_at_most_25_lines():
    assert len(FIRST_LEGAL.read_text().splitlines()) <= 25


@pytest.mark.parametrize("name", built_in_names())
def test_agent_plays_a_whole_game(name):
    game = pg.game(name)
    player = agent(game, str(FIRST_LEGAL))
    reached = pg.Playthrough.read(game)
    while game.outcome(reached.position) is None:
        reached = reached.play(player.choose(reached.position).move)
    assert len(reached.moves) <= game.max_plies


def test_agent_wins_where_it_can():
    game = pg.game("tic_tac_toe")
    reached = pg.Playthrough.read(game, moves="a1 b2 a2 c3")
    found = agent(game, str(FIRST_LEGAL)).choose(reached.position)
    assert (game.format_move(found.move), found.score) == ("a3", pg.Proven(1, 0, 1))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_docstrings_are_true(name):
    found = doctest.testmod(importlib.import_module(f"plyground.{name}"))
    assert found.attempted > 0
    assert found.failed == 0


# --- words and links ----------------------------------------------------------------------------


def test_readme_is_short_and_begins_with_a_picture_and_two_commands():
    lines = README.read_text().splitlines()
    assert len(lines) <= 150
    assert lines[2].startswith("![")
    assert lines[4:8] == ["```sh", "make play", "make test", "```"]


def test_readme_lists_every_built_in_game():
    listed = re.findall(r"^\| \[?`(\w+)`", README.read_text(), re.MULTILINE)
    assert set(built_in_names()) <= set(listed)


@pytest.mark.parametrize("name", built_in_names())
def test_every_built_in_game_has_a_page(name):
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text()
    assert f"](../images/{name}.svg)" in page
    for known in pg.game(name).parameters:
        assert f"`{known.name}`" in page
    assert f"](docs/games/{name}.md)" in README.read_text()


def test_cachex_of_size_3_is_a_win_for_blue_on_ply_8():
    game = pg.game("cachex", size=3)

    @cache
    def blue_wins(position, plies):
        moves = game.legal(position)
        if not moves:
            return game.outcome(position).winner == 1
        if plies == 0:
            return False
        found = (blue_wins(position.play(move), plies - 1) for move in reversed(moves))
        return any(found) if position.player() == 1 else all(found)

    assert not blue_wins(game.start(), 7)
    assert blue_wins(game.start(), 8)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def test_named_tests_exist():
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", ARCHITECTURE.read_text())
    assert named
    for file, test in named:
        assert f"\ndef {test}(" in (ROOT / "tests" / file).read_text(), f"{file}::{test}"


def test_layers_are_those_that_are_checked():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    section = ARCHITECTURE.read_text().partition("## Layers")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == [
        layer.removeprefix("plyground.") for layer in layers
    ]


SLOW = (
    "plyground solve konane -p size=6",
    "plyground solve bamboo -p radius=2 --distance --all-moves",
    "plyground check konane -p size=16",
    # What these compile for boards of their own has tests on the boards of `boards.py`.
    "plyground arena cachex -p size=5 cachex_report random --game-seconds 25 --memory 100",
    "plyground solve othello -p size=4",
    "plyground solve othello -p size=6 --memory 2500",
    'plyground analyse konane --moves "d5 e5" --agent "alphabeta(depth=6)" --json',
    'plyground arena bamboo -p radius=3 "minimax(depth=1, pruning=1)" random --sweep depth=1..3 '
    "--pairs 5",
    "plyground perft bamboo --depth 3",
    "plyground puzzles konane -p size=6 --count 20 --seed 7 -o konane.json",
    "plyground publish docs/examples/snort.py --to site",
    "plyground build connect_four --to connect_four_library",
    "plyground build docs/examples/snort.py --to snort_library --target wasm",
    "plyground solve cachex -p size=3 --all-moves",
    "plyground solve konane -p size=6 --certificate konane-6x6.cert",
    'plyground analyse connect_four --agent "alphazero(seconds=1)"',
    'plyground arena "openspiel:breakthrough(rows=4,columns=4)" random "mcts(iterations=10)" '
    "--pairs 1",
    'plyground arena connect_four policy "minimax(depth=2)" --pairs 2',
    "plyground perft othello --depth 10",
)


@pytest.mark.usefixtures("fewer_keys")
@pytest.mark.parametrize(
    "command",
    [pytest.param(each, marks=[pytest.mark.slow] * (each in SLOW)) for each in commands()],
)
def test_command_works(command, tmp_path):
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    done = plyground(*shlex.split(command)[1:], input="quit\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert not done.stderr


# --- pictures ---------------------------------------------------------------------------------


def load_tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", built_in_names())
def test_pictures_of_games_are_current(name):
    """If this fails, run `python tools/draw_docs.py` and look at the pictures."""
    assert load_tool("draw_docs").picture_of(name) == (IMAGES / f"{name}.svg").read_text()


def test_pictures_of_algorithms_are_current():
    """If this fails, run `python tools/draw_trees.py` and look at the pictures."""
    pictures = load_tool("draw_trees").PICTURES
    assert {file.stem for file in IMAGES.glob("*.svg")} == {*built_in_names(), *pictures, "atlas"}
    for name, drawn in pictures.items():
        if name != "tree-alphazero":  # the arithmetic of a network differs in its last digits
            assert drawn() == (IMAGES / f"{name}.svg").read_text(), name


@pytest.mark.parametrize("image", sorted(IMAGES.glob("*-*.svg")), ids=lambda file: file.name)
def test_pictures_of_algorithms_are_shown(image):
    shown = [page for page in ALGORITHMS if f"](../images/{image.name})" in page.read_text()]
    assert len(shown) == 1


def test_every_search_has_a_picture_of_its_tree():
    without = {"evaluators", "report-network"}  # which do not search
    without |= {"solver-ladder"}  # which counts nodes of searches that have theirs
    drawn = {page.stem for page in ALGORITHMS if "](../images/tree-" in page.read_text()}
    assert drawn == {page.stem for page in ALGORITHMS} - without
