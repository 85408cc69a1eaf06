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
    VERBS = {  # by the module of plyground.verbs that is imported when one is used
        "accuracy": "accuracy",
        "agent": "play",
        "analyse": "analyse",
        "arena": "arena",
        "board": "board",
        "build": "build",
        "check": "check",
        "explore": "explore",
        "play": "play",
        "publish": "publish",
        "serve": "serve",
        "solve": "solve",
        "solve_many": "solve",
        "train": "train",
        "tree": "tree",
        "why": "why",
    }

    def __getattr__(name):
        """A verb, imported when it is asked for, so that the package stays light."""
        if name not in VERBS:
            raise AttributeError(f"module 'plyground' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"plyground.verbs.{VERBS[name]}"), name)

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
