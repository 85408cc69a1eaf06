"""`plyground engine`: an agent for programs that speak the engine protocol."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Annotated

import typer

from plyground.cli.common import SeedOption
from plyground.cli.completing import complete_agent


def engine(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC",
            help="Who answers: see `plyground agents`.",
            autocompletion=complete_agent,
        ),
    ],
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Know this game of yours, too; repeatable."),
    ] = None,
    seed: SeedOption = None,
) -> None:
    """Let an agent answer on standard input and output, in the engine protocol.

    docs/engine-protocol.md describes it. It ends with `quit` or the end of the input.
    """
    from plyground.adapters.engine_server import EngineServer
    from plyground.agents import parse_spec
    from plyground.game.registry import game_class, register

    server = EngineServer(str(parse_spec(spec)), sys.stdout, seed)
    for reference in game or []:
        register(game_class(reference))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with contextlib.redirect_stdout(sys.stderr):  # whatever an agent prints is no answer
        server.serve(sys.stdin)
