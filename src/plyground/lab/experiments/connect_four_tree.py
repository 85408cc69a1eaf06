"""Connect Four: the tree as the report's program makes it, whole and in memory, weighed afterwards.

Section III.B: from the board at hand every move is added, then every reply, down to the lookahead;
no subtree below a finished game; then all nodes are weighed from the leaves up. Here a level of
the tree is one array. The nodes are counted in all ways that the report's "search depth" could
mean.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.agents import agent
from plyground.game.registry import game
from plyground.games.connect_four.rules import has_four
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import DEPTHS, easy, per_turn
from plyground.lab.experiments.connect_four_utility import (
    ONE_SIDED,
    OPENING_PLIES,
    PLACES,
    utility,
)
from plyground.lab.findings import DataTable, Finding, Findings, Row, above, claim, of_interval
from plyground.lab.sources import read_report

WIDTH, HEIGHT = 7, 6
COLUMNS = np.array([((1 << HEIGHT) - 1) << (HEIGHT + 1) * n for n in range(WIDTH)], np.int64)
BOTTOMS = np.array([1 << (HEIGHT + 1) * n for n in range(WIDTH)], np.int64)
BOARD = int(COLUMNS.sum())

# --- the tree ---------------------------------------------------------------------------------


class Level(NamedTuple):
    """All nodes so many plies below the root, the children of a node side by side."""

    mine: Any  # [node]: discs of the player to move
    theirs: Any  # [node]
    parents: Any  # [node]: where the parent stands in the level above
    moves: Any  # [node]: the column that led to it
    won: Any  # [node]: whether the last disc made four in a line
    over: Any  # [node]: whether it has no children


def build(position: Any, depth: int, check: bool = True, until_won: bool = False) -> list[Level]:
    """Build the whole tree, level by level.

    `check=False` goes on below finished games. `until_won` adds no sibling after a child that wins.
    """
    one = np.zeros(1, np.int64)
    levels = [_level(one + position.mine, one + position.theirs, one - 1, one - 1, check)]
    for _ in range(depth):
        levels.append(_children(levels[-1], check, until_won))
    return levels


def _level(mine: Any, theirs: Any, parents: Any, moves: Any, check: bool) -> Level:
    won = np.asarray(has_four(theirs, HEIGHT))
    full = (mine | theirs) == BOARD
    return Level(mine, theirs, parents, moves, won, won | full if check else full)


def _children(level: Level, check: bool, until_won: bool) -> Level:
    places = np.flatnonzero(~level.over)
    mine, theirs = level.mine[places, None], level.theirs[places, None]
    taken = mine | theirs
    discs = (taken + BOTTOMS) & COLUMNS & ~taken  # [node, column]; 0 in a full column
    there = discs != 0
    if until_won:
        wins = np.asarray(has_four(mine | discs, HEIGHT)) & there
        there &= np.cumsum(wins, axis=1) - wins == 0
    rows, columns = np.nonzero(there)
    return _level(
        theirs[rows, 0], mine[rows, 0] | discs[rows, columns], places[rows], columns, check
    )


def weigh(levels: Sequence[Level]) -> dict[int, int]:
    """Weigh the tree from the leaves up: the weight of each move for the player who searches.

    1 for a win, -1 for a loss, 0 where neither is in sight.
    """
    below: Any = None
    for depth in range(len(levels) - 1, 0, -1):
        level, own = levels[depth], depth % 2 == 1  # `own`: the last disc is the searcher's
        weights = np.where(level.won, 1 if own else -1, 0)
        if below is not None:
            child = levels[depth + 1]
            best = np.full(len(weights), 2 if own else -2)
            (np.minimum if own else np.maximum).at(best, child.parents, below)
            weights = np.where(level.over, weights, best)
        below = weights
    return dict(zip(levels[1].moves.tolist(), below.tolist(), strict=True))


def nodes_of(levels: Sequence[Level]) -> int:
    """All nodes, the root included."""
    return sum(len(level.mine) for level in levels)


# --- ways to count ----------------------------------------------------------------------------

WHOLE, UNCHECKED, PRUNED = "all nodes", "without the check for wins", "alpha-beta from the left"
READINGS: dict[str, Callable[[Sequence[Level]], int]] = {
    WHOLE: nodes_of,
    "nodes of the last level": lambda levels: len(levels[-1].mine),
    "leaves, with finished games": lambda levels: (
        len(levels[-1].mine) + sum(int(level.over.sum()) for level in levels[:-1])
    ),
    "nodes with children": lambda levels: sum(int((~level.over).sum()) for level in levels[:-1]),
    "nodes after the searcher's moves": lambda levels: nodes_of(levels[1::2]),
    "nodes after the other's moves": lambda levels: nodes_of(levels[2::2]),
    "different positions": lambda levels: sum(_different(level) for level in levels),
    "a ply less": lambda levels: nodes_of(levels[:-1]),
}
STOPPED = "no sibling after a child that wins"


def _different(level: Level) -> int:
    return len(np.unique(level.mine + (level.mine | level.theirs)))


def count_ways(position: Any, depth: int, pruned: Any) -> Counter[str]:
    """Count the nodes of a turn in all ways."""
    levels = build(position, depth)
    found = Counter({name: count(levels) for name, count in READINGS.items()})
    found[STOPPED] = nodes_of(build(position, depth, until_won=True))
    found[PRUNED] = pruned.choose(position).statistics.nodes
    if depth == DEPTHS[0]:
        found[UNCHECKED] = nodes_of(build(position, depth, check=False))
    return found


def positions_of_a_game(spec: str, plies: int, chance: random.Random, seed: int) -> list[Any]:
    """The positions in which an agent chooses, playing against itself after some random plies."""
    played, position, found = game("connect_four"), game("connect_four").start(), []
    chooser = agent(played, spec, seed)
    while legal := played.legal(position):
        if plies > 0:
            plies, move = plies - 1, chance.choice(legal)
        else:
            found.append(position)
            move = chooser.choose(position).move
        position = position.play(move)
    return found


def count_trees(depth: int, games: int, seed: int) -> list[dict[str, int]]:
    """Count the nodes of all turns of each game that the utility-based agent plays with itself.

    `turns` is how many they are, `agree` in how many the weights of all moves are minimax's.
    """
    chance, played = random.Random(seed), game("connect_four")
    pruned = agent(played, f"minimax(depth={depth}, evaluate={ONE_SIDED}, pruning=1)", 0)
    known = agent(played, easy(depth), 0)
    counted = []
    for number in range(games):
        total: Counter[str] = Counter()
        for position in positions_of_a_game(utility(depth), OPENING_PLIES, chance, number):
            total += count_ways(position, depth, pruned)
            total["turns"] += 1
            total["agree"] += weigh(build(position, depth)) == values_of(known, position)
        counted.append(dict(total))
    return counted


def values_of(easy_agent: Any, position: Any) -> dict[int, int]:
    """Wins, losses and neither by move, as minimax finds them."""
    judged, _ = easy_agent.judge.judge(easy_agent.game, position)
    return {
        move: (value > 0) - (value < 0) if abs(value) > 1 else 0 for move, value in judged.items()
    }


# --- the experiment ---------------------------------------------------------------------------


def tree_steps(scale: Scale) -> list[Step]:
    """Games with both lookaheads."""
    return [
        Measurement(
            f"lookahead {depth}", count_trees, {"depth": depth, "games": games, "seed": scale.seed}
        )
        for depth, games in zip(DEPTHS, scale.choose((30, 16), (200, 60)), strict=True)
    ]


def tree_conclude(results: Results) -> Findings:
    """Whether the tree chooses as minimax does, what the check saves, and what was counted."""
    found = {depth: results.measured(f"lookahead {depth}") for depth in DEPTHS}
    turns, agree = (
        sum(row.get(key, 0) for rows in found.values() for row in rows)
        for key in ("turns", "agree")
    )
    first = found[DEPTHS[0]]
    saved = per_turn([(row[UNCHECKED], row[WHOLE]) for row in first])
    numbers = {
        "section-3/weighed": Finding(
            agree == turns,
            trials=turns,
            note=f"In {agree:,} of {turns:,} positions every move has the weight of minimax.",
        ),
        "section-3/check": claim(
            above(saved, 1),
            f"At lookahead 5 the tree has {100 * (saved.value - 1):.0f}% more nodes without it.",
        ),
    }
    for depth, place in PLACES.items():
        numbers[f"{place}/search depth/value"] = _counted(found[depth], WHOLE)
    return Findings(numbers, (_table(found),))


def _counted(rows: Sequence[dict[str, int]], name: str) -> Finding:
    return of_interval(per_turn([(row[name], row["turns"]) for row in rows]), len(rows))


def _table(found: dict[int, list[dict[str, int]]]) -> DataTable:
    """Nodes of a turn in every way to count, beside the report's."""
    theirs = [
        next(
            float(number.value or 0)
            for source in read_report("connect_four").sources
            for number in source.numbers
            if number.key == f"{place}/search depth/value"
        )
        for place in PLACES.values()
    ]
    rows: list[Row] = []
    for name in (*READINGS, STOPPED, PRUNED):
        few, many = (float(_counted(found[depth], name).value or 0) for depth in DEPTHS)
        shares = (round(one / two, 2) for one, two in zip(theirs, (few, many), strict=True))
        rows.append((name, round(few), round(many), round(many / few, 1), *shares))
    rows.append(("the report", *theirs, round(theirs[1] / theirs[0], 1), "", ""))
    columns = (
        "counted",
        *(f"lookahead {depth}" for depth in DEPTHS),
        "times as many",
        *(f"the report's, as a share of it, {depth}" for depth in DEPTHS),
    )
    return DataTable("Nodes of a turn", columns, tuple(rows))


EXPERIMENTS = {
    "connect-four-tree": (tree_steps, tree_conclude),
}
