"""Building an opening book, on all cores, to be continued after a stop or a crash.

    python -m plyground.solvers.connect_four.build --plies 8 --output connect_four_7x6.book

Threads share one table and take positions in the order of their keys, so that neighbours profit
from each other. What is solved is appended to OUTPUT.partial every few seconds, as pairs of
64-bit numbers; a new run continues from there. Only positions of the last ply are solved, the
earlier ones follow from them.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import PlygroundError
from plyground.kernel import Monitor
from plyground.solvers.connect_four.board import (
    Board,
    Discs,
    board_of,
    children_of,
    holds_four,
)
from plyground.solvers.connect_four.book import Book, write_book
from plyground.solvers.connect_four.search import (
    OPEN,
    Features,
    Memory,
    key_of,
    new_memories,
    plain_bounds,
    settle,
)
from plyground.solvers.connect_four.table import new_table

FLUSH_SECONDS = 3.0
FEATURES = Features()
Report = Callable[[int, int, float], None]


def is_open(discs: Discs, board: Board) -> bool:
    """Whether the game is neither over nor won at once, so that the book must know."""
    least, most = plain_bounds(*discs, board)
    return least < most


def levels(board: Board, plies: int) -> list[dict[int, Discs]]:
    """By ply, the open positions by key; of mirror images one.

    They may have been reached by players who missed a win.
    """
    running: dict[int, Discs] = {0: (0, 0)}
    found = [running]
    for _ in range(plies):
        level: dict[int, Discs] = {}
        for discs in running.values():
            for child in children_of(discs, board):
                key = key_of(*child, FEATURES, board)
                if key not in level and not holds_four(child[0] ^ child[1], board):
                    level[key] = child
        running = level
        found.append({key: discs for key, discs in level.items() if is_open(discs, board)})
    return found


def back_up(found: list[dict[int, Discs]], scores: dict[int, int], board: Board) -> dict[int, int]:
    """Scores of all levels out of those of the last."""
    scores = dict(scores)
    for level in reversed(found[:-1]):
        for key, discs in level.items():
            values = []
            for child in children_of(discs, board):
                least, most = plain_bounds(*child, board)
                known = least if least == most else scores[key_of(*child, FEATURES, board)]
                values.append(-known)
            scores[key] = max(values)
    return scores


class Partial:
    """The file in which a build keeps what it has solved: `[[key, score], ...]`."""

    def __init__(self, path: Path, board: Board, plies: int) -> None:
        """Opens the file; its first pair says what is being built."""
        self.path = path
        self.first = (board.width() * 100 + board.height(), plies)

    def read(self) -> dict[int, int]:
        """What earlier runs solved; a pair that was not written whole is dropped."""
        if not self.path.exists():
            self.path.write_bytes(np.array(self.first, "<i8").tobytes())
            return {}
        content = self.path.read_bytes()
        pairs = np.frombuffer(content[: len(content) // 16 * 16], "<i8").reshape(-1, 2).tolist()
        if not pairs or tuple(pairs[0]) != self.first:
            raise PlygroundError(f"{self.path} belongs to another book; delete it or move it away")
        os.truncate(self.path, 16 * len(pairs))
        return dict(pairs[1:])

    def append(self, pairs: list[tuple[int, int]]) -> None:
        """Add what was solved."""
        with self.path.open("ab") as file:
            file.write(np.array(pairs, "<i8").tobytes())
            file.flush()
            os.fsync(file.fileno())


class Crew:
    """Threads that solve positions and share a table."""

    def __init__(self, board: Board, todo: Iterable[tuple[int, Discs]], megabytes: float) -> None:
        """Nothing runs yet."""
        self.board = board
        self.todo = iter(todo)
        self.table = new_table(megabytes, board.width() * (board.height() + 1))
        self.lock = threading.Lock()
        self.solved: list[tuple[int, int]] = []
        self.monitors: list[Monitor] = []

    def start(self, threads: int) -> list[threading.Thread]:
        """The threads, running."""
        from plyground.solvers.connect_four import machine  # noqa: F401  tells Numba more

        self.monitors = [Monitor() for _ in range(threads)]
        memories = new_memories(threads, self.board, self.table)
        settle.prepare(*self._question((0, 0), memories[0], self.monitors[0]))
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

    def collect(self) -> list[tuple[int, int]]:
        """What was solved since the last call."""
        with self.lock:
            pairs, self.solved = self.solved, []
        return pairs

    def _question(self, discs: Discs, memory: Memory, watch: Monitor) -> tuple[Any, ...]:
        return (self.board, *discs, -OPEN, OPEN, FEATURES, memory, watch.array)

    def _work(self, memory: Memory, watch: Monitor) -> None:
        while not watch.stopped:
            with self.lock:
                item = next(self.todo, None)
            if item is None:
                return
            low, high = settle(*self._question(item[1], memory, watch))
            if low == high and not watch.stopped:
                with self.lock:
                    self.solved.append((item[0], int(low)))


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
    found = levels(board, plies)
    partial = Partial(path.with_name(path.name + ".partial"), board, plies)
    scores = partial.read()
    todo = [item for item in sorted(found[-1].items()) if item[0] not in scores]
    crew, begun = Crew(board, todo, megabytes), time.monotonic()
    running = crew.start(threads)
    try:
        while any(thread.is_alive() for thread in running):
            _wait(running, FLUSH_SECONDS)
            _save(crew, partial, scores)
            if report:
                report(len(scores), len(found[-1]), time.monotonic() - begun)
            if seconds is not None and time.monotonic() - begun > seconds:
                break
    finally:
        crew.stop()
        _wait(running, None)
        _save(crew, partial, scores)
    if len(scores) < len(found[-1]):
        return None
    everything = sorted(back_up(found, scores, board).items())
    keys = np.array([key for key, _ in everything], np.int64)
    book = Book(
        board.width(), board.height(), plies, keys, np.array([s for _, s in everything], np.int8)
    )
    write_book(book, path)
    return book


def _wait(running: list[threading.Thread], seconds: float | None) -> None:
    """Until all threads are done, or the time is up."""
    until = None if seconds is None else time.monotonic() + seconds
    for thread in running:
        thread.join(None if until is None else max(0.0, until - time.monotonic()))


def _save(crew: Crew, partial: Partial, scores: dict[int, int]) -> None:
    pairs = crew.collect()
    if pairs:
        partial.append(pairs)
        scores.update(pairs)


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
