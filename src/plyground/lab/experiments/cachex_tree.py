"""Cachex: how the tree grows, and what the report's agent gains and loses by leaving cells out."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from math import ceil, log
from statistics import fmean
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.games.cachex.judges import BesideStones
from plyground.lab.experiment import Measurement, Results, Scale, Step, arena_step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Row,
    Series,
    above,
    all_of,
    below,
    claim,
    of_interval,
    rate_text,
)
from plyground.tournaments import GameRecord
from plyground.tournaments.statistics import (
    Effort,
    Tally,
    efforts,
    mean_interval,
    ratio_interval,
    tally,
)

BESIDE = "minimax(depth={depth}, pruning=1, evaluate=path, order=beside, only_rated=1)"
EVERYWHERE = "minimax(depth={depth}, pruning=1, evaluate=path, order=beside)"


# --- complexity -------------------------------------------------------------------------------

TREE_STONES = 4
TREE_SIZE = 8
LAYERS = 3


def random_position(size: int, stones: int, seed: int) -> Any:
    """A position of a random game, before anybody has won, with at least that many stones."""
    played, chance = game("cachex", size=size), random.Random(seed)
    while True:
        position = played.start()
        while legal := played.legal(position):
            if sum(1 for content in played.cells(position) if content) >= stones:
                return position
            position = position.play(chance.choice(legal))


def candidates(played: Any, position: Any) -> list[int]:
    """The moves beside stones."""
    beside = BesideStones()
    return [move for move in played.legal(position) if beside.rate(position, move)]


def cells_beside(seed: int) -> list[float]:
    """Empty cells beside stones for each stone, with 1, 2, 3, ... stones."""
    played = game("cachex", size=TREE_SIZE)
    found = []
    for stones in range(1, TREE_SIZE * TREE_SIZE // 2):
        position = random_position(TREE_SIZE, stones, seed)
        count = sum(1 for content in played.cells(position) if content)
        found.append(len(candidates(played, position)) / count)
    return found


def layers(seed: int) -> list[int]:
    """How many nodes the layers of a tree of candidates have, from the root on."""
    played = game("cachex", size=TREE_SIZE)
    current, counts = [random_position(TREE_SIZE, TREE_STONES, seed)], [1]
    for _ in range(LAYERS - 1):
        current = [node.play(move) for node in current for move in candidates(played, node)]
        counts.append(len(current))
    sample = current if len(current) <= 100 else random.Random(seed).sample(current, 100)
    counts.append(round(fmean(len(candidates(played, node)) for node in sample) * len(current)))
    return counts


ORDERS = {
    "as they come": "minimax(depth={depth}, evaluate=path, pruning=1)",
    "by evaluation": "minimax(depth={depth}, evaluate=path, pruning=1, order=evaluation(by=path))",
}
PRUNED_DEPTHS = (2, 3)


def pruned_nodes(seed: int) -> dict[str, list[float]]:
    """The power of minimax's leaves that alpha-beta visits, 2 and 3 plies deep on n = 6, by order.

    In perfect order it visits about b^ceil(d/2) + b^floor(d/2) - 1 of b^d leaves, which is the
    fewest there can be.
    """
    played, position = game("cachex", size=6), random_position(6, TREE_STONES, seed)
    found: dict[str, list[float]] = {"perfect": [], **{name: [] for name in ORDERS}}
    for depth in PRUNED_DEPTHS:
        plain = _search(played, position, f"minimax(depth={depth}, evaluate=path)")
        for name, spec in ORDERS.items():
            pruned = _search(played, position, spec.format(depth=depth))
            found[name].append(log(pruned) / log(plain))
        branching = plain ** (1 / depth)
        fewest = branching ** ceil(depth / 2) + branching ** (depth // 2) - 1
        found["perfect"].append(log(fewest) / log(plain))
    return found


def _search(played: Any, position: Any, spec: str) -> int:
    """How many nodes a search visits."""
    return int(agent(played, spec).choose(position).statistics.nodes)


def complexity_steps(scale: Scale) -> list[Step]:
    """Random positions of several kinds."""
    seeds = range(scale.seed * 100, scale.seed * 100 + scale.choose(12, 20))
    kinds: dict[str, Callable[..., Any]] = {
        "beside": cells_beside,
        "layers": layers,
        "pruned": pruned_nodes,
    }
    return [
        Measurement(f"{name}, {seed}", measure, {"seed": seed})
        for name, measure in kinds.items()
        for seed in seeds
    ]


def complexity_conclude(results: Results) -> Findings:
    """Means over the positions, beside the report's formulas."""
    found: dict[str, list[Any]] = {"beside": [], "layers": [], "pruned": []}
    for key, value in results.found.items():
        found[key.partition(",")[0]].append(value)
    beside = [fmean(column) for column in zip(*found["beside"], strict=True)]
    most = max(map(max, found["beside"]))
    numbers = {
        "complexity/at most 6": claim(most <= 6, f"At most {most:.1f}."),
        "complexity/assumed on average/cells beside stones, for each stone": of_interval(
            mean_interval([fmean(sample) for sample in found["beside"]]),
            note=f"From {beside[0]:.1f} with one stone to {beside[-1]:.1f} with {len(beside)}.",
        ),
        **_growth(found["layers"]),
        "pruning/exponent/power of n": of_interval(
            mean_interval([each["by evaluation"][-1] for each in found["pruned"]]),
            note=f"{PRUNED_DEPTHS[-1]} plies deep, ordered by evaluation.",
        ),
    }
    tables = (_layers_table(found["layers"]), _pruned_table(found["pruned"]))
    return Findings(numbers, tables, charts=(_beside_chart(beside),))


