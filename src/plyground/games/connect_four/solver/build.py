"""Building an opening book, on all cores, to be continued after a stop or a crash.

    python -m plyground.games.connect_four.solver.build --plies 8 --output connect_four_7x6.book

Threads share one table and take positions in the order of their keys, a few at once, so that
neighbours profit from each other. What is solved is appended to OUTPUT.partial every few seconds,
each with a checksum; a new run continues from there, and a complete one removes the file. Only
positions of the last ply are solved, the earlier ones follow from them.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import PlygroundError
from plyground.folders import read_whole
from plyground.games.connect_four.solver.board import Board, board_of
from plyground.games.connect_four.solver.book import Book, write_book
from plyground.games.connect_four.solver.levels import back_up, discs_of, open_positions
from plyground.games.connect_four.solver.search import (
    EVERYTHING,
    OPEN,
    Memory,
    new_memories,
    settle,
)
from plyground.games.connect_four.solver.table import new_table
from plyground.kernel import Monitor, search_kernel
from plyground.kernel.monitor import STOP, peek

FLUSH_SECONDS = 3.0
BATCH = 16  # positions that a thread takes at once
Report = Callable[[int, int, float], None]


@search_kernel
def settle_each(
    board: Any, keys: Any, scores: Any, features: Any, memory: Any, monitor: Any
) -> int:
    """How many of the positions were solved before a stop; writes their scores."""
    for place in range(keys.shape[0]):
        mine, mask = discs_of(int(keys[place]), board)
        low, _ = settle(board, mine, mask, -OPEN, OPEN, features, memory, monitor)
        if peek(monitor, STOP) != 0:
            return place
        scores[place] = low
    return int(keys.shape[0])


def checked(pairs: Any) -> Any:
    """The pairs of key and score with a checksum of 55 bits above each score's 8."""
    keys, scores = np.asarray(pairs, np.int64).reshape(-1, 2).T.astype(np.uint64)
    check = keys * np.uint64(0x9E3779B97F4A7C15) ^ scores * np.uint64(0xBF58476D1CE4E5B9)
    low = scores & np.uint64(255)
    return np.stack([keys, (check >> np.uint64(9)) << np.uint64(8) | low], axis=1).astype(np.int64)


