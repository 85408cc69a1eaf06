"""`plyground solve` for games that have no solver of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.cli.common import describe_game, print_json, watched
from plyground.game import Playthrough

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.solvers.solution import Solution
    from plyground.vocabulary import Limit


def solve_any(
    reached: Playthrough,
    limit: Limit,
    memory: float,
    threads: int,
    all_moves: bool,
    distance: bool,
    json: bool,
) -> None:
    """Prove what the position is worth and print it."""
    from plyground.solvers.exact import solve

    game, position = reached.game, reached.position

    def work(watch: Monitor) -> Solution:
        return solve(game, position, limit, memory, distance, all_moves, threads, watch)

    found = watched(_progress, work)
    if json:
        print_json({**describe_game(game), **_data(reached, found)})
        return
    print(reached.picture())
    print()
    for name, value in _rows(reached, found):
        print(f"{name:<8} {value}")


def _progress(watch: Monitor, seconds: float) -> str:
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


def _rows(reached: Playthrough, found: Solution) -> list[tuple[str, str]]:
    """The solution in words."""
    data = _data(reached, found)
    words = ("loss", "draw", "win")
    open_value = f"from {words[found.low + 1]} to {words[found.high + 1]}: not finished"
    rows = [("value", data["words"] or open_value)]
    if data["line"]:
        rows.append(("line", " ".join(data["line"])))
    if data["moves"]:
        rows.append(("moves", "  ".join(f"{move}: {v}" for move, v in data["moves"].items())))
    speed = found.statistics.nodes_per_second / 1e6
    rows.append(("nodes", f"{found.statistics.nodes:,} ({speed:.1f} M a second)"))
    rows.append(("seconds", f"{found.statistics.seconds:.3f}"))
    rows.append(("memory", f"{found.megabytes:,.1f} MB"))
    return rows
