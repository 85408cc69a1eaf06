"""Agents with a residual network: its policy alone, and search guided by it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from plyground.agents.agent import Agent
from plyground.agents.searching import GameClock, SearchingAgent
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.neural.analysis import PER_MILLE, GuidedAnalysis, judge_moves
from plyground.neural.search import NeuralSearch
from plyground.vocabulary import Analysis, Decision, Estimate, Limit, Statistics


class PolicyAgent(Agent):
    """Plays what the network likes best, without looking ahead.

    With a temperature above 0, moves are drawn: the likelier, the more the network likes them.
    """

    scores_moves = True

    def __init__(
        self,
        name: str,
        search: NeuralSearch,
        temperature: float,
        seed: int | None,
        symmetric: bool = False,
    ) -> None:
        """`search` is only asked for its opinion."""
        super().__init__(search.game, name)
        self.search = search
        self.temperature, self.symmetric = temperature, symmetric
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The likeliest move, or one of the likely ones."""
        likely, value = self.search.opinion(position, self.symmetric)
        move = max(likely, key=likely.__getitem__)
        if self.temperature > 0:
            top = likely[move]  # so that one weight is 1, however low the temperature
            weights = [(share / top) ** (1 / self.temperature) for share in likely.values()]
            (move,) = self.chance.choices(list(likely), weights)
        score = Estimate(round(PER_MILLE * value), position.player())
        cost = Statistics(nodes=1, evaluations=1, expanded=1, legal_moves=len(likely))
        return Decision(move, score, (move,), cost)

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What the network thinks of every move; it does not change its mind."""
        yield judge_moves(self.search, position, self.symmetric)


class GuidedSearch:
    """`NeuralSearch` as a search that `SearchingAgent` plays with."""

    def __init__(self, search: NeuralSearch) -> None:
        """The search knows its game."""
        self.tree = search

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> Decision:
        """The most promising move."""
        return self.tree.search(position, limit, monitor)

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have machine code ready."""
        self.tree.prepare(position)

    def forget(self) -> None:
        """Drop the tree."""
        self.tree.reset()


class AlphaZeroAgent(SearchingAgent):
    """Plays what a search guided by a network finds."""

    def __init__(
        self,
        game: Game[Any],
        name: str,
        search: NeuralSearch,
        limit: Limit,
        clock: GameClock | None = None,
    ) -> None:
        """`limit` is the agent's own for a move, `clock` for a game."""
        super().__init__(game, name, GuidedSearch(search), limit, clock)
        self.guided = search

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What search and network think of every move, better and better."""
        return GuidedAnalysis(self.guided, position).grow(self.bounds(limit), monitor, step)
