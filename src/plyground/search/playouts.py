"""Random playouts: games in which both sides choose evenly among their legal moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.game import Game
from plyground.kernel import Monitor, enter_node, run_search, search_kernel, stop_requested
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.chance import next_seed, pick
from plyground.search.buffers import move_buffer


@dataclass(frozen=True)
class PlayoutResults:
    """Sums over random playouts."""

    first_wins: int
    second_wins: int
    draws: int
    plies: int

    @property
    def games(self) -> int:
        """How many playouts there were."""
        return self.first_wins + self.second_wins + self.draws


@search_kernel(title="the rules")
def play_randomly(start: Any, games: int, seed: int, moves: Any, tally: Any, monitor: Any) -> int:
    """Play `games` games, adding to `tally` [first wins, second wins, draws]; returns plies."""
    plies = 0
    for _ in range(games):
        if enter_node(monitor):
            break
        position = start
        count = position.fill_moves(moves)
        while count > 0 and not stop_requested(monitor):
            seed = next_seed(seed)
            position = position.play(int(moves[pick(seed, count)]))
            plies += 1
            count = position.fill_moves(moves)
        if count > 0:
            break  # stopped in the middle of a game, which does not count
        result = position.result()
        if result == 0:
            tally[2] += 1
        else:
            winner = position.player() if result > 0 else 1 - position.player()
            tally[winner] += 1
    return plies


def random_playouts(
    game: Game[Any], position: Any, games: int, seed: int, monitor: Monitor | None = None
) -> PlayoutResults:
    """How `games` random games from `position` ended. The same seed gives the same games."""
    game.check_own(position)
    moves = move_buffer(game)
    tally = np.zeros(3, np.int64)
    watch = monitor or Monitor()
    plies = run_search(play_randomly, watch, position, games, seed & FULL_WORD, moves, tally)
    first, second, draws = tally.tolist()
    return PlayoutResults(first, second, draws, int(plies))
