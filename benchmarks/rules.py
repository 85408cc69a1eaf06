"""Random playouts and perft: compiled against interpreted and against OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import plyground as pg
from benchmarks.open_spiel import rollouts
from benchmarks.timing import rate, readable
from plyground.kernel import Monitor, interpreted
from plyground.search.perft import perft
from plyground.search.playouts import random_playouts


@dataclass(frozen=True)
class Case:
    """A game to measure, its peer in OpenSpiel, and sizes that take about a second."""

    game: str
    peer: str
    playouts: int
    depth: int
    slow_playouts: int
    slow_depth: int


CASES = (
    Case("tic_tac_toe", "tic_tac_toe", 400_000, 8, 400, 5),
    Case("connect_four", "connect_four", 200_000, 8, 100, 4),
)


def measure() -> Iterator[tuple[str, ...]]:
    """Rows of the table, as they are measured."""
    for case in CASES:
        game = pg.game(case.game)
        playouts = rate(partial(play, game, case.playouts))
        positions = rate(partial(expand, game, case.depth))
        with interpreted():
            slow_playouts = rate(partial(play, game, case.slow_playouts), repeats=2)
            slow_positions = rate(partial(expand, game, case.slow_depth), repeats=2)
        peer = rate(partial(rollouts, case.peer, 20_000), repeats=3)
        yield (
            case.game,
            "random playouts",
            readable(playouts),
            f"{playouts / slow_playouts:.0f} x",
            f"{playouts / peer:.0f} x",
        )
        yield (
            case.game,
            "perft, positions expanded",
            readable(positions),
            f"{positions / slow_positions:.0f} x",
            "",
        )


def play(game: pg.Game, games: int) -> int:
    """Play random games; returns how many."""
    return random_playouts(game, game.start(), games, seed=1).games


def expand(game: pg.Game, depth: int) -> int:
    """Run perft; returns how many positions had their moves generated."""
    monitor = Monitor()
    perft(game, game.start(), depth, monitor)
    return monitor.statistics().expanded
