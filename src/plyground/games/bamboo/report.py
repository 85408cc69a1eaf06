"""The Bamboo report's minimax agent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.networks import depth_by_room
from plyground.agents.request import Request
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.minimax import Switches
from plyground.search.runner import MinimaxSearch
from plyground.vocabulary import Decision, Limit


def bamboo_report(request: Request) -> Agent:
    """The Bamboo report's minimax agent: deeper as the board fills, ordered by squares."""
    switches = Switches(pruning=1, ordering=1)
    search = MinimaxSearch(request.evaluator("groups_moves"), request.rater("squares"), switches)
    return BambooReportAgent(request.game, request.name, search)


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
