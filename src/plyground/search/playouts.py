"""Random playouts: games in which both sides choose evenly among their legal moves.

A game may play them by other means than its rules, for example with groups that are kept up to date
instead of found anew (`Knowledge.playouts`). It declares a function of the game that gives
*playouts*, a NamedTuple marked `@compiled` with the memory for one game at a time, or None where
the rules will do:

    playouts.begin(position)    a *playout*, also a NamedTuple marked `@compiled`, with
        choices                 how many moves are legal, 0 once the game is over
        move_at(index)          the legal move that so many others come before, in ascending order
        play(move)              the playout after a legal move; it may change the memory, so that
                                what came before is of no use any more
        result()                of a finished game, for the player to move: -1, 0 or +1
        player()                who moves next, 0 or 1

The same seed must give the same game as by the rules; `plyground check` sees to it. The memory is
of arrays that are zero at first; playouts that make none later have a true `makes_no_arrays`, a
property, and nobody counts references. `@inlined` on `move_at` and `play` spares handing the memory
over at every move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.kernel import (
    Monitor,
    compiled,
    enter_node,
    inlined,
    run_search,
    search_kernel,
    stop_requested,
)
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.chance import next_seed, pick
from plyground.search.buffers import move_buffer
from plyground.vocabulary import Move, Player


@compiled
class PlainPlayouts(NamedTuple):
    """Random games by the rules, for games that declare no playouts of their own."""

    moves: Any  # [move]

    @inlined
    def begin(self, position: Any) -> Any:
        """The position as the beginning of a random game."""
        return PlainPlayout(position, self.moves, position.fill_moves(self.moves))


@compiled
class PlainPlayout(NamedTuple):
    """A position with its legal moves."""

    position: Any
    moves: Any  # [move]
    choices: int  # how many

    @inlined
    def move_at(self, index: int) -> Move:
        """The legal move that so many others come before."""
        return int(self.moves[index])

    @inlined
    def play(self, move: Move) -> Any:
        """The game after a legal move."""
        after = self.position.play(move)
        return PlainPlayout(after, self.moves, after.fill_moves(self.moves))

    def result(self) -> int:
        """Of a finished game, for the player to move."""
        return int(self.position.result())

    def player(self) -> Player:
        """Who moves next."""
        return int(self.position.player())


def playouts_for(game: Game[Any]) -> Any:
    """How random games are played: by what the game declares, or by its rules."""
    declared = game.knowledge.load(game.knowledge.playouts)
    own = declared(game) if declared else None
    return PlainPlayouts(move_buffer(game)) if own is None else own


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
def play_randomly(
    start: Any, games: int, seed: int, playouts: Any, tally: Any, monitor: Any
) -> int:
    """Play `games` games, adding to `tally` [first wins, second wins, draws]; returns plies."""
    plies = 0
    for _ in range(games):
        if enter_node(monitor):
            break
        playout = playouts.begin(start)
        while playout.choices > 0 and not stop_requested(monitor):
            seed = next_seed(seed)
            playout = playout.play(playout.move_at(pick(seed, playout.choices)))
            plies += 1
        if playout.choices > 0:
            break  # stopped in the middle of a game, which does not count
        result = playout.result()
        if result == 0:
            tally[2] += 1
        else:
            winner = playout.player() if result > 0 else 1 - playout.player()
            tally[winner] += 1
    return plies


def random_playouts(
    game: Game[Any], position: Any, games: int, seed: int, monitor: Monitor | None = None
) -> PlayoutResults:
    """How `games` random games from `position` ended. The same seed gives the same games."""
    game.check_own(position)
    playouts, tally = playouts_for(game), np.zeros(3, np.int64)
    watch = monitor or Monitor()
    plies = run_search(play_randomly, watch, position, games, seed & FULL_WORD, playouts, tally)
    first, second, draws = tally.tolist()
    return PlayoutResults(first, second, draws, int(plies))
