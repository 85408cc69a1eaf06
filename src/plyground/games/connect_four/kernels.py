"""Kernels of Connect Four that a library has besides those of all games, if it is asked for them.

ladder    the ladder of solvers, all steps taken
help      the solver once more, for another thread: it is given the table of the first and the
          list of what threads are busy with, so it has next to no table of its own
"""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.games.connect_four.ladder import LADDER, MOST_MEGABYTES, climb, ladder_call
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.kernel import Kernel
from plyground.solvers.solver import Options

NEXT_TO_NONE = 0.001  # megabytes


def kernels(game: Game[Any], megabytes: float) -> dict[str, tuple[Kernel, tuple[Any, ...]]]:
    """The kernels by name, with their usual arguments."""
    steps = ladder_call(game.start(), LADDER[-1], 0, min(megabytes, MOST_MEGABYTES))
    helper = ConnectFourSolver(game, Options(memory=NEXT_TO_NONE, threads=2))
    return {"ladder": (climb, steps), "help": helper.library_call(game.start())}
