"""The agent that plays any legal move, all equally likely."""

from __future__ import annotations

import random
from typing import Any

from plyground.game import Game
from plyground.vocabulary import Decision, Limit


class RandomAgent:
    """Chooses evenly among the legal moves."""

    name = "random"

    def __init__(self, game: Game[Any], seed: int | None = None) -> None:
        """An agent with its own stream of chance; equal seeds choose equally."""
        self.game = game
        self.chance = random.Random(seed)

    def choose(self, position: Any, limit: Limit | None = None) -> Decision:
        """Any legal move; needs no time."""
        return Decision(self.chance.choice(self.game.legal(position)))
