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
    check_folder_of,
    describe_game,
    one_position,
    print_json,
    read_playthrough,
    watched,
)
from plyground.game import Game, Playthrough
from plyground.vocabulary import Limit

if TYPE_CHECKING:
    from plyground.kernel import Monitor
    from plyground.solvers.solution import Solution


def solve(
    game: GameArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="The same as --position.")
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="The value of every move, too.")
    ] = False,
    distance: Annotated[
        bool | None,
        typer.Option("--distance/--no-distance", help="The number of plies to the end, too."),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="So many at once.")] = None,
    memory: Annotated[
        float | None, typer.Option(min=1, help="Megabytes that tables may grow to; 512.")
    ] = None,
    book: Annotated[
        bool | None, typer.Option("--book/--no-book", help="Look early positions up in a book.")
    ] = None,
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

    A game is won, drawn or lost. Most solvers count the plies to the end only with --distance,
    which is slower; Connect Four's counts them unless --no-distance is given. A limit, or Ctrl-C,
    ends the search with what is proven until then; with --keep, the same command goes on from
    there. An option that the game's solver does not use is refused.

    Examples:  plyground solve connect_four --no-book

    plyground solve konane -p size=6 --threads 2

    plyground solve cachex -p size=3 --all-moves

    plyground solve bamboo -p radius=3 --seconds 500 --memory 8000 --keep bamboo-3.proofs

    plyground solve connect_four --moves "4 4 4 4" --all-moves
    """
    from plyground.solvers.solver import Options, solver_for

    reached = read_playthrough(game, parameter, one_position(text, position), moves)
    reached.game.check_open(reached.position)
    limit = Limit(seconds=seconds, nodes=nodes)
    if keep is not None:
        check_folder_of(keep)
    solver = solver_for(reached.game, Options(memory, threads, distance, book, keep))

    def work(watch: Monitor) -> tuple[Solution, bool]:
        with GentleStop(watch) as stop:
            return solver.solve(reached.position, limit, watch, all_moves), stop.used

    def describe(watch: Monitor, passed: float) -> str:
        counted = watch.statistics(passed)
        speed = f"{counted.nodes:,} nodes, {counted.nodes_per_second / 1e6:.1f} M a second"
        return "  ".join(filter(None, (solver.progress(), speed)))

    found, interrupted = watched(describe, work)
    if json:
        print_json({**describe_game(reached.game), **_data(reached, found)})
    else:
        print(reached.picture())
        print()
        for name, value in _rows(reached, found):
            print(f"{name:<8} {value}")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _data(reached: Playthrough, found: Solution) -> dict[str, Any]:
    """The solution for programs."""
    game = reached.game
    return {
        "position": game.format_position(reached.position),
        "player": game.players[found.player],
        "low": found.low,
        "high": found.high,
        "distance": found.distance,
        "words": _words(game, found),
        "line": [game.format_move(move) for move in found.line],
        "moves": {game.format_move(move): str(known) for move, known in found.moves.items()},
        "nodes": found.statistics.nodes,
        "seconds": found.statistics.seconds,
        "megabytes": found.megabytes,
        "notes": {name: note.data for name, note in found.notes.items()},
    }


def _words(game: Game[Any], found: Solution) -> str | None:
    """The value in words; None if it is not proven."""
    return f"{found.value} for {game.players[found.player]}" if found.value else None


def _rows(reached: Playthrough, found: Solution) -> list[tuple[str, str]]:
    """The solution for people."""
    game, counted = reached.game, found.statistics
    results = ("loss", "draw", "win")
    still_open = f"from {results[found.low + 1]} to {results[found.high + 1]}: not finished"
    rows = [("value", _words(game, found) or still_open)]
    if found.line:
        rows.append(("line", " ".join(map(game.format_move, found.line))))
    if found.moves:
        known = (f"{game.format_move(move)}: {value}" for move, value in found.moves.items())
        rows.append(("moves", "  ".join(known)))
    rows += [(name, note.words) for name, note in found.notes.items()]
    searched = f"{counted.nodes:,} ({counted.nodes_per_second / 1e6:.1f} M a second)"
    rows.append(("nodes", searched if counted.nodes else "none, it was known"))
    rows.append(("seconds", f"{counted.seconds:.3f}"))
    rows.append(("memory", f"{found.megabytes:,.1f} MB"))
    return rows
