"""What the results of games say: rates with intervals, significance, and what moves cost.

Every function here is pure: records or counts go in, numbers come out. Nothing returned is
infinite or not a number; what cannot be known is None, or an interval that leaves everything open.

A draw counts as half a win in a *score* and as no win in a *win rate*. Games of an agent against
itself say nothing about its strength: they count for the first player and for time, not for wins.
A game that repeats another may count once: see `repeats`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple, TypeAlias

from plyground.errors import InvalidStatisticError
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.repeats import counted_games
from plyground.vocabulary import Player, Statistics

CONFIDENCE = 0.95  # of every interval
SIGNIFICANCE = 0.05  # the asterisk of the Bamboo report, Tables III and IV
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # standard errors either side


class Interval(NamedTuple):
    """An estimate and the ends of its 95% interval; `low <= value <= high`."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width: the number after the plus-minus sign."""
        return (self.high - self.low) / 2


@lru_cache(maxsize=1024)
def quantile(count: int) -> float:
    """Standard errors either side, where the spread is estimated from so many values: Student's t.

    A single value tells no spread; it is taken for two.
    """
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(max(1, count - 1), (1 + CONFIDENCE) / 2))


def wilson(successes: float, trials: float, errors: float = Z) -> Interval:
    """The share of successes with its Wilson interval; 0.5 between 0 and 1 without trials.

    Both may be fractions: half a success for a draw, an effective number of trials. The interval
    reaches so many standard errors either side.
    """
    if trials < 0 or not 0 <= successes <= trials:
        raise InvalidStatisticError(
            f"{successes} successes of {trials}: give 0 or more, and no more than the trials"
        )
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    share = successes / trials
    weight = errors * errors / trials
    centre = (share + weight / 2) / (1 + weight)
    reach = errors / (1 + weight) * sqrt((share * (1 - share) + weight / 4) / trials)
    low, high = max(0.0, centre - reach), min(1.0, centre + reach)
    return Interval(share, min(low, share), max(high, share))


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of at least two values with its 95% interval, by Student's t."""
    mean, count = fmean(values), len(values)
    margin = quantile(count) * stdev(values) / sqrt(count)
    return Interval(mean, mean - margin, mean + margin)


def ratio_interval(ratios: Sequence[float]) -> Interval:
    """The geometric mean of positive ratios with its 95% interval."""
    return Interval(*map(exp, mean_interval([log(ratio) for ratio in ratios])))


