"""Running experiments: step after step, without those that are known; watched, and stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.errors import InvalidReportError, InvalidStoreError, WorkerError
from plyground.lab.experiment import Experiment, Games, Measurement, Results, Scale, checked_steps
from plyground.lab.findings import Findings
from plyground.lab.ledger import Ledger, open_store
from plyground.lab.machine import Others
from plyground.lab.sources import numbers_of
from plyground.tournaments import GameRecord, Store, Tournament, chosen_workplace
from plyground.tournaments.executors import refuse_both
from plyground.tournaments.identity import identity_of

SHOWN_EVERY = 0.3  # seconds, to other processes


@dataclass(frozen=True)
class Progress:
    """How far an experiment is: units done of all, and the step under way."""

    done: int
    total: int
    step: str


OnProgress = Callable[[Progress], None]


class StoppedError(Exception):
    """Somebody stopped the experiment; the same command goes on from there."""


@dataclass
class ExperimentRunner:
    """Runs experiments and keeps what they find; any thread may call `stop`."""

    store: Path
    workers: int | None = None
    cluster: str | None = None  # where games are played; measurements are made here
    on_progress: OnProgress | None = None
    _stopped: threading.Event = field(default_factory=threading.Event)
    _tournament: Tournament | None = None

    def __post_init__(self) -> None:
        refuse_both(self.workers, self.cluster)

    def stop(self) -> None:
        """End soon; what was measured is kept."""
        self._stopped.set()
        tournament = self._tournament
        if tournament is not None:
            tournament.stop()

    def run(self, experiment: Experiment, scale: Scale) -> Findings:
        """What the experiment finds, which is also kept; `StoppedError` if somebody stopped it."""
        begun = time.monotonic()
        with open_store(self.store) as store, Ledger(self.store) as ledger:
            watch = _Watch(ledger, experiment, scale, self.on_progress)
            try:
                found, code = self._take_steps(experiment, scale, store, ledger, watch)
                others = watch.others.processors
                findings = checked_findings(experiment, experiment.conclude(Results(scale, found)))
                seconds = time.monotonic() - begun
                ledger.keep_result(experiment.name, scale, findings, seconds, code, others)
            finally:
                ledger.end_progress(experiment.name)
        return findings

    def _take_steps(
        self, experiment: Experiment, scale: Scale, store: Store, ledger: Ledger, watch: _Watch
    ) -> tuple[dict[str, Any], str]:
        """What the steps found, and the fingerprint of all of them."""
        steps = checked_steps(experiment, scale)
        watch.total = sum(step.weight for step in steps)
        found: dict[str, Any] = {}
        identities = []
        for step in steps:
            if self._stopped.is_set():
                raise StoppedError
            watch.begin(step.key)
            identities.append(step.identity(scale.seed))
            if isinstance(step, Games):
                found[step.key] = self._play(step, store, watch)
            else:
                with watch.others:
                    found[step.key] = _measure(experiment, step, identities[-1], ledger)
            watch.end(step.weight)
        return found, identity_of(*identities)

    def _play(self, step: Games, store: Store, watch: _Watch) -> list[GameRecord]:
        workplace = chosen_workplace(self.workers, self.cluster)

        def count(_record: GameRecord) -> None:
            watch.within(tournament.progress.played)

        tournament = Tournament(step.plan, store, workplace=workplace, on_game=count)
        self._tournament = tournament
        if self._stopped.is_set():
            raise StoppedError
        try:
            records = tournament.run()
        finally:
            self._tournament = None
        if tournament.unplayable:
            error = next(iter(tournament.unplayable.values()))
            raise WorkerError(f"{step.key}: {len(tournament.unplayable)} games failed: {error}")
        if not tournament.progress.complete:
            raise StoppedError
        return records


def checked_findings(experiment: Experiment, findings: Findings) -> Findings:
    """The findings, if the report's data have every number, and estimates have intervals."""
    rules = {number.key: number.rule for number in numbers_of(experiment.name)}
    for key, finding in findings.numbers.items():
        if key not in rules:
            raise InvalidReportError(
                f"{experiment.name} found {key!r}, which is no number of its report"
            )
        if rules[key] in ("mean", "ratio") and finding.value is not None and finding.low is None:
            raise InvalidReportError(f"{experiment.name} estimates {key!r} without an interval")
    return findings


def _measure(experiment: Experiment, step: Measurement, identity: str, ledger: Ledger) -> Any:
    known = ledger.measurement(experiment.name, identity)
    if known is not None:
        return known
    value = step.measure(**step.arguments)
    ledger.keep_measurement(experiment.name, identity, step.key, value)
    return ledger.measurement(experiment.name, identity)  # as it will be read the next time


class _Watch:
    """Shows observers how far an experiment is."""

    def __init__(
        self, ledger: Ledger, experiment: Experiment, scale: Scale, on_progress: OnProgress | None
    ) -> None:
        self.ledger = ledger
        self.experiment = experiment
        self.scale = scale
        self.on_progress = on_progress
        self.total = 0
        self.step = ""
        self.before = 0  # units of the steps that are done
        self.shown = 0.0
        self.others = Others()  # beside what is measured here

    def begin(self, step: str) -> None:
        """The next step."""
        self.step = step
        self._tell(0, at_once=True)

    def within(self, done: int) -> None:
        """That many units of the step are done."""
        self._tell(done)

    def end(self, weight: int) -> None:
        """The step is done."""
        self.before += weight
        self._tell(0)

    def _tell(self, within: int, at_once: bool = False) -> None:
        progress = Progress(self.before + within, self.total, self.step)
        if self.on_progress is not None:
            self.on_progress(progress)
        if at_once or time.monotonic() - self.shown > SHOWN_EVERY:
            self.shown = time.monotonic()
            with suppress(InvalidStoreError):  # a locked file must not end an experiment
                self.ledger.show_progress(
                    self.experiment.name, self.scale, progress.done, self.total, self.step
                )
