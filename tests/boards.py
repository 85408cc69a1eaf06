"""Small boards: one for each game, so that what searches them is compiled once for all tests.

What is compiled depends on how many words a board takes. Searches are tested on boards of one
word; rules, evaluators and encoders on the boards that a game names as examples: every run takes
its usual board and the small ones. A stored game is repeated on every one of them.
"""

from __future__ import annotations

import random
from typing import Any

import plyground as pg
from plyground.game.registry import built_in_names, game_class

ONE_WORD = 62  # cells
FEW_CELLS = 36  # of a board on which everything is quick

SMALL = {
    "konane": {"size": 6},
    "bamboo": {"radius": 2},
    "cachex": {"size": 4},
}


def small_game(name: str) -> pg.Game:
    """The game on its small board."""
    return pg.game(name, **SMALL.get(name, {}))


SMALL_GAMES = [small_game(name) for name in built_in_names()]

EVERY_BOARD = [
    pg.game(name, **parameters)
    for name in built_in_names()
    for parameters in game_class(name).examples
]


def after_chance(game: pg.Game, plies: int, chance: random.Random) -> Any:
    """A position so many random moves from the start, or fewer if the game ends before."""
    position = game.start()
    for _ in range(plies):
        legal = game.legal(position)
        if not legal:
            break
        position = position.play(chance.choice(legal))
    return position


def late_positions(game: pg.Game, count: int, plies: int, seed: int = 0) -> list[Any]:
    """Positions of random games, so many plies before their end."""
    generator = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        line = [game.start()]
        while legal := game.legal(line[-1]):
            line.append(line[-1].play(generator.choice(legal)))
        if len(line) > plies:
            found.append(line[-1 - plies])
    return found
