"""
What every game must satisfy, as checks that anybody can run on their own game.

Each check plays random games and raises `NonconformingError` with the position and the
sentence of the contract that does not hold. `plyground check GAME` runs them all; so does the
test suite, for every registered game and each of its parameter sets.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from plyground.errors import IllegalMoveError, InvalidMoveError, PlygroundError
from plyground.game import Game
from plyground.kernel import interpreted, search_kernel
from plyground.kernel.chance import next_seed, pick

GAMES = 12  # random games a check plays
RECORDED = 4  # numbers that `record_game` keeps for each position, besides its moves


class NonconformingError(PlygroundError):
    """A game breaks the contract of `plyground.game`."""


def require(condition: bool, sentence: str) -> None:
    """Raise `NonconformingError` unless `condition` holds."""
    if not condition:
        raise NonconformingError(sentence)


def random_positions(game: Game[Any], seed: int, games: int = GAMES) -> Iterator[Any]:
    """Every position of some random games, the finished ones included."""
    chance = random.Random(seed)
    for _ in range(games):
        position = game.start()
        while True:
            yield position
            legal = game.legal(position)
            if not legal:
                break
            position = position.play(chance.choice(legal))


def check_moves(game: Game[Any], seed: int) -> None:
    """Legal moves come ascending, unique and within bounds, and the two sides take turns."""
    for position in random_positions(game, seed):
        legal = game.legal(position)
        here = game.format_position(position)
        require(legal == sorted(set(legal)), f"moves are not ascending and unique in {here}")
        require(all(move >= 0 for move in legal), f"a move is negative in {here}")
        require(position.player() in (0, 1), f"player() is not 0 or 1 in {here}")
        for move in legal:
            turn = position.play(move).player()
            require(turn == 1 - position.player(), f"the turn does not pass in {here}")


def check_ending(game: Game[Any], seed: int) -> None:
    """Every game ends within `max_plies`, with a result and an outcome that agree."""
    chance = random.Random(seed)
    for _ in range(GAMES):
        position, plies = game.start(), 0
        while legal := game.legal(position):
            require(game.outcome(position) is None, "outcome() is not None though moves are left")
            position, plies = position.play(chance.choice(legal)), plies + 1
            require(plies <= game.max_plies, f"a game lasts longer than {game.max_plies} plies")
        here = game.format_position(position)
        require(position.result() in (-1, 0, 1), f"result() is not -1, 0 or 1 in {here}")
        outcome = game.outcome(position)
        require(outcome is not None and bool(outcome.reason), f"no reason for the end of {here}")


def check_notation(game: Game[Any], seed: int) -> None:
    """Moves and positions survive the way into text and back."""
    for position in random_positions(game, seed):
        text = game.format_position(position)
        require(game.parse_position(text) == position, f"{text!r} is read as another position")
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
    known = {move for position in random_positions(game, seed) for move in game.legal(position)}
    for position in random_positions(game, seed, games=2):
        for move in known.difference(game.legal(position)):
            try:
                game.play(position, move)
            except IllegalMoveError:
                continue
            here = game.format_position(position)
            raise NonconformingError(f"{game.format_move(move)} is accepted in {here}")


def check_symmetries(game: Game[Any], seed: int) -> None:
    """Playing and reflecting commute; symmetry 0 changes nothing."""
    if game.symmetries == 1:
        return
    for position in random_positions(game, seed, games=3):
        here = game.format_position(position)
        legal = game.legal(position)
        require(position.transform(0) == position, f"symmetry 0 changes {here}")
        for symmetry in range(game.symmetries):
            image = position.transform(symmetry)
            moves = [position.transform_move(symmetry, move) for move in legal]
            require(
                sorted(moves) == game.legal(image), f"symmetry {symmetry} changes moves: {here}"
            )
            if not legal:
                require(image.result() == position.result(), f"symmetry changes result: {here}")
            for move, image_move in zip(legal, moves, strict=True):
                commutes = position.play(move).transform(symmetry) == image.play(image_move)
                require(commutes, f"symmetry {symmetry} and {game.format_move(move)}: {here}")


def check_keys(game: Game[Any], seed: int) -> None:
    """Keys fit below 2**62 and tell positions apart."""
    by_key: dict[int, Any] = {}
    for position in random_positions(game, seed, games=20 * GAMES):
        key = position.key()
        require(0 <= key < 1 << 62, f"key {key} is not within 0..2**62-1")
        known = by_key.setdefault(key, position)
        require(known == position, f"{position} and {known} share the key {key}")


def check_picture(game: Game[Any], seed: int) -> None:
    """The board can be drawn, with as many cells as its shape has."""
    for position in random_positions(game, seed, games=2):
        require(len(game.cells(position)) == game.shape.cell_count, "cells() has a wrong length")
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


def check_compiled(game: Game[Any], seed: int) -> None:
    """The rules compile, and mean the same compiled and interpreted."""
    record_game.require(*_recording(game, seed))
    for offset in range(GAMES):
        fast = _recording(game, seed + offset)
        slow = _recording(game, seed + offset)
        length = record_game(*fast)
        with interpreted():
            same = record_game(*slow) == length
        require(same, "compiled and interpreted games differ in length")
        for quick, plain in zip(fast[2:], slow[2:], strict=True):
            require(np.array_equal(quick, plain), "compiled and interpreted rules differ")


def _recording(game: Game[Any], seed: int) -> tuple[Any, ...]:
    """Arguments for `record_game`."""
    rows = game.max_plies + 1
    moves = np.zeros(game.max_moves, np.int64)
    numbers = np.zeros((rows, RECORDED), np.int64)
    lists = np.zeros((rows, game.max_moves), np.int64)
    return game.start(), seed, moves, numbers, lists


CHECKS: dict[str, Callable[[Game[Any], int], None]] = {
    "moves": check_moves,
    "ending": check_ending,
    "notation": check_notation,
    "refusal": check_refusal,
    "symmetries": check_symmetries,
    "keys": check_keys,
    "picture": check_picture,
    "compiled": check_compiled,
}
