"""`Store`: results of tournaments in one SQLite file that loses nothing.

Games are written as they end, in write-ahead mode: a process that is killed loses the games under
way and nothing else, and several processes may use one store. A file that is no store, or one of
a newer version, is recognised by its header before SQLite touches it, and refused.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sqlite3
import struct
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from plyground.arena.game_record import GameRecord, MoveRecord
from plyground.arena.plan import Plan
from plyground.arena.schema import APPLICATION_ID, SCHEMA, VERSION
from plyground.errors import InvalidStoreError
from plyground.vocabulary import Estimate, Player, Proven, Score, Statistics

BUSY_SECONDS = 30.0
COUNTERS = tuple(counter.name for counter in fields(Statistics))  # as columns
_HEADER = b"SQLite format 3\0"
_NO_STORE = "is no store of results; choose another file"
A = ParamSpec("A")
R = TypeVar("R")


@dataclass(frozen=True)
class Run:
    """A tournament in a store."""

    number: int
    plan: Plan
    begun: str
    played: int

    @property
    def complete(self) -> bool:
        """Whether every game was played."""
        return self.played >= self.plan.game_count


def explained(method: Callable[A, R]) -> Callable[A, R]:
    """The method, with SQLite's errors as ours."""

    @wraps(method)
    def explaining(*arguments: A.args, **named: A.kwargs) -> R:
        try:
            return method(*arguments, **named)
        except sqlite3.Error as error:
            store: Any = arguments[0]
            raise InvalidStoreError(f"{store.path}: {error}") from error

    return explaining


