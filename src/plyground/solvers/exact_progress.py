"""How far a proof got that was stopped, read off the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.solvers.exact import ExactSolver
from plyground.solvers.solution import Solution
from plyground.vocabulary import Move


@dataclass(frozen=True)
class Progress:
    """About the question whether the side to move reaches the best result that is still open."""

    refuted: tuple[Move, ...]  # moves that do not reach it
    replies: Mapping[Move, tuple[int, int]]  # of each other move: how many fail, of how many


def progress_of(solver: ExactSolver, position: Any, found: Solution) -> Progress:
    """What the table knows of the moves, and of the replies to those that it does not refute."""
    refuted, replies = [], {}
    for move in solver.game.legal(position):
        child = position.play(move)
        if solver.known_bounds(child, 1)[0] >= 1 - found.high:
            refuted.append(move)
            continue
        answers = [child.play(reply) for reply in solver.game.legal(child)]
        failed = sum(solver.known_bounds(after, 2)[0] >= found.high for after in answers)
        replies[move] = (failed, len(answers))
    return Progress(tuple(refuted), replies)
