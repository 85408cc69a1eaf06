"""`plyground serve`: the page in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.common import make_ready
from plyground.cli.completing import complete_game
from plyground.verbs.serve import DEFAULT_PORT


def serve(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Open this game; a file of yours appears among the games.",
            autocompletion=complete_game,
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any free one.")] = DEFAULT_PORT,
    host: Annotated[
        str,
        typer.Option(
            help="Where to listen; 127.0.0.1 is this machine alone, 0.0.0.0 every network: "
            "then the link that is printed holds a token, without which nobody is let in."
        ),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(help="A further name by which browsers reach this machine; repeatable."),
    ] = None,
    open: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Open the page: play, analyse, see the search think.

    What playing GAME needs is compiled first, once, with a bar; the other screens and games follow
    in the background while the page is open.

    Examples:  plyground serve

    plyground serve konane --port 9000 --no-open
    """
    from plyground.game.registry import game_class
    from plyground.verbs.serve import serve as run

    opened = None if game is None else game_class(game)()
    if opened is not None:
        make_ready(opened, "play")
    run(opened, port=port, host=host, names=name or (), open=open)
