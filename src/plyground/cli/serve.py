"""`plyground serve`: the page in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

DEFAULT_PORT = 8420


def serve(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="Open this game; a file of yours appears among the games."
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any free one.")] = DEFAULT_PORT,
    host: Annotated[str, typer.Option(help="Where to listen; 127.0.0.1 is this machine alone.")] = (
        "127.0.0.1"
    ),
    open: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Open the page: play, analyse, see the search think.

    Examples:  plyground serve

    plyground serve konane --port 9000 --no-open
    """
    from plyground.game.registry import game_class, register
    from plyground.web.server import bind, serve

    games = []
    if game is not None:
        found = game_class(game)
        register(found)
        games.append(found())
    bound = bind(host, port)
    taken = bound.getsockname()[1]
    if port and taken != port:
        print(f"Port {port} is taken; using {taken}.")
    serve(bound, host, open, games)