def binomial_p_value(wins: int, losses: int) -> float:
    """How likely a split at least this uneven is between equals: exact, two-sided.

    Draws are left out beforehand, which makes it a sign test.
    """
    if wins < 0 or losses < 0:
        raise InvalidStatisticError(f"{wins} wins and {losses} losses: counts cannot be negative")
    from scipy.special import bdtr

    fewer, decisive = min(wins, losses), wins + losses
    return min(1.0, 2 * float(bdtr(fewer, decisive, 0.5)))


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __post_init__(self) -> None:
        """Refuse negative counts."""
        if min(self.wins, self.draws, self.losses) < 0:
            raise InvalidStatisticError(f"{self}: counts cannot be negative")

    def __add__(self, more: Tally) -> Tally:
        """Both together."""
        return Tally(self.wins + more.wins, self.draws + more.draws, self.losses + more.losses)

    def swapped(self) -> Tally:
        """The same games seen by the other side."""
        return Tally(self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins and half the draws."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> Interval:
        """Points per game, with the Wilson interval of that share.

        Draws spread less than wins and losses do, so with draws the interval is wider than needed.
        """
        return wilson(self.points, self.games)

    @property
    def win_rate(self) -> Interval:
        """Wins per game; a draw is no win."""
        return wilson(self.wins, self.games)

    @property
    def decisive_win_rate(self) -> Interval:
        """Wins per game that somebody won."""
        return wilson(self.wins, self.wins + self.losses)

    @property
    def draw_rate(self) -> Interval:
        """Draws per game."""
        return wilson(self.draws, self.games)

    @property
    def p_value(self) -> float:
        """Of the sign test: see `binomial_p_value`."""
        return binomial_p_value(self.wins, self.losses)

    @property
    def significant(self) -> bool:
        """Whether wins and losses differ at the 5% level: the asterisk of the tables."""
        return self.p_value < SIGNIFICANCE


Results: TypeAlias = Mapping[tuple[str, str], Tally]


def result_of(winner: Player | None, player: Player) -> Tally:
    """The one game that somebody won, or nobody, as a tally of that player's."""
    if winner is None:
        return Tally(draws=1)
    return Tally(wins=1) if winner == player else Tally(losses=1)


def first_player_tally(records: Iterable[GameRecord]) -> Tally:
    """The games as player 0 saw them, whoever it was: `win_rate` is the first-move advantage."""
    return sum((result_of(record.winner, 0) for record in counted_games(records)), Tally())


def head_to_head(records: Iterable[GameRecord]) -> dict[tuple[str, str], Tally]:
    """For every two agents that met, in both orders, how the first of them did.

    Under (agent, agent) stand the games of an agent against itself, as player 0 saw them.
    """
    results: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for record in counted_games(records):
        first, second = record.agents
        results[first, second] += result_of(record.winner, 0)
        if first != second:
            results[second, first] += result_of(record.winner, 1)
    return dict(results)


def tallies(results: Results) -> dict[str, Tally]:
    """Every agent's wins, draws and losses against all others, from `head_to_head`."""
    totals: dict[str, Tally] = defaultdict(Tally)
    for (agent, opponent), tally in results.items():
        totals[agent] += Tally() if agent == opponent else tally
    return dict(totals)


def tally(records: Iterable[GameRecord], agent: str, opponent: str | None = None) -> Tally:
    """How the agent did against that opponent, or against all others."""
    total = Tally()
    for record in counted_games(records):
        for player, rival in enumerate(reversed(record.agents)):
            if record.agents[player] == agent != rival and opponent in (None, rival):
                total += result_of(record.winner, player)
    return total


def forfeits(records: Iterable[GameRecord]) -> dict[str, int]:
    """How many games each agent lost by forfeit; agents without any are left out."""
    lost: dict[str, int] = defaultdict(int)
    for record in records:
        if record.forfeit and record.winner is not None:
            lost[record.agents[1 - record.winner]] += 1
    return dict(lost)


# --- what moves cost --------------------------------------------------------------------------


@dataclass(frozen=True)
class Effort:
    """What an agent spent on the moves it chose."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def __add__(self, more: Effort) -> Effort:
        """Both together."""
        return Effort(self.moves + more.moves, self.seconds + more.seconds, self.nodes + more.nodes)

    @property
    def milliseconds_per_move(self) -> float | None:
        """Mean time for a move; None without moves."""
        return 1000 * self.seconds / self.moves if self.moves else None

    @property
    def nodes_per_move(self) -> float | None:
        """Mean number of nodes for a move; None without moves."""
        return self.nodes / self.moves if self.moves else None

    @property
    def nodes_per_second(self) -> float | None:
        """Nodes a second; None where no time or no nodes were counted."""
        return self.nodes / self.seconds if self.seconds > 0 and self.nodes else None

    def milliseconds_per_win(self, wins: int) -> float | None:
        """The efficiency of the Bamboo report, section C: time spent for each win; None without."""
        return 1000 * self.seconds / wins if wins else None


def mover(record: GameRecord, index: int) -> Player:
    """Who chose `record.moves[index]`: the turn passes with every move, the opening included."""
    first = 0
    if record.start is not None:
        first = _player_to_move(record.game, tuple(record.parameters.items()), record.start)
    return (first + len(record.opening) + index) % 2


@lru_cache(maxsize=1024)
def _player_to_move(name: str, parameters: tuple[tuple[str, int | str], ...], start: str) -> Player:
    from plyground.game.registry import class_in_data

    player: Player = class_in_data(name)(**dict(parameters)).parse_position(start).player()
    return player


def efforts(records: Iterable[GameRecord]) -> dict[str, Effort]:
    """What each agent spent, over all of its moves; openings cost nobody anything."""
    spent: dict[str, Effort] = defaultdict(Effort)
    for record in records:
        for player, agent in enumerate(record.agents):
            own = [m.statistics for m in record.moves[(mover(record, 0) + player) % 2 :: 2]]
            spent[agent] += _effort(own)
    return dict(spent)


def _effort(moves: Sequence[Statistics]) -> Effort:
    return Effort(len(moves), sum(m.seconds for m in moves), sum(m.nodes for m in moves))


def against_others(records: Iterable[GameRecord]) -> list[GameRecord]:
    """The games between two different agents."""
    return [record for record in records if record.agents[0] != record.agents[1]]


def efficiencies(win_rates: Sequence[float], seconds: Sequence[float]) -> list[float]:
    """Bamboo report, equation 9, for each setting: win rate less time as a share of the most."""
    if len(win_rates) != len(seconds):
        raise InvalidStatisticError(
            f"{len(win_rates)} win rates and {len(seconds)} times: give one of each for a setting"
        )
    if any(time < 0 for time in seconds):
        raise InvalidStatisticError(f"{list(seconds)}: times cannot be negative")
    most = max(seconds, default=0.0) or 1.0
    return [rate - time / most for rate, time in zip(win_rates, seconds, strict=True)]
