"""What there is to see: every experiment with the result that ships and the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.lab.experiment import Experiment, Scale
from plyground.lab.ledger import Ledger, StoredResult
from plyground.lab.registry import all_experiments
from plyground.lab.shipped import shipped_results
from plyground.lab.verdicts import State, Verdict, counts, overall, verdicts


@dataclass(frozen=True)
class Judged:
    """A result, and its numbers beside the report's."""

    result: StoredResult

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """One for every number of the report."""
        repeats = [repeat.numbers for repeat in self.result.repeats]
        return verdicts(self.result.experiment, self.result.findings, repeats)

    @property
    def state(self) -> State:
        """One word for all verdicts."""
        return overall(self.verdicts)

    def data(self) -> dict[str, Any]:
        """As data for JSON."""
        told = asdict(self.result)
        told |= asdict(self.result.scale)
        del told["scale"], told["experiment"], told["findings"]["numbers"], told["repeats"]
        return {**told, "state": self.state, "counts": counts(self.verdicts)}


@dataclass(frozen=True)
class Comparison:
    """A number of the report, ours, the user's own if they ran it, and what compares it instead."""

    verdict: Verdict
    own: Verdict | None
    beside: Verdict | None  # the ratio beside a time of another machine

    @property
    def changed(self) -> bool:
        """Whether the user's own run came out another way."""
        return self.own is not None and self.own.state != self.verdict.state


@dataclass(frozen=True)
class Entry:
    """An experiment, what was found, and what follows."""

    experiment: Experiment
    shipped: Judged | None = None
    own: Judged | None = None
    known: Mapping[tuple[str, str], Verdict] = field(default_factory=dict)  # by report and key

    @property
    def shown(self) -> Judged | None:
        """What comes first: the result that ships, else the user's own."""
        return self.shipped or self.own

    @property
    def verdicts(self) -> list[Verdict]:
        """Those that come first."""
        return self.shown.verdicts if self.shown else verdicts(self.experiment.name, None)

    @property
    def state(self) -> State:
        """One word for all verdicts."""
        return self.shown.state if self.shown else "not run"

    @property
    def command(self) -> str:
        """What to type to run it as it was run, or for the first time."""
        return self.experiment.command(self.shown.result.scale if self.shown else Scale())

    @property
    def whole_tables(self) -> list[Verdict]:
        """The verdicts of all experiments, which together fill the tables of the report."""
        return [*self.known.values(), *self.verdicts]

    @property
    def comparisons(self) -> list[Comparison]:
        """Every number of the report, in its order."""
        beside_ours = self.own.verdicts if self.own and self.shipped else ()
        own = {verdict.number.key: verdict for verdict in beside_ours}
        return [
            Comparison(
                verdict,
                own.get(verdict.number.key),
                self.known.get((verdict.number.report, verdict.number.beside)),
            )
            for verdict in self.verdicts
        ]

    def data(self) -> dict[str, Any]:
        """As data for JSON."""
        return {
            "name": self.experiment.name,
            "title": self.experiment.title,
            "report": self.experiment.report,
            "measures": self.experiment.measures,
            "state": self.state,
            "counts": counts(self.verdicts),
            "command": self.command,
            "shipped": self.shipped and self.shipped.data(),
            "yours": self.own and self.own.data(),
            "verdicts": [asdict(verdict) for verdict in self.verdicts],
            "your_verdicts": [asdict(verdict) for verdict in self.own.verdicts] if self.own else [],
        }


def overview(store: Path, scale: Scale | None = None) -> list[Entry]:
    """Every experiment, with what ships and what the store knows of it.

    With a scale, the store's results of that size and seed alone.
    """
    own: dict[str, StoredResult] = {}
    if store.exists():
        with Ledger(store, create=False) as ledger:
            own = ledger.best_results(scale)
    shipped = shipped_results()
    known: dict[tuple[str, str], Verdict] = {}
    entries = [
        Entry(experiment, _judged(shipped.get(name)), _judged(own.get(name)), known)
        for name, experiment in all_experiments().items()
    ]
    for entry in entries:
        known |= {(each.number.report, each.number.key): each for each in entry.verdicts}
    return entries


def _judged(result: StoredResult | None) -> Judged | None:
    return Judged(result) if result else None
