"""Every recipe of the documentation is made, keeps the contract, and does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import plyground as pg
from example_files import DOCS, SNORT, blocks
from plyground.adapters.observing import Observer
from plyground.conformance import CHECKS
from plyground.kernel import interpreted

RECIPES = DOCS / "recipes.md"
NAMES = ("scores", "passes", "twice", "wall", "hexagons", "hashed", "merged")
SLOW = ("scores", "hexagons", "hashed", "merged")  # each compiles everything anew


def changed(source: str, recipe: str) -> str:
    """The source with every part of the recipe made; a blank context line ends a part."""
    for part in re.split(r"^ ?\n", recipe, flags=re.MULTILINE):
        lines = part.splitlines()
        old, new = (
            "".join(line[1:] + "\n" for line in lines if line[0] in kept) for kept in (" -", " +")
        )
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> dict[str, Path]:
    """A file for each recipe, by its short name."""
    folder = tmp_path_factory.mktemp("recipes")
    made = {}
    for name, recipe in zip(NAMES, blocks(RECIPES, "diff"), strict=True):
        made[name] = folder / f"{name}.py"
        made[name].write_text(changed(SNORT.read_text(), recipe))
    return made


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in NAMES]
)
def test_the_recipe_keeps_the_contract(games, name):
    for check in CHECKS.values():
        check(pg.game(str(games[name])), seed=1)


def test_scores_decide(games):
    game = pg.game(str(games["scores"]))
    reached = pg.play(game, "random", "random", seed=3).playthrough
    outcome, counts = game.outcome(reached.position), game.cells(reached.position)
    first, second = counts.count(1), counts.count(2)
    assert outcome.reason == f"{first} stones to {second}"
    assert outcome.winner == (None if first == second else int(first < second))


def test_who_cannot_move_passes(games):
    game = pg.game(str(games["passes"]))
    position = game.parse_position("XXXXX/XXXXX/XXXXX/XXXXX/XXXX. O")
    assert game.legal_moves(position) == ["pass"]
    position = game.play(position, "pass")
    assert position.player() == 0
    assert game.legal_moves(position) == ["e1"]


def test_a_stone_in_the_centre_moves_twice(games):
    game = pg.game(str(games["twice"]))
    reached = pg.Playthrough.read(game, moves="c3")
    assert game.legal_moves(reached.position) == ["pass"]
    assert reached.play("pass").play("a1").position.player() == 1
    with interpreted():
        found = pg.agent(game, "mcts(iterations=50)", seed=1).choose(reached.position)
    assert game.format_move(found.move) == "pass"
    text = game.format_position(reached.position)
    assert game.parse_position(text) == reached.position


def test_a_wall_stands_and_is_drawn(games):
    game = pg.game(str(games["wall"]))
    assert "c3" not in game.legal_moves(game.start())
    assert game.format_position(game.start()) == "...../...../..#../...../..... X"
    assert game.picture(game.start()).svg().count("<circle") == 1
    seen = Observer(game).observation(game.play(game.start(), "a1"), 1)
    assert [plane.nonzero()[0].tolist() for plane in seen] == [[], [0], [12]]
    with pytest.raises(pg.InvalidPositionError, match="no wall"):
        game.parse_position("...../...../...../...../..... X")
    with pytest.raises(pg.InvalidPositionError, match=r"use '\.' for empty, 'X', 'O' and '#'"):
        game.parse_position("Q..../...../..#../...../..... X")
    with pytest.raises(pg.InvalidPositionError, match="means nothing"):
        game.parse_position("...../...../..#../...../..... #")


def test_hexagons_have_six_neighbours(games):
    game = pg.game(str(games["hexagons"]))
    middle = game.format_move(9)
    assert len(game.legal_moves(game.play(game.start(), middle))) == 19 - 7


def test_mirror_images_share_a_key(games):
    mirrored, hashed = (pg.game(str(games[name])) for name in ("merged", "hashed"))
    for game, shared in ((mirrored, True), (hashed, False)):
        left, right = (game.play(game.start(), move) for move in ("a1", "e1"))
        assert (left.key() == right.key()) is shared
    assert mirrored.shares_keys
