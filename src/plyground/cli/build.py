"""`plyground build`: a game as a library for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.common import ChosenGame, JsonOption, print_result, watched
from plyground.cli.option_groups import grouped


@grouped
def build(
    chosen: ChosenGame,
    *,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="A folder that is made for it.")],
    target: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TARGET",
            help="library, wasm or threads; repeatable. The first two by default.",
        ),
    ] = None,
    memory: Annotated[
        float, typer.Option(metavar="MEGABYTES", help="The size of each table.")
    ] = 16.0,
    kernel: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this kernel; repeatable. All by default."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a game's rules, searches and solver as files that need no Plyground.

    A shared library with a C header, a WebAssembly module, a loader each for Python and
    JavaScript, and examples in C, Python and JavaScript. Your own game file will do.

    Example:  plyground build connect_four --to my_library
    """
    from plyground.building.build import USUAL
    from plyground.verbs.build import build as write

    made = chosen.made()
    built = watched(
        made,
        lambda _, passed: f"building ... {passed:.0f} s of about 20",
        lambda _: write(made, to, targets=target or USUAL, memory=memory, kernels=kernel or ()),
    )
    print_result(built, json)
