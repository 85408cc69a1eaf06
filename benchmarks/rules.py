"""Random playouts and perft: compiled against interpreted and against OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import plyground as pg
from benchmarks.open_spiel import rollouts
from benchmarks.timing import rate, rates, readable
from plyground.kernel import Monitor, interpreted
from plyground.search.perft import perft
from plyground.search.playouts import random_playouts


@dataclass(frozen=True)
class Case:
    """A game to measure, and sizes that take about a second.

    The peer is the same game in OpenSpiel, or the nearest that it has: Konane has Clobber on as
    large a board, Bamboo and Cachex have Hex with about as many cells.
    """

    game: str
    peer: str
    playouts: int
    depth: int
    slow_playouts: int
    slow_depth: int
    aim: str = "-"  # of playouts


CASES = (
    Case("tic_tac_toe", "tic_tac_toe", 400_000, 8, 400, 5),
    Case("connect_four", "connect_four", 200_000, 8, 100, 4, "7.5 M a second"),
    Case("konane", "clobber(rows=8,columns=8)", 20_000, 8, 20, 5),
    Case("bamboo", "hex(board_size=9)", 20_000, 3, 2, 2, "5 x"),
    Case("cachex", "hex(board_size=8)", 30_000, 3, 4, 2, "5 x"),
)


def measure() -> Iterator[tuple[str, ...]]:
    """Rows of the table, as they are measured."""
    for case in CASES:
        game = pg.game(case.game)
        playouts, peer = rates(
            partial(play, game, case.playouts), partial(rollouts, case.peer, 2_000)
        )
        positions = rate(partial(expand, game, case.depth))
        with interpreted():
            slow_playouts = rate(partial(play, game, case.slow_playouts), repeats=2)
            slow_positions = rate(partial(expand, game, case.slow_depth), repeats=2)
        yield (
            case.game,
            "random playouts",
            readable(playouts),
            f"{playouts / slow_playouts:.0f} x",
            f"{playouts / peer:.1f} x {case.peer}",
            case.aim,
        )
        yield (
            case.game,
            "perft, positions expanded",
            readable(positions),
            f"{positions / slow_positions:.0f} x",
            "-",
            "-",
        )


def play(game: pg.Game, games: int) -> int:
    """Play random games; returns how many."""
    return random_playouts(game, game.start(), games, seed=1).games


def expand(game: pg.Game, depth: int) -> int:
    """Run perft; returns how many positions had their moves generated."""
    monitor = Monitor()
    perft(game, game.start(), depth, monitor)
    return monitor.statistics().expanded
