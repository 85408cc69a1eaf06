"""The Bamboo report's minimax agent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.report_network import depth_by_room
from plyground.agents.request import Request
from plyground.agents.searching import MinimaxAgent
from plyground.search.minimax import Switches
from plyground.search.runner import MinimaxSearch


def bamboo_report(request: Request) -> Agent:
    """The Bamboo report's minimax agent: deeper as the board fills, ordered by squares."""
    switches = Switches(pruning=1, ordering=1)
    search = MinimaxSearch(request.evaluator("groups_moves"), request.rater("squares"), switches)
    return BambooReportAgent(request.game, request.name, search, None)


class BambooReportAgent(MinimaxAgent):
    """The Bamboo report's minimax agent, whose depth grows as the board fills."""

    def search_for(self, position: Any) -> MinimaxSearch:
        """A search of the depth that suits the number of empty tiles."""
        empty = sum(1 for content in self.game.cells(position) if not content)
        return replace(self.search, depth=depth_by_room(empty))
