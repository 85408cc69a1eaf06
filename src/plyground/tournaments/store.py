"""`Store`: results of tournaments in one SQLite file that loses nothing.

Games are written as they end, in write-ahead mode: a process that is killed loses the games under
way and nothing else, and several processes may use one store. A file that is no store, or one of
a newer version, is recognised by its header before SQLite touches it, and refused. Every game has a
checksum, which is verified whenever the game is read.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from plyground.errors import InvalidStoreError
from plyground.reading import read_json
from plyground.tournaments.contest import Contest
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.integrity import Integrity, read_plan
from plyground.tournaments.plan import Plan
from plyground.tournaments.run import Run, counted_records
from plyground.tournaments.schema import CHECKSUMS
from plyground.tournaments.store_file import (
    NO_STORE,
    address_of,
    check_file,
    check_marks,
    file_identity,
)
from plyground.tournaments.store_rows import (
    MOVE_COLUMNS,
    MoveRow,
    move_row,
    record_in,
    row_checksum,
    row_is_sound,
)

BUSY_SECONDS = 30.0
# What SQLite raises at a damaged file: for bytes that it quotes, columns that it lacks, and sizes.
UNREADABLE = (sqlite3.Error, UnicodeDecodeError, IndexError, MemoryError)
A = ParamSpec("A")
R = TypeVar("R")


def explained(method: Callable[A, R]) -> Callable[A, R]:
    """The method, with SQLite's errors as ours."""

    @wraps(method)
    def explaining(*arguments: A.args, **named: A.kwargs) -> R:
        try:
            return method(*arguments, **named)
        except UNREADABLE as error:
            store: Any = arguments[0]
            raise InvalidStoreError(f"{store.path}: {error}") from error

    return explaining


