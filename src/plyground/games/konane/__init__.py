"""The game Konane: see `game` for what it offers."""

from plyground.games.konane.game import Konane

__all__ = ["Konane"]
