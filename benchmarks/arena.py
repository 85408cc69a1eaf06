"""The arena: what a game costs beside the thinking, and the Connect Four report's Table I."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from plyground.arena import GameRecord, local_workplace, make_plan, play_tournament

FIRST = """
import plyground as pg

class First:
    def __init__(self, game):
        self.game = game
    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(self.game.legal(position)[0])
"""
REPORTED = 8 * 60 + 53  # seconds for 10,000 games in the report


def measure() -> Iterator[tuple[str, ...]]:
    """Rows of the table: what, measured, what it is compared with."""
    yield "a game beside the thinking, one worker", f"{overhead() * 1000:.2f} ms", "1 ms"
    yield "asking an agent in a process of its own", f"{asking() * 1e6:.0f} us", "-"
    with tempfile.TemporaryDirectory() as folder:
        plan = make_plan("connect_four", ["easy(depth=5)", "random"], pairs=5000)
        begun = time.monotonic()
        play_tournament(plan, Path(folder) / "results.db")
        seconds = time.monotonic() - begun
    yield "10,000 games, easy(depth=5) against random", f"{seconds:.1f} s", f"{REPORTED} s"


def overhead() -> float:
    """Seconds a game of tic-tac-toe between random players takes, their thinking left out."""
    ends: list[float] = []
    finished: list[GameRecord] = []

    def note(record: GameRecord) -> None:
        ends.append(time.monotonic())
        finished.append(record)

    plan = make_plan("tic_tac_toe", ["random", "random"], pairs=1000)
    play_tournament(plan, workplace=local_workplace(1), on_game=note)
    thinking = sum(move.statistics.seconds for record in finished for move in record.moves)
    return (ends[-1] - ends[0] - thinking) / len(finished)


def asking() -> float:
    """Seconds that a move of an agent in a user's file takes if the agent takes none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "first.py"
        file.write_text(FIRST)
        plan = make_plan("tic_tac_toe", [str(file), "random"], pairs=200)
        records = play_tournament(plan, workplace=local_workplace(1))
    sides = [(record, record.agents.index(str(file))) for record in records]
    taken = [
        move.statistics.seconds
        for record, side in sides
        for ply, move in enumerate(record.moves, len(record.opening))
        if ply % 2 == side
    ]
    return statistics.median(taken)


def main() -> None:
    """Print the rows: python -m benchmarks.arena"""
    for row in measure():
        print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
