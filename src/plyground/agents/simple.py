"""Agents that hardly look ahead."""

from __future__ import annotations

import random
from typing import Any

from plyground.agents.agent import Agent
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.vocabulary import Decision, Limit


class RandomAgent(Agent):
    """Chooses evenly among the legal moves, or among those that a rater rates best."""

    def __init__(self, game: Game[Any], name: str, seed: int | None, rater: Any = None) -> None:
        """An agent with its own stream of chance; equal seeds choose equally."""
        super().__init__(game, name)
        self.chance = random.Random(seed)
        self.rater = rater

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """Any of the best rated moves; needs no time."""
        moves = self.game.legal(position)
        if self.rater is not None:
            ratings = {move: self.rater.rate(position, move) for move in moves}
            best = max(ratings.values())
            moves = [move for move in moves if ratings[move] == best]
        return Decision(self.chance.choice(moves))
