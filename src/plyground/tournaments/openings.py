"""Openings: the moves that both games of a pair begin with.

Without them, two agents that never err would play the same game again and again.
"""

from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Iterable
from itertools import cycle, islice
from typing import Any

from plyground.errors import InvalidParameterError, OpeningsWarning, PlygroundError
from plyground.game import Game
from plyground.game.position import least_key

Opening = tuple[str, ...]  # moves as text

MOST_USUAL_PLIES = 4
SHARE_OF_GAME = 8  # of the longest game, one ply in so many is left to chance
LONGEST = 8  # plies that openings may have so that there are enough of them
ATTEMPTS = 100  # at a new opening, and as many for every ten that there are


def usual_plies(game: Game[Any]) -> int:
    """How many random moves begin a game where nobody says; many would decide a short one."""
    return min(MOST_USUAL_PLIES, game.max_plies // SHARE_OF_GAME)


def random_openings(game: Game[Any], count: int, plies: int, seed: int) -> tuple[Opening, ...]:
    """
    `count` openings of `plies` random moves, after which the game is not over.

    Where there are not enough (see `distinct_openings`) they are repeated in turn. The first `n`
    are the same for every count, so that more pairs begin with the pairs that were played before.
    """
    distinct = distinct_openings(game, count, plies, seed)
    return tuple(islice(cycle(distinct), count))


def distinct_openings(game: Game[Any], most: int, plies: int, seed: int) -> tuple[Opening, ...]:
    """
    Openings of `plies` random moves, after which the game is not over, `most` if there are so many.

    No two lead to the same position, nor to images of each other under a symmetry of the game.
    """
    if plies < 0:
        raise InvalidParameterError(f"an opening cannot have {plies} plies; 0 is the least")
    chance, found, vain = random.Random(seed), dict[int, Opening](), 0
    while len(found) < most and vain < ATTEMPTS * (1 + len(found) // 10):
        drawn = _draw(game, plies, chance)
        vain += 1
        if drawn is not None and drawn[1] not in found:
            found[drawn[1]] = drawn[0]
            vain = 0
    if most and not found:
        raise InvalidParameterError(
            f"{plies} random plies of {game} hardly ever leave a game that is not over; take fewer"
        )
    return tuple(found.values())


def enough_openings(game: Game[Any], count: int, plies: int, seed: int) -> tuple[Opening, ...]:
    """`count` distinct openings of so many plies or, if there are too few, of a few more.

    Where no number of plies gives enough, the most that any gives, repeated in turn.
    """
    best = distinct_openings(game, count, plies, seed)
    for more in range(plies + 1, min(LONGEST, game.max_plies // 2) + 1):
        if len(best) == count:
            break
        with contextlib.suppress(InvalidParameterError):
            best = max(best, distinct_openings(game, count, more, seed), key=len)
    return tuple(islice(cycle(best), count))


def warn_of_few(distinct: int, pairs: int) -> None:
    """Say that there are not enough openings for agents that never draw by chance."""
    warnings.warn(
        f"there are {distinct} different openings for {pairs} pairs (images under a symmetry are "
        "one); agents that never draw by chance repeat the same games from the same opening, and a "
        "repeated game counts once: take longer openings, or fewer pairs",
        OpeningsWarning,
        stacklevel=3,
    )


def key_after(game: Game[Any], opening: Opening) -> int:
    """Equal for openings to the same position or to images of it."""
    position = game.start()
    for move in opening:
        position = position.play(game.parse_move(move))
    return least_key(game, position)


def _draw(game: Game[Any], plies: int, chance: random.Random) -> tuple[Opening, int] | None:
    """Random moves and what `key_after` says of them; None if the game is over there."""
    position, moves = game.start(), []
    for _ in range(plies):
        legal = game.legal(position)
        if not legal:
            return None
        move = chance.choice(legal)
        moves.append(game.format_move(move))
        position = position.play(move)
    return (tuple(moves), least_key(game, position)) if game.legal(position) else None


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
