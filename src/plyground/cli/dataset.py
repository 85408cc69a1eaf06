"""`plyground dataset`: positions with their exact values, for learning programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import GameArgument, ParameterOption, check_folder_of, read_game
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.game import Game


def dataset(
    game: GameArgument,
    output: Annotated[
        Path,
        typer.Argument(metavar="[FILE]", help="Its name ends in .csv, .npz or .parquet."),
    ] = Path("connect_four.csv"),
    plies: Annotated[int, typer.Option(min=1, max=10, help="After so many plies.")] = 8,
    parameter: ParameterOption = None,
) -> None:
    """Write the quiet positions after 8 plies with their values for the first player.

    Quiet: nobody has won, and neither side has a playable cell that completes four. Of mirror
    images there is one.

    Examples:  plyground dataset connect_four positions.csv

    plyground dataset connect_four positions.npz
    """
    chosen: Game[Any] = read_game(game, parameter)
    if chosen.name != "connect_four":
        raise PlygroundError(f"there is a data set of connect_four, not of {chosen.name}")
    check_folder_of(output)
    from plyground.solvers.connect_four.book import shipped_book
    from plyground.solvers.connect_four.dataset import format_of, make_data_set, write_data_set
    from plyground.solvers.connect_four.solver import ConnectFourSolver

    format_of(output)
    sizes = chosen.parameter_values
    known = shipped_book(int(sizes["width"]), int(sizes["height"]))
    data = make_data_set(ConnectFourSolver(chosen, book=known), plies)
    write_data_set(data, output)
    counts = ", ".join(f"{number:,} {name}" for name, number in data.counts().items())
    print(f"{output}: {len(data.values):,} positions; for the first player {counts}")
