"""Do the two sides take turns? Searches rely on it: a value changes its sign with each ply."""

from __future__ import annotations

import functools
import random
from typing import Any

from plyground.errors import NonconformingError
from plyground.game.game import Game

PLIES = 500  # of random games; a person does not notice the time they take


def require_turn(game: Game[Any], position: Any, move: int) -> None:
    """Raise `NonconformingError` unless the other side moves after `move`."""
    mover, after = position.player(), position.play(move).player()
    if after != 1 - mover:
        raise NonconformingError(
            f"{game.players[mover]} moves twice in a row, by {game.format_move(move)} in "
            f"{game.format_position(position)}; make passing a move of its own, the only legal "
            "one of a side that must wait"
        )


@functools.lru_cache
def check_turns(game: Game[Any]) -> None:
    """Raise `NonconformingError` if a player moves twice in a row in some random games.

    The games of this package are under test, and are not played again.
    """
    if type(game).__module__.startswith("plyground.games."):
        return
    chance, position = random.Random(0), game.start()
    for _ in range(PLIES):
        legal = game.legal(position)
        if legal:
            move = chance.choice(legal)
            require_turn(game, position, move)
        position = position.play(move) if legal else game.start()
