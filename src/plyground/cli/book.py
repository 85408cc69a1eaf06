"""`plyground book`: the opening book of Connect Four."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import check_folder_of, progress_bar, resumable
from plyground.errors import PlygroundError
from plyground.vocabulary import Limit

if TYPE_CHECKING:
    from collections.abc import Callable

    from plyground.solvers.connect_four.book import Book
    from plyground.solvers.connect_four.build import Report

book = typer.Typer(help="Build and check opening books of Connect Four.", no_args_is_help=True)


@book.command()
def build(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Where the book goes.")] = Path(
        "connect_four_7x6.book"
    ),
    plies: Annotated[int, typer.Option(min=1, max=14, help="How far the book reaches.")] = 8,
    width: Annotated[int, typer.Option(min=1, max=31, help="Columns of the board.")] = 7,
    height: Annotated[int, typer.Option(min=1, max=61, help="Rows of the board.")] = 6,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="So many at once; one a core if not given.")
    ] = None,
    memory: Annotated[float, typer.Option(min=1, help="Megabytes for the table.")] = 1024,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after so long; the same command continues.")
    ] = None,
) -> None:
    """Solve all positions up to some ply and write them down.

    It can be stopped and continued: what is solved is kept in FILE.partial.

    Examples:  plyground book build --plies 8

    plyground book build small.book --width 6 --height 5 --plies 6
    """
    from plyground.games.connect_four import ConnectFour
    from plyground.solvers.connect_four.board import board_of
    from plyground.solvers.connect_four.book import MAGIC
    from plyground.solvers.connect_four.build import build as work

    game = ConnectFour(width=width, height=height)
    if plies >= game.width * game.height:
        raise PlygroundError(f"--plies {plies}: this board has only {width * height} cells")
    Limit(seconds=seconds)  # refuses what is no time
    check_folder_of(output)
    if output.exists() and not output.read_bytes().startswith(MAGIC):
        raise PlygroundError(f"{output} exists and is no book of this version; choose another name")
    cores = threads or os.cpu_count() or 1
    task = (output, board_of(width, height), plies, cores, memory, seconds)
    made = _watched(lambda report: work(*task, report))
    if made is None:
        print("not complete: the same command goes on from here")
    else:
        print(f"{output}: {len(made.keys):,} positions up to ply {plies}")


def _watched(work: Callable[[Report], Book | None]) -> Book | None:
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
def check(
    path: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The package's own if not given.")
    ] = None,
) -> None:
    """Say what is in a book, having verified its checksum."""
    from plyground.solvers.connect_four.book import read_book, shipped_path

    chosen = path or shipped_path(7, 6)
    found = read_book(chosen)
    size = chosen.stat().st_size
    print(
        f"{chosen}: {found.width}x{found.height}, {len(found.keys):,} positions "
        f"up to ply {found.plies}, {size:,} bytes"
    )
