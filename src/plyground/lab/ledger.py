"""`Ledger`: what the laboratory keeps in a store of the arena, beside the games.

    lab_measurements   what was measured otherwise, by experiment and identity
    lab_results        what an experiment found, with size, seed, version, machine and time
    lab_progress       how far an experiment is that somebody runs

It is the same SQLite file, so that one file holds everything that a document is made of.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from plyground.errors import InvalidStoreError
from plyground.folders import data_directory
from plyground.lab.experiment import FULL, Scale
from plyground.lab.findings import Finding, Findings
from plyground.lab.machine import Machine, this_machine
from plyground.reading import read_json
from plyground.tournaments.store import BUSY_SECONDS, Store, explained, now


@dataclass(frozen=True)
class Repeat:
    """The numbers that another run of an experiment found."""

    scale: Scale
    processor: str
    numbers: Mapping[str, Finding]


@dataclass(frozen=True)
class StoredResult:
    """What an experiment found, and how."""

    experiment: str
    scale: Scale
    findings: Findings
    seconds: float
    version: str
    finished: str
    machine: Machine | None = None  # None in stores of before
    code: str = ""  # fingerprint of what was measured
    repeats: tuple[Repeat, ...] = ()  # runs with other seeds

    def as_repeat(self) -> Repeat:
        """Return its numbers alone, as another result keeps them."""
        return Repeat(
            self.scale, self.machine.processor if self.machine else "", self.findings.numbers
        )


@dataclass(frozen=True)
class StoredProgress:
    """How far an experiment is."""

    scale: Scale
    done: int
    total: int
    step: str


def default_ledger() -> Path:
    """Where results of the laboratory are kept: PLYGROUND_LAB, or the user's data folder."""
    given = os.environ.get("PLYGROUND_LAB")
    if given:
        return Path(given)
    return data_directory() / "lab.db"


def open_store(path: Path, create: bool = True) -> Store:
    """The store in that file, its folder made if need be."""
    if create:
        with contextlib.suppress(OSError):  # the store says what is wrong
            path.parent.mkdir(parents=True, exist_ok=True)
    return Store(path, create=create)


class Ledger:
    """An open ledger; use it in a `with` statement."""

    @explained
    def __init__(self, path: str | Path, create: bool = True) -> None:
        """Open the ledger in that store; with `create`, make the file if it is not there."""
        self.path = Path(path)
        open_store(self.path, create).close()
        self._base = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        self._base.execute("PRAGMA synchronous = NORMAL")
        tables = files("plyground.lab") / "ledger.sql"
        self._base.executescript(tables.read_text(encoding="utf-8"))
        self._add_columns()

    def _add_columns(self) -> None:
        """Stores of before do not say on which machine something was measured."""
        known = {name for _, name, *_ in self._base.execute("PRAGMA table_info(lab_results)")}
        for column in {"machine", "code"} - known:
            self._base.execute(
                f"ALTER TABLE lab_results ADD COLUMN {column} TEXT NOT NULL DEFAULT ''"
            )

    def __enter__(self) -> Ledger:
        """Itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self._base.close()

    # --- measurements -------------------------------------------------------------------------

    @explained
    def measurement(self, experiment: str, identity: str) -> Any | None:
        """What was measured before; None if nothing was, or it is damaged."""
        row = self._base.execute(
            "SELECT value FROM lab_measurements WHERE experiment = ? AND identity = ?",
            (experiment, identity),
        ).fetchone()
        with contextlib.suppress(ValueError):
            return None if row is None else read_json(row[0])
        return None

    @explained
    def keep_measurement(self, experiment: str, identity: str, step: str, value: Any) -> None:
        """Write down what was measured."""
        self._base.execute(
            "INSERT OR REPLACE INTO lab_measurements VALUES (?, ?, ?, ?, ?)",
            (experiment, identity, step, json.dumps(value), now()),
        )

    # --- results ------------------------------------------------------------------------------

    @explained
    def keep_result(
        self,
        name: str,
        scale: Scale,
        findings: Findings,
        seconds: float,
        code: str = "",
        others: float | None = None,
    ) -> None:
        """Write down what an experiment found; `others` kept so many processors busy meanwhile.

        Of runs of the same code, the longest is the one that measured: its seconds and its machine
        are kept.
        """
        from plyground import __version__

        found = json.dumps(findings.data())
        machine = json.dumps(asdict(replace(this_machine(), others=others)))
        measured = "excluded.code != code OR excluded.seconds > seconds"
        self._base.execute(
            "INSERT INTO lab_results (experiment, size, seed, findings, seconds, version, finished,"
            " machine, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " findings = excluded.findings, version = excluded.version,"
            " finished = excluded.finished, code = excluded.code,"
            f" machine = CASE WHEN {measured} THEN excluded.machine ELSE machine END,"
            f" seconds = CASE WHEN {measured} THEN excluded.seconds ELSE seconds END",
            (name, scale.size, scale.seed, found, seconds, __version__, now(), machine, code),
        )

    @explained
    def results(self) -> list[StoredResult]:
        """Every result, the oldest first."""
        rows = self._base.execute(
            "SELECT experiment, size, seed, findings, seconds, version, finished, machine, code"
            " FROM lab_results ORDER BY finished"
        ).fetchall()
        return [self._result(row) for row in rows]

    def _result(self, row: Sequence[Any]) -> StoredResult:
        name, size, seed, found, seconds, version, finished, machine, code = row
        try:
            findings = Findings.from_data(read_json(found))
            measured_on = Machine(**read_json(machine)) if machine else None
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise InvalidStoreError(
                f"{self.path}: the result of {name} is damaged: {error}; take another store"
            ) from error
        scale = Scale(size, seed)
        return StoredResult(name, scale, findings, seconds, version, finished, measured_on, code)

    def best_results(self, scale: Scale | None = None) -> dict[str, StoredResult]:
        """Return the latest full result of each experiment, or the latest quick one.

        With a scale, only the results of that size and seed. The other results of an experiment
        are the repeats of the one that is returned.
        """
        results = self.results()
        best: dict[str, StoredResult] = {}
        for result in results:
            if scale not in (None, result.scale):
                continue
            before = best.get(result.experiment)
            if before is None or result.scale.size == FULL or before.scale.size != FULL:
                best[result.experiment] = result
        return {
            name: replace(
                result,
                repeats=tuple(
                    other.as_repeat()
                    for other in results
                    if other.experiment == name and other.scale != result.scale
                ),
            )
            for name, result in best.items()
        }

    # --- progress -----------------------------------------------------------------------------

    @explained
    def show_progress(self, name: str, scale: Scale, done: int, total: int, step: str) -> None:
        """Let other processes see how far an experiment is."""
        self._base.execute(
            "INSERT OR REPLACE INTO lab_progress VALUES (?, ?, ?, ?, ?, ?)",
            (name, scale.size, scale.seed, done, total, step),
        )

    @explained
    def end_progress(self, name: str) -> None:
        """Nobody runs the experiment any more."""
        self._base.execute("DELETE FROM lab_progress WHERE experiment = ?", (name,))

    @explained
    def progress(self) -> dict[str, StoredProgress]:
        """The experiments that are being run, or whose process died."""
        rows = self._base.execute("SELECT * FROM lab_progress").fetchall()
        return {name: StoredProgress(Scale(size, seed), *rest) for name, size, seed, *rest in rows}
