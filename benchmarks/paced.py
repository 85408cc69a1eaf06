"""Two threads in strict turns, so that what they gain does not depend on what else a machine does.

A thread that the machine does not let run holds moves which the other leaves for later, and then
looks at all the same. Here each looks at TURN nodes, then waits for the other, so the same search
always counts the same nodes. A node costs about as much with two threads as with one; so one
thread's nodes, divided by those of the first of two, say what two quiet cores would gain.

The monitors of both threads are parts of one array, and the cells that they share lie behind them:

    monitor of the first, PLACE, OWN | monitor of the second, PLACE, OWN | TURN_OF, ANY_DONE

"""

from __future__ import annotations

import os
import threading
import time
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from plyground.game import Game
from plyground.kernel import Monitor, compiled, enter_node
from plyground.kernel.monitor import BEST_MOVE, DEADLINE, NODES, STOP, peek, poke
from plyground.search import alphabeta
from plyground.search.runner import AlphaBetaSearch

TURN = 8  # nodes: little beside any move that is left for later
PLACE, OWN = DEADLINE + 1, DEADLINE + 2  # of the shared cells from here on; the thread's number
LENGTH = DEADLINE + 3
TURN_OF, ANY_DONE = 0, 1


def let_others_run() -> None:
    """Give the core to another thread."""
    time.sleep(0)


_yield = types.ExternalFunction("sched_yield", types.int32())


@overload(let_others_run, strict=False)
def _let_others_run() -> Any:
    return lambda: _yield()


@compiled
def enter_in_turn(monitor: Any) -> bool:
    """`enter_node`, once this thread has its turn; a monitor of the usual length never waits."""
    if monitor.shape[0] > OWN and peek(monitor, NODES) % TURN == 0:
        place, own = int(monitor[PLACE]), int(monitor[OWN])
        if peek(monitor, NODES) > 0:
            poke(monitor, place + TURN_OF, 1 - own)
        while peek(monitor, place + TURN_OF) != own and peek(monitor, place + ANY_DONE) == 0:
            let_others_run()
    return enter_node(monitor)


def take_turns() -> None:
    """Have this process count nodes in turns, on one core, where handing over is quick.

    To be called before anything is compiled, and where nothing is timed.
    """
    alphabeta.enter_node = enter_in_turn
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def paced_nodes(search: AlphaBetaSearch, game: Game[Any], position: Any, depth: int) -> int:
    """The nodes of the first of the search's two threads until it is done with that depth."""
    shared = np.zeros(2 * LENGTH + 2, np.int64)
    monitors = [shared[number * LENGTH :] for number in range(2)]
    calls = []
    for number, (monitor, arguments) in enumerate(
        zip(monitors, search.calls(game, position, depth), strict=True)
    ):
        monitor[[BEST_MOVE, PLACE, OWN]] = -1, (2 - number) * LENGTH, number
        calls.append(alphabeta.deepen.ready(*arguments, monitor))

    def work(number: int) -> None:
        calls[number]()
        shared[2 * LENGTH + ANY_DONE] = 1
        if number == 0:
            monitors[1][STOP] = 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return int(monitors[0][NODES])


def nodes_alone(search: AlphaBetaSearch, game: Game[Any], position: Any, depth: int) -> int:
    """The nodes of the search's only thread until it is done with that depth."""
    watch = Monitor()
    alphabeta.deepen(*search.call(game, position, depth), watch.array)
    return watch.statistics().nodes
