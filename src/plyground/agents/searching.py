"""Agents that search, and agents that err like a person."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any, Protocol

from plyground.agents.agent import Agent, tighter
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.analysis import TreeAnalysis, analyse_moves
from plyground.search.mcts import MonteCarlo
from plyground.search.minimax import PROVEN
from plyground.search.runner import DEFAULT_LIMIT, MinimaxSearch, MoveJudge, first_move
from plyground.vocabulary import Analysis, Decision, Limit

SURE = 100_000.0  # a proven result, on the scale of estimates


class Search(Protocol):
    """What an agent needs of a search."""

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have machine code and memory ready."""

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> Decision:
        """The best move and what it cost."""

    def forget(self) -> None:
        """Drop what was kept of earlier searches."""


class TreeSearch:
    """Monte Carlo tree search with a stream of chance of its own."""

    def __init__(self, tree: MonteCarlo, seed: int | None) -> None:
        """Equal seeds search equally, move after move."""
        self.tree = tree
        self.chance = random.Random(seed)

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> Decision:
        """The most promising move."""
        return self.tree.search(game, position, limit, monitor, seed=self.chance.getrandbits(61))

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have machine code and the tree's memory ready."""
        self.tree.prepare(game, position)

    def forget(self) -> None:
        """Drop the tree."""
        self.tree.reset()


class GameClock:
    """Seconds for all moves of a game: each may spend a share of what is left."""

    SHARE = 20

    def __init__(self, seconds: float) -> None:
        """A full clock."""
        self.seconds = seconds
        self.spent = 0.0

    def limit(self) -> Limit:
        """What the next move may take; always less than what is left."""
        return Limit(seconds=max(0.001, (self.seconds - self.spent) / self.SHARE))

    def reset(self) -> None:
        """A full clock again."""
        self.spent = 0.0


class SearchingAgent(Agent):
    """Plays what a search finds."""

    scores_moves = True

    def __init__(
        self,
        game: Game[Any],
        name: str,
        search: Search,
        limit: Limit | None,
        clock: GameClock | None = None,
    ) -> None:
        """`limit` is the agent's own for a move, `clock` for a game; `choose` may get tighter."""
        super().__init__(game, name)
        self.search = search
        self.limit = limit
        self.clock = clock

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The best move within both limits."""
        search = self.search_for(position)
        if self.clock is None:
            return search.search(self.game, position, self.bounds(limit), monitor)
        bounds = tighter(tighter(self.limit, limit), self.clock.limit())
        found = search.search(self.game, position, bounds, monitor)
        self.clock.spent += found.statistics.seconds
        return found

    def bounds(self, limit: Limit | None) -> Limit:
        """Its own limit and the one given; a second where neither says anything."""
        both = tighter(self.limit, limit)
        return DEFAULT_LIMIT if both == Limit() else both

    def search_for(self, position: Any) -> Search:
        """What to search this position with."""
        return self.search

    def prepare(self, position: Any) -> None:
        """Have machine code and memory of the search ready."""
        self.search_for(position).prepare(self.game, position)

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """A search for each move, deeper and deeper."""
        search: Any = self.search_for(position)
        return analyse_moves(search, self.game, position, self.bounds(limit), monitor)

    def new_game(self) -> None:
        """Forget what the search kept, and wind the clock."""
        self.search.forget()
        if self.clock is not None:
            self.clock.reset()


class MinimaxAgent(SearchingAgent):
    """Plays what a search to a fixed depth finds, which is bounded by that."""

    search: MinimaxSearch

    def bounds(self, limit: Limit | None) -> Limit:
        """The limit given."""
        return limit or Limit()


class TreeAgent(SearchingAgent):
    """Plays what Monte Carlo tree search finds."""

    search: TreeSearch

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What a tree of its own says about each move, while it grows."""
        tree = TreeAnalysis(self.search.tree.settings, self.game, position)
        return tree.grow(self.bounds(limit), monitor, step)


class HumanlikeAgent(Agent):
    """Judges every move by a shallow search and chooses by a temperature over the scores.

    The better a move, the likelier; at temperature 0 the best is certain. So it errs like a
    person and hardly ever plays the same game twice.
    """

    scores_moves = True

    def __init__(
        self, game: Game[Any], name: str, judge: MoveJudge, temperature: float, seed: int | None
    ) -> None:
        """`judge` says what moves are worth."""
        super().__init__(game, name)
        self.judge = judge
        self.temperature = temperature
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """A move, good ones likelier; once stopped, one of those judged until then."""
        judged, cost = self.judge.judge(self.game, position, limit, monitor)
        if not judged:
            return Decision(first_move(self.game, position), statistics=cost)
        likely = self._weights([comparable(value) for value in judged.values()])
        (move,) = self.chance.choices(list(judged), weights=likely)
        score = self.judge.score(judged[move], position.player())
        return Decision(move, score, (move,), cost)

    def _weights(self, values: list[float]) -> list[float]:
        """How likely each move is, from what it is worth."""
        best = max(values)
        if self.temperature <= 0:
            return [float(value == best) for value in values]
        return [math.exp((value - best) / self.temperature) for value in values]

    def prepare(self, position: Any) -> None:
        """Have machine code ready."""
        self.judge.prepare(self.game, position)

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What it judges by: a search for each move, to its depth."""
        search = self.judge.as_search()
        return analyse_moves(search, self.game, position, limit or Limit(), monitor)


def comparable(value: int) -> float:
    """A value such that all proven wins are alike, and all proven losses."""
    if abs(value) > PROVEN:
        return SURE if value > 0 else -SURE
    return float(value)
