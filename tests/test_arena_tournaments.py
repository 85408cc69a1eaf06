"""Tournaments as a library: watched, stopped, and played in any workplace."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from arena_outcomes import outcomes
from plyground.cluster.machines import LostWorkerError
from plyground.errors import InvalidParameterError, WorkerError
from plyground.tournaments import (
    ExecutorWorkplace,
    Tournament,
    local_workplace,
    make_plan,
    play_tournament,
)
from plyground.tournaments.worker_pool import play_assignment
from waiting import PATIENCE, wait_for

pytest_plugins = ("arena_bots", "interpreting")
pytestmark = pytest.mark.usefixtures("interpreted_processes")


def test_a_tournament_can_be_watched_and_stopped_from_outside(bots):
    plan = make_plan("tic_tac_toe", ["bots.py:Slow", "random"], pairs=50)
    seen = []
    tournament = Tournament(plan, workplace=local_workplace(2), on_game=seen.append)
    thread = threading.Thread(target=tournament.run)
    thread.start()
    live = []

    def watched() -> bool:
        live[:] = tournament.live()
        return bool(seen) and any(game.moves for game in live)

    wait_for(watched)
    tournament.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert 0 < tournament.progress.played < plan.game_count
    assert live[0].planned.agents in {plan.agents, plan.agents[::-1]}
    assert tournament.records[0] in seen


def test_a_tournament_that_was_stopped_before_it_ran():
    tournament = Tournament(make_plan("tic_tac_toe", ["random", "easy"]))
    tournament.stop()
    assert tournament.run() == []


def test_an_observer_that_fails_stops_the_tournament():
    def observe(record):
        raise KeyError("observer")

    plan = make_plan("tic_tac_toe", ["random", "random"], pairs=5)
    with pytest.raises(KeyError):
        play_tournament(plan, on_game=observe)


def test_any_executor_will_do():
    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=4)
    with ThreadPoolExecutor(2) as threads:
        records = play_tournament(plan, workplace=ExecutorWorkplace(threads, 2))
    assert outcomes(records) == outcomes(play_tournament(plan))


def test_an_executor_that_fails_ends_the_tournament():
    class Failing(Executor):
        def submit(self, *_arguments, **_named):
            future = Future()
            future.set_exception(ValueError("no such place"))
            return future

    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=1)
    with pytest.raises(WorkerError, match="no such place"):
        play_tournament(plan, workplace=ExecutorWorkplace(Failing(), 1))


def test_games_of_a_lost_worker_are_tried_again_then_given_up():
    class Losing(Executor):
        def submit(self, _play, assignment):
            future = Future()
            if assignment.games[0].number == 0:
                future.set_exception(LostWorkerError("gone"))
            else:
                future.set_result(play_assignment(assignment))
            return future

    plan = make_plan("tic_tac_toe", ["random", "minimax"], pairs=2)
    tournament = Tournament(plan, workplace=ExecutorWorkplace(Losing(), 1))
    assert len(tournament.run()) == 3
    assert tournament.unplayable == {0: "its worker was lost: gone"}


def test_workers_are_some():
    with pytest.raises(InvalidParameterError, match="workers=0"):
        local_workplace(0)
