"""Certificates by layers: a strategy in a file that a program of its own can check.

What `tools/check_certificate.py` reads, and explains: a line of JSON, then one byte for each
position in which the winner is to move, ply by ply and in each ply by ascending keys. The byte is
the place of the winner's move among the legal ones. All of it is compressed (xz). The claim is
about the start of a game, or about what some first moves lead to. Of a draw, there are two
strategies, one for each player.

A key must be the position itself: so the game has to declare exact keys. The program that checks
has rules of its own and orders positions by the same numbers; it knows only some games. For others
there are the certificates of `certificate`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import FileError, InvalidCertificateError, UnsupportedError
from plyground.folders import write_whole
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.buffers import move_buffer
from plyground.solvers.certificate import LARGEST_FILE
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_keys import are_positions, keys_for
from plyground.solvers.layer_walk import walked
from plyground.solvers.solver import Solver
from plyground.solvers.strategy import (
    ALL_MOVES,
    COUNT,
    EMPTY,
    FAILED,
    FULL,
    MOST_MOVES,
    MOST_PLIES,
    Strategy,
    gather,
    new_strategy,
)
from plyground.vocabulary import Move, other

SLOT_BYTES = 10
FIRST_SLOTS, MORE_SLOTS = 1 << 16, 16  # a table that is full is made anew, so many times as large


@dataclass(frozen=True)
class Layered:
    """What was written."""

    path: Path
    positions: int  # those of the loser, too
    moves: int
    bytes: int
    sha256: str

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        counts = {"positions": self.positions, "moves": self.moves, "bytes": self.bytes}
        return {"file": self.path.name, **counts, "sha256": self.sha256}

    def __str__(self) -> str:
        """In words."""
        sizes = f"{self.positions:,} positions, {self.moves:,} moves, {self.bytes:,} bytes"
        return f"{self.path.name}: {sizes}"


def check_can_certify(solver: Solver, first: Any) -> None:
    """Raise `UnsupportedError` unless keys are positions, and play began at the start."""
    exact = isinstance(solver, ExactSolver) and are_positions(solver.keys)
    if not exact and not solver.scoring:
        raise UnsupportedError(
            f"no certificate can be written for {solver.game}: {_what_would_do(solver.game)}"
        )
    if exact and (solver.game.max_moves > MOST_MOVES or solver.game.max_plies > MOST_PLIES):
        raise UnsupportedError(
            f"a certificate has room for {MOST_MOVES} moves of a position and {MOST_PLIES} plies; "
            f"{solver.game} has up to {solver.game.max_moves} and {solver.game.max_plies}"
        )
    if first != solver.game.start():
        raise UnsupportedError(
            "a certificate begins at the start of a game; leave out the position, "
            "and give the moves that lead to it"
        )


def _what_would_do(game: Game[Any]) -> str:
    """Boards of the game for which certificates can be written, or what else there is."""
    boards = [type(game)(**some) for some in game.examples]
    fine = [str(board) for board in boards if are_positions(keys_for(board))]
    if fine and not game.knowledge.solving.solver and not game.knowledge.solving.repeats:
        return f"its board is too large; {' or '.join(fine[:2])} would do"
    return (
        "its solver cannot write one on any board; for a small one, "
        "certify(game, folder) of plyground.solvers.exact_certificate can"
    )


def write_layers(
    solver: Solver,
    path: Path,
    result: int | None = None,
    monitor: Monitor | None = None,
    moves: Sequence[Move] = (),
) -> Layered:
    """Write the strategy of who wins once the moves are played from the start; what was written.

    `result` is that of the position for who moves there, where it is known already. Parts of the
    proof that the solver has forgotten are searched again. `InvalidCertificateError` if the game is
    a draw and its solver has no scores of moves, if it is stopped before, or if the strategy is too
    large.
    """
    check_can_certify(solver, solver.game.start())
    watch, game = monitor or Monitor(), solver.game
    position, before = _played(game, moves)
    if result is None:
        result = _result(solver, position, watch)
    if isinstance(solver, ExactSolver):
        if not result:
            raise InvalidCertificateError(f"nobody wins {game}, so there is no strategy")
        strategy = _gathered(solver, position, result, watch)
        positions, places = int(strategy.numbers[COUNT]), _places(strategy)
        images = solver.features.symmetry_plies
    else:
        positions, places, images = *_walked(solver, position, result, watch), 0
    winner = position.player() if result > 0 else other(position.player())
    plain = _header(game, winner if result else None, before, images) + places
    if len(plain) > LARGEST_FILE:
        raise InvalidCertificateError(
            f"the strategy for {game} takes more than {LARGEST_FILE:,} bytes, which "
            "tools/check_certificate.py would not read; begin later in the game"
        )
    packed = lzma.compress(plain, preset=9)
    try:
        write_whole(path, packed)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    return Layered(path, positions, len(places), len(packed), hashlib.sha256(packed).hexdigest())


def _result(solver: Solver, position: Any, watch: Monitor) -> int:
    """The result for who is to move; `InvalidCertificateError` if it is stopped before."""
    if isinstance(solver, ExactSolver):
        found = solver.result(position, monitor=watch)
    else:
        value = solver.solve(position, monitor=watch).value
        found = None if value is None else value.result
    if found is None:
        raise InvalidCertificateError(f"nobody is known to win {solver.game}: it was stopped")
    return found


def _walked(solver: Solver, position: Any, result: int, watch: Monitor) -> tuple[int, bytes]:
    """How many positions, and the moves: the winner's, or of a draw those of each player."""
    mover = position.player()
    claims = [(mover if result > 0 else other(mover), 1)] if result else [(0, 0), (1, 0)]
    parts = [walked(solver, position, holder, wanted, watch) for holder, wanted in claims]
    return sum(count for count, _ in parts), b"".join(places for _, places in parts)


