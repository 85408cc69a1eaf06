"""The game TicTacToe: see `game` for what it offers."""

from plyground.games.tic_tac_toe.game import TicTacToe

__all__ = ["TicTacToe"]
