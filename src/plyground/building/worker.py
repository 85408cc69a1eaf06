"""The process that builds: `python -m plyground.building.worker`, the order as JSON on its input.

It has compiled nothing before, so that no code is made for the machine that it runs on
(`kernel.targets.portable`). What goes wrong by the user's doing is one line on its output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any


def answering(work: Callable[[dict[str, Any]], Any]) -> None:
    """Do what the order says that stands on this process's input, and print the answer."""
    from plyground.errors import PlygroundError

    try:
        print(json.dumps({"answer": work(json.load(sys.stdin))}))
    except PlygroundError as error:
        print(json.dumps({"error": type(error).__name__, "message": str(error)}))


def _build(order: dict[str, Any]) -> list[str]:
    from plyground.building.folder import write_folder
    from plyground.game.registry import game
    from plyground.kernel.targets.portable import become_portable

    become_portable(watched=True)
    return write_folder(game(order["game"], **order["parameters"]), order)


if __name__ == "__main__":
    answering(_build)
