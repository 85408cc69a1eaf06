"""Openings: the moves that both games of a pair begin with.

Without them, two agents that never err would play the same game again and again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from plyground.errors import InvalidParameterError, PlygroundError
from plyground.game import Game

Opening = tuple[str, ...]  # moves as text

MOST_USUAL_PLIES = 4
SHARE_OF_GAME = 8  # of the longest game, one ply in so many is left to chance
ATTEMPTS = 40  # openings drawn at a time; if none of them is new, they are repeated


def usual_plies(game: Game[Any]) -> int:
    """How many random moves begin a game where nobody says; many would decide a short one."""
    return min(MOST_USUAL_PLIES, game.max_plies // SHARE_OF_GAME)


def random_openings(game: Game[Any], count: int, plies: int, seed: int) -> tuple[Opening, ...]:
    """
    `count` openings of `plies` random moves, after which the game is not over.

    Their positions differ as far as there are enough. The first `n` are the same for every
    count, so that more pairs begin with the pairs that were played before.
    """
    if plies < 0:
        raise InvalidParameterError(f"an opening cannot have {plies} plies; 0 is the least")
    if plies == 0:
        return ((),) * count
    chance, seen, found = random.Random(seed), set[int](), list[Opening]()
    while len(found) < count:
        drawn = [_draw(game, plies, chance) for _ in range(ATTEMPTS)]
        usable = {key: opening for opening, key in filter(None, drawn)}
        if not usable:
            raise InvalidParameterError(
                f"{plies} random plies of {game} hardly ever leave a game that is not over; "
                "take fewer"
            )
        fresh = [opening for key, opening in usable.items() if key not in seen]
        seen.update(usable)
        found.extend(fresh or usable.values())
    return tuple(found[:count])


def _draw(game: Game[Any], plies: int, chance: random.Random) -> tuple[Opening, int] | None:
    """Random moves and the key of the position they lead to; None if the game is over there."""
    position, moves = game.start(), []
    for _ in range(plies):
        legal = game.legal(position)
        if not legal:
            return None
        move = chance.choice(legal)
        moves.append(game.format_move(move))
        position = position.play(move)
    return (tuple(moves), int(position.key())) if game.legal(position) else None


def read_openings(game: Game[Any], text: str) -> tuple[Opening, ...]:
    """The openings in a text, one per line; blank lines and what follows a `#` are skipped."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            found.append(check_opening(game, map(game.format_move, game.split_moves(words))))
        except PlygroundError as error:
            raise type(error)(f"opening in line {number}: {error}") from error
    if not found:
        raise InvalidParameterError(
            "the list of openings is empty; write moves, one opening a line"
        )
    return tuple(found)


def check_opening(game: Game[Any], moves: Iterable[str]) -> Opening:
    """The opening, if its moves are legal and the game is not over after them."""
    opening, position = tuple(moves), game.start()
    for move in opening:
        position = game.play(position, move)
    outcome = game.outcome(position)
    if outcome is not None:
        raise InvalidParameterError(
            f"after {' '.join(opening)} the game is over: {game.describe(outcome)}"
        )
    return opening
