"""Monte Carlo tree search by the readings that section IV.C of the Bamboo report allows.

Equation 8 adds `v_i`, which the text calls the average wins of the games and, below the equation,
the value of wins for the node. `value=average` is the first; with `value=wins` the sum is taken,
which is what gives the report's Table IV. Every search begins a new tree.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from plyground.agents.agent import Agent
from plyground.agents.request import Request
from plyground.agents.searching import SearchingAgent
from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.kernel import (
    Monitor,
    compiled,
    enter_node,
    run_search,
    search_kernel,
    stop_requested,
)
from plyground.kernel.chance import next_seed, pick
from plyground.kernel.monitor import BEST_MOVE, LINE, LINE_LENGTH, SCORE
from plyground.search.buffers import SPARE, move_buffer
from plyground.search.mcts_playouts import play_to_end
from plyground.search.playouts import playouts_for
from plyground.search.runner import decision, first_move
from plyground.vocabulary import Decision, Limit

SEED_BITS = 61


@compiled
class TreeReading(NamedTuple):
    """A reading of the tree search."""

    count_wins: int = 0  # v is the number of wins, not their average
    one_view: int = 0  # all wins are the root player's, and both sides want them
    best_mean: int = 0  # the move with the best average is played, not the most visited
    flat: int = 0  # nothing is added to the tree below the root's children
    iterations: int = 1000
    c: float = 0.4


@compiled
class TreeArrays(NamedTuple):
    """The tree of one search, [node]."""

    visits: Any
    wins: Any
    move: Any
    first: Any  # its first child
    children: Any  # their number; 0 until expanded
    path: Any  # [ply]: from the root to the leaf
    played: Any  # [ply]: of the random game
    moves: Any  # [move]: scratch


def tree_arrays(game: Game[Any], iterations: int) -> TreeArrays:
    """Return a tree that so many iterations cannot fill."""
    moves, plies = move_buffer(game), game.max_plies + SPARE
    nodes = 1 + (iterations + 1) * len(moves)
    visits, move, first, children = (np.zeros(nodes, np.int32) for _ in range(4))
    path, played = np.zeros(plies, np.int64), np.zeros(plies, np.int64)
    return TreeArrays(visits, np.zeros(nodes), move, first, children, path, played, moves)


@compiled
def choose_child(tree: Any, node: int, reading: Any, seed: int) -> int:
    """Return the child that equation 8 wants; one without visits before all others."""
    first, count = int(tree.first[node]), int(tree.children[node])
    log_visits = math.log(max(float(tree.visits[node]), 1.0))
    place, best, best_score = pick(seed, count), first, -1.0
    for _ in range(count):
        child = first + place
        visits = float(tree.visits[child])
        if visits == 0.0:
            return child
        value = float(tree.wins[child]) / (1.0 if reading.count_wins else visits)
        score = value + float(reading.c) * math.sqrt(log_visits / visits)
        if score > best_score:
            best, best_score = child, score
        place = place + 1 if place + 1 < count else 0
    return best


@compiled
def grow(tree: Any, node: int, size: int, count: int) -> int:
    """Give a node its children, one for each of `tree.moves`; return the tree's new size."""
    tree.first[node], tree.children[node] = size, count
    for i in range(count):
        tree.visits[size + i] = tree.children[size + i] = 0
        tree.wins[size + i], tree.move[size + i] = 0.0, tree.moves[i]
    return size + count


@compiled
def best_move(tree: Any, reading: Any) -> int:
    """Return the child of the root to play."""
    best, best_score = 1, -1.0
    for child in range(1, 1 + int(tree.children[0])):
        visits = float(tree.visits[child])
        score = float(tree.wins[child]) / max(visits, 1.0) if reading.best_mean else visits
        if score > best_score:
            best, best_score = child, score
    return best


