"""The opponent that plays at a level: it mixes the moves of two strengths, one above the other.

A level is a rating of the game's table. The strengths around it take turns by chance, the stronger
one the more often the closer the level is to it:

    beginner 800        level 950        casual 1200
        |------------------|------------------|
        half of the moves are those of the stronger

Weak moves weigh more than strong ones: with every second move by the stronger, a mixture came out
37% of the way up between random and beginner, and 36% between casual and strong (Connect Four, 160
games each). Hence `BEND`. Without a table the strengths are taken to be `STEP` apart.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any, NamedTuple

from plyground.agents.agent import Agent, tighter
from plyground.agents.rating_table import ANCHOR, RATINGS
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.vocabulary import Decision, Limit

STRENGTHS = ("random", "beginner", "casual", "strong", "best")  # weakest first
STEP = 300  # of ratings between two strengths that nobody has measured
BEND = 0.7  # the power of the way up that is the share of strong moves


class RatedStrength(NamedTuple):
    """A strength and its rating."""

    name: str
    rating: float


class Mixture(NamedTuple):
    """Two strengths, and how likely a move is the stronger one's."""

    weaker: str
    stronger: str
    share: float


def rated_strengths(game: Game[Any]) -> list[RatedStrength]:
    """The strengths of a game with their ratings, ascending.

    One that is not rated above those before it is left out.
    """
    table = RATINGS.on_board(game)
    if table is None:
        return [RatedStrength(name, ANCHOR + STEP * n) for n, name in enumerate(STRENGTHS)]
    strengths: list[RatedStrength] = []
    for name in STRENGTHS:
        rated = table.of(name)
        if rated is not None and (not strengths or rated.rating > strengths[-1].rating):
            strengths.append(RatedStrength(name, rated.rating))
    return strengths


def mixture_at(strengths: list[RatedStrength], level: float) -> Mixture:
    """Who plays at a level; beyond their ends, the weakest or the strongest alone."""
    for below, above in pairwise(strengths):
        if level < above.rating:
            way = (level - below.rating) / (above.rating - below.rating)
            return Mixture(below.name, above.name, max(0.0, way) ** BEND)
    return Mixture(strengths[-1].name, strengths[-1].name, 1.0)


class AdaptiveAgent(Agent):
    """Plays as the stronger of two agents or as the weaker, by chance, move by move."""

    def __init__(
        self, name: str, weaker: Agent, stronger: Agent, share: float, seed: int | None
    ) -> None:
        """`share` is how likely a move is the stronger one's; both play the same game."""
        super().__init__(stronger.game, name)
        self.weaker, self.stronger = weaker, stronger
        self.share = share
        self.limit: Limit | None = None  # what both were rated with
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The move of one of the two."""
        player = self.stronger if self.chance.random() < self.share else self.weaker
        return player.choose(position, tighter(self.limit, limit), monitor)

    def prepare(self, position: Any) -> None:
        """Have both ready, as far as they play at all."""
        if self.share > 0:
            self.stronger.prepare(position)
        if self.share < 1:
            self.weaker.prepare(position)

    def new_game(self) -> None:
        """Forget the game before."""
        self.weaker.new_game()
        self.stronger.new_game()

    def close(self) -> None:
        """Close both."""
        self.weaker.close()
        self.stronger.close()