def _growth(trees: list[list[int]]) -> dict[str, Finding]:
    """The layers of the tree, and whether each grows by more than the one before."""
    numbers = {
        f"tree/{layer}/nodes": of_interval(mean_interval([tree[layer] for tree in trees]))
        for layer in range(1, LAYERS + 1)
    }
    factors = [[later / before for before, later in pairwise(tree)] for tree in trees]
    rises = [mean_interval([two - one for one, two in pairs]) for pairs in _steps(factors)]
    means = [fmean(column) for column in zip(*factors, strict=True)]
    numbers["complexity/factorial"] = claim(
        all_of(above(rise, 0) for rise in rises),
        f"From layer to layer, times {', '.join(f'{each:.1f}' for each in means)}.",
    )
    return numbers


def _steps(factors: list[list[float]]) -> list[list[tuple[float, float]]]:
    """For every two layers that follow each other, their factors in each tree."""
    return [list(step) for step in zip(*(pairwise(each) for each in factors), strict=True)]


def _layers_table(trees: list[list[int]]) -> DataTable:
    measured = [fmean(column) for column in zip(*trees, strict=True)]
    rows = [
        (str(layer), measured[layer], _formula(0)[layer], _formula(1)[layer])
        for layer in range(1, LAYERS + 1)
    ]
    columns = ("layer", "measured", "the formula", "as the text counts, a stone less in each layer")
    title = f"Nodes of the tree from {TREE_STONES} stones on, n = {TREE_SIZE}"
    return DataTable(title, columns, tuple(rows))


def _pruned_table(found: list[dict[str, list[float]]]) -> DataTable:
    rows: list[Row] = [
        (name, *(fmean(each[name][place] for each in found) for place in range(len(PRUNED_DEPTHS))))
        for name in found[0]
    ]
    columns = ("order", *(f"{depth} plies" for depth in PRUNED_DEPTHS))
    note = (
        "Alpha-beta visits n to this power of the n nodes of minimax. Perfect is the least that is "
        "possible: one half only as the branching grows, and only for an even number of plies."
    )
    return DataTable("What alpha-beta saves, n = 6", columns, tuple(rows), note)


def _beside_chart(beside: list[float]) -> Chart:
    points = tuple(Point(stones, each) for stones, each in enumerate(beside, 1))
    assumed = tuple(Point(stones, 3) for stones in (1, len(beside)))
    return Chart(
        f"Empty cells beside stones, for each stone, n = {TREE_SIZE}",
        "stones on the board",
        "cells for each stone",
        (Series("measured", points), Series("assumed by the report", assumed)),
    )


