"""`Run`: a tournament in a store, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.tournaments.contest import Contest
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.plan import Plan


@dataclass(frozen=True)
class Run:
    """A tournament in a store; of one with a sequential test the games that count."""

    number: int
    plan: Plan
    begun: str
    played: int
    contest: Contest | None = None  # of a plan with a sequential test

    @property
    def planned(self) -> int:
        """How many games there are to play; those that decided the test, once it is."""
        decided = self.contest and self.contest.decided
        return self.played if decided else self.plan.game_count

    @property
    def complete(self) -> bool:
        """Whether every game was played, or the test is decided."""
        return self.played >= self.planned


def counted_records(plan: Plan, records: Mapping[int, GameRecord]) -> Mapping[int, GameRecord]:
    """The games that count of all that were played: none that came after a test was decided."""
    return Contest(plan, records).counted(records) if plan.sprt else records
