"""`Experiment`: what is measured for a table or figure of a report, and what follows from it.

An experiment says beforehand which *steps* it takes, and afterwards what they show. A step is a
tournament (`Games`) or something else that is measured (`Measurement`). Whatever a step found is
kept in the store, so that an experiment that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plyground.errors import InvalidReportError
from plyground.lab.findings import Findings
from plyground.tournaments import GameRecord, Plan, make_plan
from plyground.tournaments.fingerprint import fingerprint_of_call
from plyground.tournaments.identity import identity_of

T = TypeVar("T")
QUICK, FULL = "quick", "full"
SIZES = (QUICK, FULL)


@dataclass(frozen=True)
class Scale:
    """How large an experiment is to be, and its seed."""

    size: str = QUICK
    seed: int = 1

    def choose(self, quick: T, full: T) -> T:
        """The first for a quick look, the second at full size."""
        return full if self.size == FULL else quick


@dataclass(frozen=True)
class Games:
    """A step: the games of a plan, played by the arena."""

    key: str
    plan: Plan

    @property
    def weight(self) -> int:
        """How many units of progress it is."""
        return self.plan.game_count

    def identity(self, _seed: int) -> str:
        """Equal for equal games by equal code; the plan has its own seed."""
        return self.plan.identity


def arena_step(
    key: str,
    scale: Scale,
    reference: str,
    agents: Sequence[str],
    pairs: tuple[int, int],
    **how: Any,
) -> Games:
    """The step with so many pairs of games, quick and full; `how` is more of `make_plan`'s."""
    quick_or_full = scale.choose(*pairs)
    return Games(key, make_plan(reference, agents, pairs=quick_or_full, seed=scale.seed, **how))


@dataclass(frozen=True)
class Measurement:
    """A step: what a function returns for these arguments; both are data for JSON.

    The function must depend on nothing else: what it found once is not measured again.
    """

    key: str
    measure: Callable[..., Any]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    weight: int = 1  # how many units of progress it is

    def identity(self, seed: int) -> str:
        """Equal for equal measurements by equal code."""
        return identity_of(self.key, fingerprint_of_call(self.measure, self.arguments), seed)


Step = Games | Measurement


@dataclass(frozen=True)
class Results:
    """What the steps of an experiment found."""

    scale: Scale
    found: Mapping[str, Any]  # by the step's key

    def records(self, key: str) -> list[GameRecord]:
        """The games of a step."""
        records: list[GameRecord] = self.found[key]
        return records

    def measured(self, key: str) -> Any:
        """What a measurement returned."""
        return self.found[key]


@dataclass(frozen=True)
class Experiment:
    """An experiment of a report.

    `minutes` are about what it takes on two cores, quick and full.
    """

    name: str
    title: str
    report: str
    measures: str
    steps: Callable[[Scale], Sequence[Step]]
    conclude: Callable[[Results], Findings]
    minutes: tuple[float, float] = (0.5, 5)

    def command(self, scale: Scale) -> str:
        """What to type to run it."""
        return f"plyground lab run {self.name} --{scale.size} --seed {scale.seed}"


def checked_steps(experiment: Experiment, scale: Scale) -> list[Step]:
    """The steps of an experiment; their keys differ."""
    steps = list(experiment.steps(scale))
    keys = [step.key for step in steps]
    for key in keys:
        if keys.count(key) > 1:
            raise InvalidReportError(f"{experiment.name} has two steps {key!r}")
    return steps
