"""What tells that a store was damaged where SQLite does not notice.

SQLite finds damage to the structure of its file, but takes a changed number or letter for what was
written. So each game has a checksum of its row and its moves, as SQLite gives them back. A plan is
known by its identity, which follows from all that is in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.errors import PlygroundError
from plyground.tournaments.identity import identity_of
from plyground.tournaments.plan import Plan

SEALED = (
    *("number", "pair", "one", "two", "start", "opening", "plies"),
    *("winner", "reason", "forfeit", "seed", "ended"),
)  # columns of a game, with its agents' specs, that its checksum covers
DIGITS = 16


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


def read_plan(text: Any, identity: str) -> Plan:
    """The plan in the text; `ValueError` if it is not the one that has this identity."""
    try:
        data = json.loads(text)
        if data.get("code") and identity_of(data) != identity:  # earlier versions made other ones
            raise ValueError("it is not the one that was written")
        return Plan.from_description(data)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except (PlygroundError, AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
