"""Small boards: one for each game, so that what searches them is compiled once for all tests.

What is compiled depends on how many words a board takes. Searches are tested on boards of one
word; rules, evaluators and encoders on the boards that a game names as examples: every run takes
its usual board and the small ones. A stored game is repeated on every one of them.
"""

from __future__ import annotations

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
