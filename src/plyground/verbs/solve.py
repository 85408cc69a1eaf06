"""`pg.solve`: what a position is worth in perfect play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.cluster.machines import Machines
from plyground.errors import InvalidParameterError, UnsupportedError
from plyground.game import Game, Playthrough
from plyground.game.parameters import Value
from plyground.game.registry import reference_of
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, PositionResult, as_game, as_playthrough
from plyground.vocabulary import Limit, Move, Proven

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.solvers.layers import Layered
    from plyground.solvers.solution import Solution

RESULTS = ("loss", "draw", "win")


@dataclass(frozen=True, repr=False)
class Solved(PositionResult):
    """What was proven of a position."""

    found: Solution
    certificate: Layered | None = None
    all_moves: bool = False  # whether their values were asked for

    @property
    def value(self) -> Proven | None:
        """The value for who is to move; None if a limit came first."""
        return self.found.value

    @property
    def line(self) -> list[str]:
        """Best play to the end."""
        return list(map(self.reached.game.format_move, self.found.line))

    @property
    def moves(self) -> dict[str, Proven]:
        """The value of every move, where that was asked for."""
        return {self.reached.game.format_move(m): known for m, known in self.found.moves.items()}

    @property
    def missing(self) -> list[str]:
        """Moves whose value was asked for, and is not known since a limit came first."""
        if not self.all_moves:
            return []
        later = self.found.notes["later"].data if "later" in self.found.notes else []
        legal = self.reached.game.legal_moves(self.reached.position)
        return [move for move in legal if move not in self.moves and move not in later]

    @property
    def within(self) -> int | None:
        """Nobody wins within so many plies; None if that was not asked, or somebody does."""
        return self.found.within

    @property
    def words(self) -> str | None:
        """The value in words; None if it is not proven."""
        who = self.reached.game.players[self.found.player]
        return None if self.value is None else f"{self.value} for {who}"

    def data(self) -> dict[str, Any]:
        game, found = self.reached.game, self.found
        return {
            **self.described(),
            "after": list(map(game.format_move, self.reached.moves)),
            "player": game.players[found.player],
            "low": found.low,
            "high": found.high,
            "distance": found.distance,
            "within": found.within,
            "words": self.words,
            "line": self.line,
            "moves": {move: str(known) for move, known in self.moves.items()},
            "missing": self.missing,
            "nodes": found.statistics.nodes,
            "seconds": found.statistics.seconds,
            "megabytes": found.megabytes,
            "notes": {name: note.data for name, note in found.notes.items()},
            "certificate": self.certificate and self.certificate.data(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """What there is to say, by name."""
        found, counted = self.found, self.found.statistics
        still_open = f"from {RESULTS[found.low + 1]} to {RESULTS[found.high + 1]}: not finished"
        if found.within is not None:
            still_open = f"open: nobody wins within {found.within} plies"
        rows = [("value", self.words or still_open)]
        if found.line:
            rows.append(("line", " ".join(self.line)))
        if found.moves:
            rows.append(("moves", "  ".join(f"{m}: {known}" for m, known in self.moves.items())))
        rows += [("missing", f"{' '.join(self.missing)}: not finished")] if self.missing else []
        rows += [(name, note.words) for name, note in found.notes.items()]
        rows += [("proof", str(self.certificate))] if self.certificate else []
        searched = f"{counted.nodes:,} ({counted.nodes_per_second:,.0f} a second)"
        rows.append(("nodes", searched if counted.nodes else "none, it was known"))
        rows.append(("seconds", f"{counted.seconds:.3f}"))
        rows.append(("memory", f"{found.megabytes:,.1f} MB"))
        return [{"what": name, "found": value} for name, value in rows]

    def __str__(self) -> str:
        """A line for each thing that there is to say."""
        return "\n".join(f"{row['what']:<8} {row['found']}" for row in self.rows())


@checked
def solve(
    game: GameLike | Playthrough,
    position: Any = None,
    *,
    moves: str | Sequence[str | Move] = "",
    all_moves: bool = False,
    distance: bool | None = None,
    threads: int | None = None,
    memory: float | None = None,
    book: bool | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    keep: str | Path | None = None,
    certificate: str | Path | None = None,
    cluster: str | Machines | None = None,
    within: int | None = None,
    monitor: Monitor | None = None,
    on_solver: Callable[[Any], None] | None = None,
    **parameters: Value,
) -> Solved:
    """
    Prove what a position is worth, and how best play goes on from there.

    `position` is text or a position of the game, by default its start, after which `moves` are
    played. The other options are those of `plyground solve`. `on_solver` gets the solver before it
    begins; its `progress()` says how far it is. With `certificate`, the winner's strategy is
    written to that file once the value is known, off the clock. `cluster` is the address of a Dask
    scheduler, or machines that stay open. With `within`, only the next so many plies are asked
    about: the answer is a win or a loss within them, or that nobody wins so soon.

    >>> import plyground as pg
    >>> pg.solve("tic_tac_toe").words
    'draw for X'
    """
    from plyground.cluster.dask_cluster import machines_of
    from plyground.solvers.layers import check_can_certify, write_layers
    from plyground.solvers.solver import Options, solver_for

    reached = as_playthrough(game, position, moves, parameters)
    reached.game.check_open(reached.position)
    if certificate is not None and within is not None:
        raise InvalidParameterError("a certificate is of a whole proof; leave out within")
    kept = None if keep is None else Path(keep)
    if isinstance(cluster, str):
        _check_known(reached.game)
    with machines_of(cluster) as machines:
        options = Options(memory, threads, distance, book, kept, machines, within)
        solver = solver_for(reached.game, options)
        if certificate is not None:
            check_can_certify(solver, reached.start)
        if on_solver is not None:
            on_solver(solver)
        limit = Limit(seconds=seconds, nodes=nodes)
        found = solver.solve(reached.position, limit, monitor, all_moves)
    if certificate is None or found.value is None:
        return Solved(reached, found, None, all_moves)
    written = write_layers(solver, Path(certificate), found.low, moves=reached.moves)
    return Solved(reached, found, written, all_moves)


def _check_known(game: Game[Any]) -> None:
    """Refuse a game that the workers of a cluster would not find."""
    from plyground.tournaments.parcels import parcels_for

    if parcels_for(reference_of(type(game)), []):
        raise UnsupportedError(
            f"{game.name} is known to this process only; put it into a file and give its path"
        )


@checked
def solve_many(
    game: GameLike,
    positions: Iterable[Any],
    *,
    distance: bool | None = None,
    threads: int | None = None,
    memory: float | None = None,
    book: bool | None = None,
    **parameters: Value,
) -> list[Proven | None]:
    """
    Prove what each of many positions, texts or positions of the game, is worth to who moves there.

    One solver answers them all and keeps what it proves, which is much quicker than one call of
    `solve` for each.

    >>> import plyground as pg
    >>> [str(value) for value in pg.solve_many("tic_tac_toe", ["X../.O./..X O"])]
    ['draw']
    """
    from plyground.solvers.solver import Options, solver_for

    played = as_game(game, parameters)
    solver = solver_for(played, Options(memory, threads, distance, book))
    reached = [as_playthrough(played, each, "", {}).position for each in positions]
    return solver.solve_many(reached)
