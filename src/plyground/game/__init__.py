"""What a game is: the contract of a position, the `Game` around it, its parameters."""

from plyground.game.game import Game
from plyground.game.parameters import Parameter, parameter
from plyground.game.playthrough import Playthrough
from plyground.game.position import Moves, Position

__all__ = ["Game", "Moves", "Parameter", "Playthrough", "Position", "parameter"]
