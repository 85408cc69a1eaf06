"""
What every game must satisfy, as checks that anybody can run on their own game.

Each check plays random games and raises `NonconformingError` with the position and the
sentence of the contract that does not hold. `plyground check GAME` runs them all; so does the
test suite, for every registered game and each of its parameter sets.
"""

from __future__ import annotations

import random
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from plyground.claims import (
    check_declared_keys,
    check_endings,
    check_sieve,
    check_soonest,
    quick_value,
    random_lines,
    small_game_values,
)
from plyground.errors import (
    IllegalMoveError,
    InvalidMoveError,
    NonconformingError,
    PlygroundError,
)
from plyground.game import Game
from plyground.game.tour import check_tour
from plyground.game.turns import require_turn
from plyground.kernel import interpreted, mix, search_kernel
from plyground.kernel.chance import next_seed, pick
from plyground.search.buffers import move_buffer
from plyground.search.playouts import playouts_for, random_playouts

FIRST_POSITIONS = 20_000  # of the first plies, whose keys are compared
MERGED_PAIRS = 50  # the last ones found to share a key: they are nearest to their ends
VALUE_NODES = 200  # to find out the value of one position
RECORDED = 4  # numbers that `record_game` keeps for each position, besides its moves


def require(condition: bool, sentence: str) -> None:
    """Raise `NonconformingError` unless `condition` holds."""
    if not condition:
        raise NonconformingError(sentence)


def legal_moves(game: Game[Any], position: Any) -> list[int]:
    """The legal moves, or a `NonconformingError` if they are more than announced."""
    try:
        return game.legal(position)
    except IndexError:
        sentence = f"more than max_moves={game.max_moves} legal moves in {position}"
        raise NonconformingError(sentence) from None


def random_positions(game: Game[Any], seed: int, count: int) -> Iterator[Any]:
    """Positions from all over random games, finished ones among them."""
    chance = random.Random(seed)
    while count > 0:
        position, plies = game.start(), 0
        while legal := legal_moves(game, position):
            if chance.random() < 0.4 and count > 1:
                count -= 1
                yield position
            position, plies = position.play(chance.choice(legal)), plies + 1
            require(plies <= game.max_plies, f"a game lasts longer than {game.max_plies} plies")
        count -= 1
        yield position


def contents(value: Any) -> Any:
    """A position, or a part of one, as a value that can be compared and hashed.

    A class that says itself when its positions are equal is taken at its word.
    """
    if isinstance(value, np.ndarray):
        return (value.shape, *value.ravel().tolist())
    if isinstance(value, tuple) and type(value).__eq__ is tuple.__eq__:
        return tuple(map(contents, value))
    return value


def same(one: Any, two: Any) -> bool:
    """Whether two positions are equal, arrays in them number by number."""
    return bool(contents(one) == contents(two))


def check_moves(game: Game[Any], seed: int) -> None:
    """Legal moves come ascending, unique and within bounds, and the two sides take turns."""
    for position in random_positions(game, seed, 100):
        legal = game.legal(position)
        here = game.format_position(position)
        require(legal == sorted(set(legal)), f"moves are not ascending and unique in {here}")
        within = all(0 <= move < game.move_limit for move in legal)
        require(within, f"a move is not within 0..{game.move_limit - 1} in {here}")
        require(position.player() in (0, 1), f"player() is not 0 or 1 in {here}")
        for move in legal:
            require_turn(game, position, move)


def check_ending(game: Game[Any], seed: int) -> None:
    """Every game ends within `max_plies`, with a result and an outcome that agree."""
    for position in random_positions(game, seed, 100):
        here, outcome = game.format_position(position), game.outcome(position)
        if game.legal(position):
            require(outcome is None, f"outcome() is not None though moves are left: {here}")
        else:
            require(position.result() in (-1, 0, 1), f"result() is not -1, 0 or 1 in {here}")
            require(outcome is not None and bool(outcome.reason), f"no reason for the end: {here}")


def check_notation(game: Game[Any], seed: int) -> None:
    """Moves and positions survive the way into text and back."""
    for position in random_positions(game, seed, 60):
        text = game.format_position(position)
        require(same(game.parse_position(text), position), f"{text!r} is read as another position")
        for move in game.legal(position):
            name = game.format_move(move)
            require(game.parse_move(name) == move, f"{name!r} is read as another move")
    for nonsense in ("", "nonsense", "-1", "z99"):
        try:
            game.parse_move(nonsense)
        except InvalidMoveError:
            continue
        raise NonconformingError(f"{nonsense!r} is accepted as a move")


def check_refusal(game: Game[Any], seed: int) -> None:
    """Moves that are not legal are refused with `IllegalMoveError`."""
    seen = random_positions(game, seed, 60)
    known = sorted({move for position in seen for move in game.legal(position)})
    chance = random.Random(seed)
    for position in random_positions(game, seed + 1, 15):
        for move in set(chance.sample(known, min(20, len(known)))).difference(game.legal(position)):
            try:
                game.play(position, move)
            except IllegalMoveError:
                continue
            here = game.format_position(position)
            raise NonconformingError(f"{game.format_move(move)} is accepted in {here}")