class Partial:
    """The file in which a build keeps what it has solved: one pair of its own, then `checked`."""

    def __init__(self, path: Path, board: Board, plies: int) -> None:
        """Opens the file; its first pair says what is being built."""
        self.path = path
        self.first = (board.width() * 100 + board.height(), plies)

    def read(self) -> Any:
        """What earlier runs solved; a pair that was not written whole is dropped."""
        try:
            if not self.path.exists():
                self.path.write_bytes(np.array(self.first, "<i8").tobytes())
            content = read_whole(self.path)
        except OSError as error:
            raise PlygroundError(f"cannot write {self.path}: {error.strerror}") from error
        stored = np.frombuffer(content[: len(content) // 16 * 16], "<i8").reshape(-1, 2)
        pairs = np.stack([stored[1:, 0], stored[1:, 1].astype(np.int8)], axis=1)
        if len(stored) == 0 or not (checked(pairs) == stored[1:]).all():
            raise PlygroundError(f"{self.path} is damaged; delete it to begin anew")
        if tuple(stored[0].tolist()) != self.first:
            raise PlygroundError(f"{self.path} belongs to another book; delete it or move it away")
        os.truncate(self.path, 16 * len(stored))
        return pairs

    def append(self, pairs: Any) -> None:
        """Add what was solved."""
        with self.path.open("ab") as file:
            file.write(checked(pairs).astype("<i8").tobytes())
            file.flush()
            os.fsync(file.fileno())


class SolverThreads:
    """Threads that solve positions and share a table."""

    def __init__(self, board: Board, keys: Any, megabytes: float) -> None:
        """Nothing runs yet."""
        self.board = board
        self.batches = iter(range(0, len(keys), BATCH))
        self.keys = keys
        self.table = new_table(megabytes, board.width() * (board.height() + 1))
        self.lock = threading.Lock()
        self.solved: list[Any] = []  # pairs of key and score, by batch
        self.monitors: list[Monitor] = []

    def start(self, threads: int) -> list[threading.Thread]:
        """The threads, running."""
        self.monitors = [Monitor() for _ in range(threads)]
        memories = new_memories(threads, self.board, self.table)
        nothing = np.zeros(0, np.int64)
        settle_each.prepare(*self._question(nothing, nothing, memories[0], self.monitors[0]))
        running = [
            threading.Thread(target=self._work, args=pair, daemon=True)
            for pair in zip(memories, self.monitors, strict=True)
        ]
        for thread in running:
            thread.start()
        return running

    def stop(self) -> None:
        """Ask the threads to return."""
        for watch in self.monitors:
            watch.stop()

    def collect(self) -> Any:
        """What was solved since the last call, as pairs."""
        with self.lock:
            batches, self.solved = self.solved, []
        return np.concatenate([np.zeros((0, 2), np.int64), *batches])

    def _question(self, keys: Any, scores: Any, memory: Memory, watch: Monitor) -> tuple[Any, ...]:
        return (self.board, keys, scores, EVERYTHING, memory, watch.array)

    def _work(self, memory: Memory, watch: Monitor) -> None:
        while not watch.stopped:
            with self.lock:
                first = next(self.batches, None)
            if first is None:
                return
            keys = self.keys[first : first + BATCH]
            scores = np.zeros_like(keys)
            number = settle_each(*self._question(keys, scores, memory, watch))
            with self.lock:
                self.solved.append(np.stack([keys, scores], axis=1)[:number])


class Solved:
    """The scores of positions with these keys, as far as they are known."""

    def __init__(self, keys: Any) -> None:
        """None is known."""
        self.keys = keys
        self.scores = np.full(len(keys), OPEN, np.int8)

    def add(self, pairs: Any) -> None:
        """Note scores by key."""
        self.scores[np.searchsorted(self.keys, pairs[:, 0])] = pairs[:, 1]

    @property
    def missing(self) -> Any:
        """The keys of the others."""
        return self.keys[self.scores == OPEN]


def build(
    path: Path,
    board: Board,
    plies: int,
    threads: int,
    megabytes: float,
    seconds: float | None = None,
    report: Report | None = None,
) -> Book | None:
    """The book, also written to `path`; None if the time was up before it was complete."""
    levels = open_positions(board, plies)
    partial = Partial(path.with_name(path.name + ".partial"), board, plies)
    solved, begun, earlier = Solved(levels[-1]), time.monotonic(), partial.read()
    if not np.isin(earlier[:, 0], solved.keys).all():
        raise PlygroundError(f"{partial.path} is damaged; delete it to begin anew")
    solved.add(earlier)
    solvers = SolverThreads(board, solved.missing, megabytes)

    def tell() -> None:
        if report:
            done = len(solved.keys) - len(solved.missing)
            report(done, len(solved.keys), time.monotonic() - begun)

    running = solvers.start(threads)
    try:
        while any(thread.is_alive() for thread in running):
            _wait(running, FLUSH_SECONDS)
            _save(solvers, partial, solved)
            tell()
            if seconds is not None and time.monotonic() - begun > seconds:
                break
    finally:
        solvers.stop()
        _wait(running, None)
        _save(solvers, partial, solved)
    tell()
    if len(solved.missing):
        return None
    book = book_of(levels, solved.scores, board)
    write_book(book, path)
    partial.path.unlink()
    return book


def book_of(levels: list[Any], scores: Any, board: Board) -> Book:
    """The book of all levels, of which the last has these scores."""
    by_level = [scores]
    for keys, later in zip(levels[-2::-1], levels[:0:-1], strict=True):
        earlier = np.zeros(len(keys), np.int8)
        back_up(board, keys, later, by_level[-1], earlier)
        by_level.append(earlier)
    keys = np.concatenate(levels[::-2])
    order = np.argsort(keys)
    held = np.concatenate(by_level[::2])[order]
    return Book(board.width(), board.height(), len(levels) - 1, keys[order], held)


def _wait(running: list[threading.Thread], seconds: float | None) -> None:
    """Until all threads are done, or the time is up."""
    until = None if seconds is None else time.monotonic() + seconds
    for thread in running:
        thread.join(None if until is None else max(0.0, until - time.monotonic()))


def _save(solvers: SolverThreads, partial: Partial, solved: Solved) -> None:
    pairs = solvers.collect()
    if len(pairs):
        partial.append(pairs)
        solved.add(pairs)


def print_progress(done: int, total: int, seconds: float) -> None:
    """One line on standard error."""
    print(f"{done:,} of {total:,} positions, {seconds:.0f} s", file=sys.stderr, flush=True)


def main() -> int:
    """The command line, for machines without Plyground's other dependencies."""
    parser = argparse.ArgumentParser(description="Build an opening book for Connect Four.")
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--width", type=int, default=7)
    parser.add_argument("--height", type=int, default=6)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--memory", type=float, default=1024, help="megabytes of table")
    parser.add_argument("--seconds", type=float, help="stop after so long; a new run continues")
    parser.add_argument("--output", type=Path, required=True)
    wish = parser.parse_args()
    board = board_of(wish.width, wish.height)
    book = build(
        wish.output, board, wish.plies, wish.threads, wish.memory, wish.seconds, print_progress
    )
    print("complete" if book else "not complete: run the same command again to continue")
    return 0 if book else 3


if __name__ == "__main__":
    sys.exit(main())
