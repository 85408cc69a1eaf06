"""The rating of a person, from games against rated opponents, as in Glicko.

A rating comes with its deviation: how far off it may be. A result moves it the more, the less was
known. The deviation never falls below `LEAST`, so that somebody who gets better is followed.

Only opponents with a rating count: strengths of the game's table, and the adaptive opponent, which
is as strong as its level. The next adaptive opponent plays at the person's rating, so that every
second game is won in the long run.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Any, NamedTuple

from plyground.agents.adaptive import rated_strengths
from plyground.agents.kinds import expanded
from plyground.agents.rating_table import RATINGS
from plyground.agents.request import level_of
from plyground.agents.spec import parse_spec
from plyground.game import Game

UNKNOWN = 350.0  # the largest deviation of somebody who has not played
LEAST = 60.0
Q = log(10) / 400
Z = 1.96  # of an interval of 95%, in deviations


class PersonRating(NamedTuple):
    """What is known of a person's strength at a game."""

    rating: float
    deviation: float = UNKNOWN
    games: int = 0

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return Z * self.deviation

    def after(self, score: float, opponent: float, deviation: float = 0.0) -> PersonRating:
        """What is known after one more game: a score from 0 to 1 against that rating."""
        weight = 1 / sqrt(1 + 3 * (Q * deviation / pi) ** 2)
        expected = 1 / (1 + 10 ** (-weight * (self.rating - opponent) / 400))
        information = (Q * weight) ** 2 * expected * (1 - expected)
        variance = 1 / (1 / self.deviation**2 + information)
        rating = self.rating + Q * variance * weight * (score - expected)
        return PersonRating(rating, max(LEAST, sqrt(variance)), self.games + 1)


class Opponent(NamedTuple):
    """The strength of an opponent, and how far off that may be."""

    rating: float
    deviation: float


def newcomer(game: Game[Any]) -> PersonRating:
    """Somebody who has not played: as `casual`, give or take a quarter of the game's scale."""
    strengths = rated_strengths(game)
    span = strengths[-1].rating - strengths[0].rating
    return PersonRating(strengths[len(strengths) // 2].rating, min(UNKNOWN, span / 4))


def opponent_of(game: Game[Any], text: str) -> Opponent | None:
    """How strong the agent of a spec is; None if nobody has rated it."""
    written = parse_spec(text)
    spec = expanded(game, written)
    if spec.name == "adaptive":
        return Opponent(level_of(spec.arguments.get("level", newcomer(game).rating)), 0.0)
    if written.arguments:
        return None
    table = RATINGS.on_board(game)
    if table is None:
        known = {each.name: each.rating for each in rated_strengths(game)}
        return Opponent(known[written.name], UNKNOWN / 2) if written.name in known else None
    rated = table.of(written.name)
    return Opponent(rated.rating, rated.margin / Z) if rated else None
