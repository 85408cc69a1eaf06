"""Processes to be disturbed, and what must be in a store afterwards: the games of a quiet run."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from plyground.game.registry import game
from plyground.tournaments import GameRecord, Plan, Store
from plyground.tournaments.game_record import MoveRecord
from plyground.tournaments.match import Rules, play_game

STOPPED_SECONDS = 0.3  # after which a worker that stands still is given up, in these processes
IMPATIENT = (
    f"import plyground.tournaments.worker_pool as pool; pool.STOPPED_SECONDS = {STOPPED_SECONDS}; "
)

_quiet: dict[str, dict[int, GameRecord]] = {}  # by the plan's identity


def quiet_run(plan: Plan) -> dict[int, GameRecord]:
    """What the games are when nobody disturbs them, by number."""
    if plan.identity not in _quiet:
        rules = Rules(plan.game, game(plan.game, **plan.parameters), plan.conditions)
        _quiet[plan.identity] = {
            each.number: timeless(play_game(rules, each)) for each in plan.games()
        }
    return _quiet[plan.identity]


def timeless(record: GameRecord) -> GameRecord:
    """The record without the times, in which equal games differ."""
    return replace(record, moves=tuple(map(_timeless_move, record.moves)))


def _timeless_move(move: MoveRecord) -> MoveRecord:
    return replace(move, statistics=replace(move.statistics, seconds=0.0))


def check_store(path: Path, runs: int = 1) -> int:
    """The number of games in the store, which must be those of quiet runs to the last."""
    with Store(path) as store:
        assert store.check().problems == ()
        found = store.runs()
        assert len(found) == runs, f"{len(found)} runs"
        for run in found:
            records = store.numbered_records(run.number)
            assert {number: timeless(each) for number, each in records.items()} == quiet_run(
                run.plan
            )
        return sum(run.played for run in found)


def stored(path: Path) -> int:
    """How many games are in the store by now; 0 if there is none yet."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base:
            return int(base.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0


def a_moment(chance: random.Random, path: Path, games: int, over: Callable[[], object]) -> None:
    """Wait for a random moment: soon after the start, or when so many games are in the store."""
    early, count = chance.random() < 0.3, chance.randrange(games)
    until = time.monotonic() + chance.uniform(0.0, 2.0)
    while not over() and (time.monotonic() < until if early else stored(path) < count):
        time.sleep(0.002)


@contextlib.contextmanager
def process(
    code: str, *arguments: str, output: int = subprocess.PIPE, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """A process that runs the code; in the end it is killed, and so are its children."""
    started = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=output,
        stderr=output,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        yield started
    finally:
        for each in [] if started.poll() is not None else [*children(started.pid), started.pid]:
            send(each, signal.SIGKILL)
        started.communicate()


def children(parent: int) -> list[int]:
    """The processes that this one has started, the oldest first."""
    found = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{parent}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return sorted(found)


def send(to: int, what: signal.Signals) -> int:
    """Send a signal; 1 if the process was there, else 0."""
    try:
        os.kill(to, what)
    except ProcessLookupError:
        return 0
    return 1


def is_gone(number: int) -> bool:
    """Whether the process has ended."""
    try:
        return ") Z " in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return True
