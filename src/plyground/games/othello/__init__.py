"""The game Othello: see `game` for what it offers."""

from plyground.games.othello.game import Othello

__all__ = ["Othello"]
