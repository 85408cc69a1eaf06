"""Searchers: threads that search for clients, few at once, the others in turn (`turns.py`).

A search runs in a thread of its own and is watched through its monitor: whoever waits for it may
be cancelled at any moment, which stops the search. Its turn ends when its thread does, which may
still be compiling. Machine code runs without Python's lock, so searches do not hold up the event
loop; what runs interpreted does a little, and only one such search runs at a time. On a machine
without threads, searches run in parts (`parts.py`), and nothing is made ready ahead.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import importlib
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import Any, TypeVar

from plyground import __version__
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.kernel import Monitor, machine, prebuilt
from plyground.kernel.compiling import Compilation, reporting
from plyground.web.compiler import BackgroundCompiler, Task, everything
from plyground.web.models import CompilingView, StatusView
from plyground.web.parts import Work, aside, at_once, in_parts, safely
from plyground.web.problems import EndingError
from plyground.web.readiness import STAGES, runs_interpreted
from plyground.web.turns import Turn, Turns

AT_ONCE = 4
MOST_WAITING = 32
READS_AT_ONCE = 2  # requests that are read, with the rules: all of it under Python's lock
MOST_READS_WAITING = 1000  # more than connections can have
MOST_GAMES = 100  # with their parameters, to be warmed and remembered
NICENESS = 10  # searches give way to the event loop
LOADED = ("play", "hint")  # stages that the server itself has ready, once they are compiled
COMPILED_WITHIN = 120.0  # seconds in which another process has compiled them, or we do it
SWITCH_SECONDS = 0.001  # how long a thread may keep Python's lock when another wants it
ENDING = "the server ends; ask again once it is back"
T = TypeVar("T")


class Searchers:
    """A few searches at once; the rest waits in turn."""

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        """Nothing is started before the first search."""
        self.turns = Turns(at_once, most_waiting)
        self.reads = Turns(READS_AT_ONCE, MOST_READS_WAITING, counts_time=True)
        self.compiler = BackgroundCompiler()
        self._compiling: dict[int, tuple[Game[Any], Compilation]] = {}  # by thread
        self._changing = threading.Lock()  # of the next three
        self._warmed: set[Game[Any]] = set()
        self._to_warm: Game[Any] | None = None
        self._is_warming = False
        self._interpreted: dict[Game[Any], bool] = {}
        self._preparing: dict[Game[Any], asyncio.Future[bool]] = {}
        self._searches: dict[asyncio.Future[Any], Monitor] = {}  # under way, or left by everybody
        self._ending = False

    @property
    def running(self) -> int:
        """Searches under way."""
        return len(self.turns.taken)

    @property
    def waiting(self) -> int:
        """Searches in the queue."""
        return len(self.turns.wanted)

    def status(self) -> StatusView:
        """How busy they are."""
        return StatusView(
            version=__version__,
            running=self.running,
            waiting=self.waiting,
            at_once=self.turns.at_once,
            compiling=[view for game in self.games_compiled() if (view := self.compiling(game))],
        )

    # --- what is being compiled ---------------------------------------------------------------

    @contextlib.contextmanager
    def reporting(self, game: Game[Any], tell: Callable[[bool], object] = bool) -> Iterator[None]:
        """Have `compiling` tell what this thread compiles for `game` inside the `with` block.

        `tell` is called when that begins, with true, and when it has ended.
        """
        thread = threading.get_ident()

        def note(found: Compilation | None) -> None:
            if found is None:
                self._compiling.pop(thread, None)
            else:
                self._compiling[thread] = game, found
            tell(found is not None)

        try:
            with reporting(note):
                yield
        finally:
            self._compiling.pop(thread, None)

    def games_compiled(self) -> list[Game[Any]]:
        """The games for which something is being compiled."""
        return list(dict.fromkeys(game for game, _ in list(self._compiling.values())))

    def compiling(self, game: Game[Any]) -> CompilingView | None:
        """What is being compiled for a game, the last to begin; None if nothing is."""
        found = [each for of, each in list(self._compiling.values()) if of == game]
        if not found:
            return None
        latest = max(found, key=lambda each: each.begun)
        return CompilingView(
            game=game.title,
            what=latest.title,
            expected=round(latest.expected, 1),
            passed=round(latest.passed, 1),
        )

    # --- searching ----------------------------------------------------------------------------

    async def read(self, work: Callable[[], T], client: Hashable) -> T:
        """Return what short work finds, run in a thread once it was the client's turn to read."""
        turn = await self.reads.take(client)
        try:
            return await aside(work)
        finally:
            self.reads.end(turn)

    async def in_turn(
        self,
        work: Callable[[], T],
        monitor: Monitor,
        client: Hashable,
        is_interpreted: bool = False,
    ) -> T:
        """What `work` returns, having run in a thread once it was the client's turn.

        `BusyError` if too many wait, `EndingError` if the server ends. Cancelling this stops the
        monitor.
        """
        turn = await self.turns.take(client, is_interpreted)
        try:
            return await asyncio.shield(self.begin(work, monitor, turn))
        finally:
            monitor.stop()

    def begin(self, work: Work[T], monitor: Monitor, turn: Turn) -> asyncio.Future[T]:
        """What `work` will return, begun in a thread; the turn ends when the thread does."""
        if self._ending:
            self.turns.end(turn)
            raise EndingError(ENDING)
        future = in_thread(work)
        self._searches[future] = monitor

        def end(ended: asyncio.Future[T]) -> None:
            del self._searches[ended]
            self.turns.end(turn)

        future.add_done_callback(end)
        return future

    async def interprets(self, game: Game[Any], client: Hashable) -> bool:
        """Whether the rules of `game` run interpreted; may take seconds, once for each game."""
        if game in self._interpreted:
            return self._interpreted[game]
        if game not in self._preparing:  # goes on even if this client leaves: others may wait, too
            self._preparing[game] = asyncio.ensure_future(self._prepare(game, client))
            self._preparing[game].add_done_callback(for_nobody)
            self._preparing[game].add_done_callback(lambda _: self._preparing.pop(game))
        return await asyncio.shield(self._preparing[game])

    async def _prepare(self, game: Game[Any], client: Hashable) -> bool:
        found = await self.in_turn(partial(self._finds_interpreted, game), Monitor(), client)
        if len(self._interpreted) >= MOST_GAMES:
            self._interpreted.clear()
        self._interpreted[game] = found
        return found

    def _finds_interpreted(self, game: Game[Any]) -> bool:
        with self.reporting(game):
            return runs_interpreted(game)

    def compile_ahead(self) -> None:
        """Have machine code of all games made in the background, where there is none yet."""

        def add() -> None:
            lower_priority()
            self.compiler.add(everything())  # imports all games, which nobody should wait for

        threading.Thread(target=add, name="ahead", daemon=True).start()

    def warm(self, game: Game[Any]) -> None:
        """Have machine code for `game` made ready in the background, once.

        One game at a time; of those that wait, only the one that was asked for last.
        """
        if not machine.has_threads():
            return
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
            make_ready(game, self.compiler)

    def close(self) -> None:
        """Stop every search, and wait for none: threads end by themselves."""
        self._ending = True
        self.compiler.close()
        for future, monitor in self._searches.items():
            monitor.stop()
            if not future.done():
                future.set_exception(EndingError(ENDING))


