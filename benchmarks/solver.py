"""The Connect Four solver against BitBully, and what each of its parts is worth.

BitBully is no dependency: `make bench` installs it, as `pip install plyground[peers]` does. Run
alone with

    python -m benchmarks.solver            all tables; the empty board takes BitBully minutes
    python -m benchmarks.solver --quick    random positions alone, which takes a minute
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from plyground.games.connect_four import ConnectFour
from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.games.connect_four.solver.book import shipped_book
from plyground.games.connect_four.solver.search import Features
from plyground.games.connect_four.solver.solver import ConnectFourSolver
from plyground.kernel import popcount
from plyground.solvers.solver import Options

GAME = ConnectFour()
MEGABYTES = 512
PHASES = ((8, 14), (15, 27), (28, 41))
POSITIONS = 200
MANY = 5000
BEYOND_POSITIONS = 1000
QUICK_POSITIONS = 200
BEYOND_MEGABYTES = 64  # quickly emptied
SOON = 50  # milliseconds
FEATURED = "4444"  # moves after which the parts are switched off one by one


def after(moves: str) -> ConnectFourPosition:
    """The position that these columns lead to."""
    position = GAME.start()
    for move in moves:
        position = position.play(int(move) - 1)
    return position


def random_game(chance: random.Random, plies: int) -> str | None:
    """Columns of a random game that is not over after so many plies; None if it is."""
    position, moves = GAME.start(), ""
    for _ in range(plies):
        legal = GAME.legal(position)
        if not legal:
            return None
        move = chance.choice(legal)
        position, moves = position.play(move), moves + str(move + 1)
    return moves if GAME.legal(position) else None


def random_games(low: int, high: int, seed: int, number: int = POSITIONS) -> list[str]:
    """Games of random moves with so many discs."""
    chance, found = random.Random(seed), []
    while len(found) < number:
        moves = random_game(chance, chance.randint(low, high))
        if moves is not None:
            found.append(moves)
    return found


def timed(
    work: Callable[[list[Any]], list[int]],
    positions: list[Any],
    clock: Callable[[], float] = time.process_time,
) -> tuple[list[int], float]:
    """What `work` answers, and the mean seconds that a position takes, by that clock."""
    begun = clock()
    answers = work(positions)
    return answers, (clock() - begun) / len(positions)


def one_by_one(score: Callable[[Any], int]) -> Callable[[list[Any]], list[int]]:
    """The scores of several positions, with a call for each."""
    return lambda positions: [score(position) for position in positions]


def peer() -> tuple[Callable[[Any], int], Callable[[str], Any]] | None:
    """BitBully without its book: how it scores a board, and how it makes one."""
    if importlib.util.find_spec("bitbully") is None:
        return None
    bitbully = importlib.import_module("bitbully")
    solver = bitbully.BitBully(opening_book=None)
    return solver.mtdf, lambda moves: bitbully.Board([int(move) - 1 for move in moves])


def compare(name: str, games: list[str], at_once: bool = False) -> tuple[str, ...]:
    """One row: ours, BitBully's, how many times faster; refuses to time wrong scores."""
    solver, other = ConnectFourSolver(GAME, Options(MEGABYTES, 1)), peer()
    score = solver.score_many if at_once else one_by_one(solver.score)
    score([after("44444422334")])  # compiles
    solver.forget()
    scores, ours = timed(score, [after(moves) for moves in games])
    if other is None:
        return name, f"{ours * 1e3:.4g} ms", "not installed", ""
    wanted, theirs = timed(one_by_one(other[0]), [other[1](moves) for moves in games])
    assert scores == wanted, "the two solvers disagree"
    return name, f"{ours * 1e3:.4g} ms", f"{theirs * 1e3:.4g} ms", f"{theirs / ours:.1f}"


def measure(empty: bool = True) -> Iterator[tuple[str, ...]]:
    """Rows for positions by phase, one by one and at once, and for the empty board."""
    for low, high in PHASES:
        yield compare(f"{low} to {high} discs, mean of {POSITIONS}", random_games(low, high, 1))
    low, high = PHASES[-1]
    endings = random_games(low, high, 1, MANY)
    yield compare(f"{low} to {high} discs, {MANY} in one call", endings, at_once=True)
    if empty:
        yield compare("empty board", [""])


