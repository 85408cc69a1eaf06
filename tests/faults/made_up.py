"""Tournaments without workers: games that are made up in no time, the same for the same plan."""

from __future__ import annotations

import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from plyground.tournaments import GameRecord, Plan, Tournament, make_plan
from plyground.tournaments.executors import Workplace
from plyground.tournaments.game_record import MoveRecord
from plyground.tournaments.plan import PlannedGame
from plyground.tournaments.sprt import Sprt
from plyground.tournaments.worker import Assignment, Result


def plan_of(seed: int, pairs: int = 20) -> Plan:
    """A plan of twice so many games."""
    return make_plan("tic_tac_toe", ["random", "minimax"], pairs=pairs, seed=seed)


def contest_plan(seed: int, pairs: int = 200) -> Plan:
    """A plan with a sequential test that is decided after some of its games, as a rule."""
    sprt = Sprt(0.0, 120.0)
    return make_plan("tic_tac_toe", ["minimax", "random"], pairs=pairs, seed=seed, sprt=sprt)


def play(plan: Plan, store: Path | None = None) -> list[GameRecord]:
    """The games of a tournament that nobody disturbs, or that goes on in a store."""
    return Tournament(plan, store, workplace=MadeUp()).run()


class MadeUp(Workplace):
    """Plays by writing records."""

    size = 1
    batch_seconds = 0.01

    def submit(self, assignment: Assignment, report: Any) -> Future[Any]:
        """Every game is there at once."""
        future: Future[Any] = Future()
        future.set_result([Result(each.number, record_of(each)) for each in assignment.games])
        return future

    def close(self) -> None:
        """Nothing is to be given back."""


class Hurried(MadeUp):
    """Plays in several threads, in which games end in any order, those that somebody won first."""

    batch_seconds = 0.0  # games are assigned one by one

    def __init__(self, size: int) -> None:
        """So many threads."""
        self.size = size
        self._threads = ThreadPoolExecutor(size)

    def submit(self, assignment: Assignment, report: Any) -> Future[Any]:
        """Every game takes a moment."""
        return self._threads.submit(self._play, assignment.games)

    def _play(self, games: list[PlannedGame]) -> list[Result]:
        played = []
        for each in games:
            record = record_of(each)
            time.sleep(random.random() * (0.002 if record.winner is None else 0.0002))
            played.append(Result(each.number, record))
        return played

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(cancel_futures=True)


def record_of(game: PlannedGame) -> GameRecord:
    """A game that depends on its plan alone."""
    chance = random.Random(game.seed)
    moves = tuple(MoveRecord(chance.choice("abc") + chance.choice("123")) for _ in range(7))
    return GameRecord(
        game="tic_tac_toe",
        parameters={},
        agents=game.agents,
        opening=game.opening,
        moves=moves,
        winner=chance.choice([0, 1, None]),
        reason="made up",
        pair=game.pair,
        seed=game.seed,
    )
