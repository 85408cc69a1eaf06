"""The engine protocol in words: lines written by one side and read by the other.

`docs/engine-protocol.md` describes the protocol. The client is `plyground.agents.engine`, the
server `plyground.adapters.engine_server`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from plyground.errors import InvalidLimitError, InvalidMoveError, UsageError
from plyground.game import Game
from plyground.vocabulary import (
    Decision,
    Estimate,
    Limit,
    Move,
    MoveReport,
    Player,
    Proven,
    Score,
    Statistics,
)

VERSION = 1
CAN_ANALYSE = "can analyse"  # what an engine says that has the verb
BOUNDS = ("seconds", "nodes", "depth")
COUNTERS = tuple(counter.name for counter in fields(Statistics) if counter.name != "seconds")
RESULTS = {"loss": -1, "draw": 0, "win": 1}
REPORT_KEYS = ("depth", "score", "line")  # what is told about each move of an analysis
LARGEST = 2**62  # what a counter or a score may be

Info: TypeAlias = Mapping[str, Sequence[str]]  # the words after each key of an info line


def format_game(game: Game[Any]) -> str:
    """The line that names the game with all its parameters."""
    values = (f"{name}={value}" for name, value in game.parameter_values.items())
    return " ".join(("game", game.name, *values))


def format_option(name: str, value: object) -> str:
    """The line with which an engine lists an option, and a client sets it."""
    return f"option name {name} value {'' if value is None else value}".rstrip()


def parse_option(words: Sequence[str]) -> tuple[str, str]:
    """Name and value in the words after `option`; `UsageError` if there are none."""
    match words:
        case ["name", name, "value", *value]:
            return name, " ".join(value)
    raise UsageError(f"option {' '.join(words)}: write option name NAME value VALUE")


def format_go(limit: Limit, verb: str = "go") -> str:
    """The line that asks for a move within the limit; with another verb, for an analysis."""
    bounds = ((name, getattr(limit, name)) for name in BOUNDS)
    return " ".join((verb, *(f"{name} {value}" for name, value in bounds if value is not None)))


def parse_go(words: Sequence[str]) -> Limit:
    """The limit in the words after `go` or `analyse`; `InvalidLimitError` if they are none."""
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
    counted = format_counters(found.statistics)
    return " ".join((counted, *_judged(game, found.score, found.line)))


def format_counters(counted: Statistics) -> str:
    """The line that tells what a search has counted."""
    return " ".join(("info", *(f"{name} {getattr(counted, name)}" for name in COUNTERS)))


def format_report(game: Game[Any], report: MoveReport) -> str:
    """The line that tells what is known about one move."""
    parts = [f"move {game.format_move(report.move)} depth {report.depth}"]
    return " ".join((*parts, *_judged(game, report.score, report.line)))


def _judged(game: Game[Any], score: Score | None, line: Sequence[Move]) -> Iterator[str]:
    if score is not None:
        yield f"score {score if isinstance(score, Proven) else score.value}"
    if line:
        yield "line " + " ".join(map(game.format_move, line))


def parse_report(words: Sequence[str], game: Game[Any], position: Any) -> MoveReport | None:
    """What the words after `move` tell about a move; None if it is not legal."""
    keys = [*(place for place, word in enumerate(words) if word in REPORT_KEYS), len(words)]
    info = parse_info(words[keys[0] :])
    try:
        move = game.parse_move(" ".join(words[: keys[0]]))
    except InvalidMoveError:
        return None
    if move not in game.legal(position):
        return None
    line = line_in(info, game, position)
    return MoveReport(
        move,
        score_in(info, position.player()),
        statistics_in(info, 0.0).depth,
        line if line[:1] == (move,) else (),
    )


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
