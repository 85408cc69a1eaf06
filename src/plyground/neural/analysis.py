"""What a network thinks of every legal move, alone and with search."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from plyground.game import Game
from plyground.kernel import Monitor
from plyground.neural.search import NeuralSearch
from plyground.search.analysis import TreeAnalysis
from plyground.vocabulary import (
    Analysis,
    Decision,
    Estimate,
    Limit,
    MoveReport,
    Player,
    Proven,
    Score,
    Statistics,
)

PER_MILLE = 1000  # the value of a network in the unit of Monte Carlo tree search


def judge_moves(search: NeuralSearch, position: Any, symmetric: bool = False) -> Analysis:
    """The network alone: how likely each move is, and the value of the position after it."""
    begun = time.monotonic()
    search.game.check_open(position)
    likely, value = search.opinion(position, symmetric)
    scores = _scores_after(search, position, list(likely))
    reports = [
        MoveReport(move, score, 1, (move,), visits=1, policy=share)
        for (move, share), score in zip(likely.items(), scores, strict=True)
    ]
    reports.sort(key=lambda report: -(report.policy or 0.0))
    count = len(reports)
    cost = Statistics(count, count + 1, 1, count, depth=1, seconds=time.monotonic() - begun)
    return Analysis(tuple(reports), cost, finished=True, value=value)


def _scores_after(search: NeuralSearch, position: Any, moves: list[int]) -> list[Score]:
    """What the position after each move is worth for the player who makes it."""
    game, encoding, player = search.game, search.judge.encoding, position.player()
    after = [position.play(move) for move in moves]
    planes = np.stack([encoding.planes_of(each) for each in after])
    _, values = search.judge.judge(planes)
    pairs = zip(after, map(float, values), strict=True)
    return [_score_after(game, each, value, player) for each, value in pairs]


def _score_after(game: Game[Any], after: Any, value: float, player: Player) -> Score:
    outcome = game.outcome(after)
    if outcome is not None:
        return Proven(outcome.result_for(player), player, 1)
    return Estimate(round(-PER_MILLE * value), player)


class GuidedAnalysis(TreeAnalysis):
    """A search guided by a network that goes on in slices."""

    def __init__(self, search: NeuralSearch, position: Any) -> None:
        """The search begins afresh."""
        self._begin(search, search.game, position)
        search.reset()
        self.value = search.opinion(position)[1]

    def grow(
        self, limit: Limit, monitor: Monitor | None = None, step: int | None = None
    ) -> Iterator[Analysis]:
        """As for any tree, with the network's own opinion."""
        for known in super().grow(limit, monitor, step):
            yield replace(known, value=self.value)

    def _search(self, part: Limit) -> Decision:
        found: Decision = self.tree.search(self.position, part)
        return found

    def _reports(self, best: Decision) -> tuple[MoveReport, ...]:
        shares = {summary.move: summary.prior for summary in self.tree.moves}
        found = [replace(each, policy=shares[each.move]) for each in super()._reports(best)]
        if isinstance(best.score, Proven) and best.score.result < 0:  # so every move loses
            found = [replace(report, score=best.score) for report in found]
        return tuple(found)
