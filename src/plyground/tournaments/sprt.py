"""The sequential probability ratio test: stop a match as soon as its pairs decide the question.

The question is whether the agent is `high` Elo stronger than its opponent rather than `low`. After
each pair the log-likelihood ratio of the two says how much the counts favour `high`:

    ratio <= log(beta / (1 - alpha))     reject: it is not stronger
    ratio >= log((1 - beta) / alpha)     accept: it is stronger
    in between                           continue

Each hypothesis is represented by the distribution of pair scores that fits the counts best among
those with exactly that strength (the generalised test). Method: M. Van den Bergh, "A practical
introduction to normalized Elo", as used by Stockfish's fishtest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import log, log1p, sqrt
from typing import Literal, TypeAlias, get_args

from plyground.errors import InvalidStatisticError
from plyground.tournaments.ratings import (
    NORMALISED_ELO_PER_SPREAD,
    SHARES,
    PairCounts,
    check_pair_counts,
    score_of,
)

Scale: TypeAlias = Literal["normalised", "logistic"]
LARGEST_BOUND = 1000.0  # of the hypotheses, in Elo
SCARCE = 0.001  # pairs that a count of none stands for, so that no score is impossible
EVEN = 0.5
ROUNDS, CLOSE = 400, 1e-7  # of the fit to a lead: their upper bound, and the tolerance


class Verdict(StrEnum):
    """What a test says so far."""

    ACCEPT = "accept"
    REJECT = "reject"
    CONTINUE = "continue"


@dataclass(frozen=True)
class SprtState:
    """The log-likelihood ratio, the bounds that end the test, and the verdict."""

    ratio: float
    lower: float
    upper: float

    @property
    def verdict(self) -> Verdict:
        """Accept at the upper bound, reject at the lower one."""
        if self.ratio >= self.upper:
            return Verdict.ACCEPT
        return Verdict.REJECT if self.ratio <= self.lower else Verdict.CONTINUE

    def __str__(self) -> str:
        """As in `LLR 1.20 (-2.94 to 2.94): continue`."""
        return f"LLR {self.ratio:.2f} ({self.lower:.2f} to {self.upper:.2f}): {self.verdict}"


@dataclass(frozen=True)
class Sprt:
    """A test of `high` Elo against `low`; alpha and beta are the chances of either mistake."""

    low: float
    high: float
    scale: Scale = "normalised"
    alpha: float = 0.05  # of accepting where `low` is true
    beta: float = 0.05  # of rejecting where `high` is true

    def __post_init__(self) -> None:
        """Refuse what tests nothing."""
        if not -LARGEST_BOUND <= self.low < self.high <= LARGEST_BOUND:
            raise InvalidStatisticError(
                f"bounds {self.low:g} and {self.high:g}: the first must be below the second, "
                f"both within ±{LARGEST_BOUND:g} Elo"
            )
        if self.scale not in get_args(Scale):
            raise InvalidStatisticError(
                f"scale {self.scale!r}: there are {' and '.join(get_args(Scale))}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InvalidStatisticError(
                f"alpha={self.alpha:g} and beta={self.beta:g} must lie between 0 and 0.5"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which to reject and to accept."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def judge(self, counts: Sequence[int]) -> SprtState:
        """What the pair counts say so far; without pairs the ratio is 0."""
        return self._judge(check_pair_counts(counts))

    @lru_cache(maxsize=1 << 14)  # noqa: B019  a test is a value, and a stored one is judged often
    def _judge(self, checked: PairCounts) -> SprtState:
        if not any(checked):
            return SprtState(0.0, *self.bounds)
        pairs, observed = _shares(checked)
        if self.scale == "logistic":
            low, high = (_fit_mean(observed, score_of(elo)) for elo in (self.low, self.high))
            return SprtState(pairs * _mean_log_ratio(observed, low, high), *self.bounds)
        fits = [_fit_lead(observed, _lead(elo)) for elo in (self.low, self.high)]
        if fits[0] is None or fits[1] is None:
            return SprtState(normal_ratio(checked, self.low, self.high), *self.bounds)
        return SprtState(pairs * _mean_log_ratio(observed, fits[0], fits[1]), *self.bounds)


def normal_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """The ratio for bounds in normalised Elo, in closed form, as if pair scores were normal.

    Close to `Sprt.judge` for small leads over many pairs; much too small where one side wins nearly
    everything.
    """
    checked = check_pair_counts(counts)
    if not any(checked):
        return 0.0
    pairs, observed = _shares(checked)
    mean, spread = _moments(observed)
    lead = (mean - EVEN) / spread
    return pairs * (log1p((lead - _lead(low)) ** 2) - log1p((lead - _lead(high)) ** 2)) / 2


def _shares(counts: PairCounts) -> tuple[float, list[float]]:
    """How many pairs, and which share of them each count is; none is impossible."""
    known = [count or SCARCE for count in counts]
    return sum(known), [count / sum(known) for count in known]


def _lead(elo: float) -> float:
    """Normalised Elo as standard deviations of a pair's score, which spreads less than a game's."""
    return elo / NORMALISED_ELO_PER_SPREAD * sqrt(2)


def _mean_log_ratio(observed: list[float], low: list[float], high: list[float]) -> float:
    return sum(p * log(h / q) for p, q, h in zip(observed, low, high, strict=True))


def _moments(shares: list[float]) -> tuple[float, float]:
    """Mean and standard deviation of pair scores that occur with these shares."""
    mean = sum(p * s for p, s in zip(shares, SHARES, strict=True))
    return mean, sqrt(sum(p * (s - mean) ** 2 for p, s in zip(shares, SHARES, strict=True)))


def _fit_mean(observed: list[float], mean: float) -> list[float]:
    """The likeliest shares whose mean is `mean`, which lies between 0 and 1."""
    fitted = _reweigh(observed, [score - mean for score in SHARES])
    assert fitted is not None
    return fitted


def _fit_lead(observed: list[float], lead: float) -> list[float] | None:
    """The likeliest shares whose mean lies `lead` standard deviations above even, if found.

    The condition is not linear in the shares. Each round replaces it by its tangent at the mean and
    spread of the last, and moves towards the solution, more slowly where that swings.
    """
    mean, spread = _moments([1 / len(SHARES)] * len(SHARES))
    pace, last_gap = 1.0, 1.0
    for _ in range(ROUNDS):
        tangent = [s - EVEN - lead * (spread + (s - mean) ** 2 / spread) / 2 for s in SHARES]
        fitted = _reweigh(observed, tangent)
        if fitted is None:
            return None
        fitted_mean, fitted_spread = _moments(fitted)
        gap = abs(fitted_mean - mean) + abs(fitted_spread - spread)
        if gap < CLOSE:
            return fitted
        pace = pace if gap < 0.95 * last_gap else max(0.7 * pace, 0.01)
        mean += pace * (fitted_mean - mean)
        spread += pace * (fitted_spread - spread)
        last_gap = gap
    return None


def _reweigh(observed: list[float], values: list[float]) -> list[float] | None:
    """The likeliest shares under which `values` average 0; None where all have one sign.

    They are p / (1 + x v), with the one x that makes them add up to 1. No share may exceed 1, which
    bounds x on either side.
    """
    from scipy.optimize import brentq  # type: ignore[import-untyped]

    top, bottom = max(values), min(values)
    if not bottom < 0 < top:
        return None
    left = (observed[values.index(top)] - 1) / top
    right = (observed[values.index(bottom)] - 1) / bottom

    def average(x: float) -> float:
        return sum(p * v / (1 + x * v) for p, v in zip(observed, values, strict=True))

    if average(left) <= 0:
        x = left
    elif average(right) >= 0:
        x = right
    else:
        x = brentq(average, left, right, xtol=1e-15, rtol=1e-14)
    return [p / (1 + x * v) for p, v in zip(observed, values, strict=True)]