def _formula(less: int) -> list[float]:
    """The report's t_d, or with `less` = 1 what its text says before it."""
    sizes = [1.0, 3.0 * TREE_STONES]
    for layer in range(2, LAYERS + 1):
        sizes.append(sizes[-1] * 3 * (TREE_STONES + layer - less))
    return sizes


# --- neighbours only --------------------------------------------------------------------------


def neighbour_sizes(scale: Scale) -> tuple[tuple[int, int], ...]:
    """Board size and depth, as the report pairs them."""
    return scale.choose(((5, 3), (7, 2)), ((4, 3), (5, 3), (6, 2), (7, 2), (8, 2), (9, 2)))


def missed_best(size: int, depth: int, positions: int, seed: int) -> tuple[int, int]:
    """In how many of random positions the best move is not beside a stone, and of how many."""
    played, missed = game("cachex", size=size), 0
    specs = (EVERYWHERE.format(depth=depth), BESIDE.format(depth=depth))
    for number in range(positions):
        position = random_position(size, 3 + number % size, 1000 * seed + number)
        scores = [agent(played, spec).choose(position).score for spec in specs]
        missed += scores[0] != scores[1]
    return missed, positions


def neighbours_steps(scale: Scale) -> list[Step]:
    """Both against each other on several sizes, and single positions."""
    steps: list[Step] = []
    for size, depth in neighbour_sizes(scale):
        both = (BESIDE.format(depth=depth), EVERYWHERE.format(depth=depth))
        board = {"size": size}
        played = arena_step(
            str(size), scale, "cachex", both, (15, 100), parameters=board, opening_plies=2
        )
        arguments = {
            "size": size,
            "depth": depth,
            "positions": scale.choose(100, 500),
            "seed": scale.seed,
        }
        steps += [played, Measurement(f"missed, {size}", missed_best, arguments)]
    return steps


def neighbours_conclude(results: Results) -> Findings:
    """What it gains and loses."""
    rows, totals, spared, missed, positions = [], Tally(), [], 0, 0
    for size, depth in neighbour_sizes(results.scale):
        records = results.records(str(size))
        few, many = BESIDE.format(depth=depth), EVERYWHERE.format(depth=depth)
        spent, won = efforts(records), tally(records, few)
        lost, looked_at = results.measured(f"missed, {size}")
        totals, missed, positions = totals + won, missed + lost, positions + looked_at
        spared.append(ratio_interval([_node_ratio(record, few, many) for record in records]))
        rows.append(
            (
                f"{size}, {depth} plies",
                _nodes(spent[few]),
                _nodes(spent[many]),
                spared[-1].value,
                rate_text(won),
                lost / looked_at,
            )
        )
    columns = (
        "n", "nodes a move, neighbours", "all cells", "share", "neighbours won", "best move missed",
    )  # fmt: skip
    note = "Missed: positions in which some other cell has a better value at the same depth."
    return Findings(
        {
            "neighbours/fewer states": claim(
                all_of(below(found, 1) for found in spared),
                f"{100 * min(spared).value:.0f} to {100 * max(spared).value:.0f}% of the nodes for "
                "a move in the same games, by size.",
            ),
            "neighbours/risk": claim(
                missed > 0,
                f"In {missed} of {positions} positions the best value is missed; it won "
                f"{rate_text(totals)} games against the same search over all cells.",
            ),
        },
        (DataTable("Neighbours only, against all cells", columns, tuple(rows), note),),
    )


def _node_ratio(record: GameRecord, few: str, many: str) -> float:
    """Nodes for a move of one agent, divided by those of the other, in one game."""
    spent = efforts([record])
    return _nodes(spent[few]) / _nodes(spent[many])


def _nodes(spent: Effort) -> float:
    return spent.nodes_per_move or 0.0


EXPERIMENTS = {
    "cachex-complexity": (complexity_steps, complexity_conclude),
    "cachex-neighbours": (neighbours_steps, neighbours_conclude),
}
