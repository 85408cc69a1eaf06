"""`plyground export-player`: an agent for the referee of a course."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.common import ChosenGame, JsonOption, print_json, watched
from plyground.cli.option_groups import grouped
from plyground.errors import UnsupportedError
from plyground.game.registry import built_in_names, game_class


@grouped
def export_player(
    chosen: ChosenGame,
    *,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="A folder that is made for it.")],
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="Ask this agent instead, in a process; needs Plyground where the referee runs.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a player as a package that the referee of a game's course loads.

    It plays by alpha-beta, from libraries that are built for it, and needs nothing but Python.
    With -p, it is for that board alone; otherwise for all boards, which takes a minute.

    Example:  plyground export-player cachex --to my_player
    """
    found = game_class(chosen.game)
    write = found.knowledge.load(found.knowledge.referee)
    if write is None:
        offered = (name for name in built_in_names() if game_class(name).knowledge.referee)
        raise UnsupportedError(
            f"{found.title} has no referee that we know; there is one for {', '.join(offered)}"
        )
    board = chosen.made()
    if agent is not None:
        from plyground.agents.kinds import check_agent

        check_agent(board, agent)
    files = watched(
        board,
        lambda _, passed: f"building ... {passed:.0f} s of about {10 if chosen.parameter else 40}",
        lambda _: [str(file) for file in write(to, agent, board if chosen.parameter else None)],
    )
    if json:
        print_json({"agent": agent, "files": files})
    else:
        print("\n".join(files))