@search_kernel(title="Monte Carlo tree search")
def search_by_reading(
    root: Any, reading: Any, seed: int, tree: Any, playouts: Any, monitor: Any
) -> int:
    """Return the number of iterations; the move is in the monitor.

    1. Walk down to a node without visits. 2. Play to the end. 3. Add the result on the way.
    """
    tree.visits[0] = tree.children[0] = 0
    size, done = 1, 0
    while done < reading.iterations and not stop_requested(monitor):
        position, node, depth = root, 0, 0
        while node == 0 or tree.visits[node] > 0:
            if tree.children[node] == 0:
                count = 0 if reading.flat and depth > 0 else position.fill_moves(tree.moves)
                if count == 0:
                    break
                size = grow(tree, node, size, count)
            seed = next_seed(seed)
            node = choose_child(tree, node, reading, seed)
            position = position.play(int(tree.move[node]))
            depth += 1
            tree.path[depth] = node
        playout = playouts.begin(position)
        value, _, seed = play_to_end(playout, tree.played, depth, seed, monitor)
        if value < 0.0:
            break
        mine = (value > 0.5) == (depth % 2 == 1)  # whether the player at the root has won
        tree.visits[0] += 1
        for ply in range(1, depth + 1):
            passed = int(tree.path[ply])
            tree.visits[passed] += 1
            tree.wins[passed] += 1.0 if mine == (reading.one_view or ply % 2 == 1) else 0.0
        done += 1
        if enter_node(monitor):
            break
    if tree.children[0] > 0:
        best = best_move(tree, reading)
        monitor[BEST_MOVE] = monitor[LINE] = tree.move[best]
        monitor[LINE_LENGTH] = 1
        monitor[SCORE] = int(2000.0 * tree.wins[best] / max(float(tree.visits[best]), 1.0)) - 1000
    return done


@dataclass
class ReadingSearch:
    """The search of one reading, with a stream of chance of its own."""

    reading: TreeReading
    chance: random.Random
    _ready: dict[Game[Any], tuple[Any, Any]] = field(default_factory=dict)

    def _arrays(self, game: Game[Any]) -> tuple[Any, Any]:
        if game not in self._ready:
            tree = tree_arrays(game, self.reading.iterations)
            self._ready = {game: (tree, playouts_for(game))}
        return self._ready[game]

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have arrays and machine code ready."""
        arrays = self._arrays(game)
        search_by_reading.prepare(position, self.reading, 0, *arrays, Monitor().array)

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> Decision:
        """Return the move that the reading plays."""
        fallback, watch = first_move(game, position), monitor or Monitor()
        watch.bound(limit)
        seed, begun = self.chance.getrandbits(SEED_BITS), time.monotonic()
        arguments = (position, self.reading, seed, *self._arrays(game))
        run_search(search_by_reading, watch, *arguments, limit=limit)
        return decision(watch, position.player(), fallback, time.monotonic() - begun)

    def forget(self) -> None:
        """Keep nothing: every search begins a new tree."""


class ReadingAgent(SearchingAgent):
    """Plays what a reading finds, whose iterations bound it."""

    def bounds(self, limit: Limit | None) -> Limit:
        """Return the limit given."""
        return limit or Limit()


VALUES, PLAYED, VIEWS = ("average", "wins"), ("visits", "average"), ("both", "root")


def bamboo_mcts(
    request: Request,
    iterations: int = 1000,
    c: float = 0.4,
    value: str = "average",
    play: str = "visits",
    view: str = "both",
    flat: int = 0,
) -> Agent:
    """The Bamboo report's tree search by a reading of equation 8; value=wins adds up the wins.

    play=average plays the best average, view=root counts all wins for the root's player, and
    flat=1 keeps the tree to one ply.
    """
    if not isinstance(iterations, int) or not 1 <= iterations <= 100_000:
        raise InvalidParameterError(f"iterations={iterations} must be from 1 to 100000")
    if not isinstance(c, (int, float)) or not 0 <= c <= 1000:
        raise InvalidParameterError(f"c={c} must be a number from 0 to 1000")
    places = (
        _place("value", value, VALUES),
        _place("view", view, VIEWS),
        _place("play", play, PLAYED),
        _place("flat", flat, (0, 1)),
    )
    search = ReadingSearch(TreeReading(*places, iterations, float(c)), random.Random(request.seed))
    return ReadingAgent(request.game, request.name, search, None)


def _place(name: str, chosen: Any, known: tuple[Any, ...]) -> int:
    if chosen not in known:
        raise InvalidParameterError(f"{name}={chosen} must be {' or '.join(map(str, known))}")
    return known.index(chosen)
