"""Agents with the Bamboo report's network: alone, and with minimax for the end of the game."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from plyground.agents.agent import Agent
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.neural.dense import DenseNetwork
from plyground.search.runner import MinimaxSearch
from plyground.vocabulary import Decision, Limit, Statistics


def depth_by_room(empty: int) -> int:
    """How deep the Bamboo report's minimax looks with that many empty tiles."""
    return max(1, round(7.1 * math.exp(-0.07 * empty) + 1.55))


class NetworkAgent(Agent):
    """Plays the legal move that the network finds likeliest; never looks ahead."""

    def __init__(self, game: Game[Any], name: str, network: DenseNetwork) -> None:
        """`network` must be for the same game."""
        super().__init__(game, name)
        self.network = network

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The move, after one look at the position; needs no time."""
        begun = time.perf_counter()
        legal = self.game.check_open(position)
        move = self.network.best(position, legal)
        cost = Statistics(nodes=1, evaluations=1, expanded=1, legal_moves=len(legal))
        cost.seconds = time.perf_counter() - begun
        return Decision(move, line=(move,), statistics=cost)


class HybridAgent(Agent):
    """The report's hybrid: the network while there is much room, minimax once there is little.

    Room is the number of cells that are as empty as at the start: the empty ones where a board
    fills, the stones where it begins full and is emptied, as in Konane.
    """

    def __init__(
        self, game: Game[Any], network: Agent, search: MinimaxSearch, threshold: int, fixed: bool
    ) -> None:
        """With `fixed` the search keeps its depth; otherwise that grows as room is lost."""
        super().__init__(game, network.name)
        self.network = network
        self.search = search
        self.threshold = threshold
        self.fixed = fixed
        self._emptiness = [not content for content in game.cells(game.start())]

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The network's move until `threshold` or fewer cells are left, then minimax's."""
        room = self.room(position)
        if room > self.threshold:
            return self.network.choose(position, limit, monitor)
        search = self.search if self.fixed else replace(self.search, depth=depth_by_room(room))
        return search.search(self.game, position, limit, monitor)

    def room(self, position: Any) -> int:
        """How many cells are as empty as at the start."""
        pairs = zip(self.game.cells(position), self._emptiness, strict=True)
        return sum((not content) == before for content, before in pairs)

    def prepare(self, position: Any) -> None:
        """Have the machine code of minimax ready."""
        self.search.prepare(self.game, position)
