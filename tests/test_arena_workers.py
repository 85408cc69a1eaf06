"""Worker processes that somebody kills or stops: games move to others, and none is changed."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, Future

import pytest

from arena_outcomes import outcomes
from plyground.errors import WorkerError, WorkerWarning
from plyground.pipes import is_stopped
from plyground.tournaments import (
    Conditions,
    ExecutorWorkplace,
    Store,
    local_workplace,
    make_plan,
    play_tournament,
)
from plyground.tournaments.worker import Assignment
from plyground.tournaments.worker_pool import Worker, WorkerPool, play_assignment

pytest_plugins = "interpreting"
pytestmark = pytest.mark.usefixtures("interpreted_processes")

PLAN = make_plan("tic_tac_toe", ["random", "minimax(depth=1)"], pairs=10)


@pytest.fixture(scope="module")
def undisturbed():
    return outcomes(play_tournament(PLAN, workplace=local_workplace(1)))


def at_the_start(monkeypatch, number: int, times: int) -> list[Worker]:
    """Send that signal to the first workers before they are ready; those that got it."""
    hit: list[Worker] = []
    wait = Worker.wait_until_ready

    def disturbed(worker: Worker) -> str | None:
        if len(hit) < times:
            hit.append(worker)
            os.kill(worker.process.pid, number)
        return wait(worker)

    monkeypatch.setattr(Worker, "wait_until_ready", disturbed)
    return hit


def test_a_worker_killed_while_it_starts_is_replaced(monkeypatch, undisturbed):
    killed = at_the_start(monkeypatch, signal.SIGKILL, 2)
    assert outcomes(play_tournament(PLAN, workplace=local_workplace(1))) == undisturbed
    assert len(killed) == 2


def test_workers_that_are_always_killed_end_in_one_line(monkeypatch):
    killed = at_the_start(monkeypatch, signal.SIGKILL, 100)
    with pytest.raises(WorkerError, match=r"could not be started: .* by SIGKILL") as raised:
        play_tournament(PLAN, workplace=local_workplace(1))
    assert "\n" not in str(raised.value)
    assert 3 <= len(killed) <= 6  # two assignments were under way


@pytest.mark.slow
def test_a_worker_stopped_while_it_starts_is_replaced(monkeypatch, undisturbed):
    monkeypatch.setattr("plyground.tournaments.worker_pool.STOPPED_SECONDS", 0.1)
    stopped = at_the_start(monkeypatch, signal.SIGSTOP, 1)
    assert outcomes(play_tournament(PLAN, workplace=local_workplace(1))) == undisturbed
    assert stopped[0].process.returncode == -signal.SIGKILL


def disturbing(number: int):
    """A workplace, and what sends a signal to its worker at each of its first two games."""
    workplace = local_workplace(1)
    pool: WorkerPool = workplace._pool
    seen = []

    def disturb(record):
        seen.append(record)
        if len(seen) <= 2:
            for worker in [*pool._busy, *pool._free]:
                os.kill(worker.process.pid, number)

    return workplace, disturb


def test_killed_workers_change_nothing(undisturbed):
    workplace, kill = disturbing(signal.SIGKILL)
    assert outcomes(play_tournament(PLAN, workplace=workplace, on_game=kill)) == undisturbed


def test_a_stopped_worker_is_nobodys_forfeit(monkeypatch, undisturbed):
    monkeypatch.setattr("plyground.tournaments.worker_pool.STOPPED_SECONDS", 0.1)
    workplace, stop = disturbing(signal.SIGSTOP)
    with pytest.warns(WorkerWarning, match=r"was stopped and stood still for .* another one plays"):
        records = play_tournament(PLAN, workplace=workplace, on_game=stop)
    assert outcomes(records) == undisturbed


def test_a_stopped_worker_takes_no_assignment_and_blocks_nobody(monkeypatch):
    monkeypatch.setattr("plyground.tournaments.worker_pool.STOPPED_SECONDS", 0.1)
    many = tuple(make_plan("tic_tac_toe", PLAN.agents, pairs=1000).games())  # more than a pipe has
    assignment = Assignment("tic_tac_toe", {}, Conditions(), many, ".")
    pool = WorkerPool()
    try:
        with pool.worker(".") as worker:
            os.kill(worker.process.pid, signal.SIGSTOP)
            told = []
            loss = worker.play(assignment, told.append, set())
    finally:
        pool.close()
    assert loss is not None
    assert not loss.stalled
    assert "stood still" in told[0]


@pytest.mark.slow
def test_a_worker_that_goes_on_in_time_keeps_its_games(monkeypatch, undisturbed):
    workplace, stop = disturbing(signal.SIGSTOP)
    stopped = []

    def let_go(child: int) -> bool:
        if found := is_stopped(child):
            stopped.append(child)
            os.kill(child, signal.SIGCONT)
        return found

    monkeypatch.setattr("plyground.tournaments.worker_pool.is_stopped", let_go)
    assert outcomes(play_tournament(PLAN, workplace=workplace, on_game=stop)) == undisturbed
    assert len(set(stopped)) == 1


@pytest.mark.slow
def test_time_in_which_the_arena_itself_stood_still_counts_for_nobody(monkeypatch, undisturbed):
    clock = {"now": 0.0}

    def leap() -> float:
        clock["now"] += 1000.0
        return clock["now"]

    monkeypatch.setattr("plyground.tournaments.worker_pool.time.monotonic", leap)
    assert outcomes(play_tournament(PLAN, workplace=local_workplace(1))) == undisturbed


def test_results_that_came_with_a_failure_are_kept(tmp_path):
    class Failing(Executor):
        """Plays everything but the last game."""

        def submit(self, _play, assignment):
            future = Future()
            if assignment.games[-1].number == PLAN.game_count - 1:
                future.set_exception(ValueError("broken"))
            else:
                future.set_result(play_assignment(assignment))
            return future

    with pytest.raises(WorkerError, match="broken"):
        play_tournament(PLAN, tmp_path / "r.db", workplace=ExecutorWorkplace(Failing(), 10))
    with Store(tmp_path / "r.db") as store:
        assert store.run().played == PLAN.game_count - 1
