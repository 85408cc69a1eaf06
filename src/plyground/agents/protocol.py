"""The engine protocol in words: lines written by one side and read by the other.

`docs/engine-protocol.md` describes the protocol. The client is `plyground.agents.engine`, the
server `plyground.adapters.engine_server`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from plyground.errors import InvalidLimitError, InvalidMoveError
from plyground.game import Game
from plyground.vocabulary import (
    Decision,
    Estimate,
    Limit,
    Move,
    Player,
    Proven,
    Score,
    Statistics,
)

VERSION = 1
BOUNDS = ("seconds", "nodes", "depth")
COUNTERS = tuple(counter.name for counter in fields(Statistics) if counter.name != "seconds")
RESULTS = {"loss": -1, "draw": 0, "win": 1}
LARGEST = 2**62  # what a counter or a score may be

Info: TypeAlias = Mapping[str, Sequence[str]]  # the words after each key of an info line


def format_game(game: Game[Any]) -> str:
    """The line that names the game with all its parameters."""
    values = (f"{name}={value}" for name, value in game.parameter_values.items())
    return " ".join(("game", game.name, *values))


def format_go(limit: Limit) -> str:
    """The line that asks for a move within the limit."""
    bounds = ((name, getattr(limit, name)) for name in BOUNDS)
    return " ".join(("go", *(f"{name} {value}" for name, value in bounds if value is not None)))


def parse_go(words: Sequence[str]) -> Limit:
    """The limit in the words after `go`; `InvalidLimitError` if they are none."""
    bounds: dict[str, Any] = {}
    for name, text in zip(words[::2], words[1::2], strict=False):
        try:
            bounds[name] = float(text) if name == "seconds" else int(text)
        except ValueError:
            raise InvalidLimitError(f"{name} {text}: {text!r} is not a number") from None
    if len(words) % 2 or not set(bounds) <= set(BOUNDS):
        given = " ".join(words)
        raise InvalidLimitError(f"go {given}: write go seconds S nodes N depth D, or some of them")
    return Limit(**bounds)


def format_info(game: Game[Any], found: Decision) -> str:
    """The line that tells what is known so far: counters, score and line."""
    parts = [f"{name} {getattr(found.statistics, name)}" for name in COUNTERS]
    if found.score is not None:
        score = found.score
        parts.append(f"score {score if isinstance(score, Proven) else score.value}")
    if found.line:
        parts.append("line " + " ".join(map(game.format_move, found.line)))
    return " ".join(("info", *parts))


def parse_info(words: Sequence[str]) -> dict[str, list[str]]:
    """For each key among the words after `info`, those that follow it; `line` takes the rest."""
    found: dict[str, list[str]] = {}
    key = None
    for word in words:
        if key != "line" and word in (*COUNTERS, "score", "line"):
            key = word
            found[key] = []
        elif key is not None:
            found[key].append(word)
    return found


def statistics_in(info: Info, seconds: float) -> Statistics:
    """The counters that an engine gave; those that are missing or no numbers stay 0."""
    counted = Statistics(seconds=seconds)
    for name in COUNTERS:
        digits = next(iter(info.get(name, ())), "")
        if digits.isdecimal() and len(digits) < len(str(LARGEST)):
            setattr(counted, name, int(digits))
    return counted


def score_in(info: Info, player: Player) -> Score | None:
    """The score that an engine gave, as seen by `player`, who is to move; None without one."""
    kind, *rest = info.get("score") or [""]
    if kind in RESULTS:
        known = len(rest) > 1 and rest[0] == "in" and rest[1].isdecimal() and len(rest[1]) < 9
        return Proven(RESULTS[kind], player, int(rest[1]) if known else None)
    try:
        value = float(kind)
    except ValueError:
        return None
    if not math.isfinite(value) or abs(value) > LARGEST:
        return None
    return Estimate(int(value) if value.is_integer() else value, player)


def line_in(info: Info, game: Game[Any], position: Any) -> tuple[Move, ...]:
    """The expected course of play that an engine gave, up to the first move that is not legal."""
    line: list[Move] = []
    for text in info.get("line", ()):
        try:
            move = game.parse_move(text)
        except InvalidMoveError:
            break
        if move not in game.legal(position):
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)
