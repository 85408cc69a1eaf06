"""The game Cachex: see `game` for what it offers."""

from plyground.games.cachex.game import Cachex

__all__ = ["Cachex"]
