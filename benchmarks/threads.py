"""Two threads against one: the time that alpha-beta takes to the same depth, in every game.

Whole sets of positions, some random plies from the start: on a single one, which subtree the second
thread happens to finish first decides more than how well they share the work. Wants two idle cores.

    python -m benchmarks.threads            all games
    python -m benchmarks.threads konane     one of them
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.searches import Setting, decide, duration

AIM = 1.7
POSITIONS = 16
PLIES = 8
SETTINGS = (
    Setting("connect_four", "alphabeta(depth=18)"),
    Setting("konane", "alphabeta(depth=14)"),
    Setting("bamboo", "alphabeta(depth=6)"),
    Setting("cachex", "alphabeta(depth=8)"),
    Setting("othello", "alphabeta(depth=14)"),
)


def measure(games: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Rows of the table: what, one thread, two threads, how many times as fast."""
    for setting in SETTINGS:
        if games and setting.game not in games:
            continue
        seconds = {1: 0.0, 2: 0.0}
        for number in range(POSITIONS):
            opened = replace(setting, opening=random_moves(setting, number))
            for threads in seconds:  # in turn, so that what else the machine does hits both
                seconds[threads] += decide(opened, time.perf_counter, threads=threads)[1]
        one, two = seconds[1], seconds[2]
        yield str(setting), duration(one), duration(two), f"{one / two:.2f} x", f"{AIM} x"


def random_moves(setting: Setting, seed: int, plies: int = PLIES) -> str:
    """So many moves from the setting's position, by chance."""
    game, position = setting.begin()
    chance, moves = random.Random(seed), list[str]()
    while len(moves) < plies and (legal := game.legal(position)):
        move = chance.choice(legal)
        moves.append(game.format_move(move))
        position = position.play(move)
    return " ".join(moves)


def main() -> None:
    """Print the rows as they are measured."""
    for row in measure(tuple(sys.argv[1:])):
        print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
