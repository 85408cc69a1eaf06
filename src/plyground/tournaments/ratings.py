"""Strength as a number: Elo of one agent over another from pairs of games, and of a whole pool.

A *pair* is two games from one opening with the sides swapped. Its score for an agent is the sum of
both games: 0, 0.5, 1, 1.5 or 2. `PairCounts` says how often each occurred; because the two games
of a pair are alike, the spread of pair scores is what an interval has to be made of.

    pair score      0    0.5    1    1.5    2
    counts[index]   0     1     2     3     4
    as a share      0   0.25  0.5  0.75    1

Elo is logistic: 400 more means ten times the points of the other. Normalised Elo divides the lead
by the spread of a single game's score instead, so that draws do not shrink it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log, log10, sqrt
from typing import Any, NamedTuple, TypeAlias

from plyground.errors import InvalidStatisticError
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.statistics import Interval, Results, Tally, Z, quantile, wilson

ELO_PER_LOG_ODDS = 400 / log(10)
NORMALISED_ELO_PER_SPREAD = 800 / log(10)
LARGEST_ELO = 2400.0  # where an interval ends that the games leave open
PRIOR_SPREAD = 1000.0  # in Elo: how far ratings are assumed to spread around the pool's mean
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # pair scores, as shares of the two points
INDEPENDENT_VARIANCE = 0.125  # of a pair's share, if both games are coin tosses
WHOLE_PAIR = 0.25  # the squared distance from even of a pair that one side won

PairCounts: TypeAlias = tuple[int, int, int, int, int]


def elo_of(score: float) -> float:
    """The Elo difference at which that score is expected, within ±`LARGEST_ELO`."""
    if not 0 < score < 1:
        return LARGEST_ELO if score >= 1 else -LARGEST_ELO
    return _bounded(400 * (log10(score) - log10(1 - score)))


def score_of(elo: float) -> float:
    """The score to expect against somebody `elo` weaker."""
    return 1 / (1 + 10 ** (-_bounded(elo) / 400))


def _bounded(elo: float) -> float:
    return max(-LARGEST_ELO, min(LARGEST_ELO, elo))


# --- pairs ------------------------------------------------------------------------------------


def check_pair_counts(counts: Sequence[int]) -> PairCounts:
    """The same five counts, checked."""
    if len(counts) != len(SHARES) or any(count < 0 for count in counts):
        raise InvalidStatisticError(
            f"{list(counts)}: pair counts are five numbers, none negative: how many pairs gave "
            "0, 0.5, 1, 1.5 and 2 points"
        )
    lost, half, even, ahead, won = counts
    return lost, half, even, ahead, won


def pair_counts(
    records: Iterable[GameRecord], agent: str, opponent: str | None = None
) -> PairCounts:
    """How many pairs gave the agent 0, 0.5, 1, 1.5 and 2 points, against `opponent` or all others.

    Games without their counterpart are left out, and those that repeat others (see `repeats`).
    """
    counts = [0] * len(SHARES)
    for ours, theirs in _pairs(records, agent, opponent):
        counts[round(2 * (ours + theirs))] += 1
    return check_pair_counts(counts)


def _pairs(
    records: Iterable[GameRecord], agent: str, opponent: str | None
) -> Iterator[tuple[float, float]]:
    """Points of the agent as player 0 and as player 1, for each pair."""
    points: dict[Any, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for record in counted_games(records):
        for player, rival in enumerate(reversed(record.agents)):
            if record.agents[player] == agent != rival and opponent in (None, rival):
                settings = frozenset(record.parameters.items())
                start = (record.game, settings, record.start, record.opening)
                won = 0.5 if record.winner is None else float(record.winner == player)
                points[start, record.pair, rival][player].append(won)
    for as_first, as_second in points.values():
        yield from zip(as_first, as_second, strict=False)


class PairMoments(NamedTuple):
    """How many pairs, mean and squared distances of their scores as shares of the two points."""

    pairs: int
    mean: float
    squares: float  # the sum of squared distances from the mean


def pair_moments(counts: Sequence[int]) -> PairMoments:
    """Mean of the pair scores and squared distances from it; without pairs the mean is 0.5."""
    checked = check_pair_counts(counts)
    pairs = sum(checked)
    mean = sum(s * n for s, n in zip(SHARES, checked, strict=True)) / pairs if pairs else 0.5
    squares = sum(n * (s - mean) ** 2 for s, n in zip(SHARES, checked, strict=True))
    return PairMoments(pairs, mean, squares)


def elo_difference(counts: Sequence[int]) -> Interval:
    """Elo of the agent over its opponent from pairs, with the interval that their spread gives.

    The interval is Wilson's, over as many independent games as would give a mean of this spread,
    with the quantile of Student's t. The spread is estimated as if one pair more had been won by
    one side: a few pairs that happen to be equal do not prove that all will be. Where every point
    was won or lost, half a point is taken off or added.
    """
    pairs, mean, squares = pair_moments(counts)
    if not pairs:
        return Interval(0.0, -LARGEST_ELO, LARGEST_ELO)
    least = 1 / (4 * pairs)
    inside = max(least, min(1 - least, mean))
    games = pairs * inside * (1 - inside) * pairs / (squares + WHOLE_PAIR)
    low, high = wilson(mean * games, games, quantile(pairs))[1:]
    value = elo_of(inside)
    return Interval(value, min(value, elo_of(low)), max(value, elo_of(high)))


def normalised_elo(counts: Sequence[int]) -> Interval:
    """The lead over an even score, in spreads of one game's score, times 800 / ln 10.

    The interval is that of a mean divided by its spread, for scores that are nearly normal. Where
    one side wins nearly everything the number grows with the pairs, beyond `LARGEST_ELO` too. The
    variance is never less than if all pairs ended alike but for one more, of coin tosses.
    """
    pairs, mean, squares = pair_moments(counts)
    if not pairs:
        return Interval(0.0, -LARGEST_ELO, LARGEST_ELO)
    variance = max(squares / pairs, INDEPENDENT_VARIANCE / (pairs + 1))
    spread = sqrt(2 * variance)  # of a game: half as many points, so twice the variance
    lead = (mean - 0.5) / spread
    value = NORMALISED_ELO_PER_SPREAD * lead
    reach = quantile(pairs) * NORMALISED_ELO_PER_SPREAD * sqrt((1 / 2 + lead**2 / 2) / pairs)
    return Interval(value, value - reach, value + reach)


# --- a pool -----------------------------------------------------------------------------------


def ratings(results: Results, agents: Iterable[str] = ()) -> dict[str, Interval]:
    """Bradley-Terry ratings in Elo around a mean of 0, for everybody in `results` and `agents`.

    Draws are half a win each. A normal prior of `PRIOR_SPREAD` keeps ratings finite where an agent
    won everything, or where parts of the pool never met; a few games outweigh it. Intervals come
    from the Fisher information, and are those of the distance to the pool's mean.
    """
    import numpy as np

    names = list(dict.fromkeys([*agents, *(name for both in results for name in both)]))
    if not names:
        return {}
    points = np.zeros((len(names), len(names)))  # [agent, opponent]
    for i, agent in enumerate(names):
        for j, opponent in enumerate(names[:i]):
            met = _between(results, agent, opponent)
            points[i, j], points[j, i] = met.points, met.swapped().points
    strength, information = _most_likely(points)
    centring = np.eye(len(names)) - 1 / len(names)
    covariance = centring @ np.linalg.inv(information) @ centring
    reach = ELO_PER_LOG_ODDS * Z * np.sqrt(np.maximum(0, np.diag(covariance)))
    centred = ELO_PER_LOG_ODDS * (centring @ strength)
    return {
        name: Interval(float(r), float(r - w), float(r + w))
        for name, r, w in zip(names, centred, reach, strict=True)
    }


def _between(results: Results, agent: str, opponent: str) -> Tally:
    found = results.get((agent, opponent))
    return results.get((opponent, agent), Tally()).swapped() if found is None else found


def _most_likely(points: Any) -> tuple[Any, Any]:
    """Strengths in log odds that make the points most likely, and the information about them.

    Newton's method; steps are halved until they gain. The prior makes the maximum unique.
    """
    import numpy as np

    stiffness = (ELO_PER_LOG_ODDS / PRIOR_SPREAD) ** 2
    games = points + points.T

    def likelihood(strength: Any) -> float:
        lead = strength[:, None] - strength[None, :]
        return float(-(points * np.logaddexp(0, -lead)).sum() - stiffness * strength @ strength / 2)

    def slopes(strength: Any) -> tuple[Any, Any]:
        expected = 0.5 * (1 + np.tanh((strength[:, None] - strength[None, :]) / 2))
        gradient = (points - games * expected).sum(axis=1) - stiffness * strength
        weights = games * expected * (1 - expected)
        return gradient, np.diag(weights.sum(axis=1) + stiffness) - weights

    strength = np.zeros(len(points))
    for _ in range(200):
        gradient, information = slopes(strength)
        step = np.linalg.solve(information, gradient)
        while np.abs(step).max() > 1e-9 and likelihood(strength + step) < likelihood(strength):
            step /= 2
        strength = strength + step
        if np.abs(step).max() <= 1e-9:
            break
    return strength, slopes(strength)[1]