def _played(game: Game[Any], moves: Sequence[Move]) -> tuple[Any, list[int]]:
    """The position after the moves, and the place of each among the legal ones."""
    position, places = game.start(), []
    for move in moves:
        places.append(game.legal(position).index(move))
        position = position.play(move)
    return position, places


def _gathered(solver: ExactSolver, position: Any, result: int, watch: Monitor) -> Strategy:
    """The strategy of who wins from the position."""
    task, memory = solver.tasks(Question(1))[0]
    alone = memory._replace(busy=memory.busy[:0])  # what other threads were at means nothing now
    goal, slots = 1 if result > 0 else 0, FIRST_SLOTS
    while slots * SLOT_BYTES <= solver.memory * 1_000_000:
        strategy = new_strategy(slots, move_buffer(solver.game))
        gather(position, goal, 0, task, alone, strategy, watch.array)
        if watch.stopped:
            raise InvalidCertificateError("stopped before the strategy was complete")
        if strategy.numbers[FAILED]:
            raise InvalidCertificateError("a winning move was not found: two positions share a key")
        if not strategy.numbers[FULL]:
            return strategy
        slots *= MORE_SLOTS
    raise InvalidCertificateError(
        f"the strategy for {solver.game} does not fit: {solver.memory:g} megabytes are too few"
    )


def _header(game: Game[Any], winner: int | None, places: list[int], images: int) -> bytes:
    """The first line: what is claimed, and so far from the position, how positions are merged.

    A draw has no winner.
    """
    claim: dict[str, Any] = {"game": game.name, "parameters": game.parameter_values}
    claim |= {"after": places} if places else {}
    claim |= {"draw": True} if winner is None else {"winner": winner}
    claim |= {"images": images + len(places)}
    return json.dumps(claim).encode() + b"\n"


def _places(strategy: Strategy) -> bytes:
    """The winner's moves, ply by ply and by key."""
    own = np.flatnonzero((strategy.places != EMPTY) & (strategy.places != ALL_MOVES))
    order = np.lexsort((strategy.keys[own], strategy.plies[own]))
    return bytes((strategy.places[own[order]] - 1).astype(np.uint8))
