"""`plyground games`: what can be played."""

from __future__ import annotations

import sys
from typing import Any

from plyground.cli.common import JsonOption, print_json
from plyground.errors import UnknownGameError
from plyground.game.parameters import parameters_of
from plyground.game.registry import game_class, game_names


def games(json: JsonOption = False) -> None:
    """
    List the games, with their parameters and what these may be.

    Games come with Plyground, from installed packages (entry points `plyground.games`), or
    from a file: give path/to/game.py wherever a command wants a game.
    """
    found = {}
    for name in game_names():
        try:
            found[name] = game_class(name)
        except UnknownGameError as error:
            print(f"plyground: warning: {error}", file=sys.stderr)
    if json:
        print_json([_data(cls) for cls in found.values()])
        return
    for name, cls in found.items():
        print(f"{name:<14} {cls.title}: {cls.summary}")
        for known in parameters_of(cls):
            print(f"{'':<14}   -p {known.name}={known.default}  {known.help}; {known.allowed}")


def _data(cls: Any) -> dict[str, Any]:
    return {
        "name": cls.name,
        "title": cls.title,
        "summary": cls.summary,
        "parameters": [
            {
                "name": known.name,
                "default": known.default,
                "help": known.help,
                "low": known.low,
                "high": known.high,
                "choices": list(known.choices),
            }
            for known in parameters_of(cls)
        ],
    }