class Store:
    """An open store; use it in a `with` statement, or `close` it."""

    @explained
    def __init__(self, path: str | Path, create: bool = True) -> None:
        """Open the store in that file; with `create`, make it if it is not there."""
        self.path = Path(path)
        check_file(self.path, create)
        self._base = sqlite3.connect(
            address_of(self.path, create),
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        try:
            self._check_database()
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.execute("PRAGMA foreign_keys = ON")
            self._file = file_identity(self.path)
        except BaseException:
            self._base.close()
            raise

    def _check_database(self) -> None:
        marks = []
        for name in ("application_id", "user_version"):
            try:
                ((mark,),) = self._base.execute(f"PRAGMA {name}").fetchall()
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorname != "SQLITE_NOTADB":
                    raise
                raise InvalidStoreError(f"{self.path} {NO_STORE}") from error
            marks.append(mark)
        check_marks(self.path, *marks)

    def __enter__(self) -> Store:
        """Itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    # --- writing ------------------------------------------------------------------------------

    @explained
    def begin(self, plan: Plan) -> Session:
        """A session on the run of this plan, which is the one begun earlier if there was one."""
        with self._transaction():
            self._base.execute(CHECKSUMS)  # which stores of earlier versions lack
            added = self._base.execute(
                "INSERT OR IGNORE INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
                (
                    plan.identity,
                    plan.game,
                    json.dumps(dict(plan.parameters)),
                    plan.game_count,
                    plan.seed,
                    json.dumps(plan.description()),
                    now(),
                ),
            )
            (run,) = self._base.execute(
                "SELECT id FROM runs WHERE identity = ?", (plan.identity,)
            ).fetchone()
            self._base.executemany(
                "INSERT OR IGNORE INTO agents (spec) VALUES (?)", [(s,) for s in plan.agents]
            )
            session = self._base.execute(
                "INSERT INTO sessions VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", (run, *_whereabouts())
            ).lastrowid
        agents = dict(self._base.execute("SELECT spec, id FROM agents").fetchall())
        assert session is not None
        outdated = self._played_by_other_code(run) if added.rowcount else None
        return Session(self, run, session, agents, outdated)

    def _played_by_other_code(self, run: int) -> int | None:
        """The latest run of the same plan by other code, or by a version that did not know it."""
        found = self._base.execute(
            "SELECT max(other.id) FROM runs, runs AS other WHERE runs.id = ?"
            " AND (other.game, other.seed, other.planned) = (runs.game, runs.seed, runs.planned)"
            " AND json_remove(other.plan, '$.code') = json_remove(runs.plan, '$.code')"
            " AND other.id < runs.id",
            (run,),
        ).fetchone()
        number: int | None = found[0]
        return number

    @explained
    def add(self, session: Session, games: Iterable[tuple[int, GameRecord]]) -> bool:
        """Write finished games, each with its number; false if some were there, which stay."""
        with self._transaction():
            added = [self._add(session, number, record) for number, record in games]
            self._seal(filter(None, added))
        if file_identity(self.path) != self._file:
            raise InvalidStoreError(
                f"{self.path} was deleted or replaced while games were written to it, and they are "
                "lost; the same command begins anew"
            )
        return all(added)

    def _add(self, session: Session, number: int, record: GameRecord) -> int | None:
        """The new game's row; None if the game was there."""
        first, second = (session.agents[spec] for spec in record.agents)
        row = (
            session.run,
            number,
            record.pair,
            session.number,
            first,
            second,
            record.start,
            " ".join(record.opening),
            len(record.moves),
            record.winner,
            record.reason,
            int(record.forfeit),
            record.seed,
            now(),
        )
        added = self._base.execute(
            f"INSERT OR IGNORE INTO games VALUES (NULL{', ?' * len(row)})", row
        )
        if added.rowcount == 0:
            return None
        mover = len(record.opening) % 2
        self._base.executemany(
            f"INSERT INTO moves VALUES (?{', ?' * 15})",
            [
                (added.lastrowid, ply, (mover + ply) % 2, *move_row(move))
                for ply, move in enumerate(record.moves)
            ],
        )
        return added.lastrowid

    def _seal(self, added: Iterable[int]) -> None:
        """Write the checksums of games that were just added, of what SQLite gives back now."""
        first = min(added, default=None)  # nobody else can have added games since
        if first is not None:
            moves = self._moves("games.id >= ?", first)
            rows = self._games("games.id >= ?", first)
            self._base.executemany(
                "INSERT INTO checksums VALUES (?, ?)",
                [(row["id"], row_checksum(row, moves.get(row["id"], []))) for row in rows],
            )

    # --- reading ------------------------------------------------------------------------------

    @explained
    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        rows = self._base.execute(
            "SELECT id, identity, plan, begun, (SELECT count(*) FROM games WHERE run = runs.id)"
            " FROM runs ORDER BY id"
        ).fetchall()
        return [self._run(row[0], self._plan(*row[:3]), *row[3:]) for row in rows]

    def _run(self, number: int, plan: Plan, begun: str, played: int) -> Run:
        if plan.sprt is None:
            return Run(number, plan, begun, played)
        records = self.numbered_records(number)
        counted = counted_records(plan, records)
        return Run(number, plan, begun, len(counted), Contest(plan, records))

    def _plan(self, run: int, identity: str, text: str) -> Plan:
        try:
            return read_plan(text, identity)
        except ValueError as error:
            raise self._damage(f"the plan of run {run} is damaged: {error}") from error

    def _damage(self, what: str) -> InvalidStoreError:
        return InvalidStoreError(
            f"{self.path}: {what}; `plyground results check {self.path}` names all damage"
        )

    def run(self, number: int | None = None) -> Run:
        """The run of that number; the latest without one."""
        runs = self.runs()
        if not runs:
            raise InvalidStoreError(f"{self.path} holds no run yet")
        for run in reversed(runs):
            if number is None or run.number == number:
                return run
        known = ", ".join(str(run.number) for run in runs)
        raise InvalidStoreError(f"{self.path} has no run {number}; it has {known}")

    @explained
    def records(self, run: int) -> list[GameRecord]:
        """The games of the run that count, in the order of the plan."""
        records = self.numbered_records(run)
        found = self._base.execute("SELECT id, identity, plan FROM runs WHERE id = ?", (run,))
        plans = [self._plan(*row) for row in found.fetchall()]
        return [each for plan in plans for each in counted_records(plan, records).values()]

    @explained
    def numbered_records(self, run: int) -> dict[int, GameRecord]:
        """All games of the run by their number in the plan, ascending."""
        rows, moves = self._games("run = ?", run), self._moves("run = ?", run)
        parameters = self._parameters(run)
        found = {}
        for row in rows:
            own = moves.get(row["id"], [])
            if row["checksum"] not in (None, row_checksum(row, own)) or not row_is_sound(row, own):
                raise self._damage(f"game {row['number']!r:.40} of run {run} is damaged")
            found[row["number"]] = record_in(row, own, parameters)
        return found

    def _parameters(self, run: int) -> dict[str, Any]:
        """The parameters of the game that a run is about; none if there is no such run."""
        told = self._base.execute("SELECT parameters FROM runs WHERE id = ?", (run,)).fetchone()
        try:
            found = read_json(told[0]) if told else {}
        except (ValueError, TypeError):
            found = None
        if not isinstance(found, dict):
            raise self._damage(f"the parameters of run {run} are damaged")
        return found

    def _games(self, which: str, value: int) -> list[sqlite3.Row]:
        """The rows of games, with their agents' specs, and their checksums if they have any."""
        by_name = self._base.cursor()
        by_name.row_factory = sqlite3.Row
        ((sealed,),) = self._base.execute(
            "SELECT count(*) FROM sqlite_master WHERE name = 'checksums'"
        )
        seal = "(SELECT checksum FROM checksums WHERE game = games.id)" if sealed else "NULL"
        return by_name.execute(
            f"SELECT games.*, runs.game, one.spec AS one, two.spec AS two,"
            f" {seal} AS checksum FROM games"
            " JOIN agents AS one ON one.id = first JOIN agents AS two ON two.id = second"
            f" JOIN runs ON runs.id = run WHERE {which} ORDER BY number",
            (value,),
        ).fetchall()

    def _moves(self, which: str, value: int) -> dict[int, list[MoveRow]]:
        """The rows of moves by the game that they belong to."""
        found: dict[int, list[MoveRow]] = {}
        rows = self._base.execute(
            f"SELECT game, {', '.join(MOVE_COLUMNS)}"
            f" FROM games JOIN moves ON game = id WHERE {which} ORDER BY game, ply",
            (value,),
        )
        for game, *row in rows:
            found.setdefault(game, []).append(tuple(row))
        return found

    def check(self) -> Integrity:
        """Read everything; what is wrong with which game."""
        problems, games, unsealed = [], 0, 0
        try:
            said = [row[0] for row in self._base.execute("PRAGMA integrity_check").fetchall()]
            problems += [f"SQLite: {each}" for each in said if each != "ok"]
            for table, row, other, _ in self._base.execute("PRAGMA foreign_key_check").fetchall():
                problems.append(f"row {row} of {table} belongs to nothing in {other}")
            runs = self._base.execute("SELECT id, identity, plan FROM runs ORDER BY id").fetchall()
            for number, identity, plan in runs:
                try:
                    read_plan(plan, identity)
                except ValueError as error:
                    problems.append(f"run {number}: its plan is damaged: {error}")
                try:
                    self._parameters(number)
                except InvalidStoreError as error:
                    problems.append(str(error))
            for number, game, sealed, found in self._seals():
                games, unsealed = games + 1, unsealed + (sealed is None)
                if found is None or sealed not in (None, found):
                    problems.append(f"run {number}, game {game}: it is not what was written")
        except UNREADABLE as error:
            return Integrity(0, games, unsealed, (*problems, f"SQLite: {error}"))
        return Integrity(len(runs), games, unsealed, tuple(problems))

    def _seals(self) -> Iterator[tuple[int, int, str | None, str | None]]:
        """For each game its run, its number, its checksum as it was written and as it is now.

        The last is None if the game cannot have been written so at all.
        """
        for (game,) in self._base.execute("SELECT id FROM games ORDER BY id").fetchall():
            moves = self._moves("games.id = ?", game).get(game, [])
            for row in self._games("games.id = ?", game):
                found = row_checksum(row, moves) if row_is_sound(row, moves) else None
                yield row["run"], row["number"], row["checksum"], found


@dataclass(frozen=True)
class Session:
    """A process at work on a run."""

    store: Store
    run: int
    number: int
    agents: dict[str, int]
    outdated: int | None = None  # a run of the same plan by other code, if this one is new

    def add(self, games: Iterable[tuple[int, GameRecord]]) -> bool:
        """Write finished games, each with its number; false if some were there, which stay."""
        return self.store.add(self, games)

    def records(self) -> dict[int, GameRecord]:
        """The games that were played, by number."""
        return self.store.numbered_records(self.run)


def now() -> str:
    """The time as stores keep it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _whereabouts() -> tuple[Any, ...]:
    from plyground import __version__

    python, system = platform.python_version(), platform.platform()
    return now(), __version__, python, system, platform.node(), os.getpid()
