"""Boards as SVG and text."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import plyground as pg
from plyground.render import THEMES
from plyground.shapes import Grid, column_letters

GAME = pg.game("connect_four")
SVG = "{http://www.w3.org/2000/svg}"


def elements(svg, tag):
    return list(ET.fromstring(svg).iter(SVG + tag))


def test_svg_has_every_disc_and_coordinate():
    svg = pg.Playthrough.read(GAME, moves="4433").picture().svg()
    fills = [circle.get("fill") for circle in elements(svg, "circle")]
    theme = THEMES["light"]
    assert fills.count(theme.hole) == 42
    assert fills.count(theme.yellow) == 2
    assert fills.count(theme.red) == 2
    assert [text.text for text in elements(svg, "text")] == list("1234567")
    assert elements(svg, "title")[0].text == "Connect Four, Yellow (X) to move"


def test_svg_marks_last_move_and_line():
    running = pg.Playthrough.read(GAME, moves="4433").picture()
    won = pg.Playthrough.read(GAME, moves="1122334").picture()
    theme = THEMES["light"]

    def strokes(picture):
        return [c.get("stroke") for c in elements(picture.svg(), "circle")]

    assert strokes(running).count(theme.line) == 0
    assert strokes(won).count(theme.line) == 4
    assert len(won.last) == 1
    assert elements(won.svg(), "title")[0].text == "Connect Four, Yellow (X) won: four in a line"


def test_themes():
    picture = GAME.picture(GAME.start())
    assert THEMES["dark"].frame in picture.svg("dark")
    assert "var(--ply-frame, " in picture.svg("css")
    with pytest.raises(pg.PlygroundError, match="no theme 'pink'; there are light, dark, css"):
        picture.svg("pink")


def test_positions_draw_themselves_in_notebooks(any_game):
    position = any_game.start()
    assert position._repr_svg_() == any_game.picture(position).svg()
    assert pg.Playthrough(any_game, position)._repr_svg_() == position._repr_svg_()


def test_text_board():
    assert str(pg.Playthrough.read(GAME, moves="4433525627").picture()).splitlines() == [
        "  1 2 3 4 5 6 7",
        "  . . . . . . .",
        "  . . . . . . .",
        "  . . . . . . .",
        "  . . . . . . .",
        "  . X O O X . .",
        "  . O X X X O(O)",
    ]


def test_every_cell_name_is_unique_and_found(any_game):
    shape = any_game.shape
    names = [shape.name(cell) for cell in range(shape.cell_count)]
    assert len(set(names)) == len(names)
    assert [shape.cell(name) for name in names] == list(range(len(names)))
    assert shape.cell("nowhere") is None


def test_column_letters():
    assert [column_letters(c) for c in (0, 25, 26, 30)] == ["a", "z", "aa", "ae"]


def test_square_symmetries_are_permutations_with_identity_first():
    grid = Grid(4, 4)
    images = [tuple(grid.turned(cell, k) for cell in range(16)) for k in range(8)]
    assert images[0] == tuple(range(16))
    assert len(set(images)) == 8
    assert all(sorted(image) == list(range(16)) for image in images)
