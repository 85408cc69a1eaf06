"""Games and moves as rows of a store, and back again."""

from __future__ import annotations

import sqlite3
from dataclasses import fields
from typing import Any

from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.tournaments.integrity import SEALED, checksum, is_sound
from plyground.vocabulary import Estimate, Player, Proven, Score, Statistics

NOT_KEPT = "proof_nodes"  # stores and checksums of earlier versions know nothing of them
COUNTERS = tuple(each.name for each in fields(Statistics) if each.name != NOT_KEPT)  # as columns
MOVE_COLUMNS = ("player", "move", "estimate", "proven", "distance", *COUNTERS)
MoveRow = tuple[Any, ...]  # what `MOVE_COLUMNS` name


def row_checksum(row: sqlite3.Row, moves: list[MoveRow]) -> str:
    """The checksum of a game, of its row and of those of its moves."""
    return checksum([row[name] for name in SEALED], moves)


def row_is_sound(row: sqlite3.Row, moves: list[MoveRow]) -> bool:
    """Whether a game can have been written so."""
    return isinstance(row["game"], str) and is_sound([row[name] for name in SEALED], moves)


def record_in(row: sqlite3.Row, moves: list[MoveRow], parameters: dict[str, Any]) -> GameRecord:
    """The game in a row, with those of its moves."""
    return GameRecord(
        game=row["game"],
        parameters=parameters,
        agents=(row["one"], row["two"]),
        opening=tuple(row["opening"].split()),
        moves=tuple(_move(*move) for move in moves),
        winner=row["winner"],
        reason=row["reason"],
        forfeit=bool(row["forfeit"]),
        pair=row["pair"],
        seed=row["seed"],
        start=row["start"],
    )


def _move(
    player: Player,
    move: str,
    estimate: float | None,
    proven: int | None,
    distance: int | None,
    *counted: Any,
) -> MoveRecord:
    return MoveRecord(move, _score(player, estimate, proven, distance), Statistics(*counted))


def move_row(move: MoveRecord) -> MoveRow:
    """The columns of a move, from `move` on."""
    score, counted = move.score, move.statistics
    judged: tuple[Any, ...] = (None, None, None)
    if isinstance(score, Estimate):
        judged = (score.value, None, None)
    elif isinstance(score, Proven):
        judged = (None, score.result, score.distance)
    return (move.move, *judged, *(getattr(counted, name) for name in COUNTERS))


def _score(
    player: Player, estimate: float | None, proven: int | None, distance: int | None
) -> Score | None:
    if proven is not None:
        return Proven(proven, player, distance)
    return None if estimate is None else Estimate(estimate, player)
