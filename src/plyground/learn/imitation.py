"""The Bamboo report's data: games between agents, as boards and the moves that were made there.

A sample is a board as the player to move sees it, {1, 0, -1} for each cell, and the move that the
agent made. Moves of random openings are nobody's and are left out. Agents have weights, by which
"their values within the set" are repeated (report, IV.D.2): an agent of weight 3 gives each of its
samples three times, and one of weight 0 plays along and gives none. Games that people played are
read from files, and each of their moves counts once.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.agents import parse_spec
from plyground.errors import (
    FileError,
    InvalidParameterError,
    InvalidRecordError,
    InvalidSpecError,
    PlygroundError,
    TrainingError,
)
from plyground.game import Game
from plyground.neural.dense import DenseNetwork, encode_cells
from plyground.tournaments import (
    GameRecord,
    MoveRecord,
    Plan,
    Store,
    make_plan,
    read_records,
    round_robin,
)
from plyground.vocabulary import Move

LARGEST_WEIGHT = 100
LOOKS = 64  # positions from which the cells of a turned board are told apart, at a time
MOST_LOOKS = 50  # how often more positions are drawn before giving up
OnRecord = Callable[[GameRecord], None]


class Teacher(NamedTuple):
    """An agent to be imitated; each of its samples counts `weight` times."""

    spec: str
    weight: int = 1


def parse_teacher(text: str) -> Teacher:
    """The teacher in a text such as `minimax(depth=2)*3`; without a number, of weight 1."""
    found = re.fullmatch(r"(.*?)(?:\*\s*(\w+)\s*)?", text, re.DOTALL)
    assert found is not None
    spec, number = found.groups()
    if number is not None and (not number.isdecimal() or int(number) > LARGEST_WEIGHT):
        raise InvalidSpecError(
            f"{text!r}: the weight {number} must be a whole number from 0 to {LARGEST_WEIGHT}, "
            "as in minimax(depth=2)*3"
        )
    return Teacher(str(parse_spec(spec)), 1 if number is None else int(number))


def plan_games(
    reference: str,
    game: Game[Any],
    teachers: Sequence[Teacher],
    games: int,
    *,
    opening_plies: int = 4,
    seed: int = 1,
) -> Plan:
    """At least that many games: everybody against everybody, or a single teacher against itself."""
    if not any(teacher.weight for teacher in teachers):
        raise InvalidParameterError("nobody to learn from: give an agent whose weight is not 0")
    pairings = round_robin(len(teachers)) or ((0, 0),)
    return make_plan(
        reference,
        [teacher.spec for teacher in teachers],
        parameters=game.parameter_values,
        pairings=pairings,
        pairs=math.ceil(games / (2 * len(pairings))),
        opening_plies=opening_plies,
        seed=seed,
    )


# --- games that were played before ------------------------------------------------------------

STORE = b"SQLite format 3"  # what a store begins with


def read_games(game: Game[Any], path: Path) -> list[GameRecord]:
    """Return the games in a file: saved by the page, exported as records, or in a store.

    All must be of `game`. Each is a pair of its own.
    """
    try:
        content = path.read_bytes()
        if content.startswith(STORE):
            with Store(path, create=False) as store:
                found = [each for run in store.runs() for each in store.records(run.number)]
        else:
            found = _read_text(content.decode())
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from error
    except (InvalidRecordError, UnicodeDecodeError) as error:
        raise InvalidRecordError(f"{path} holds no games: {error}") from error
    for record in found:
        if record.game != game.name or dict(record.parameters) != dict(game.parameter_values):
            raise InvalidRecordError(
                f"{path} has a game of {record.game} {dict(record.parameters)}, not of {game}"
            )
        _check_moves(game, record, path)
    if not found:
        raise InvalidRecordError(f"{path} holds no games")
    return [replace(record, pair=number) for number, record in enumerate(found)]


def _check_moves(game: Game[Any], record: GameRecord, path: Path) -> None:
    """Refuse a game with a move that is not legal."""
    try:
        position = game.parse_position(record.start) if record.start else game.start()
        for text in (*record.opening, *(made.move for made in record.moves)):
            position = game.play(position, game.parse_move(text))
    except PlygroundError as error:
        raise InvalidRecordError(f"{path} has a game that breaks the rules: {error}") from error


def _read_text(text: str) -> list[GameRecord]:
    """Return the records in a text, or in JSON as the page saves a game."""
    if not re.match(r"\s*(\{|\[\s*\{)", text):
        return read_records(text)
    try:
        data = json.loads(text)
        return [_read_saved(saved) for saved in (data if isinstance(data, list) else [data])]
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidRecordError(f"no game as the page saves it: {error}") from error


def _read_saved(saved: dict[str, Any]) -> GameRecord:
    moves = [move if isinstance(move, str) else str(move["move"]) for move in saved["moves"]]
    one, two = saved["agents"]
    return GameRecord(
        str(saved["game"]),
        dict(saved["parameters"]),
        (str(one), str(two)),
        tuple(map(str, saved.get("opening", ()))),
        tuple(map(MoveRecord, moves)),
        saved.get("winner"),
        str(saved.get("reason", "")),
        start=saved.get("start"),
    )


@dataclass(frozen=True)
class Samples:
    """Boards and the moves that were made there."""

    boards: Any  # 8-bit numbers [sample, cell]
    moves: Any  # [sample]

    def __len__(self) -> int:
        """How many there are, repeated ones counted."""
        return len(self.moves)


def split_records(
    records: Sequence[GameRecord], share: float, seed: int
) -> tuple[list[GameRecord], list[GameRecord]]:
    """Games to learn from and games to test with, about `share` of them, both games of a pair."""
    pairs = sorted({record.pair for record in records})
    chosen = random.Random(seed).sample(pairs, max(1, round(share * len(pairs))))
    if len(chosen) == len(pairs):
        raise TrainingError("too few games to keep some for testing; play more")
    tested = set(chosen)
    parts: tuple[list[GameRecord], list[GameRecord]] = ([], [])
    for record in records:
        parts[record.pair in tested].append(record)
    return parts


def decisions(game: Game[Any], record: GameRecord) -> Iterator[tuple[Any, Move]]:
    """Every position in which an agent chose, and its move."""
    position = game.parse_position(record.start) if record.start else game.start()
    for text in record.opening:
        position = position.play(game.parse_move(text))
    for made in record.moves:
        move = game.parse_move(made.move)
        yield position, move
        position = position.play(move)


def samples_of(
    game: Game[Any],
    records: Sequence[GameRecord],
    teachers: Sequence[Teacher],
    on_record: OnRecord | None = None,
) -> Samples:
    """Return the samples in these games, those of teachers repeated by weight."""
    weights = {teacher.spec: teacher.weight for teacher in teachers}
    boards, moves = [], []
    for record in records:
        for position, move in decisions(game, record):
            repeats = weights.get(record.agents[position.player()], 1)
            if repeats:
                boards += [encode_cells(game, position)] * repeats
                moves += [move] * repeats
        if on_record is not None:
            on_record(record)
    if not moves:
        raise TrainingError("the games hold no move of an agent whose weight is not 0")
    return Samples(np.stack(boards), np.array(moves, np.int64))


# --- more samples by symmetry -----------------------------------------------------------------


def with_symmetries(game: Game[Any], samples: Samples, seed: int = 1) -> Samples:
    """The samples and all their mirror images and rotations."""
    start, boards, moves = game.start(), [samples.boards], [samples.moves]
    known = np.unique(samples.moves)
    for symmetry in range(1, game.symmetries):
        places = cell_map(game, symmetry, seed)
        turned = np.zeros(game.move_limit, np.int64)  # [move]
        turned[known] = [start.transform_move(symmetry, int(move)) for move in known]
        image = np.empty_like(samples.boards)
        image[:, places] = samples.boards
        boards.append(image)
        moves.append(turned[samples.moves])
    return Samples(np.concatenate(boards), np.concatenate(moves))


def cell_map(game: Game[Any], symmetry: int, seed: int = 1) -> Any:
    """Where each cell comes to lie when the board is turned: [cell].

    A game says how it turns positions, not cells. So random positions are looked at before and
    after, as many as it takes until no two cells have the same history.
    """
    chance = random.Random(seed)
    before, after = [], []
    for _ in range(MOST_LOOKS):
        for position in _random_positions(game, LOOKS, chance):
            before.append(encode_cells(game, position))
            after.append(encode_cells(game, position.transform(symmetry)))
        histories = [column.tobytes() for column in np.array(before).T]
        images = {column.tobytes(): cell for cell, column in enumerate(np.array(after).T)}
        if len(images) == len(histories):
            return np.array([images[history] for history in histories])
    raise TrainingError(
        f"some cells of {game} are always alike, so how it turns cannot be found out"
    )


def _random_positions(game: Game[Any], count: int, chance: random.Random) -> Iterator[Any]:
    position = game.start()
    for _ in range(count):
        legal = game.legal(position)
        position = position.play(chance.choice(legal)) if legal else game.start()
        yield position


# --- what a network has learnt ----------------------------------------------------------------


QUARTERS = ("first", "second", "third", "last")


class Judgement(NamedTuple):
    """How a network does in some positions; every number after the first is a mean."""

    positions: int
    accuracy: float  # how often its best legal move is the one that was made
    guessing: float  # how often a random legal move would be
    illegal_best: float  # how often it likes an illegal move best
    illegal_mass: float  # the probability that it gives to illegal moves
    illegal_share: float  # the share of all moves that are illegal


def judge(
    game: Game[Any], network: DenseNetwork, records: Sequence[GameRecord]
) -> dict[str, Judgement]:
    """How the network does in these games: in all, by who made the move, by quarter of the game."""
    met, groups = list[tuple[Any, Move]](), dict[str, list[int]]({"all": []})
    for record in records:
        chosen = list(decisions(game, record))
        for ply, (position, move) in enumerate(chosen):
            quarter = f"{QUARTERS[4 * ply // len(chosen)]} quarter"
            for name in ("all", record.agents[position.player()], quarter):
                groups.setdefault(name, []).append(len(met))
            met.append((position, move))
    rated = network.rate_all(np.stack([encode_cells(game, position) for position, _ in met]))
    legal = np.zeros(rated.shape, bool)
    for row, (position, _) in zip(legal, met, strict=True):
        row[game.legal(position)] = True
    made = np.array([move for _, move in met])
    order = sorted(groups, key=lambda name: name.endswith(" quarter"))
    return {name: _judged(rated[g], legal[g], made[g]) for name in order for g in [groups[name]]}


def _judged(rated: Any, legal: Any, made: Any) -> Judgement:
    """From logarithms of probabilities and what is legal, both [position, move], and moves made."""
    chosen = np.where(legal, rated, -np.inf).argmax(axis=1)
    likeliest = rated.argmax(axis=1)[:, np.newaxis]
    return Judgement(
        positions=len(made),
        accuracy=float(np.mean(chosen == made)),
        guessing=float(np.mean(1 / legal.sum(axis=1))),
        illegal_best=float(np.mean(~np.take_along_axis(legal, likeliest, axis=1))),
        illegal_mass=float(np.mean(np.where(legal, 0, np.exp(rated)).sum(axis=1))),
        illegal_share=float(np.mean(~legal)),
    )