def in_thread(work: Work[T]) -> asyncio.Future[T]:
    """What `work` will find, run safely in a thread that keeps no server from ending."""
    if not machine.has_threads():
        return _without_thread(work)
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    future.add_done_callback(for_nobody)

    def settle(set_it: Callable[[Any], None], what: Any) -> None:
        if not future.done():
            set_it(what)

    def run() -> None:
        lower_priority()
        try:
            outcome: tuple[Callable[[Any], None], Any] = (
                future.set_result,
                safely(partial(at_once, work)),
            )
        except PlygroundError as error:
            outcome = (future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, name="searcher", daemon=True).start()
    return future


def _without_thread(work: Work[T]) -> asyncio.Future[T]:
    """What `work` will find, run in parts on the event loop."""
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    future.add_done_callback(for_nobody)

    async def run() -> None:
        try:
            found = await in_parts(work)
            if not future.done():
                future.set_result(found)
        except PlygroundError as error:
            if not future.done():
                future.set_exception(error)

    task = asyncio.ensure_future(run())
    future.add_done_callback(lambda _: task)  # kept as long as somebody waits
    return future


def for_nobody(done: asyncio.Future[Any]) -> None:
    """Take note of what a future raised, so that none complains where nobody waits for it."""
    if not done.cancelled():
        done.exception()


def make_ready(game: Game[Any], compiler: BackgroundCompiler) -> None:
    """Load what a game needs, once it is compiled elsewhere.

    What goes wrong will go wrong again where somebody sees it.
    """
    with contextlib.suppress(Exception):
        compiler.open(game)
        if not prebuilt.is_there():
            importlib.import_module("plyground.kernel.bridge")  # Numba, which takes a second
        for stage in LOADED:
            compiler.wait(Task.of(game, stage), COMPILED_WITHIN)
            STAGES[stage](game)


def lower_priority() -> None:
    """Let other threads of this process go first, where the system can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def return_memory() -> None:
    """Give memory that nothing refers to back to the system.

    Searches that were broken off refer to themselves, and glibc keeps what is freed.
    """
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)


def shorten_switch_interval() -> None:
    """Have interpreted threads hand Python's lock over sooner, so that clicks do not wait."""
    sys.setswitchinterval(SWITCH_SECONDS)
