"""`plyground book`: opening books, of games that have them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from plyground.cli.common import (
    ChosenGame,
    JsonOption,
    check_can_replace,
    print_json,
    progress_bar,
    resumable,
)
from plyground.cli.option_groups import grouped
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.verbs.result import describe_game
from plyground.vocabulary import Limit

T = TypeVar("T")
book = typer.Typer(help="Build and check opening books.", no_args_is_help=True)


@book.command()
@grouped
def build(
    board: ChosenGame,
    output: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Where the book goes; GAME.book.")
    ] = None,
    plies: Annotated[int, typer.Option(min=1, max=14, help="How far the book reaches.")] = 8,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="So many at once; one a core if not given.")
    ] = None,
    memory: Annotated[float, typer.Option(min=1, help="Megabytes for the table.")] = 1024,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after so long; the same command continues.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Solve all positions up to some ply and write them down.

    It can be stopped and continued: what is solved is kept in FILE.partial.

    Examples:  plyground book build connect_four --plies 8

    plyground book build connect_four small.book -p width=6 -p height=5 --plies 6
    """
    chosen = board.made()
    books = _books_of(chosen)
    Limit(seconds=seconds)  # refuses what is no time
    file = output or Path(f"{chosen.name}.book")
    check_can_replace(file)
    cores = threads or os.cpu_count() or 1
    written = _watched(
        lambda report: books.build(chosen, file, plies, cores, memory, seconds, report)
    )
    if json:
        found = {"file": str(file), "plies": plies, "positions": written}
        print_json({**describe_game(chosen), **found, "complete": written is not None})
    elif written is None:
        print("not complete: the same command goes on from here")
    else:
        print(f"{file}: {written:,} positions up to ply {plies}")


def _books_of(game: Game[Any]) -> Any:
    found = game.knowledge.load(game.knowledge.solving.book)
    if found is None:
        raise PlygroundError(f"{game.name} has no opening books")
    return found


def _watched(work: Callable[[Callable[[int, int, float], None]], T]) -> T:
    """What `work` returns, under a progress bar."""
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with progress_bar(*columns) as bar:
        shown = bar.add_task("listing positions ...", total=None)

        def report(done: int, total: int, _seconds: float) -> None:
            said = f"{done:,} of {total:,} positions"
            bar.update(shown, completed=done, total=total, description=said)

        with resumable():
            return work(report)


@book.command()
@grouped
def check(
    board: ChosenGame,
    path: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The game's own if not given.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Say what is in a book, having verified its checksum."""
    chosen = board.made()
    found = _books_of(chosen).describe(chosen, path)
    if json:
        print_json(found)
        return
    reaches = f"{found['positions']:,} positions up to ply {found['plies']}"
    print(f"{found['file']}: {found['board']}, {reaches}, {found['bytes']:,} bytes")
