"""The arena: what a game costs beside the thinking, and the Connect Four report's Table I."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from plyground.arena import GameRecord, local_workplace, make_plan, play_tournament

REPORTED = 8 * 60 + 53  # seconds for 10,000 games in the report


def measure() -> Iterator[tuple[str, ...]]:
    """Rows of the table: what, measured, what it is compared with."""
    yield "a game beside the thinking, one worker", f"{overhead() * 1000:.2f} ms", "1 ms"
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


def main() -> None:
    """Print the rows: python -m benchmarks.arena"""
    for row in measure():
        print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
