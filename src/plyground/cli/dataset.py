"""`plyground dataset`: positions with their exact values, for learning programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.common import ChosenGame, JsonOption, check_folder_of, print_json
from plyground.cli.option_groups import grouped
from plyground.errors import PlygroundError
from plyground.verbs.result import describe_game


@grouped
def dataset(
    board: ChosenGame,
    output: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Its name ends in .csv, .npz or .parquet."),
    ] = None,
    *,
    plies: Annotated[int, typer.Option(min=1, max=10, help="After so many plies.")] = 8,
    json: JsonOption = False,
) -> None:
    """Write the quiet positions after 8 plies with their values for the first player.

    Quiet: nobody has won, and neither side has a playable cell that completes four. Of mirror
    images there is one.

    Examples:  plyground dataset connect_four positions.csv

    plyground dataset connect_four positions.npz
    """
    chosen = board.made()
    write = chosen.knowledge.load(chosen.knowledge.solving.data_set)
    if write is None:
        raise PlygroundError(f"there is no data set of {chosen.name}")
    file = output or Path(f"{chosen.name}.csv")
    check_folder_of(file)
    counts: dict[str, int] = write(chosen, file, plies)
    if json:
        print_json({**describe_game(chosen), "file": str(file), "plies": plies, "counts": counts})
        return
    listed = ", ".join(f"{number:,} {name}" for name, number in counts.items())
    print(f"{file}: {sum(counts.values()):,} positions; for the first player {listed}")
