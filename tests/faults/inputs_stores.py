"""Fuzzed stores of results: damaged at bytes, and with wild contents under right checksums."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faults.asking import answers
from faults.mutation import STRANGE, mutated, mutated_bytes
from faults.rig import Figures, Trial, family
from plyground.lab.experiment import Scale
from plyground.lab.findings import Chart, DataTable, Finding, Findings, Point, Series
from plyground.lab.ledger import Ledger
from plyground.tournaments import GameRecord, MoveRecord, Plan, Store, make_plan, write_records
from plyground.tournaments.identity import identity_of
from plyground.tournaments.integrity import read_plan
from plyground.tournaments.store_rows import row_checksum
from plyground.tournaments.tables import cost_table, cross_table, standings_table
from plyground.vocabulary import Estimate, Proven, Statistics

AGENTS = ("random", "minimax(depth=2)")
GAMES = 4


@functools.cache
def _plan() -> Plan:
    return make_plan("tic_tac_toe", AGENTS, pairs=2, seed=1)


def _record(number: int) -> GameRecord:
    moves = (
        MoveRecord("a1", Estimate(1.5, 0), Statistics(nodes=7, seconds=0.25)),
        MoveRecord("b1", Proven(-1, 1, 4), Statistics(depth=3)),
        MoveRecord("a2"),
        MoveRecord("b2"),
        MoveRecord("a3", Proven(1, 0)),
    )
    who = AGENTS if number % 2 == 0 else AGENTS[::-1]
    return GameRecord("tic_tac_toe", {}, who, (), moves, 0, "three in a line", pair=number // 2)


FINDINGS = Findings(
    {"table-1/1/rate": Finding(0.5, 0.4, 0.6, 100, "seen")},
    (DataTable("t", ("a", "b"), (("x", 1.0),)),),
    (Chart("c", "x", "y", (Series("s", (Point(1, 2.0, 1.0, 3.0),)),)),),
    ("a note",),
)


@functools.cache
def _store() -> bytes:
    """A store with a run and a result of the laboratory, as one file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seed.db"
        with Store(path) as store:
            store.begin(_plan()).add((number, _record(number)) for number in range(GAMES))
        with Ledger(path) as ledger:
            ledger.keep_result("konane", Scale("quick", 1), FINDINGS, 1.5)
            ledger.keep_measurement("konane", "x", "step", {"seen": [1, 2]})
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes()


def _look(path: Path) -> None:
    """Read all that there is, and show it."""
    with Store(path, create=False) as store:
        store.check()
        for run in store.runs():
            records = store.records(run.number)
            write_records(records)
            for table in (cross_table, standings_table, cost_table):
                table(records).texts()


def _look_at_results(path: Path) -> None:
    with Ledger(path, create=False) as ledger:
        ledger.best_results()
        ledger.progress()
        ledger.measurement("konane", "x")


def _damaged(trial: Trial, at_once: int, look: Callable[[Path], None]) -> Figures:
    seed, names = _store(), itertools.count()

    def ask(content: bytes) -> None:
        path = trial.folder / f"{next(names)}.db"
        path.write_bytes(content)
        try:
            look(path)
        finally:
            path.unlink()

    return answers((mutated_bytes(trial.chance, [seed]) for _ in range(at_once)), ask)


@family("inputs-stores", 0.4)
def stores(trial: Trial) -> Figures:
    """Stores, damaged anywhere."""
    return _damaged(trial, 50, _look)


@family("inputs-ledgers", 0.2)
def ledgers(trial: Trial) -> Figures:
    """The laboratory's part of stores, damaged anywhere."""
    return _damaged(trial, 50, _look_at_results)


# --- wild contents --------------------------------------------------------------------------------


@family("inputs-plans", 0.4)
def plans(trial: Trial) -> Figures:
    """Plans with wild contents, under their own identity."""
    seed = json.dumps(_plan().description())

    def ask(text: str) -> None:
        try:
            found = read_plan(text, _identity(text))
        except ValueError:
            return
        found.make_game()
        list(itertools.islice(found.games(), 20))
        assert Plan.from_description(json.loads(json.dumps(found.description()))) == found

    return answers((mutated(trial.chance, [seed]) for _ in range(300)), ask)


def _identity(text: str) -> str:
    try:
        return identity_of(json.loads(text))
    except (ValueError, RecursionError):
        return "none"


def _wild(trial: Trial) -> Any:
    """A value as it may stand in any column."""
    chance = trial.chance
    kind = chance.randrange(5)
    if kind == 0:
        return chance.choice((None, -1, 0, 1, 2, 7, 2**62, -(2**62)))
    if kind == 1:
        return chance.choice((0.5, 1e308, -1e308, float("inf"), -0.0))
    if kind == 2:
        return chance.randbytes(chance.randint(0, 8))
    if kind == 3:
        return mutated(chance, ["a1 b2", "{}", "[1]", "random"]).encode(errors="replace").decode()
    return chance.choice(STRANGE).encode(errors="replace").decode()


COLUMNS = {
    "runs": ("game", "parameters", "planned", "seed", "plan", "begun", "identity"),
    "agents": ("spec",),
    "games": ("number", "pair", "start", "opening", "plies", "winner", "reason", "forfeit", "seed"),
    "moves": ("player", "move", "estimate", "proven", "distance", "nodes", "seconds"),
    "lab_results": ("size", "seed", "findings", "seconds", "version", "finished", "machine"),
    "lab_measurements": ("value",),
}


@family("inputs-rows", 0.4)
def rows(trial: Trial) -> Figures:
    """Stores with wild values in their columns, games under checksums that are right again."""
    seed, path = _store(), trial.folder / "wild.db"

    def draw() -> list[tuple[str, str, Any]]:
        changes = []
        for _ in range(trial.chance.choice((1, 1, 2, 4))):
            table = trial.chance.choice(list(COLUMNS))
            changes.append((table, trial.chance.choice(COLUMNS[table]), _wild(trial)))
        return changes

    def ask(changes: list[tuple[str, str, Any]]) -> None:
        path.write_bytes(seed)
        _change(path, changes)
        errors = []
        for look in (_look, _look_at_results):
            try:
                look(path)
            except Exception as error:
                errors.append(error)
        path.unlink()
        for error in errors:
            raise error

    return answers((draw() for _ in range(40)), ask)


def _change(path: Path, changes: list[tuple[str, str, Any]]) -> None:
    """Write the values, and seal the games again."""
    with Store(path) as store, store._transaction():
        for table, column, value in changes:
            with contextlib.suppress(sqlite3.IntegrityError):
                where = "WHERE id = 1" if table in ("agents", "games") else ""
                store._base.execute(f"UPDATE {table} SET {column} = ? {where}", (value,))
        moves = store._moves("games.id >= ?", 0)
        sealed = [
            (row_checksum(row, moves.get(row["id"], [])), row["id"])
            for row in store._games("games.id >= ?", 0)
        ]
        store._base.executemany("UPDATE checksums SET checksum = ? WHERE game = ?", sealed)
