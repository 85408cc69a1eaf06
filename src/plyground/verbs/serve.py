"""`pg.serve`: the page in a browser."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.game import Game
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike

DEFAULT_PORT = 8420


@checked
def serve(
    game: GameLike | None = None,
    *,
    port: int = DEFAULT_PORT,
    host: str = "127.0.0.1",
    names: Sequence[str] = (),
    open: bool = True,
) -> None:
    """
    Serve the page until Ctrl-C: play, analyse, see the search think.

    A file of yours appears among the games. `port` 0 is any free one; beyond this machine, with
    another `host`, the link that is printed holds a token, without which nobody is let in.
    """
    from plyground.game.registry import game_class, register
    from plyground.web.server import bind, reach_of
    from plyground.web.server import serve as run

    games = []
    if game is not None:
        found = type(game) if isinstance(game, Game) else game_class(str(game))
        register(found)
        games.append(game if isinstance(game, Game) else found())
    bound = bind(host, port)
    taken = bound.getsockname()[1]
    if port and taken != port:
        print(f"Port {port} is taken; using {taken}.")
    run(bound, reach_of(bound, [host, *names]), open, games)
