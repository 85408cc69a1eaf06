"""The Cachex report's agent."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.request import Request
from plyground.agents.searching import MinimaxAgent
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.minimax import Switches
from plyground.search.runner import MinimaxSearch
from plyground.vocabulary import Decision, Limit, Move


def cachex_report(request: Request) -> Agent:
    """The Cachex report's agent: cells beside stones only, lookahead by size, its steal rule."""
    switches = Switches(pruning=1, ordering=1, only_rated=1)
    search = MinimaxSearch(request.evaluator("path"), request.rater("beside"), switches)
    return CachexReportAgent(request.game, request.name, search, request.seed)


class CachexReportAgent(MinimaxAgent):
    """The Cachex report's agent: looks only at cells beside stones, less deep on larger boards.

    Red opens anywhere but in the acute corners. Blue steals at once below size 5, on larger
    boards unless Red began in an acute corner.
    """

    def __init__(self, game: Game[Any], name: str, search: MinimaxSearch, seed: int | None) -> None:
        """`search` must look only at moves that are rated; its depth is set here."""
        size = game.parameter_values["size"]
        assert isinstance(size, int)
        depth = 3 if size <= 5 else 2 if size <= 9 else 1
        super().__init__(game, name, replace(search, depth=depth), None)
        self.size = size
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
        return super().choose(position, limit, monitor)

    def _is_taken(self, position: Any, corners: tuple[Move, ...]) -> bool:
        cells = self.game.cells(position)
        return any(cells[corner] for corner in corners)
