"""`plyground solve` for games that have no solver of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.cli.common import GentleStop, check_folder_of, watched
from plyground.errors import PlygroundError
from plyground.game import Playthrough

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.solvers.solution import Solution
    from plyground.vocabulary import Limit


class Wish(NamedTuple):
    """How to solve."""

    limit: Limit
    memory: float
    threads: int
    all_moves: bool
    weak: bool  # of Connect Four, as is the book
    book: bool
    distance: bool  # of the other games
    keep: Path | None  # where proofs are kept for a later run


class Answer(NamedTuple):
    """What is known of a position now: all of it for programs, and rows for people."""

    data: dict[str, Any]
    rows: list[tuple[str, str]]
    interrupted: bool


def solve_any(reached: Playthrough, wish: Wish) -> Answer:
    """What the position is proven to be worth, or how far the proof got."""
    from plyground.solvers.exact import ExactSolver
    from plyground.solvers.exact_progress import progress_of
    from plyground.solvers.exact_store import keep_proofs, recall_proofs

    game, position = reached.game, reached.position
    _check_keep(reached, wish)
    solver = ExactSolver(game, wish.memory, wish.threads, wish.distance)
    recalled = recall_proofs(solver, wish.keep) if wish.keep else 0

    def work(watch: Monitor) -> tuple[Solution, bool]:
        with GentleStop(watch) as stop:
            return solver.solve(position, wish.limit, watch, wish.all_moves), stop.used

    found, interrupted = watched(describe_nodes, work)
    data = _data(reached, found)
    if wish.keep:
        data["kept"] = keep_proofs(solver, wish.keep)
        data["recalled"] = recalled
    if found.value is None and solver.searches:
        progress = progress_of(solver, position, found)
        data["refuted"] = [game.format_move(move) for move in progress.refuted]
        data["open"] = {game.format_move(m): counts for m, counts in progress.replies.items()}
    return Answer(data, _rows(found, data), interrupted)


def _check_keep(reached: Playthrough, wish: Wish) -> None:
    """Raise `PlygroundError` before the work if its fruits could not be kept."""
    from plyground.solvers import retrograde

    if wish.keep is None:
        return
    if retrograde.reaches(reached.game):
        raise PlygroundError(f"--keep: {reached.game} is solved as a whole and kept in the cache")
    if wish.distance:
        raise PlygroundError("--keep holds results without --distance; leave one of them out")
    check_folder_of(wish.keep)


def describe_nodes(watch: Monitor, seconds: float) -> str:
    """How many nodes were searched in so many seconds, and how fast."""
    counted = watch.statistics(seconds)
    return f"{counted.nodes:,} nodes, {counted.nodes_per_second / 1e6:.1f} M a second"


def _data(reached: Playthrough, found: Solution) -> dict[str, Any]:
    """The solution for programs."""
    game, value = reached.game, found.value
    return {
        "position": game.format_position(reached.position),
        "player": game.players[found.player],
        "low": found.low,
        "high": found.high,
        "distance": found.distance,
        "words": None if value is None else f"{value} for {game.players[found.player]}",
        "line": [game.format_move(move) for move in found.line],
        "moves": {game.format_move(move): str(known) for move, known in found.moves.items()},
        "nodes": found.statistics.nodes,
        "seconds": found.statistics.seconds,
        "megabytes": found.megabytes,
    }


def _rows(found: Solution, data: dict[str, Any]) -> list[tuple[str, str]]:
    """The solution in words."""
    words = ("loss", "draw", "win")
    open_value = f"from {words[found.low + 1]} to {words[found.high + 1]}: not finished"
    rows = [("value", data["words"] or open_value)]
    if data["line"]:
        rows.append(("line", " ".join(data["line"])))
    if data["moves"]:
        rows.append(("moves", "  ".join(f"{move}: {v}" for move, v in data["moves"].items())))
    if "open" in data:
        everything = len(data["refuted"]) + len(data["open"])
        rows.append(("refuted", f"{len(data['refuted'])} of {everything} moves"))
        tried = [f"{move}: {n} of {m}" for move, (n, m) in data["open"].items() if n]
        rows.append(("open", f"replies that fail: {'  '.join(tried) or 'none yet'}"))
    speed = found.statistics.nodes_per_second / 1e6
    rows.append(("nodes", f"{found.statistics.nodes:,} ({speed:.1f} M a second)"))
    rows.append(("seconds", f"{found.statistics.seconds:.3f}"))
    rows.append(("memory", f"{found.megabytes:,.1f} MB"))
    if "kept" in data:
        rows.append(("proofs", f"{data['kept']:,} kept, {data['recalled']:,} from before"))
    return rows
