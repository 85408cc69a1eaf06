"""
Write the pictures of the documentation anew: python tools/draw_docs.py

Every built-in game gets docs/images/NAME.svg: a won game where `WON` has one, otherwise two
thirds of a random game that depends on nothing but the name. docs/images/training.png shows the
training runs of docs/training: losses as `plyground train` wrote them, and strengths as measured
by benchmarks.learning.
"""

from __future__ import annotations

import random
from pathlib import Path

import plyground as pg
from plyground.game.registry import built_in_names
from plyground.learn.curve import draw_curves, read_curve, read_strengths

DOCS = Path(__file__).parent.parent / "docs"
IMAGES = DOCS / "images"
WON = {"connect_four": "46241333612354565522453"}


def picture_of(name: str) -> str:
    """The SVG that belongs into docs/images/`name`.svg."""
    game = pg.game(name)
    won = name in WON
    played = pg.Playthrough.read(game, moves=WON[name]) if won else random_game(game)
    return played.picture().svg()


def random_game(game: pg.Game) -> pg.Playthrough:
    """Two thirds of a random game."""
    chance = random.Random(game.name)
    played = pg.Playthrough(game, game.start())
    while legal := game.legal(played.position):
        played = played.play(chance.choice(legal))
    return played.undo(len(played.moves) // 3)


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for each in built_in_names():
        (IMAGES / f"{each}.svg").write_text(picture_of(each), encoding="utf-8")
    runs, trained = DOCS / "training", ("bamboo", "cachex", "connect_four", "konane")
    draw_curves(
        {name: read_curve(runs / f"{name}.csv") for name in trained},
        IMAGES / "training.png",
        {name: read_strengths(runs / f"{name}-strength.csv") for name in trained},
    )
    taught = {"connect_four 7x6": read_curve(runs / "connect_four-7x6.csv")}
    draw_curves(taught, IMAGES / "training-lessons.png")
