"""
Plyground: a laboratory for two-player games of perfect information.

>>> import plyground as pg
>>> game = pg.game("connect_four")
>>> position = game.play(game.start(), "4")
>>> game.legal_moves(position)
['1', '2', '3', '4', '5', '6', '7']
"""

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
from plyground.game.knowledge import Knowledge, Preset, Solving
from plyground.game.registry import game, game_names, register
from plyground.kernel import compiled
from plyground.shapes import Grid
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

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "CompilationError",
    "Decision",
    "Estimate",
    "Game",
    "Grid",
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
