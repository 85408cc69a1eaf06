"""What there is to see: every experiment with its latest result and how it came out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.lab.experiment import Experiment, Scale
from plyground.lab.ledger import Ledger, StoredResult
from plyground.lab.registry import all_experiments
from plyground.lab.verdicts import State, Verdict, counts, overall, verdicts


@dataclass(frozen=True)
class Entry:
    """An experiment, what it found, and what follows."""

    experiment: Experiment
    result: StoredResult | None
    verdicts: list[Verdict]

    @property
    def state(self) -> State:
        """One word for all verdicts."""
        return overall(self.verdicts) if self.result else "not run"

    @property
    def command(self) -> str:
        """What to type to run it as it was run, or for the first time."""
        return self.experiment.command(self.result.scale if self.result else Scale())

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
            "result": None
            if self.result is None
            else {
                "size": self.result.scale.size,
                "seed": self.result.scale.seed,
                "seconds": self.result.seconds,
                "version": self.result.version,
                "finished": self.result.finished,
            },
            "verdicts": [asdict(verdict) for verdict in self.verdicts],
        }


def overview(store: Path) -> list[Entry]:
    """Every experiment, with what the store knows of it."""
    known: dict[str, StoredResult] = {}
    if store.exists():
        with Ledger(store, create=False) as ledger:
            known = ledger.best_results()
    return [_entry(experiment, known.get(name)) for name, experiment in all_experiments().items()]


def _entry(experiment: Experiment, result: StoredResult | None) -> Entry:
    findings = result.findings if result else None
    return Entry(experiment, result, verdicts(experiment.name, findings))
