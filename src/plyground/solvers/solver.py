"""Solvers: what all of them do, their options, and which one a game has.

    its own             if the game declares one
    `retrograde`        where positions come back: all positions of a small board at once
    `exact`             otherwise: depth-first search, which needs nothing but the rules
    `exact_within`      of any game, where only the next plies are asked about

A solver keeps what it has proven for the next question. Not promised: that two threads may ask one
solver at the same time.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from plyground.cluster.machines import Machines
from plyground.errors import InvalidLimitError, InvalidParameterError, UnsupportedError
from plyground.game import Game
from plyground.kernel import Kernel, Monitor
from plyground.kernel.monitor import NODE_LIMIT, NODES
from plyground.search.analysis import best_first
from plyground.solvers.solution import Solution
from plyground.solvers.trust import check_once
from plyground.vocabulary import Analysis, Limit, Move, MoveReport, Proven

DEFAULT_MEGABYTES = 512.0


@dataclass(frozen=True)
class Options:
    """How to solve; None leaves it to the solver, which may not know what is asked for."""

    memory: float | None = None  # megabytes that tables may grow to
    threads: int | None = None
    distance: bool | None = None  # whether the number of plies to the end is found, too
    book: bool | None = None  # whether early positions are looked up
    keep: Path | None = None  # a file to go on from, and to keep proofs in
    cluster: Machines | None = None  # that share the work
    within: int | None = None  # plies: whether anybody wins in so many

    @property
    def given(self) -> list[str]:
        """The names of those that are not None."""
        return [each.name for each in fields(self) if getattr(self, each.name) is not None]

    def table_size(self) -> float:
        """The value of `memory`, checked."""
        megabytes = DEFAULT_MEGABYTES if self.memory is None else self.memory
        if not 0 < megabytes <= 1_000_000:
            raise InvalidLimitError(f"memory={megabytes} must be from 1 to 1000000 megabytes")
        return megabytes

    def thread_count(self) -> int:
        """The value of `threads`, checked."""
        threads = 1 if self.threads is None else self.threads
        if not isinstance(threads, int) or not 1 <= threads <= 64:
            raise InvalidLimitError(f"threads={threads} must be a whole number from 1 to 64")
        return threads


class Solver(ABC):
    """Answers about positions of one game."""

    uses: ClassVar[frozenset[str]] = frozenset()  # the options that make a difference
    manner: ClassVar[str] = ""  # how it is asked to solve, in words behind "solver"
    patient: ClassVar[bool] = False  # worth waiting for, where nobody sets a limit
    bounded: ClassVar[bool] = False  # `reaches_within` can be asked
    scoring: ClassVar[bool] = False  # `move_scores` can be asked, and no two positions share a key

    def __init__(self, game: Game[Any]) -> None:
        """For one game, with its parameters fixed."""
        self.game = game

    @abstractmethod
    def prepare(self, position: Any) -> None:
        """Have machine code ready for positions like this, which is never on a clock."""

    @abstractmethod
    def solve(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """The value, a line of best play and, if asked for, the value of every move.

        Where a limit, or the monitor, ends the search: what is proven until then.
        """

    def solve_many(
        self, positions: Sequence[Any], limit: Limit | None = None
    ) -> list[Proven | None]:
        """The value of each position; with a limit, which holds for each, None where it ends."""
        return [self.solve(position, limit).value for position in positions]

    @abstractmethod
    def reports(
        self, position: Any, limit: Limit | None, monitor: Monitor
    ) -> Iterator[list[MoveReport]]:
        """What is found out about moves, a few at a time, until all is known or it is stopped."""

    @abstractmethod
    def move_for(self, position: Any, result: int, ply: int, monitor: Monitor) -> Move:
        """A move that reaches the result, which must be within reach; -1 once stopped.

        `ply` says how far the position is from that about which the solver was asked first.
        """

    def analyse(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Iterator[Analysis]:
        """What is proven about every move, told again whenever more is known."""
        watch, begun = monitor or Monitor(), time.monotonic()
        watch.bound(limit)
        self.prepare(position)
        known = {move: MoveReport(move) for move in self.game.legal(position)}

        def analysis(finished: bool) -> Analysis:
            return Analysis(best_first(known), watch.statistics(time.monotonic() - begun), finished)

        for found in self.reports(position, limit, watch):
            known |= {report.move: report for report in found}
            yield analysis(False)
        if not watch.stopped:
            yield analysis(True)

    def reaches_within(self, position: Any, goal: int, nodes: int) -> tuple[bool | None, int]:
        """Whether the player to move gets `goal` at least, 1 or 0, and the nodes that it took.

        None if so many nodes did not suffice. In this thread, without a clock and without a book:
        the same questions in the same order get the same answers. Requires a `bounded` solver.
        """
        raise UnsupportedError(f"the solver of {self.game} cannot be bounded in nodes")

    def move_scores(self, positions: Sequence[Any]) -> list[dict[Move, int]]:
        """What each legal move is worth to who makes it: above 0 if it wins, more if sooner.

        For each of the positions. Requires a `scoring` solver.
        """
        raise UnsupportedError(f"the solver of {self.game} has no scores of moves")

    def with_distance(self, position: Any, found: Solution, limit: Limit) -> Solution:
        """The solution found, with the plies to the end and a line in which the winner hurries.

        As it was found where the limit does not suffice, or where counting plies does not pay.
        """
        return found

    def saw_draw(self) -> bool:
        """Whether a player who does not win may draw; false only where none was ever seen."""
        return True

    def forget(self) -> None:
        """Forget what was proven. Requires a `bounded` solver."""
        raise UnsupportedError(f"the solver of {self.game} cannot forget")

    def library_call(self, position: Any) -> tuple[Kernel, tuple[Any, ...]] | None:
        """The kernel that answers about a position by itself, and its arguments, for libraries."""
        return None

    def progress(self) -> str:
        """How far the question got that is being answered now, in words; empty if unknown."""
        return ""

    def watch(self, position: Any, limit: Limit | None, monitor: Monitor | None) -> Monitor:
        """What watches the next search, once the position and the limit have been checked."""
        self.game.check_own(position)
        if limit is not None and limit.depth is not None:
            raise InvalidLimitError("a proof has no limit in depth; limit its seconds or nodes")
        watch = monitor or Monitor()
        watch.bound(limit)
        self.prepare(position)
        return watch


def count_more(watch: Monitor, nodes: int) -> None:
    """Count nodes that were looked at elsewhere; stop if they were too many."""
    watch.array[NODES] += nodes
    if 0 < watch.array[NODE_LIMIT] <= watch.array[NODES]:
        watch.stop()


def solver_for(game: Game[Any], options: Options | None = None) -> Solver:
    """The solver of the game; options that it does not use are refused by name."""
    check_once(game)
    return new_solver(game, options)


def new_solver(game: Game[Any], options: Options | None = None) -> Solver:
    """The same, of a game that is known to keep the contract."""
    from plyground.solvers.exact import ExactSolver
    from plyground.solvers.exact_within import WithinSolver
    from plyground.solvers.retrograde import RetrogradeSolver
    from plyground.solvers.split_proof import SplitSolver

    chosen, solving = options or Options(), game.knowledge.solving
    own = game.knowledge.load(solving.solver)
    exact = ExactSolver if chosen.cluster is None else SplitSolver
    make = own or (RetrogradeSolver if solving.repeats else exact)
    solver: Solver = (make if chosen.within is None else WithinSolver)(game, chosen)
    for name in chosen.given:
        if name not in solver.uses:
            used = ", ".join(each.name for each in fields(Options) if each.name in solver.uses)
            about = f"{game.name}'s solver does not use {name}{solver.manner}"
            raise InvalidParameterError(f"{about}; it uses {used or 'no options'}")
    return solver


def solve(
    game: Game[Any],
    position: Any = None,
    limit: Limit | None = None,
    moves: bool = False,
    monitor: Monitor | None = None,
    **options: Any,
) -> Solution:
    """
    The value of `position` (the start, if none is given) with best play, and a line of it.

    With `moves` the value of every legal move, too. `options` are those of `Options`; with
    `distance=True` the winner hurries, the loser does not, and the plies to the end are counted.
    """
    position = game.start() if position is None else position
    return solver_for(game, Options(**options)).solve(position, limit, monitor, moves)
