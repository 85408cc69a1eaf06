"""Tic-tac-toe: what each move of the computer costs, with and without pruning and a cache."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from statistics import fmean
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.kernel import interpreted
from plyground.lab.experiment import Experiment, Measurement, Results, Scale, Step
from plyground.lab.findings import Chart, DataTable, Finding, Findings, Point, Series, claim

INFINITY = 100.0
FIRST = 1  # the computer's first move
WAYS = {
    "minimax": "minimax(depth=9)",
    "alpha-beta": "minimax(depth=9, pruning=1)",
}
STRICT, CACHED = "alpha-beta of the report", "minimax with a cache"
Row = dict[str, tuple[int, float]]  # nodes and seconds by way


class Plain:
    """The report's program in a few lines of Python, which counts the nodes that it enters.

    It leaves a branch only where a score is strictly worse than the bound (its appendix 5). With a
    cache, a position that was searched before is not entered again.
    """

    def __init__(self, pruning: bool, cache: bool) -> None:
        """`cache` lasts as long as the object."""
        self.game = game("tic_tac_toe")
        self.pruning = pruning
        self.cache: dict[int, float] | None = {} if cache else None
        self.nodes = 0

    def value(self, position: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
        """What the position is worth for the side to move: 10 / turns for a win."""
        key = position.key()
        if self.cache is not None and key in self.cache:
            return self.cache[key]
        self.nodes += 1
        legal = self.game.legal(position)
        if not legal:
            turns = sum(1 for content in self.game.cells(position) if content)
            best = float(position.result() * 10 / turns)
        else:
            best = self._best(position, legal, alpha, beta)
        if self.cache is not None:
            self.cache[key] = best
        return best

    def _best(self, position: Any, legal: Sequence[int], alpha: float, beta: float) -> float:
        best = -INFINITY
        for move in legal:
            best = max(best, -self.value(position.play(move), -beta, -alpha))
            alpha = max(alpha, best)
            if self.pruning and best > beta:
                break
        return best


def timed_game(seed: int) -> list[Row]:
    """The cost of each computer move of one game; the person moves first, and at random."""
    played = game("tic_tac_toe")
    chance, position, cached = random.Random(seed), played.start(), Plain(False, cache=True)
    position = position.play(chance.choice(played.legal(position)))
    rows: list[Row] = []
    while played.legal(position):
        row: Row = {}
        for name, spec in WAYS.items():
            row[f"{name}, interpreted"] = _timed(spec, position, interpreted(), repeats=1)
            row[f"{name}, compiled"] = _timed(spec, position, nullcontext(), repeats=5)
        row[STRICT] = _plain(Plain(True, cache=False), position)
        row[CACHED] = _plain(cached, position)
        rows.append(row)
        position = position.play(agent(played, WAYS["alpha-beta"]).choose(position).move)
        if legal := played.legal(position):
            position = position.play(chance.choice(legal))
    return rows


def _timed(
    spec: str, position: Any, mode: AbstractContextManager[Any], repeats: int
) -> tuple[int, float]:
    """Nodes, and the least seconds of several tries."""
    with mode:
        found = [
            agent(game("tic_tac_toe"), spec).choose(position).statistics for _ in range(repeats)
        ]
    return found[0].nodes, min(each.seconds for each in found)


def _plain(search: Plain, position: Any) -> tuple[int, float]:
    before, begun = search.nodes, time.perf_counter()
    search.value(position)
    return search.nodes - before, time.perf_counter() - begun


def steps(scale: Scale) -> list[Step]:
    """One game after the other."""
    runs = scale.choose(5, 25)
    return [
        Measurement(f"game {number}", timed_game, {"seed": 1000 * scale.seed + number})
        for number in range(1, runs + 1)
    ]


def conclude(results: Results) -> Findings:
    """Means over the games, by move."""
    games: list[list[Row]] = list(results.found.values())
    moves = range(FIRST, 1 + max(map(len, games)))
    ways = list(games[0][0])
    mean = {
        (way, move): tuple(
            fmean(rows[move - 1][way][which] for rows in games if len(rows) >= move)
            for which in (0, 1)
        )
        for way in ways
        for move in moves
    }
    return Findings(
        _numbers(mean, list(moves)),
        (_table(mean, list(moves), ways, 0), _table(mean, list(moves), ways, 1)),
        (_chart(mean, list(moves), 0), _chart(mean, list(moves), 1)),
        ("A person moves first, here at random; the computer has 8, 6, 4 and 2 cells left.",),
    )


def _numbers(mean: dict[Any, Any], moves: list[int]) -> dict[str, Finding]:
    def factor(one: str, two: str, move: int, which: int = 0) -> float:
        return float(mean[one, move][which] / mean[two, move][which])

    plain, pruned = "minimax, interpreted", "alpha-beta, interpreted"
    report = factor(plain, STRICT, FIRST)
    ordinary, seconds = factor(plain, pruned, FIRST), factor(plain, pruned, FIRST, 1)
    shrinking = [factor(plain, pruned, move) for move in moves]
    later = max(mean[CACHED, move][0] for move in moves[1:])
    spared = mean[plain, 2][1] / mean[plain, FIRST][1]
    return {
        "figure-3/first computer move, alpha-beta faster by/factor": Finding(
            report,
            note=f"With the report's own rule, in nodes. It leaves a branch only where a score is "
            f"strictly worse; ordinary alpha-beta saves {ordinary:.0f} times the nodes and "
            f"{seconds:.0f} times the seconds.",
        ),
        "figure-3/alpha-beta is faster": claim(
            factor(plain, pruned, FIRST, 1) > 2 and factor(plain, STRICT, FIRST) > 2,
            f"{seconds:.0f} times at the first move.",
        ),
        "figure-3/difference shrinks": claim(
            all(one >= two for one, two in pairwise(shrinking)),
            "By move, times fewer nodes: " + ", ".join(f"{each:.1f}" for each in shrinking) + ".",
        ),
        "section-3.5/cache helps later turns": claim(
            later == 0, f"After the first turn {later:.0f} positions are new to the cache."
        ),
        "section-3.5/little to gain here": claim(
            spared < 0.1,
            f"The second move costs {100 * spared:.1f}% of the first, so that is all that a cache "
            "kept between turns can save; within the first search it saves "
            f"{factor(plain, CACHED, FIRST):.0f} times the nodes.",
        ),
    }


def _table(mean: dict[Any, Any], moves: list[int], ways: list[str], which: int) -> DataTable:
    unit = ("nodes", "milliseconds")[which]
    scale = (1, 1000)[which]
    rows = tuple((way, *(scale * mean[way, move][which] for move in moves)) for way in ways)
    return DataTable(f"Mean {unit} by computer move", ("", *(f"move {m}" for m in moves)), rows)


def _chart(mean: dict[Any, Any], moves: list[int], which: int) -> Chart:
    ways = [f"{name}, interpreted" for name in WAYS] + [STRICT, CACHED]
    if which:
        ways = [f"{name}, {mode}" for name in WAYS for mode in ("interpreted", "compiled")]
    least = (1.0, 1e-6)[which]  # what a log scale can show
    series = tuple(
        Series(way, tuple(Point(move, max(least, mean[way, move][which])) for move in moves))
        for way in ways
    )
    unit = ("nodes", "seconds")[which]
    return Chart(f"Figure 3, in {unit}", "computer move", unit, series, log_y=True)


EXPERIMENTS = (
    Experiment(
        "tic-tac-toe-figure-3",
        "Run time by move",
        "tic_tac_toe",
        "Nodes and seconds of each computer move: minimax and alpha-beta, interpreted and "
        "compiled, the report's own pruning, and a cache.",
        steps,
        conclude,
        (0.2, 0.5),
    ),
)
