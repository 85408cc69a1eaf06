"""Game records as text: headers, then the moves of the whole game, numbered.

    [Game "tic_tac_toe"]
    [First "minimax(depth=2)"]
    [Second "random"]
    [Opening "2"]
    [Result "1-0"]
    [Reason "three in a line"]

    1. a1 b2 2. c3 {+1; nodes=12 seconds=0.0004} a2

`Opening` says how many of the moves were given to both. Comments in braces belong to the move
before them: the score for the player who moved, and what the search counted. A header's value is
in double quotes, written as in JSON.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from plyground.errors import InvalidRecordError, PlygroundError
from plyground.game import Game
from plyground.game.registry import class_in_data
from plyground.tournaments.game_record import GameRecord, MoveRecord
from plyground.vocabulary import Estimate, Player, Proven, Score, Statistics

RESULTS: Mapping[Player | None, str] = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
NEEDED = ("Game", "First", "Second", "Result")
WIDTH = 100
_HEADER = re.compile(r"\[(\w+)\s+(\".*\")\]")
_TOKEN = re.compile(r"\{([^}]*)\}|(\d{1,9}\.)(?=\s|$)|(\S+)")
_PROVEN = re.compile(r"(win|draw|loss)(?: in (\d{1,9}))?")
_COUNTERS = {f.name: float if f.name == "seconds" else int for f in fields(Statistics)}
_WORDS = {"win": 1, "draw": 0, "loss": -1}


# --- writing ----------------------------------------------------------------------------------


def write_records(records: Iterable[GameRecord], comments: bool = True) -> str:
    """The records as text; without `comments`, scores and counts are left out."""
    return "\n".join(write_record(record, comments) for record in records)


def write_record(record: GameRecord, comments: bool = True) -> str:
    """One record as text."""
    given = " ".join(f"{name}={value}" for name, value in record.parameters.items())
    headers = {
        "Game": record.game,
        "Parameters": given,
        "First": record.agents[0],
        "Second": record.agents[1],
        "Start": record.start or "",
        "Opening": str(len(record.opening)) if record.opening else "",
        "Pair": str(record.pair),
        "Seed": str(record.seed),
        "Result": RESULTS[record.winner],
        "Reason": record.reason,
        "Forfeit": "yes" if record.forfeit else "",
    }
    lines = [
        f"[{name} {json.dumps(value, ensure_ascii=False)}]"
        for name, value in headers.items()
        if value
    ]
    return "\n".join([*lines, "", *_wrapped(_move_texts(record, comments)), ""])


def _move_texts(record: GameRecord, comments: bool) -> Iterator[str]:
    moves = [*map(MoveRecord, record.opening), *record.moves]
    for ply, move in enumerate(moves):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield move.move
        comment = _comment(move) if comments else ""
        if comment:
            yield f"{{{comment}}}"


def _comment(move: MoveRecord) -> str:
    """The score, and every count that is not zero."""
    counted = [(f.name, getattr(move.statistics, f.name)) for f in fields(Statistics)]
    counts = " ".join(f"{name}={value!r}" for name, value in counted if value)
    if isinstance(move.score, Estimate):
        score = f"{move.score.value:+}"
    else:
        score = "" if move.score is None else _proven_text(move.score)
    return "; ".join(part for part in (score, counts) if part)


def _proven_text(score: Proven) -> str:
    word = ("loss", "draw", "win")[score.result + 1]
    return word if score.distance is None else f"{word} in {score.distance}"


def _wrapped(words: Iterable[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return [line for line in lines if line]


# --- reading ----------------------------------------------------------------------------------


def read_records(text: str, check: bool = True, allow_files: bool = False) -> list[GameRecord]:
    """
    The records in a text; `InvalidRecordError` names the line where it goes wrong.

    With `check`, the moves are played and the result must be the one that the rules give. A game in
    a file of the user's is run only if `allow_files` is set.
    """
    found = []
    for number, headers, moves in _split(text):
        try:
            record = _record(headers, moves, allow_files)
            if check:
                check_record(record, allow_files)
        except PlygroundError as error:
            raise InvalidRecordError(f"record in line {number}: {error}") from error
        found.append(record)
    return found


def _split(text: str) -> Iterator[tuple[int, dict[str, str], str]]:
    """For each record its first line, its headers and the text of its moves."""
    first, headers, moves = 1, dict[str, str](), list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if not bare.startswith("["):
            if bare and not headers:
                raise InvalidRecordError(
                    f'line {number}: {bare[:40]!r} stands before any header such as [Game "konane"]'
                )
            moves.append(bare)
            continue
        if headers and any(moves):
            yield first, headers, " ".join(moves)
            first, headers = number, {}
        first, moves = (first if headers else number), []
        name, value = _header(number, bare)
        if name in headers:
            if name != "Game":
                raise InvalidRecordError(f"line {number}: the header {name} is there twice")
            yield first, headers, ""  # a game without moves
            first, headers = number, {}
        headers[name] = value
    if headers:
        yield first, headers, " ".join(moves)


def _header(number: int, line: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(line)
    if match:
        try:
            value = str(json.loads(match[2], strict=False))
            value.encode()  # half a character, as in "\\ud800", could not be written again
            return match[1], value
        except ValueError:
            pass
    raise InvalidRecordError(f'line {number}: {line[:60]!r} is no header; write [Name "value"]')


def _record(headers: Mapping[str, str], text: str, allow_files: bool) -> GameRecord:
    for name in NEEDED:
        if name not in headers:
            raise InvalidRecordError(f'the header {name} is missing; write [{name} "..."]')
    known = {text: winner for winner, text in RESULTS.items()}
    if headers["Result"] not in known:
        raise InvalidRecordError(f"the result {headers['Result']!r} is none of {', '.join(known)}")
    played = _game(headers, allow_files)
    opening = _whole_number(headers, "Opening")
    start = headers.get("Start")
    mover = played.parse_position(start).player() if start else 0
    moves = list(_moves(text, mover))
    if opening > len(moves):
        raise InvalidRecordError(f"the opening has {opening} moves, the game only {len(moves)}")
    return GameRecord(
        game=headers["Game"],
        parameters=played.parameter_values,
        agents=(headers["First"], headers["Second"]),
        opening=tuple(move.move for move in moves[:opening]),
        moves=tuple(moves[opening:]),
        winner=known[headers["Result"]],
        reason=headers.get("Reason", ""),
        forfeit=headers.get("Forfeit", "no") == "yes",
        pair=_whole_number(headers, "Pair"),
        seed=_whole_number(headers, "Seed"),
        start=start,
    )


def _game(headers: Mapping[str, str], allow_files: bool) -> Game[Any]:
    given = {}
    for assignment in headers.get("Parameters", "").split():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise InvalidRecordError(f"the parameter {assignment!r} is not written as name=value")
        given[name] = value
    return class_in_data(headers["Game"], allow_files).from_text(given)


def _whole_number(headers: Mapping[str, str], name: str) -> int:
    text = headers.get(name, "0")
    if not re.fullmatch(r"\d{1,19}", text):
        raise InvalidRecordError(f"the header {name} is {text!r}, but must be a whole number")
    return int(text)


def _moves(text: str, mover: Player) -> Iterator[MoveRecord]:
    """The moves with what their comments say."""
    moves: list[MoveRecord] = []
    for comment, number, word in _TOKEN.findall(text):
        if word:
            moves.append(MoveRecord(word))
        elif comment and moves:
            player = (mover + len(moves) - 1) % 2
            moves[-1] = _commented(moves[-1].move, comment, player)
        elif comment or (number and int(number[:-1]) != len(moves) // 2 + 1):
            raise InvalidRecordError(f"{number or comment!r} stands before move {len(moves) + 1}")
    yield from moves


def _commented(move: str, comment: str, player: Player) -> MoveRecord:
    score: Score | None = None
    counted: dict[str, Any] = {}
    for part in re.split(r";\s*", comment.strip()):
        if "=" not in part:
            score = _score(part, player)
            continue
        for assignment in part.split():
            name, _, value = assignment.partition("=")
            try:
                counted[name] = _COUNTERS[name](value)
            except (KeyError, ValueError):
                raise InvalidRecordError(
                    f"{assignment!r} after {move} is no count of a search; there are "
                    f"{', '.join(_COUNTERS)}"
                ) from None
    return MoveRecord(move, score, Statistics(**counted))


def _score(text: str, player: Player) -> Score | None:
    proven = _PROVEN.fullmatch(text)
    if proven:
        return Proven(_WORDS[proven[1]], player, int(proven[2]) if proven[2] else None)
    with suppress(ValueError):
        value = float(text)
        return Estimate(value, player) if math.isfinite(value) else None
    return None  # a remark of somebody's


def check_record(record: GameRecord, allow_files: bool = False) -> None:
    """Play the record; `InvalidRecordError` if it cannot have gone like this."""
    played = class_in_data(record.game, allow_files)(**record.parameters)
    moves = (*record.opening, *(move.move for move in record.moves))
    position = played.parse_position(record.start) if record.start else played.start()
    for number, move in enumerate(moves, 1):
        try:
            position = played.play(position, move)
        except PlygroundError as error:
            raise InvalidRecordError(f"move {number}: {error}") from error
    outcome = played.outcome(position)
    if record.forfeit:
        return
    if outcome is None:
        raise InvalidRecordError("the game is not over after its last move, and nobody forfeited")
    if outcome.winner != record.winner:
        raise InvalidRecordError(
            f"the result is {RESULTS[record.winner]}, but the moves give {RESULTS[outcome.winner]}"
        )
