"""Two threads against one: the time that alpha-beta takes to the same depth, in every game.

Whole sets of positions, some random plies from the start: on a single one, which subtree the second
thread happens to finish first decides more than how well they share the work. Wants two idle cores.

    python -m benchmarks.threads            all games
    python -m benchmarks.threads konane     one of them
    python -m benchmarks.threads --paced    nodes instead of time, on any machine: see `paced`
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import plyground as pg
from benchmarks.searches import Setting, decide, duration
from benchmarks.timing import readable
from plyground.agents import agent, parse_spec
from plyground.agents.searching import SearchingAgent
from plyground.agents.spec import Spec
from plyground.search.runner import AlphaBetaSearch

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


def measure_paced(games: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Rows of the table: what, one thread's nodes, those of the first of two, the gain."""
    from benchmarks.paced import nodes_alone, paced_nodes, take_turns

    take_turns()
    for setting in SETTINGS:
        if games and setting.game not in games:
            continue
        one = two = 0
        for number in range(POSITIONS):
            opened = replace(setting, opening=random_moves(setting, number))
            one += nodes_alone(*question(opened, threads=1))
            two += paced_nodes(*question(opened, threads=2))
        yield str(setting), readable(one), readable(two), f"{one / two:.2f} x", f"{AIM} x"


def question(setting: Setting, threads: int) -> tuple[AlphaBetaSearch, pg.Game[Any], Any, int]:
    """A new search with so many threads, game, position and depth of the setting."""
    game, position = setting.begin()
    spec = parse_spec(setting.agent)
    player = agent(game, str(Spec(spec.name, {**spec.arguments, "threads": threads})))
    assert isinstance(player, SearchingAgent)
    assert isinstance(player.search, AlphaBetaSearch)
    assert player.limit.depth is not None
    return player.search, game, position, player.limit.depth


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
    games = tuple(name for name in sys.argv[1:] if name != "--paced")
    for row in measure_paced(games) if "--paced" in sys.argv else measure(games):
        print("  " + " | ".join(row), flush=True)


if __name__ == "__main__":
    main()
