"""A player of Cachex."""

from .player import Player as Player
