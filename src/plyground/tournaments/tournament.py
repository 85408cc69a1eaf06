"""`Tournament`: a plan being played, watched, stopped and resumed.

Games go to an executor in assignments of several, more of them where games are quick; a few
assignments wait so that no worker is ever idle. Results come back through a queue to the thread
that runs the tournament, which alone writes the store and calls the observers.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.cluster.machines import LostWorkerError
from plyground.errors import ChangedCodeError, PlygroundError, WorkerError, WorkerWarning
from plyground.tournaments.contest import Contest
from plyground.tournaments.executors import Workplace, local_workplace
from plyground.tournaments.game_record import GameRecord
from plyground.tournaments.plan import Plan, PlannedGame
from plyground.tournaments.store import Session, Store
from plyground.tournaments.worker import Assignment, Result, Told

SLOWEST_GAME = 1.0  # seconds that a game is assumed to take at first
PER_GAME = 0.0003  # seconds that a game takes beside the agents' thinking
ATTEMPTS = 3  # at an assignment that was lost on its way, before its games are given up
COMMIT_SECONDS = 0.1  # results are written at least this often

OnGame = Callable[[GameRecord], None]
Event = Told | Future[Any] | None


@dataclass(frozen=True)
class Progress:
    """How far a tournament is: `resumed` games were there when it began.

    Of one with a sequential test that is decided, `planned` are the games that decided it.
    """

    planned: int
    resumed: int
    played: int
    unplayable: int

    @property
    def complete(self) -> bool:
        """Whether every game was played, or the test is decided."""
        return self.played >= self.planned


@dataclass(frozen=True)
class LiveGame:
    """A game under way: who plays, and the moves after the opening so far."""

    planned: PlannedGame
    moves: tuple[str, ...]


class Tournament:
    """
    A plan being played.

    `run` plays until all games are played, the plan's sequential test is decided or `stop` is
    called, which any thread may do. `on_game` is called with every record, in the thread that runs;
    `live` shows games under way.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store | str | Path | None = None,
        *,
        workplace: Workplace | None = None,
        on_game: OnGame | None = None,
    ) -> None:
        """
        Without a store results are kept in memory; without a workplace all cores are used.

        The workplace is closed at the end of `run`, which can be called once.
        """
        self.plan = plan
        self.unplayable: dict[int, str] = {}  # games that no process could play, and why
        self.outdated: int | None = None  # a run of the same plan in the store, by other code
        self._store = store
        self._workplace = workplace
        self.on_game = on_game
        self.contest = Contest(plan) if plan.sprt else None
        self._records: dict[int, GameRecord] = {}
        self._resumed = 0
        self._overtaken = False  # by another process that plays the same into the same store
        self._games = list(plan.games())
        self._waiting: deque[PlannedGame] = deque()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._under_way: dict[Future[Any], list[PlannedGame]] = {}
        self._attempts: Counter[int] = Counter()
        self._game_seconds = SLOWEST_GAME
        self._stopped = threading.Event()
        self._failure: BaseException | None = None  # for which no more games can be played

    # --- for observers, in any thread ---------------------------------------------------------

    @property
    def records(self) -> list[GameRecord]:
        """The games that were played and count, in the order of the plan."""
        return [record for _, record in sorted(self._counted().items())]

    def _counted(self) -> dict[int, GameRecord]:
        records = self._records.copy()
        return self.contest.counted(records) if self.contest else records

    @property
    def progress(self) -> Progress:
        """How far it is."""
        planned, played = self.plan.game_count, len(self._counted())
        if self.contest and self.contest.decided:
            planned = played
        return Progress(planned, self._resumed, played, len(self.unplayable))

    def live(self) -> list[LiveGame]:
        """The games under way in processes of this machine."""
        readings = self._workplace.readings() if self._workplace else []
        return [
            LiveGame(self._games[reading.number], reading.moves)
            for reading in readings
            if reading.number is not None and reading.number < len(self._games)
        ]

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End soon; games under way are not finished."""
        self._stopped.set()
        self._events.put(None)

    # --- running ------------------------------------------------------------------------------

    def run(self) -> list[GameRecord]:
        """Play what is left to play; the records of all games that were played, then and now."""
        if self._store is None:
            return self._run(None)
        if isinstance(self._store, Store):
            return self._run(self._store.begin(self.plan))
        with Store(self._store) as store:
            return self._run(store.begin(self.plan))

    def _run(self, session: Session | None) -> list[GameRecord]:
        if session is not None:
            self._enter(session.records())
            self._resumed, self.outdated = len(self._counted()), session.outdated
        self._waiting.extend(game for game in self._games if game.number not in self._records)
        with self._working(session):
            self._play(session)
        if session is not None and self._overtaken:
            self._enter(session.records())
        return self.records

    def _enter(self, records: dict[int, GameRecord]) -> None:
        """Begin with the games of a store."""
        self._records = records
        if self.plan.sprt:
            self.contest = Contest(self.plan, records)

    @contextlib.contextmanager
    def _working(self, session: Session | None) -> Iterator[None]:
        """The workplace while it is needed; what was finished when it closes is still written."""
        if self._workplace is None:
            self._workplace = local_workplace()
        try:
            yield
        finally:
            for future in self._under_way:
                future.cancel()
            self._workplace.close()
            self._take(session, [self._events.get() for _ in range(self._events.qsize())])

    def _play(self, session: Session | None) -> None:
        while (self._waiting or self._under_way) and not self._over():
            self._submit()
            self._take(session, self._gathered())
            if self._failure is not None:
                raise _explained(self._failure)

    def _over(self) -> bool:
        """Whether nothing more is to be played, as where a test waits for a game that cannot be."""
        if self._stopped.is_set() or self.contest is None:
            return self._stopped.is_set()
        return self.contest.decided or any(n in self.unplayable for n in self.contest.missing)

    def _submit(self) -> None:
        """Keep every worker busy, and one assignment ready for each."""
        assert self._workplace is not None
        while self._waiting and len(self._under_way) < 2 * self._workplace.size:
            games = [self._waiting.popleft() for _ in range(self._batch_size())]
            future = self._workplace.submit(self._assignment(games), self._events.put)
            self._under_way[future] = games
            future.add_done_callback(self._events.put)

    def _batch_size(self) -> int:
        """How many games to assign at once: what takes a moment, and fewer towards the end."""
        assert self._workplace is not None
        if self._attempts[self._waiting[0].number]:
            return 1  # it may be the one that makes workers die; no other shall share its fate
        quick = int(self._workplace.batch_seconds / self._game_seconds)
        share = len(self._waiting) // (2 * self._workplace.size)
        return max(1, min(quick, share))

    def _assignment(self, games: list[PlannedGame]) -> Assignment:
        plan = self.plan
        whole = plan.game, plan.parameters, plan.conditions
        return Assignment(*whole, games, str(Path.cwd()), plan.parcels, plan.loaded)

    def _gathered(self) -> list[Event]:
        """The next event, and those that come within a moment of it."""
        events = [self._events.get()]
        self._stopped.wait(COMMIT_SECONDS / 4)
        while not self._events.empty():
            events.append(self._events.get())
        return events

    def _take(self, session: Session | None, events: Iterable[Event]) -> None:
        told: list[Told] = []
        for event in events:
            if isinstance(event, Future):
                told += self._outcome_of(event)
            elif event is not None:
                told.append(event)
        refusals = (each for each in told if isinstance(each, ChangedCodeError))
        self._failure = self._failure or next(refusals, None)
        results = [each for each in told if isinstance(each, Result)]
        fresh = [(result.number, result.record) for result in results if result.record is not None]
        if session is not None and fresh and not session.add(fresh):
            self._overtaken = True
        for result in results:
            if result.record is None:
                self.unplayable[result.number] = result.error
        for number, record in fresh:
            self._finish(number, record)
        for sentence in told:
            if isinstance(sentence, str):
                warnings.warn(sentence, WorkerWarning, stacklevel=2)

    def _finish(self, number: int, record: GameRecord) -> None:
        if number in self._records:
            return
        self._records[number] = record
        if self.contest:
            self.contest.add(number, record)
        took = sum(move.statistics.seconds for move in record.moves) + PER_GAME
        self._game_seconds += (took - self._game_seconds) / min(20, len(self._records))
        if self.on_game is not None:
            self.on_game(record)

    def _outcome_of(self, future: Future[Any]) -> list[Told]:
        """The results that an assignment still owed; its games wait again if it was lost."""
        games = self._under_way.pop(future, None)
        if games is None or future.cancelled():
            return []
        error = future.exception()
        if error is None:
            told: list[Told] = future.result()
            return told
        if isinstance(error, LostWorkerError):
            return self._lost(games, error)
        self._failure = self._failure or error
        return []

    def _lost(self, games: list[PlannedGame], error: LostWorkerError) -> list[Told]:
        given_up: list[Told] = []
        for game in games:
            self._attempts[game.number] += 1
            if self._attempts[game.number] < ATTEMPTS:
                self._waiting.appendleft(game)
            else:
                given_up.append(Result(game.number, None, f"its worker was lost: {error}"))
        return given_up


def _explained(error: BaseException) -> PlygroundError:
    if isinstance(error, PlygroundError):
        return error
    explained = WorkerError(f"the games cannot be played there: {type(error).__name__}: {error}")
    explained.__cause__ = error
    return explained


def play_tournament(
    plan: Plan,
    store: Store | str | Path | None = None,
    *,
    workplace: Workplace | None = None,
    on_game: OnGame | None = None,
) -> list[GameRecord]:
    """The records of all games of the plan; with a store, only those not in it are played."""
    return Tournament(plan, store, workplace=workplace, on_game=on_game).run()
