"""Agents that search, and agents that err like a person."""

from __future__ import annotations

import math
import random
from typing import Any, Protocol

from plyground.agents.agent import tighter
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.search.mcts import MonteCarlo
from plyground.search.runner import DEFAULT_LIMIT, MinimaxSearch, score_of
from plyground.vocabulary import Decision, Estimate, Limit, Move, Proven, Statistics

SURE = 100_000.0  # a proven result, on the scale of estimates


class Search(Protocol):
    """What an agent needs of a search."""

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


class SearchingAgent:
    """Plays what a search finds."""

    def __init__(
        self,
        game: Game[Any],
        name: str,
        search: Search,
        limit: Limit | None,
        clock: GameClock | None = None,
    ) -> None:
        """`limit` is the agent's own for a move, `clock` for a game; `choose` may get tighter."""
        self.game = game
        self.name = name
        self.search = search
        self.limit = limit
        self.clock = clock
        self.bounded = isinstance(search, MinimaxSearch)  # by its depth

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The best move within both limits."""
        bounds = tighter(self.limit, limit)
        if self.clock is not None:
            bounds = tighter(bounds, self.clock.limit())
        elif bounds == Limit() and not self.bounded:
            bounds = DEFAULT_LIMIT
        found = self.search.search(self.game, position, bounds, monitor)
        if self.clock is not None:
            self.clock.spent += found.statistics.seconds
        return found

    def new_game(self) -> None:
        """Forget what the search kept, and wind the clock."""
        self.search.forget()
        if self.clock is not None:
            self.clock.reset()


class HumanlikeAgent:
    """Judges every move by a shallow search and chooses by a temperature over the scores.

    The better a move, the likelier; at temperature 0 the best is certain. So it errs like a
    person and hardly ever plays the same game twice.
    """

    def __init__(
        self,
        game: Game[Any],
        name: str,
        search: MinimaxSearch,
        temperature: float,
        seed: int | None,
    ) -> None:
        """`search` judges the position after each move, one ply less deep than its depth."""
        self.game = game
        self.name = name
        self.search = search
        self.temperature = temperature
        self.chance = random.Random(seed)

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """A move, good ones likelier."""
        judged, cost = self._judge(position, limit)
        best = max(judged.values())
        if self.temperature <= 0:
            likely = {move: float(value == best) for move, value in judged.items()}
        else:
            likely = {m: math.exp((v - best) / self.temperature) for m, v in judged.items()}
        (move,) = self.chance.choices(list(likely), weights=list(likely.values()))
        return Decision(move, Estimate(judged[move], position.player()), (move,), cost)

    def _judge(self, position: Any, limit: Limit | None) -> tuple[dict[Move, float], Statistics]:
        """The value of every move for the player to move, and what finding out cost."""
        judged, cost = {}, Statistics()
        moves = self.game.legal(position)
        share = limit and Limit(
            seconds=limit.seconds and limit.seconds / len(moves),
            nodes=limit.nodes and max(1, limit.nodes // len(moves)),
            depth=limit.depth,
        )
        for move in moves:
            child = position.play(move)
            if not self.game.legal(child):
                judged[move] = -SURE * child.result()
                continue
            found = self.search.search(self.game, child, share)
            cost = cost + found.statistics
            score = found.score or score_of(0, child.player())
            value = SURE * score.result if isinstance(score, Proven) else score.value
            judged[move] = -float(value)
        return judged, cost

    def new_game(self) -> None:
        """There is nothing to forget."""
