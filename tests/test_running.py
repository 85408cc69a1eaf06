"""A search stops on its limits, on time, on cancel and on Ctrl-C, and tells how far it got."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from plyground.errors import InvalidLimitError
from plyground.kernel import (
    Monitor,
    enter_node,
    interpreted,
    run_ready,
    run_search,
    search_kernel,
    stop_requested,
)
from plyground.kernel.monitor import BEST_MOVE, LINE, LINE_LENGTH, SCORE
from plyground.vocabulary import Limit
from waiting import PATIENCE, wait_for

TOLERANCE = 0.5  # seconds; what it is really is for benchmarks to say
TRIES = 50  # of which one at least is not disturbed by the machine's other work


@search_kernel
def spin(monitor):
    """A loop that only a stop ends, and in which nothing but the stop flag is read."""
    rounds = 0
    while not stop_requested(monitor):
        rounds += 1
    return rounds


@search_kernel
def walk(monitor):
    """Enter nodes until told to stop."""
    while not enter_node(monitor):
        monitor[BEST_MOVE] = 3
    monitor[SCORE] = -12
    monitor[LINE_LENGTH] = 2
    monitor[LINE] = 3
    monitor[LINE + 1] = 4
    return 1


@search_kernel
def fail(monitor):
    return 1 // monitor[0]


def overrun(kernel) -> float:
    begun = time.perf_counter()
    run_search(kernel, Monitor(), limit=Limit(seconds=0.05))
    return time.perf_counter() - begun - 0.05


@pytest.mark.parametrize("kernel", [spin, walk])
def test_deadline_holds(kernel):
    kernel.prepare(Monitor().array)
    assert any(0 < overrun(kernel) < TOLERANCE for _ in range(TRIES))


def test_deadline_holds_interpreted():
    with interpreted():
        assert any(0 < overrun(walk) < TOLERANCE for _ in range(TRIES))


def nodes_of_a_fresh_kernel() -> int:
    @search_kernel
    def fresh(monitor):
        while not enter_node(monitor):
            pass
        return 1

    monitor = Monitor()
    run_search(fresh, monitor, limit=Limit(seconds=0.05))
    return monitor.statistics().nodes


def test_compilation_is_not_on_the_clock():
    assert any(nodes_of_a_fresh_kernel() > 10_000 for _ in range(TRIES))


def test_cancel_from_another_thread():
    monitor = Monitor()
    finished = []
    thread = threading.Thread(target=lambda: finished.append(run_search(walk, monitor)))
    thread.start()
    wait_for(lambda: monitor.statistics().nodes > 0)
    assert not finished
    monitor.stop()
    thread.join(PATIENCE)
    assert finished


def test_progress_is_visible_while_it_runs():
    monitor = Monitor()
    walk.prepare(monitor.array)
    thread = threading.Thread(target=lambda: run_search(walk, monitor))
    thread.start()
    seen = [0]
    for _ in range(3):
        wait_for(lambda: monitor.statistics().nodes > seen[-1])
        seen.append(monitor.statistics().nodes)
    monitor.stop()
    thread.join()
    assert 0 < seen[1] < seen[2] < seen[3]
    assert monitor.best_move == 3
    assert monitor.score == -12
    assert monitor.line == [3, 4]


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_node_limit_is_exact(mode):
    monitor = Monitor(Limit(nodes=1234))
    if mode == "compiled":
        run_search(walk, monitor)
    else:
        with interpreted():
            run_search(walk, monitor)
    assert monitor.statistics(2.0).nodes == 1234
    assert monitor.statistics(2.0).nodes_per_second == 617
    assert monitor.stopped


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_call_is_made_ready_and_runs_later(mode):
    monitor = Monitor(Limit(nodes=5))
    if mode == "compiled":
        call = walk.ready(monitor.array)
    else:
        with interpreted():
            call = walk.ready(monitor.array)
    assert monitor.statistics().nodes == 0
    assert run_ready(call, monitor) == 1
    assert monitor.statistics().nodes == 5


def test_other_threads_run_meanwhile():
    """Kernels do not hold the lock: Python makes progress while one spins, or hangs right here."""
    monitor = Monitor()
    spin.prepare(monitor.array)
    thread = threading.Thread(target=lambda: run_search(spin, monitor))
    thread.start()
    assert sum(1 for _ in range(100_000)) == 100_000
    assert thread.is_alive()
    monitor.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_error_in_a_kernel_is_raised():
    with pytest.raises(ZeroDivisionError):
        run_search(fail, Monitor(), limit=Limit(seconds=5))


def test_interrupt_stops_the_search():
    code = """
import threading
import plyground as pg
from plyground.kernel import Monitor
from plyground.search.perft import perft
from waiting import wait_for

game, monitor = pg.game("connect_four"), Monitor()

def tell():
    wait_for(lambda: monitor.statistics().nodes)
    print("searching", flush=True)

threading.Thread(target=tell, daemon=True).start()
perft(game, game.start(), 30, monitor)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=-1, stderr=-1, text=True, cwd=Path(__file__).parent
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in errors


@pytest.mark.parametrize(
    ("bounds", "says"),
    [
        ({"seconds": 0}, "seconds=0 must be positive"),
        ({"nodes": -5}, "nodes=-5 must be positive"),
        ({"depth": 2.5}, "depth=2.5 must be a whole number"),
        ({"seconds": "2"}, "seconds='2' is not a number"),
        ({"seconds": float("inf")}, "at most"),
        ({"seconds": float("nan")}, "positive"),
        ({"nodes": True}, "not a number"),
    ],
)
def test_senseless_limits_are_refused(bounds, says):
    with pytest.raises(InvalidLimitError, match=says):
        Limit(**bounds)
