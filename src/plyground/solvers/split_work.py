"""What a worker does for a proof in parts: look at a subproblem, with a table that it keeps.

Every call has a desk to itself: a solver, whose tables stay for the next call. Whoever asks names
the desk that knows most about the subproblem; where that is taken, another serves. The desk is
given proofs that others have found, and tells those that it found itself. A search that is stopped,
by its limit or by `stop_work`, has lost nothing: with the same tables, it soon is where it was.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakSet

from plyground.cluster.machines import here
from plyground.cluster.same_code import check_same_code
from plyground.errors import ContradictionError
from plyground.game.parameters import Value
from plyground.game.registry import game as make_game
from plyground.game.rules import parts_of_rules
from plyground.kernel import Monitor
from plyground.kernel.fingerprint import fingerprint
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_search import largest_image, reaches
from plyground.solvers.exact_store import declared_for
from plyground.solvers.proof_parcels import (
    ProofParcel,
    costliest_parcel,
    logged_parcel,
    new_tally,
    take_parcels,
)
from plyground.solvers.solver import Options
from plyground.vocabulary import Limit, Move

WORTH_TELLING = 8, 12  # binary digits of nodes that a proof cost, of results and of endings
MOST_TOLD = 100_000  # proofs for a table, of a thread for one subproblem


class Place(NamedTuple):
    """Where a table is: a worker, and a desk there."""

    worker: str = ""
    desk: int = -1


@dataclass(frozen=True)
class Subproblem:
    """Does the side to move reach the goal, after these moves from a position?

    After each move near the root, the position is turned to the image that the search goes on from.
    """

    game: str
    parameters: Mapping[str, Value]
    asker: str  # who is told everything once
    number: int  # among the asker's
    code: str  # what the rules and the search are known by; others are refused
    position: str
    moves: tuple[Move, ...]
    ply: int  # of the position, below that about which the solver was asked first
    goal: int
    nodes: int  # to be looked at by each thread, at most
    memory: float  # megabytes of tables
    threads: int
    desk: int  # that knows most of it
    seen_draw: bool  # whether a game ended in a draw in what proofs rest on
    proofs: tuple[ProofParcel, ...]  # that others have found, for each table


@dataclass(frozen=True)
class SubAnswer:
    """Whether the goal is reached, None if it took more nodes; and what was found on the way."""

    reached: bool | None
    nodes: int
    seconds: float
    seen_draw: bool
    place: Place
    proofs: tuple[ProofParcel, ...]  # for each table


@dataclass(eq=False)
class _Desk:
    """What is kept from one subproblem to the next."""

    number: int
    owner: Any = None  # what the solver is for
    solver: Any = None
    asker: str = ""  # who is told what is proven here
    work: tuple[str, int] | None = None  # asker and number of the subproblem in hand
    watch: Monitor = field(default_factory=Monitor)


class _Held(threading.local):
    """The desks that a thread has worked at: they are there for as long as one of their threads."""

    def __init__(self) -> None:
        self.desks: set[_Desk] = set()


_held, _desks, _numbers = _Held(), WeakSet[_Desk](), count()
_lock = threading.Lock()


def code_of(solver: ExactSolver) -> str:
    """Equal where the same rules are searched by the same code, the game's endings too."""
    return fingerprint((*parts_of_rules(solver.game), *declared_for(solver), reaches))


def descend(position: Any, moves: tuple[Move, ...], task: Any, ply: int) -> Any:
    """The position after these moves, each made in the image of which the search goes on."""
    for below, move in enumerate(moves, ply + 1):
        position = largest_image(position.play(move), task, below)
    return position


def stop_work(asker: str, number: int) -> None:
    """End the search for this subproblem, if it is in hand here."""
    with _lock:
        for desk in _desks:
            if desk.work == (asker, number):
                desk.watch.stop()


@contextmanager
def _desk_for(asked: Subproblem, owner: Any) -> Iterator[_Desk]:
    """A desk for this call alone: if free that which it names, or one of the same game."""
    with _lock:
        free = [desk for desk in _desks if desk.work is None]
        if not free:
            free = [_Desk(next(_numbers))]
            _desks.update(free)
        desk = max(free, key=lambda each: (each.number == asked.desk, each.owner == owner))
        desk.watch = Monitor(Limit(nodes=asked.nodes))
        desk.work = asked.asker, asked.number
        _held.desks.add(desk)
    try:
        yield desk
    finally:
        desk.work = None


def _sit_down(desk: _Desk, asked: Subproblem, owner: Any) -> ExactSolver:
    """The solver of the desk for this game, made if it has none."""
    if desk.owner != owner:
        made = make_game(asked.game, **asked.parameters)
        fresh = ExactSolver(made, Options(asked.memory, asked.threads))
        check_same_code(asked.code, code_of(fresh), str(made))
        fresh.log_proofs(MOST_TOLD, WORTH_TELLING)
        desk.solver, desk.owner, desk.asker = fresh, owner, asked.asker
    solver: ExactSolver = desk.solver
    solver.results.seen[0] |= asked.seen_draw  # before what rests on it
    try:
        take_parcels(solver.result_tables(), asked.proofs, new_tally())
    except ContradictionError:
        desk.solver = desk.owner = None
        raise
    return solver


def _news(desk: _Desk, asker: str) -> tuple[ProofParcel, ...]:
    """What was proven since the asker was told.

    One that goes on after a kill knows nothing of it, and is told the costliest there are.
    """
    solver: ExactSolver = desk.solver
    logged = tuple(map(logged_parcel, solver.logs()))
    if desk.asker == asker:
        return logged
    desk.asker = asker
    worth = zip(solver.result_tables(), WORTH_TELLING, strict=False)
    return tuple(costliest_parcel(table, MOST_TOLD, least) for table, least in worth)


def answer(asked: Subproblem) -> SubAnswer:
    """Look at one subproblem."""
    how = asked.memory, asked.threads
    owner = asked.game, tuple(asked.parameters.items()), asked.code, *how
    with _desk_for(asked, owner) as desk:
        solver = _sit_down(desk, asked, owner)
        ply = asked.ply + len(asked.moves)
        (task, _memory), *_ = solver.tasks(Question(asked.goal, ply))
        position = solver.game.parse_position(asked.position)
        position = descend(position, asked.moves, task, asked.ply)
        begun, watch = time.monotonic(), desk.watch
        reached: bool | None = solver.ask(position, Question(asked.goal, ply), watch)
        if watch.stopped:  # though another thread may have found the answer
            low, high = solver.known_bounds(position, ply)
            reached = True if low >= asked.goal else False if high < asked.goal else None
        took = watch.statistics().nodes, time.monotonic() - begun
        place, news = Place(here(), desk.number), _news(desk, asked.asker)
        return SubAnswer(reached, *took, solver.saw_draw(), place, news)
