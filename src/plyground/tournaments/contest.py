"""A contest of two agents that ends as soon as a sequential test has its answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from plyground.errors import InvalidParameterError
from plyground.tournaments.executors import Workplace
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.plan import Plan
from plyground.tournaments.ratings import PairCounts, pair_counts
from plyground.tournaments.sprt import Sprt, SprtState, Verdict
from plyground.tournaments.store import Store
from plyground.tournaments.tournament import OnGame, Tournament


@dataclass(frozen=True)
class ContestResult:
    """What a contest proved, seen by the first agent of its plan."""

    state: SprtState
    counts: PairCounts
    games: int

    def __str__(self) -> str:
        """As in `LLR 2.97 (-2.94 to 2.94): accept after 212 games, pairs 0-2-40-3-61`."""
        return f"{self.state} after {self.games} games, pairs {'-'.join(map(str, self.counts))}"


class Contest:
    """The first agent of a plan against its second, until the test accepts or rejects it.

    If all games of the plan were played without that, the test goes on being undecided.
    """

    def __init__(
        self,
        plan: Plan,
        sprt: Sprt,
        store: Store | str | Path | None = None,
        *,
        workplace: Workplace | None = None,
        on_game: OnGame | None = None,
    ) -> None:
        """Takes what a `Tournament` takes, and the test."""
        if len(plan.agents) != 2 or plan.agents[0] == plan.agents[1]:
            raise InvalidParameterError("a contest is between two different agents")
        self.sprt = sprt
        self._on_game = on_game
        self._answer: ContestResult | None = None  # once it is clear
        self.tournament = Tournament(plan, store, workplace=workplace, on_game=self._look)

    def run(self) -> ContestResult:
        """Play until the answer is clear; games that end after that do not change it."""
        self.tournament.run()
        return self.result

    @property
    def result(self) -> ContestResult:
        """What the games prove so far, or proved when the answer was clear."""
        return self._answer or self._judge(self.tournament.records)

    def _look(self, record: GameRecord) -> None:
        if self._on_game is not None:
            self._on_game(record)
        if self._answer is not None:
            return
        found = self._judge(self.tournament.records)
        if found.state.verdict is not Verdict.CONTINUE:
            self._answer = found
            self.tournament.stop()

    def _judge(self, records: list[GameRecord]) -> ContestResult:
        counts = pair_counts(records, self.tournament.plan.agents[0])
        return ContestResult(self.sprt.judge(counts), counts, len(records))
