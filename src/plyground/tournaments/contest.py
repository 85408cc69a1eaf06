"""A contest of two agents: a sequential test over the pairs of a plan, in the plan's order.

Games end in any order, quick ones first. A pair is judged when it and all pairs before it have
ended, so that neither the number of processes nor their pace bends the evidence. The first pair
that decides the test ends it: games of later pairs do not count, even where they were played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.agents import label_of
from plyground.errors import InvalidStatisticError
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.plan import Plan
from plyground.tournaments.ratings import PairCounts, check_pair_counts, pair_counts
from plyground.tournaments.repeats import Repeats
from plyground.tournaments.sprt import SprtState, Verdict

NO_PAIRS = (0, 0, 0, 0, 0)


@dataclass(frozen=True)
class ContestResult:
    """What a contest proved, seen by the first agent of its plan."""

    state: SprtState
    counts: PairCounts  # of pairs that repeat no others
    games: int  # that were judged, repeated ones included

    @property
    def distinct(self) -> int:
        """The games of the pairs that count."""
        return 2 * sum(self.counts)

    def __str__(self) -> str:
        """As in `LLR 2.97 (-2.94 to 2.94): accept after 212 games, pairs 0-2-40-3-61`."""
        repeated = "" if self.distinct == self.games else f" ({self.distinct} distinct)"
        pairs = "-".join(map(str, self.counts))
        return f"{self.state} after {self.games} games{repeated}, pairs {pairs}"


def answer(plan: Plan, result: ContestResult) -> str:
    """The question of a plan's test and what the games answer, in a line."""
    test = plan.sprt
    assert test is not None
    elo = f"{test.low:g}..{test.high:g} Elo ({test.scale})"
    return f"Is {label_of(plan.agents[0])} stronger by {elo}? {result}"


class Contest:
    """The test of a plan, which takes in games by their number, in any order."""

    def __init__(self, plan: Plan, records: Mapping[int, GameRecord] | None = None) -> None:
        """`records` are the games that were played so far."""
        assert plan.sprt is not None
        self.plan = plan
        self.sprt = plan.sprt
        self.result = ContestResult(self.sprt.judge(NO_PAIRS), NO_PAIRS, 0)
        self._early: dict[int, GameRecord] = {}  # that wait for those before them
        self._repeats = Repeats()
        self._every, self._distinct = [0] * 5, [0] * 5  # pair counts, with and without repeats
        for number, record in sorted((records or {}).items()):
            self.add(number, record)

    @property
    def decided(self) -> bool:
        """Whether the test has its answer."""
        return self.result.state.verdict is not Verdict.CONTINUE

    def add(self, number: int, record: GameRecord) -> None:
        """Take in a game, and judge the pairs that are complete with it."""
        self._early[number] = record
        while not self.decided and {*self.missing} <= self._early.keys():
            self._judge([self._early.pop(each) for each in self.missing])

    @property
    def missing(self) -> tuple[int, int]:
        """The numbers of the two games that are judged next."""
        return self.result.games, self.result.games + 1

    def counted(self, records: Mapping[int, GameRecord]) -> dict[int, GameRecord]:
        """The games that count: all until the test is decided, then those that decided it."""
        last = self.result.games
        return {n: each for n, each in records.items() if not self.decided or n < last}

    def _judge(self, pair: list[GameRecord]) -> None:
        scored = pair_counts(pair, self.plan.agents[0])
        if not any(scored):
            raise InvalidStatisticError(
                f"games {self.missing[0]} and {self.missing[1]} are no pair of games between "
                f"{' and '.join(self.plan.agents)}"
            )
        score = scored.index(1)
        self._every[score] += 1
        repeated = [self._repeats.add(record) for record in pair]
        self._distinct[score] += True not in repeated
        once = self._repeats.count_once(pair[0])
        counts = check_pair_counts(self._distinct if once else self._every)
        games = self.result.games + len(pair)
        self.result = ContestResult(self.sprt.judge(counts), counts, games)
