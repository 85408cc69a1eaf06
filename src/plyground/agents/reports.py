"""Agents of the reports whose rules no search knows: openings, and depths that change."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.runner import MinimaxSearch
from plyground.vocabulary import Decision, Limit, Move


class CachexReportAgent:
    """The Cachex report's agent: looks only at cells beside stones, less deep on larger boards.

    Red opens anywhere but in the acute corners. Blue steals at once below size 5, on larger
    boards unless Red began in an acute corner.
    """

    def __init__(self, game: Game[Any], name: str, search: MinimaxSearch, seed: int | None) -> None:
        """`search` must look only at moves that are rated; its depth is set here."""
        size = game.parameter_values["size"]
        assert isinstance(size, int)
        depth = 3 if size <= 5 else 2 if size <= 9 else 1
        self.game = game
        self.name = name
        self.size = size
        self.search = replace(search, depth=depth)
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """By rule in the first two moves, by search afterwards."""
        legal = self.game.legal(position)
        corners = (0, self.size * self.size - 1)
        if position.turn == 0:
            return Decision(self.chance.choice([move for move in legal if move not in corners]))
        if position.turn == 1 and (self.size < 5 or not self._is_taken(position, corners)):
            return Decision(self.size * self.size)
        return self.search.search(self.game, position, limit, monitor)

    def _is_taken(self, position: Any, corners: tuple[Move, ...]) -> bool:
        cells = self.game.cells(position)
        return any(cells[corner] for corner in corners)

    def new_game(self) -> None:
        """There is nothing to forget."""


def depth_by_room(empty: int) -> int:
    """How deep the Bamboo report's minimax looks when so many tiles are empty."""
    return max(1, round(7.1 * math.exp(-0.07 * empty) + 1.55))


class BambooReportAgent:
    """The Bamboo report's minimax agent, whose depth grows as the board fills."""

    def __init__(self, game: Game[Any], name: str, search: MinimaxSearch) -> None:
        """The depth of `search` is set anew for each position."""
        self.game = game
        self.name = name
        self.search = search

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The best move at the depth that suits the number of empty tiles."""
        empty = sum(1 for content in self.game.cells(position) if not content)
        search = replace(self.search, depth=depth_by_room(empty))
        return search.search(self.game, position, limit, monitor)

    def new_game(self) -> None:
        """There is nothing to forget."""
