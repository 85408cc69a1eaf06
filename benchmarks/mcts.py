"""Simulations of Monte Carlo tree search: ours against OpenSpiel's C++ bot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import plyground as pg
from benchmarks.timing import rate, readable
from plyground.search.mcts import MonteCarlo, MonteCarloSettings, TreeSwitches
from plyground.vocabulary import Limit

GAMES = ("connect_four",)
SIMULATIONS = 50_000
EXPLORATION = 1.0  # for results in [0, 1]; twice that for OpenSpiel's, which lie in [-1, 1]


def measure() -> Iterator[tuple[str, ...]]:
    """Rows of the table: game, our simulations a second, OpenSpiel's, and how many times that."""
    for name in GAMES:
        ours = rate(partial(search, pg.game(name), SIMULATIONS))
        peer = rate(partial(search_in_open_spiel, name, SIMULATIONS), repeats=3)
        yield name, readable(ours), readable(peer), f"{ours / peer:.1f} x"


def search(game: pg.Game, simulations: int) -> int:
    """Search from the start with a new tree; returns how many simulations there were."""
    switches = TreeSwitches(exploration=EXPLORATION)
    searcher = MonteCarlo(MonteCarloSettings(switches, megabytes=128))
    return searcher.search(game, game.start(), Limit(nodes=simulations)).statistics.nodes


def search_in_open_spiel(name: str, simulations: int) -> int:
    """The same in C++, one random rollout a simulation; returns how many there were."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2 * EXPLORATION, simulations, 1000, True, 1, False)
    bot.mcts_search(game.new_initial_state())
    return simulations