def check_symmetries(game: Game[Any], seed: int) -> None:
    """Playing and reflecting commute; symmetry 0 changes nothing.

    In all positions of a small game; otherwise in some, and at the ends of random games.
    """
    if game.symmetries == 1:
        return
    every = [position for position, _ in reversed(small_game_values(game).values())]
    ends = [line[-1] for line in random_lines(game, seed)]
    for position in every or [*random_positions(game, seed, 12), *ends]:
        here = game.format_position(position)
        legal = game.legal(position)
        require(same(position.transform(0), position), f"symmetry 0 changes {here}")
        for symmetry in range(game.symmetries):
            image = position.transform(symmetry)
            require(image.player() == position.player(), f"symmetry changes who moves: {here}")
            moves = [position.transform_move(symmetry, move) for move in legal]
            require(
                sorted(moves) == game.legal(image), f"symmetry {symmetry} changes moves: {here}"
            )
            if not legal:
                require(image.result() == position.result(), f"symmetry changes result: {here}")
            for move, image_move in list(zip(legal, moves, strict=True))[:: 1 + len(legal) // 4]:
                commutes = same(position.play(move).transform(symmetry), image.play(image_move))
                require(commutes, f"symmetry {symmetry} and {game.format_move(move)}: {here}")


def check_keys(game: Game[Any], seed: int) -> None:
    """Keys fit below 2**62 and tell positions apart, or merge only what has the same value."""
    keys: dict[Any, int] = {}
    first: dict[int, Any] = {}
    merged: list[tuple[Any, Any]] = []
    for position in _positions_with_keys(game, seed):
        inside, key = contents(position), position.key()
        require(0 <= key < 1 << 62, f"key {key} is not within 0..2**62-1")
        if inside in keys:
            require(keys[inside] == key, f"{position} has two keys, {keys[inside]} and {key}")
            continue
        keys[inside] = key
        known = first.setdefault(key, position)
        if known is not position:
            require(
                game.shares_keys,
                f"{position} and {known} share the key {key}; make keys differ, or declare "
                "shares_keys = True if whatever shares a key has the same value",
            )
            merged.append((known, position))
    _check_merged(game, merged)


def _positions_with_keys(game: Game[Any], seed: int) -> Iterator[Any]:
    """Positions whose keys are most easily confused."""
    yield from first_positions(game, FIRST_POSITIONS)
    for i, position in enumerate(random_positions(game, seed, 600)):
        yield position
        yield position.transform(i % game.symmetries)
        yield from swapped_owners(game, position)


def first_positions(game: Game[Any], count: int) -> list[Any]:
    """All positions of the first plies, in order of plies, up to so many."""
    found = {contents(game.start()): game.start()}
    waiting = deque(found.values())
    while waiting and len(found) < count:
        position = waiting.popleft()
        for move in legal_moves(game, position):
            after = position.play(move)
            if found.setdefault(contents(after), after) is after:
                waiting.append(after)
    return list(found.values())[:count]


def swapped_owners(game: Game[Any], position: Any) -> Iterator[Any]:
    """The positions in which every piece belongs to the other side, where the game has them."""
    swapped = [{1: 2, 2: 1}.get(cell, cell) for cell in game.cells(position)]
    for player in (0, 1):
        try:
            built = game.build(swapped, player)
        except PlygroundError:
            continue
        if built.player() == player:
            yield built


def _check_merged(game: Game[Any], merged: list[tuple[Any, Any]]) -> None:
    """Positions that share a key have the same value, as far as that is found out quickly."""
    for known, position in merged[-MERGED_PAIRS:]:
        values = [quick_value(game, each, VALUE_NODES) for each in (known, position)]
        require(
            None in values or values[0] == values[1],
            f"{position} and {known} share a key, but not their value",
        )


def check_picture(game: Game[Any], seed: int) -> None:
    """The board can be drawn, with as many cells as its shape has."""
    for position in random_positions(game, seed, 6):
        require(len(game.cells(position)) == game.shape.cell_count, "cells() has a wrong length")
        require(position._repr_svg_().startswith("<svg"), "the position does not draw itself")
        for move in game.legal(position)[:1]:
            after = position.play(move)
            picture = game.picture(after, before=position, move=move)
            require(picture.svg().startswith("<svg"), "the picture is no SVG")
            require(bool(picture.text()), "the text board is empty")


@search_kernel
def record_game(start: Any, seed: int, moves: Any, numbers: Any, lists: Any) -> int:
    """Play a random game; note each position's numbers and moves; return its plies."""
    position = start
    for ply in range(numbers.shape[0]):  # numbers: [ply, RECORDED], lists: [ply, move]
        count = position.fill_moves(moves)
        numbers[ply, 0] = count
        numbers[ply, 1] = position.key()
        numbers[ply, 2] = position.player()
        for i in range(count):
            lists[ply, i] = moves[i]
        if count == 0:
            numbers[ply, 3] = position.result()
            return ply
        seed = next_seed(seed)
        position = position.play(int(moves[pick(seed, count)]))
    return -1


@search_kernel
def record_symmetries(start: Any, seed: int, moves: Any, symmetries: int, numbers: Any) -> int:
    """Play a random game; note a digest of every image of every position; return its plies."""
    position = start
    for ply in range(numbers.shape[0]):  # numbers: [ply, symmetry]
        count = position.fill_moves(moves)
        for symmetry in range(symmetries):
            numbers[ply, symmetry] = position.transform(symmetry).key()
            for i in range(count):
                image = position.transform_move(symmetry, int(moves[i]))
                numbers[ply, symmetry] = mix(int(numbers[ply, symmetry]), image)
        if count == 0:
            return ply
        seed = next_seed(seed)
        position = position.play(int(moves[pick(seed, count)]))
    return -1


def check_compiled(game: Game[Any], seed: int) -> None:
    """The rules compile, and mean the same compiled and interpreted, unless never compiled."""
    if getattr(game.position_class, "interpreted", False):
        return
    record_game.require(*_recording(game, seed))
    for offset in range(4):
        fast = _recording(game, seed + offset)
        slow = _recording(game, seed + offset)
        length = record_game(*fast)
        with interpreted():
            same = record_game(*slow) == length
        require(same, "compiled and interpreted games differ in length")
        for quick, plain in zip(fast[2:], slow[2:], strict=True):
            require(np.array_equal(quick, plain), "compiled and interpreted rules differ")
    if game.symmetries > 1:
        _check_compiled_symmetries(game, seed)


def _check_compiled_symmetries(game: Game[Any], seed: int) -> None:
    images = [np.zeros((game.max_plies + 1, game.symmetries), np.int64) for _ in range(2)]
    moves = move_buffer(game)
    record_symmetries(game.start(), seed, moves, game.symmetries, images[0])
    with interpreted():
        record_symmetries(game.start(), seed, moves, game.symmetries, images[1])
    require(np.array_equal(images[0], images[1]), "compiled and interpreted symmetries differ")


def _recording(game: Game[Any], seed: int) -> tuple[Any, ...]:
    """Arguments for `record_game`."""
    rows = game.max_plies + 1
    moves, lists = move_buffer(game), move_buffer(game, rows)
    numbers = np.zeros((rows, RECORDED), np.int64)
    return game.start(), seed, moves, numbers, lists


def check_playouts(game: Game[Any], seed: int) -> None:
    """Random games by what the game declares are those by its rules, compiled and interpreted."""
    if game.knowledge.playouts is None:
        return
    chance, playouts = random.Random(seed), playouts_for(game)
    for position in random_positions(game, seed, 4):
        playout = playouts.begin(position)
        while legal := legal_moves(game, position):
            listed = [playout.move_at(i) for i in range(playout.choices)]
            require(listed == legal, f"a playout has the moves {listed}, the rules have {legal}")
            require(playout.player() == position.player(), "a playout has another player to move")
            move = chance.choice(legal)
            position, playout = position.play(move), playout.play(move)
        require(playout.choices == 0, "a playout goes on after the end of the game")
        require(playout.result() == position.result(), "a playout ends with another result")
    fast = random_playouts(game, game.start(), 4, seed)
    with interpreted():
        slow = random_playouts(game, game.start(), 4, seed)
    require(fast == slow, "compiled and interpreted playouts differ")


def check_solving(game: Game[Any], seed: int) -> None:
    """Moves left out of proofs lose; endings and wins ruled out agree with the rules.

    So do positions that share a key which the game declares.
    """
    check_declared_keys(game, seed)
    check_sieve(game, seed)
    check_endings(game, seed)
    check_soonest(game, seed)


def check_steps(game: Game[Any], seed: int) -> None:
    """Every step of the game's tour agrees with the rules; no chance is in it."""
    check_tour(type(game))


CHECKS: dict[str, Callable[[Game[Any], int], None]] = {
    "moves": check_moves,
    "ending": check_ending,
    "notation": check_notation,
    "refusal": check_refusal,
    "symmetries": check_symmetries,
    "keys": check_keys,
    "picture": check_picture,
    "compiled": check_compiled,
    "playouts": check_playouts,
    "solving": check_solving,
    "tour": check_steps,
}


def run_check(name: str, game: Game[Any], seed: int) -> None:
    """Run one check; an error inside the game's own code becomes a `NonconformingError`."""
    try:
        CHECKS[name](game, seed)
    except PlygroundError:
        raise
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
        raise NonconformingError(f"{type(error).__name__}: {error} ({where})") from error
