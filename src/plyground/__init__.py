"""
Plyground: a laboratory for two-player games of perfect information.

>>> import plyground as pg
>>> game = pg.game("connect_four")
>>> position = game.play(game.start(), "4")
>>> game.legal_moves(position)
['1', '2', '3', '4', '5', '6', '7']
"""

from typing import TYPE_CHECKING

from plyground.starting import end_on_interrupt, is_command

if is_command():
    end_on_interrupt()  # until `cli.main` takes over: this is the first of many imports

from plyground.errors import (
    CompilationError,
    IllegalMoveError,
    InvalidLimitError,
    InvalidMoveError,
    InvalidParameterError,
    InvalidPositionError,
    InvalidSpecError,
    NonconformingError,
    NotCompiledWarning,
    PlygroundError,
    UnknownAgentError,
    UnknownGameError,
)
from plyground.game import Game, Playthrough, parameter
from plyground.game.knowledge import Character, Knowledge, Preset, Solving
from plyground.game.registry import game, game_names, register
from plyground.kernel import compiled
from plyground.shapes import Grid, Hexagon, Rhombus
from plyground.vocabulary import (
    Analysis,
    Decision,
    Estimate,
    Limit,
    Move,
    MoveReport,
    Outcome,
    Player,
    Proven,
    Score,
    Statistics,
)

if TYPE_CHECKING:
    from plyground.verbs.accuracy import accuracy as accuracy
    from plyground.verbs.analyse import analyse as analyse
    from plyground.verbs.arena import arena as arena
    from plyground.verbs.board import board as board
    from plyground.verbs.build import build as build
    from plyground.verbs.check import check as check
    from plyground.verbs.explore import explore as explore
    from plyground.verbs.play import agent as agent
    from plyground.verbs.play import play as play
    from plyground.verbs.publish import publish as publish
    from plyground.verbs.serve import serve as serve
    from plyground.verbs.solve import solve as solve
    from plyground.verbs.solve import solve_many as solve_many
    from plyground.verbs.train import train as train
    from plyground.verbs.tree import tree as tree
    from plyground.verbs.why import why as why
else:
    from plyground.lazy import imported_when_used

    VERBS = {  # by name, the module that is imported when one is used: the package stays light
        **{name: f"verbs.{name}" for name in ("accuracy", "analyse", "arena", "board", "build")},
        **{name: f"verbs.{name}" for name in ("check", "explore", "play", "publish", "serve")},
        **{name: f"verbs.{name}" for name in ("solve", "train", "tree", "why")},
        "agent": "verbs.play",
        "solve_many": "verbs.solve",
    }
    __getattr__ = imported_when_used("plyground", VERBS)

    def __dir__():
        """Verbs included."""
        return sorted({*globals(), *VERBS})


__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Character",
    "CompilationError",
    "Decision",
    "Estimate",
    "Game",
    "Grid",
    "Hexagon",
    "IllegalMoveError",
    "InvalidLimitError",
    "InvalidMoveError",
    "InvalidParameterError",
    "InvalidPositionError",
    "InvalidSpecError",
    "Knowledge",
    "Limit",
    "Move",
    "MoveReport",
    "NonconformingError",
    "NotCompiledWarning",
    "Outcome",
    "Player",
    "Playthrough",
    "PlygroundError",
    "Preset",
    "Proven",
    "Rhombus",
    "Score",
    "Solving",
    "Statistics",
    "UnknownAgentError",
    "UnknownGameError",
    "compiled",
    "game",
    "game_names",
    "parameter",
    "register",
]
