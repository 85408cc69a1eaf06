"""`plyground export-player`: an agent for the referee of a course."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.common import GameArgument, JsonOption, print_json
from plyground.errors import UnsupportedError
from plyground.game.registry import built_in_names, game_class


def export_player(
    game: GameArgument,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="A folder that is made for it.")],
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="Who plays: see `plyground agents`.")
    ] = "best",
    json: JsonOption = False,
) -> None:
    """Write an agent as a package that the referee of a game's course loads.

    The agent thinks in a process of its own, so that nothing is compiled on the referee's clock.

    Example:  plyground export-player cachex --to my_player
    """
    found = game_class(game)
    write = found.knowledge.load(found.knowledge.referee)
    if write is None:
        offered = (name for name in built_in_names() if game_class(name).knowledge.referee)
        raise UnsupportedError(
            f"{found.title} has no referee that we know; there is one for {', '.join(offered)}"
        )
    from plyground.agents.kinds import check_agent

    check_agent(found(), agent)
    files = [str(file) for file in write(to, agent)]
    if json:
        print_json({"agent": agent, "files": files})
    else:
        print("\n".join(files))
