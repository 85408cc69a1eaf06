"""The game Bamboo: see `game` for what it offers."""

from plyground.games.bamboo.game import Bamboo

__all__ = ["Bamboo"]
