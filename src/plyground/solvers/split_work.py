"""What a worker does for a proof in parts: one subproblem, with a table that it keeps.

Every thread of a worker has a solver of its own, which stays for the next subproblem of the same
game. It is given the costliest proofs that others have found, and tells those that it found itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyground.cluster.same_code import check_same_code
from plyground.game.parameters import Value
from plyground.game.registry import game as make_game
from plyground.kernel import Monitor
from plyground.kernel.fingerprint import fingerprint
from plyground.solvers.exact import ExactSolver, Question
from plyground.solvers.exact_search import reaches
from plyground.solvers.proof_parcels import ProofParcel, no_proofs, parcel_of, take_parcel
from plyground.solvers.solver import Options
from plyground.vocabulary import Limit, Move

WORTH_TELLING = 8  # binary digits of the nodes that a proof cost
MOST_TOLD = 100_000  # proofs of one subproblem


@dataclass(frozen=True)
class Subproblem:
    """Does the side to move reach the goal, after these moves from a position?"""

    game: str
    parameters: Mapping[str, Value]
    asker: str  # who is told everything once
    code: str  # what the rules and the search are known by; others are refused
    position: str
    moves: tuple[Move, ...]
    ply: int  # of the position, below that about which the solver was asked first
    goal: int
    nodes: int  # to be looked at, at most
    memory: float  # megabytes of the worker's table
    proofs: ProofParcel = field(default_factory=no_proofs)  # that others have found


@dataclass(frozen=True)
class SubAnswer:
    """Whether the goal is reached, None if it took more nodes; and what was found on the way."""

    reached: bool | None
    nodes: int
    seconds: float
    seen_draw: bool
    proofs: ProofParcel


class _Desk(threading.local):
    """What a thread keeps from one subproblem to the next."""

    owner: Any = None  # what the solver is for
    solver: ExactSolver
    asker: str = ""
    told: Any  # sorted marks of the proofs that the asker knows


_desk = _Desk()


def code_of(solver: ExactSolver) -> str:
    """Equal where the same rules are searched by the same code."""
    return fingerprint((solver.game.position_class, type(solver.keys), reaches))


def _solver_for(asked: Subproblem) -> ExactSolver:
    """The thread's solver for this game, made if it has none."""
    owner = asked.game, tuple(asked.parameters.items()), asked.code, asked.memory
    if _desk.owner != owner:
        made = make_game(asked.game, **asked.parameters)
        solver = ExactSolver(made, Options(memory=asked.memory))
        check_same_code(asked.code, code_of(solver), str(made))
        _desk.solver, _desk.owner, _desk.asker = solver, owner, ""
    if _desk.asker != asked.asker:  # one that goes on after a kill is told what it lost
        _desk.told, _desk.asker = np.zeros(0, np.int64), asked.asker
    return _desk.solver


def answer(asked: Subproblem) -> SubAnswer:
    """Look at one subproblem."""
    solver = _solver_for(asked)
    take_parcel(solver.results.table, asked.proofs, np.zeros(3, np.int64))
    _desk.told = np.union1d(_desk.told, asked.proofs.marks())
    position = solver.game.parse_position(asked.position)
    for move in asked.moves:
        position = position.play(move)
    begun = time.monotonic()
    watch = Monitor(Limit(nodes=asked.nodes))
    question = Question(asked.goal, asked.ply + len(asked.moves))
    reached = solver.ask(position, question, watch)
    found = parcel_of(solver.results.table, WORTH_TELLING, MOST_TOLD, _desk.told)
    _desk.told = np.union1d(_desk.told, found.marks())
    took = watch.statistics().nodes, time.monotonic() - begun
    return SubAnswer(None if watch.stopped else reached, *took, solver.saw_draw(), found)
