"""`plyground publish`: games as a static site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.common import JsonOption, print_result
from plyground.cli.completing import complete_game


def publish(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME...",
            help="Names from `plyground games`, or files of yours: path/to/game.py",
            autocompletion=complete_game,
        ),
    ],
    to: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help="Made for it; a site that is there is replaced."),
    ],
    board: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME/NAME=VALUE",
            help="Compile the searches for this larger board too, as konane/size=12; repeatable.",
        ),
    ] = None,
    compiled: Annotated[
        bool,
        typer.Option(
            help="Build the searches as WebAssembly; without, they run interpreted, a hundred "
            "times slower."
        ),
    ] = True,
    json: JsonOption = False,
) -> None:
    """Write games as a static site: play, analyse, lessons and puzzles without a server.

    Everything runs in the visitor's browser, your own game file included. Any host will do,
    in any folder, and after the first visit it works offline. Python for browsers is downloaded
    once, about 18 MB.

    Example:  plyground publish connect_four my_game.py --to site
    """
    from rich.console import Console

    from plyground.verbs.publish import publish as write

    console = Console(stderr=True)
    with console.status("publishing ...") as status:
        published = write(
            games,
            to,
            boards=board or (),
            compiled=compiled,
            tell=lambda what: status.update(f"{what} ..."),
        )
    print_result(published, json)
