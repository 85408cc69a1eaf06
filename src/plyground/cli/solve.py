"""`plyground solve`: what a position is worth in perfect play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import (
    INTERRUPTED,
    GameArgument,
    GentleStop,
    JsonOption,
    MovesOption,
    ParameterOption,
    PositionOption,
    describe_game,
    one_position,
    print_json,
    read_playthrough,
    watched,
)
from plyground.cli.solve_any import Answer, Wish, describe_nodes, solve_any
from plyground.errors import PlygroundError
from plyground.game import Playthrough
from plyground.vocabulary import Limit

if TYPE_CHECKING:
    from plyground.kernel import Monitor


def solve(
    game: GameArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The same as --position.")
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="The score of every move, too.")
    ] = False,
    weak: Annotated[
        bool, typer.Option("--weak", help="Only win, draw or loss, which is found sooner.")
    ] = False,
    distance: Annotated[
        bool, typer.Option("--distance", help="The number of plies to the end, too; slower.")
    ] = False,
    threads: Annotated[int, typer.Option(min=1, max=64, help="So many at once.")] = 1,
    memory: Annotated[float, typer.Option(min=1, help="Megabytes for the table.")] = 512,
    book: Annotated[
        bool, typer.Option("--book/--no-book", help="Look early positions up in the book.")
    ] = True,
    seconds: Annotated[float | None, typer.Option(help="At most so long.")] = None,
    nodes: Annotated[int | None, typer.Option(help="At most so many nodes.")] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on from the proofs in FILE, and keep them there."),
    ] = None,
    parameter: ParameterOption = None,
    position: PositionOption = None,
    moves: MovesOption = "",
    json: JsonOption = False,
) -> None:
    """Prove what a position is worth, and show the best play to the end.

    Connect Four has a solver and a score of its own: 1 is a win with the last disc that the
    winner has on a full board, 2 a win one disc sooner; a loss is negative. Other games are won,
    drawn or lost, with --distance in so many plies. A limit, or Ctrl-C, ends the search with what
    is proven until then; with --keep, the same command goes on from there.

    Examples:  plyground solve connect_four --no-book

    plyground solve konane -p size=6 --threads 2

    plyground solve cachex -p size=3 --all-moves

    plyground solve bamboo -p radius=3 --seconds 500 --memory 8000 --keep bamboo-3.proofs

    plyground solve connect_four --moves "4 4 4 4" --all-moves
    """
    reached = read_playthrough(game, parameter, one_position(text, position), moves)
    reached.game.check_open(reached.position)
    limit = Limit(seconds=seconds, nodes=nodes)
    wish = Wish(limit, memory, threads, all_moves, weak, book, distance, keep)
    work = solve_by_own if reached.game.knowledge.solving.solver else solve_any
    answer = work(reached, wish)
    if json:
        print_json({**describe_game(reached.game), **answer.data})
    else:
        print(reached.picture())
        print()
        for name, value in answer.rows:
            print(f"{name:<8} {value}")
    if answer.interrupted:
        raise typer.Exit(INTERRUPTED)


def solve_by_own(reached: Playthrough, wish: Wish) -> Answer:
    """What the position is proven to score, or how far the proof got."""
    if wish.keep is not None:
        raise PlygroundError(f"--keep is for other games; the solver of {reached.game} keeps none")
    known = reached.game.knowledge
    solver = known.load(known.solving.solver)(reached.game, wish.memory, wish.threads, wish.book)

    def work(watch: Monitor) -> tuple[dict[str, Any], bool]:
        with GentleStop(watch) as stop:
            found = solver.solve(reached.position, wish.weak, wish.limit, watch)
            return _data(reached, solver, found, wish, watch), stop.used

    data, interrupted = watched(lambda watch, passed: _progress(solver, watch, passed), work)
    return Answer(data, _rows(data), interrupted)


def _progress(solver: Any, watch: Monitor, seconds: float) -> str:
    speed = describe_nodes(watch, seconds)
    if solver.high - solver.low > 2 * solver.game.width * solver.game.height:
        return speed
    return f"score from {solver.low:+d} to {solver.high:+d}  {speed}"


def _data(
    reached: Playthrough, solver: Any, found: Any, wish: Wish, watch: Monitor
) -> dict[str, Any]:
    """The solution for programs."""
    game, position = reached.game, reached.position
    who = game.players[position.player()]
    data: dict[str, Any] = {
        "position": game.format_position(position),
        "player": who,
        "low": found.low,
        "high": found.high,
        "nodes": found.statistics.nodes,
        "seconds": found.statistics.seconds,
        "megabytes": solver.megabytes,
    }
    if found.score is None:
        return data
    value = solver.proven(position, found.score)
    told = ("loss", "draw", "win")[value.result + 1] if wish.weak else value
    data["distance"] = None if wish.weak else value.distance
    data["words"] = f"{told} for {who}"
    if not wish.weak:
        line = solver.line(position, found.score, watch)
        data["line"] = [game.format_move(move) for move in line]
    if wish.all_moves:
        scores = solver.scores(position, wish.weak, watch)
        data["moves"] = {game.format_move(move): score for move, score in scores.items()}
    return data


def _rows(data: dict[str, Any]) -> list[tuple[str, str]]:
    """The solution in words."""
    rows = []
    if data["low"] == data["high"]:
        rows.append(("score", f"{data['low']:+d}: {data['words']}"))
    else:
        rows.append(("score", f"from {data['low']:+d} to {data['high']:+d}: not finished"))
    if "line" in data:
        rows.append(("line", " ".join(data["line"])))
    if "moves" in data:
        rows.append(("moves", "  ".join(f"{m}: {s:+d}" for m, s in data["moves"].items())))
    speed = data["nodes"] / data["seconds"] if data["seconds"] else 0.0
    searched = f"{data['nodes']:,} ({speed / 1e6:.1f} M a second)"
    rows.append(("nodes", searched if data["nodes"] else "none, it was known"))
    rows.append(("seconds", f"{data['seconds']:.3f}"))
    rows.append(("memory", f"{data['megabytes']:,.1f} MB"))
    return rows
