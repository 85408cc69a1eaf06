"""The game ConnectFour: see `game` for what it offers."""

from plyground.games.connect_four.game import ConnectFour

__all__ = ["ConnectFour"]
