"""Calls on machines: each answered once, whatever happens to workers."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future

import pytest

from lossy_machines import LossyMachines
from plyground.cluster.calls import ATTEMPTS, Calls, call_all
from plyground.cluster.machines import LostWorkerError, Threads
from plyground.cluster.same_code import check_same_code
from plyground.errors import InvalidParameterError, UsageError, WorkerError
from plyground.tournaments import chosen_workplace


def test_answers_come_in_order():
    with Threads(3) as machines:
        seen: list[int] = []
        assert call_all(machines, divmod, ((n, 7) for n in range(20)), seen.append) == [
            divmod(n, 7) for n in range(20)
        ]
    assert sorted(seen) == list(range(20))


def test_nothing_to_do():
    with Threads(1) as machines:
        assert call_all(machines, divmod, []) == []


def test_what_is_lost_is_asked_again_and_counted_once():
    called: Counter[int] = Counter()

    def note(number: int) -> int:
        called[number] += 1
        return number

    with LossyMachines(2, lose=lambda count: count % 3 == 0) as machines:
        calls: Calls[int] = Calls(machines)
        for number in range(10):
            calls.make(number, note, number)
        found = [answer for _ in range(100) if len(calls) for answer in calls.take(1)]
    assert sorted(found) == [(number, number) for number in range(10)]
    assert calls.repeated >= 3
    assert sum(called.values()) == 10 + calls.repeated  # workers were lost after their work


def test_a_call_whose_workers_always_die_is_given_up():
    with (
        LossyMachines(1, lose=lambda _count: True) as machines,
        pytest.raises(WorkerError, match="LostWorkerError: gone"),
    ):
        call_all(machines, divmod, [(1, 1)])
    assert machines.count == ATTEMPTS


def test_an_error_of_the_work_is_explained():
    with Threads(1) as machines:
        with pytest.raises(WorkerError, match="cannot be done there: ZeroDivisionError"):
            call_all(machines, divmod, [(1, 0)])
        with pytest.raises(InvalidParameterError):
            call_all(machines, Threads, [(0,)])


def test_what_came_with_an_error_is_not_lost():
    class AtOnce(Threads):
        def call(self, function, *arguments):
            future = super().call(function, *arguments)
            future.exception()
            return future

    with AtOnce(1) as machines:
        calls: Calls[int] = Calls(machines)
        for number, divisor in enumerate((1, 0, 2)):
            calls.make(number, divmod, 6, divisor)
        assert calls.take(1) == [(0, (6, 0)), (2, (3, 0))]
        assert len(calls) == 1
        with pytest.raises(WorkerError, match="ZeroDivisionError"):
            calls.take(1)
        assert len(calls) == 0


def test_room_keeps_everybody_busy():
    class Silent(Threads):
        def call(self, function, *arguments):
            return Future()

    with Silent(8) as machines:
        calls: Calls[int] = Calls(machines)
        assert calls.room == 10
        calls.make(1, divmod, 1, 1)
        assert calls.room == 9
        assert calls.take(0.01) == []
        assert set(calls.seconds_of()) == {1}


def test_other_code_is_refused():
    check_same_code("a", "a", "tic-tac-toe")
    with pytest.raises(WorkerError, match="other code for tic-tac-toe"):
        check_same_code("a", "b", "tic-tac-toe")


def test_a_cluster_or_processes_but_not_both():
    with pytest.raises(UsageError, match="a cluster has workers of its own"):
        chosen_workplace(2, "tcp://127.0.0.1:1")


def test_a_lost_worker_is_no_other_error():
    assert not issubclass(LostWorkerError, WorkerError)