class Store:
    """An open store; use it in a `with` statement, or `close` it."""

    @explained
    def __init__(self, path: str | Path, create: bool = True) -> None:
        """Open the store in that file; with `create`, make it if it is not there."""
        self.path = Path(path)
        _check_file(self.path, create)
        self._base = sqlite3.connect(
            _address(self.path, create),
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        try:
            self._check_database()
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.execute("PRAGMA foreign_keys = ON")
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
                raise InvalidStoreError(f"{self.path} {_NO_STORE}") from error
            marks.append(mark)
        _check_marks(self.path, *marks)

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
            added = self._base.execute(
                "INSERT OR IGNORE INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
                (
                    plan.identity,
                    plan.game,
                    json.dumps(dict(plan.parameters)),
                    plan.game_count,
                    plan.seed,
                    json.dumps(plan.description()),
                    _now(),
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
        return all(added)

    def _add(self, session: Session, number: int, record: GameRecord) -> bool:
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
            _now(),
        )
        added = self._base.execute(
            f"INSERT OR IGNORE INTO games VALUES (NULL{', ?' * len(row)})", row
        )
        if added.rowcount == 0:
            return False
        mover = len(record.opening) % 2
        self._base.executemany(
            f"INSERT INTO moves VALUES (?{', ?' * 15})",
            [
                (added.lastrowid, ply, (mover + ply) % 2, *_move_row(move))
                for ply, move in enumerate(record.moves)
            ],
        )
        return True

    # --- reading ------------------------------------------------------------------------------

    @explained
    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        rows = self._base.execute(
            "SELECT id, plan, begun, (SELECT count(*) FROM games WHERE run = runs.id)"
            " FROM runs ORDER BY id"
        ).fetchall()
        return [
            Run(number, Plan.from_description(json.loads(plan)), begun, played)
            for number, plan, begun, played in rows
        ]

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

    def records(self, run: int) -> list[GameRecord]:
        """The games of the run, in the order of the plan."""
        return list(self.numbered_records(run).values())

    @explained
    def numbered_records(self, run: int) -> dict[int, GameRecord]:
        """The games of the run by their number in the plan, ascending."""
        by_name = self._base.cursor()
        by_name.row_factory = sqlite3.Row
        rows = by_name.execute(
            "SELECT games.*, game, parameters, one.spec AS one, two.spec AS two FROM games"
            " JOIN agents AS one ON one.id = first JOIN agents AS two ON two.id = second"
            " JOIN runs ON runs.id = run WHERE run = ? ORDER BY number",
            (run,),
        ).fetchall()
        moves = self._moves(run)
        return {row["number"]: _record(row, moves.get(row["id"], [])) for row in rows}

    def _moves(self, run: int) -> dict[int, list[MoveRecord]]:
        found: dict[int, list[MoveRecord]] = {}
        rows = self._base.execute(
            f"SELECT game, player, move, estimate, proven, distance, {', '.join(COUNTERS)}"
            " FROM games JOIN moves ON game = id WHERE run = ? ORDER BY game, ply",
            (run,),
        )
        for game, player, move, estimate, proven, distance, *counted in rows:
            score = _score(player, estimate, proven, distance)
            found.setdefault(game, []).append(MoveRecord(move, score, Statistics(*counted)))
        return found


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


def _record(row: sqlite3.Row, moves: list[MoveRecord]) -> GameRecord:
    return GameRecord(
        game=row["game"],
        parameters=json.loads(row["parameters"]),
        agents=(row["one"], row["two"]),
        opening=tuple(row["opening"].split()),
        moves=tuple(moves),
        winner=row["winner"],
        reason=row["reason"],
        forfeit=bool(row["forfeit"]),
        pair=row["pair"],
        seed=row["seed"],
        start=row["start"],
    )


def _move_row(move: MoveRecord) -> tuple[Any, ...]:
    score, counted = move.score, move.statistics
    judged: tuple[Any, ...] = (None, None, None)
    if isinstance(score, Estimate):
        judged = (score.value, None, None)
    elif isinstance(score, Proven):
        judged = (None, score.result, score.distance)
    return (move.move, *judged, *(getattr(counted, name) for name in COUNTERS))


def _score(
    player: Player, estimate: float | None, proven: int | None, distance: int | None
) -> Score | None:
    if proven is not None:
        return Proven(proven, player, distance)
    return None if estimate is None else Estimate(estimate, player)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _whereabouts() -> tuple[Any, ...]:
    from plyground import __version__

    python, system = platform.python_version(), platform.platform()
    return _now(), __version__, python, system, platform.node(), os.getpid()


# --- the file ---------------------------------------------------------------------------------


# A process that closes a file loses all its locks on it, SQLite's too, and another process may then
# take away the log that this one still writes to. So a process looks at the first bytes of each
# file once, while it has no connection to it; later SQLite says what it is.
_looking = threading.Lock()
_looked_at: set[tuple[int, int]] = set()


def _check_file(path: Path, create: bool) -> None:
    """Make the file if need be; `InvalidStoreError` unless it is a store of this version."""
    if create and not path.exists():
        _create(path)
    try:
        found = path.stat()
        with _looking:
            if (found.st_dev, found.st_ino) not in _looked_at:
                _check_header(path, _first_bytes(path))
                _looked_at.add((found.st_dev, found.st_ino))
    except OSError as error:
        raise InvalidStoreError(f"cannot open {path}: {error.strerror}") from error


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _check_header(path: Path, header: bytes) -> None:
    """Raise `InvalidStoreError` unless a file that begins so is a store of this version."""
    if len(header) < 100 or not header.startswith(_HEADER):
        raise InvalidStoreError(f"{path} {_NO_STORE}")
    (version,), (application,) = (
        struct.unpack_from(">i", header, 60),
        struct.unpack_from(">i", header, 68),
    )
    _check_marks(path, application, version)


def _check_marks(path: Path, application: int, version: int) -> None:
    """Raise `InvalidStoreError` unless a database is marked as a store of this version."""
    if application != APPLICATION_ID:
        raise InvalidStoreError(f"{path} is a database of another program; choose another file")
    if version != VERSION:
        raise InvalidStoreError(
            f"{path} was written by a newer Plyground (store version {version}, this one knows "
            f"{VERSION}); update Plyground or choose another file"
        )


def _address(path: Path, create: bool) -> str:
    """Where SQLite finds the store; one that is only read may lie in a folder nobody can change."""
    beside = Path(f"{path}-wal")
    fixed = not (create or os.access(path.absolute().parent, os.W_OK) or beside.exists())
    return f"{path.absolute().as_uri()}{'?immutable=1' if fixed else ''}"


def _create(path: Path) -> None:
    """Make an empty store, whole or not at all: its header must be there from the first moment."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except OSError as error:
        raise InvalidStoreError(f"cannot make {path}: {error.strerror}") from error
    os.close(descriptor)
    temporary = Path(name)
    try:
        with contextlib.closing(sqlite3.connect(temporary)) as base:
            base.executescript(SCHEMA)
        temporary.chmod(0o644)
        with contextlib.suppress(FileExistsError):  # another process was quicker
            os.link(temporary, path)
    finally:
        temporary.unlink()
