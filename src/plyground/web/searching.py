"""Searchers: threads that search for clients, few at once, the others in a fair queue.

A search runs in a thread of its own and is watched through its monitor: whoever waits for it may
be cancelled at any moment, which stops the search and frees the searcher. Machine code runs
without Python's lock, so searches do not hold up the event loop; what runs interpreted does a
little, and only one such search runs at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

from plyground import __version__
from plyground.agents.presets import analyst_of
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.web.models import StatusView
from plyground.web.problems import BusyError, EndingError, failed

AT_ONCE = 4
MOST_WAITING = 32
MOST_GAMES = 100  # with their parameters, to be warmed and remembered
MOST_PREPARING = 8  # games at once whose machine code searches wait for
MOST_ABANDONED = 8  # searches whose clients have gone, but that still compile
NICENESS = 10  # searches give way to the event loop
SWITCH_SECONDS = 0.001  # how long a thread may keep Python's lock when another wants it
NOTICED_AFTER = 0.5  # seconds in which a stopped search ends, unless it is being compiled
ENDING = "the server ends; ask again once it is back"
T = TypeVar("T")


class Searchers:
    """A few searches at once; the rest waits, first come, first served."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        """Nothing is started before the first search."""
        self.at_once = at_once
        self.most_waiting = most_waiting
        self.running = 0
        self.waiting = 0
        self._places = asyncio.Semaphore(at_once)
        self._one_interpreted = asyncio.Lock()
        self._changing = threading.Lock()  # of the next three
        self._warmed: set[Game[Any]] = set()
        self._to_warm: Game[Any] | None = None
        self._is_warming = False
        self._interpreted: dict[Game[Any], bool] = {}
        self._preparing: dict[Game[Any], asyncio.Future[bool]] = {}
        self._abandoned: set[asyncio.Future[Any]] = set()  # still under way, for nobody
        self._searches: dict[asyncio.Future[Any], Monitor] = {}  # under way
        self._ending = False

    def status(self) -> StatusView:
        """How busy they are."""
        return StatusView(
            version=__version__,
            running=self.running,
            waiting=self.waiting,
            at_once=self.at_once,
        )

    def all_busy(self, is_interpreted: bool = False) -> bool:
        """Whether a new search would have to wait."""
        return self._places.locked() or (is_interpreted and self._one_interpreted.locked())

    @contextlib.asynccontextmanager
    async def place(self, is_interpreted: bool = False) -> AsyncIterator[None]:
        """A searcher for the length of the `with` block; `BusyError` if too many wait already.

        Of the searches that run interpreted only one is let in: they keep Python's lock busy.
        """
        if len(self._abandoned) >= MOST_ABANDONED:
            raise BusyError(
                f"{len(self._abandoned)} searches that nobody waits for are still ending; "
                "try again in a moment"
            )
        if self.all_busy(is_interpreted) and self.waiting >= self.most_waiting:
            raise BusyError(
                f"{self.running} searches are running and {self.waiting} are waiting; "
                "try again in a moment"
            )
        async with contextlib.AsyncExitStack() as turns:
            self.waiting += 1
            try:
                if is_interpreted:
                    await turns.enter_async_context(self._one_interpreted)
                await turns.enter_async_context(self._places)
            finally:
                self.waiting -= 1
            self.running += 1
            try:
                yield
            finally:
                self.running -= 1

    async def run(self, work: Callable[[], T], monitor: Monitor) -> T:
        """What `work` returns, having run in a thread; must be inside `place`.

        Cancelling this stops the monitor and waits a moment for the thread to notice. When the
        server ends, it is an `EndingError`.
        """
        if self._ending:
            raise EndingError(ENDING)
        future = in_thread(work)
        self._searches[future] = monitor
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            monitor.stop()
            self._abandoned.add(future)
            future.add_done_callback(self._abandoned.discard)
            await asyncio.wait({future}, timeout=NOTICED_AFTER)
            raise
        finally:
            del self._searches[future]

    async def interprets(self, game: Game[Any]) -> bool:
        """Whether the rules of `game` run interpreted; may take seconds, once for each game."""
        if game not in self._interpreted:
            if len(self._interpreted) >= MOST_GAMES:
                self._interpreted.clear()
            self._interpreted[game] = await asyncio.shield(self._prepared(game))
        return self._interpreted[game]

    def _prepared(self, game: Game[Any]) -> asyncio.Future[bool]:
        """What `runs_interpreted` will say; goes on even if nobody waits, so few are begun."""
        if game not in self._preparing:
            if len(self._preparing) >= MOST_PREPARING:
                raise BusyError(
                    f"machine code is being made for {MOST_PREPARING} games; try again in a moment"
                )
            self._preparing[game] = future = in_thread(partial(runs_interpreted, game))
            future.add_done_callback(lambda _: self._preparing.pop(game))
        return self._preparing[game]

    def warm(self, game: Game[Any]) -> None:
        """Have machine code for `game` made ready in the background, once.

        One game at a time; of those that wait, only the one that was asked for last.
        """
        with self._changing:
            if game in self._warmed or len(self._warmed) >= MOST_GAMES:
                return
            self._to_warm = game
            if self._is_warming:
                return
            self._is_warming = True
        threading.Thread(target=self._warm_in_turn, name="warming", daemon=True).start()

    def _warm_in_turn(self) -> None:
        lower_priority()
        while True:
            with self._changing:
                game, self._to_warm = self._to_warm, None
                self._is_warming = game is not None
                if game is None:
                    return
                self._warmed.add(game)
            make_ready(game)

    def close(self) -> None:
        """Stop every search, and wait for none: threads end by themselves."""
        self._ending = True
        for future, monitor in self._searches.items():
            monitor.stop()
            if not future.done():
                future.set_exception(EndingError(ENDING))


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """What `work` will return, run safely in a thread that keeps no server from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    future.add_done_callback(lambda done: done.cancelled() or done.exception())  # for nobody

    def settle(set_it: Callable[[Any], None], what: Any) -> None:
        if not future.done():
            set_it(what)

    def run() -> None:
        lower_priority()
        try:
            outcome: tuple[Callable[[Any], None], Any] = (future.set_result, safely(work))
        except PlygroundError as error:
            outcome = (future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, name="searcher", daemon=True).start()
    return future


def safely(work: Callable[[], T]) -> T:
    """What `work` returns; whatever it raises, even `SystemExit`, is an error of ours."""
    try:
        return work()
    except PlygroundError:
        raise
    except BaseException as error:
        raise failed(error) from None


def runs_interpreted(game: Game[Any]) -> bool:
    """Whether there is no machine code for the rules of `game`."""
    import numpy as np

    from plyground.search.buffers import move_buffer
    from plyground.search.playouts import play_randomly

    tally, watch = np.zeros(3, np.int64), Monitor()
    return not play_randomly.prepare(game.start(), 1, 1, move_buffer(game), tally, watch.array)


def make_ready(game: Game[Any]) -> None:
    """Search a little; what goes wrong will go wrong again where somebody sees it."""
    with contextlib.suppress(Exception):
        from plyground.agents import agent

        runs_interpreted(game)
        for spec in (f"{analyst_of(game)}(memory=1)", "casual"):
            with agent(game, spec) as warmed:
                warmed.prepare(game.start())


def lower_priority() -> None:
    """Let other threads of this process go first, where the system can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def shorten_switch_interval() -> None:
    """Have interpreted threads hand Python's lock over sooner, so that clicks do not wait."""
    sys.setswitchinterval(SWITCH_SECONDS)
