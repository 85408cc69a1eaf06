"""What tells that a store was damaged where SQLite does not notice.

SQLite finds damage to the structure of its file, but takes a changed number or letter for what was
written. So each game has a checksum of its row and its moves, as SQLite gives them back. A plan is
known by its identity, which follows from all that is in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any

from plyground.errors import PlygroundError
from plyground.reading import read_json
from plyground.tournaments.identity import identity_of
from plyground.tournaments.plan import Plan

SEALED = (
    *("number", "pair", "one", "two", "start", "opening", "plies"),
    *("winner", "reason", "forfeit", "seed", "ended"),
)  # columns of a game, with its agents' specs, that its checksum covers
DIGITS = 16
_GAME: tuple[tuple[type, ...], ...] = (  # what each of the sealed columns may be
    *((int,), (int,), (str,), (str,), (str, NoneType), (str,), (int,)),
    *((int, NoneType), (str,), (int,), (int,), (str,)),
)
_MOVE: tuple[tuple[type, ...], ...] = (  # player, move, estimate, proven, distance; then counters
    *((int,), (str,), (float, NoneType), (int, NoneType), (int, NoneType)),
    *((int,),) * 8,
    (float,),
)


@dataclass(frozen=True)
class Integrity:
    """What is in a store, and what is wrong with it."""

    runs: int
    games: int
    unsealed: int  # games without a checksum, as earlier versions wrote them
    problems: tuple[str, ...]


def checksum(game: Sequence[Any], moves: Iterable[Sequence[Any]]) -> str:
    """The checksum of a game: of its `SEALED` columns, and of the rows of its moves."""
    text = repr((tuple(game), [tuple(move) for move in moves]))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def is_sound(game: Sequence[Any], moves: Sequence[Sequence[Any]]) -> bool:
    """Whether a row of a game and the rows of its moves are such as are written."""
    winner, forfeit = game[SEALED.index("winner")], game[SEALED.index("forfeit")]
    if winner not in (None, 0, 1) or forfeit not in (0, 1) or not _fit([game], _GAME):
        return False
    results, players = {move[3] for move in moves}, {move[0] for move in moves}
    return results <= {None, -1, 0, 1} and players <= {0, 1} and _fit(moves, _MOVE)


def _fit(rows: Iterable[Sequence[Any]], kinds: Sequence[tuple[type, ...]]) -> bool:
    """Whether each column holds values of its kinds alone."""
    columns = list(zip(*rows, strict=True))
    return all(set(map(type, c)) <= set(k) for c, k in zip(columns, kinds, strict=False))


def read_plan(text: Any, identity: str) -> Plan:
    """The plan in the text; `ValueError` if it is not the one that has this identity."""
    try:
        data = read_json(text)
        if data.get("code") and identity_of(data) != identity:  # earlier versions made other ones
            raise ValueError("it is not the one that was written")
        return Plan.from_description(data)
    except (PlygroundError, AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