def measure_parts() -> Iterator[tuple[str, ...]]:
    """Rows for one part after the other switched off."""
    whole: tuple[int, float] | None = None
    for part in ("nothing", *Features._fields):
        features = Features() if part == "nothing" else Features()._replace(**{part: 0})
        solver = ConnectFourSolver(GAME, Options(MEGABYTES, 1), features=features)
        solver.score(after("44444422334"))
        begun = time.process_time()
        nodes = solver.score_bounds(after(FEATURED)).statistics.nodes
        seconds = time.process_time() - begun
        whole = whole or (nodes, seconds)
        yield (
            part,
            f"{nodes:,}",
            f"{seconds:.2f} s",
            *(f"{now / first:.2f}" for now, first in zip((nodes, seconds), whole, strict=True)),
        )


def measure_beyond_the_book(
    positions: int = BEYOND_POSITIONS, threads: int | None = 1
) -> Iterator[tuple[str, ...]]:
    """Rows for random positions around the last ply of the book, each with an empty table.

    By processor time; by the clock on the wall, if None leaves it to the solver who helps.
    """
    book = shipped_book(7, 6)
    assert book is not None
    solver = ConnectFourSolver(GAME, Options(BEYOND_MEGABYTES, threads), book=book)
    solver.score(after("44444422334"))
    clock = time.process_time if threads else time.perf_counter
    for plies in range(book.plies - 1, book.plies + 5):
        times = []
        for moves in random_games(plies, plies, 1, positions):
            solver.forget()
            times.append(1e3 * timed(one_by_one(solver.score), [after(moves)], clock)[1])
        times.sort()
        places = (len(times) // 2, len(times) * 95 // 100, -1)
        yield (
            f"{plies} plies, {len(times)} positions",
            *(f"{times[place]:.3g} ms" for place in places),
            f"{sum(taken < SOON for taken in times) / len(times):.2%}",
            "100%",
        )


def measure_threads() -> Iterator[tuple[str, ...]]:
    """Rows for one thread and two on the empty board, by the clock on the wall."""
    first = 0.0
    for threads in (1, 2):
        solver = ConnectFourSolver(GAME, Options(MEGABYTES, threads))
        solver.score(after("44444422334"))
        found = solver.score_bounds(GAME.start()).statistics
        first = first or found.seconds
        yield (
            str(threads),
            f"{found.nodes:,}",
            f"{found.seconds:.1f} s",
            f"{first / found.seconds:.2f}",
        )


Titled = tuple[str, tuple[str, ...], Callable[[], Iterator[tuple[str, ...]]]]


def tables(quick: bool = False) -> list[Titled]:
    """Title, columns and rows of each table; BitBully takes minutes for the empty board."""
    played = popcount(after(FEATURED).mine | after(FEATURED).theirs)
    positions = QUICK_POSITIONS if quick else BEYOND_POSITIONS
    found: list[Titled] = [
        (
            "Connect Four, exact scores without a book, one thread, processor time",
            ("positions", "Plyground", "BitBully", "times faster"),
            lambda: measure(empty=not quick),
        ),
        (
            "Connect Four, exact scores with the book, one thread, processor time",
            ("positions", "median", "95 of 100", "most", f"under {SOON} ms", "aim"),
            lambda: measure_beyond_the_book(positions),
        ),
        (
            "Connect Four, exact scores with the book, other cores help, by the clock on the wall",
            ("positions", "median", "95 of 100", "most", f"under {SOON} ms", "aim"),
            lambda: measure_beyond_the_book(positions, None),
        ),
        (
            f"One part of the Connect Four solver switched off, {played} discs in the centre",
            ("off", "nodes", "time", "times the nodes", "times the time"),
            measure_parts,
        ),
        (
            "The Connect Four solver's threads, empty board, by the clock on the wall",
            ("threads", "nodes", "time", "times faster"),
            measure_threads,
        ),
    ]
    return found[:3] if quick else found


def main() -> None:
    """Print the tables."""
    from benchmarks.__main__ import show

    for title, columns, rows in tables("--quick" in sys.argv):
        show(title, columns, rows())


if __name__ == "__main__":
    main()
