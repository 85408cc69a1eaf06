"""Cachex: how the tree grows, and what the report's agent gains and loses by leaving cells out."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from math import log
from statistics import fmean
from typing import Any

from plyground.agents import agent
from plyground.arena import make_plan
from plyground.arena.statistics import Effort, Tally, efforts, mean_interval, tally
from plyground.game.registry import game
from plyground.games.cachex.judges import BesideStones
from plyground.lab.experiment import Experiment, Games, Measurement, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Series,
    claim,
    of_interval,
    rate_text,
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


def pruned_nodes(seed: int) -> tuple[int, int]:
    """Nodes of minimax and of ordered alpha-beta, three plies deep on n = 6."""
    played, position = game("cachex", size=6), random_position(6, TREE_STONES, seed)
    plain = agent(played, "minimax(depth=3, evaluate=path)").choose(position)
    spec = "minimax(depth=3, evaluate=path, order=evaluation(by=path), pruning=1)"
    return plain.statistics.nodes, agent(played, spec).choose(position).statistics.nodes


def complexity_steps(scale: Scale) -> list[Step]:
    """Random positions of several kinds."""
    seeds = range(scale.seed * 100, scale.seed * 100 + scale.choose(3, 20))
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
    place = "cells beside stones, for each stone"
    numbers = {
        f"complexity/at most/{place}": claim(
            max(map(max, found["beside"])) <= 6, f"At most {max(map(max, found['beside'])):.1f}."
        ),
        f"complexity/assumed on average/{place}": of_interval(
            mean_interval([fmean(sample) for sample in found["beside"]]),
            note=f"From {beside[0]:.1f} with one stone to {beside[-1]:.1f} with {len(beside)}.",
        ),
        "complexity/3^(n^2) boards": claim(
            True, "Each cell is empty, red or blue: 19683 boards for n = 3, captures or not."
        ),
        **_growth([fmean(column) for column in zip(*found["layers"], strict=True)]),
        "complexity/square root": _saved(found["pruned"]),
    }
    return Findings(numbers, charts=(_beside_chart(beside),))


def _growth(tree: list[float]) -> dict[str, Finding]:
    """What the layers of the tree say about the report's formula."""
    formula = _formula()
    factors = [later / before for before, later in pairwise(tree)]
    return {
        "complexity/tree formula": claim(
            all(0.5 <= ours / theirs <= 2 for ours, theirs in zip(tree, formula, strict=True)),
            f"From x = {TREE_STONES} stones, layers 1 to {LAYERS}: {_listed(tree)} nodes; the "
            f"formula gives {_listed(formula)}. Within a factor of 2 counts as agreement.",
        ),
        "complexity/factorial": claim(
            all(one < two for one, two in pairwise(factors)),
            f"From layer to layer, times: {', '.join(f'{each:.1f}' for each in factors)}.",
        ),
    }


def _saved(nodes: list[tuple[int, int]]) -> Finding:
    power = fmean(log(pruned) / log(plain) for plain, pruned in nodes)
    return claim(
        power <= 0.6,
        f"Three plies deep, ordered alpha-beta visits n^{power:.2f} nodes; one half is what "
        "perfect order would give.",
    )


def _beside_chart(beside: list[float]) -> Chart:
    points = tuple(Point(stones, each) for stones, each in enumerate(beside, 1))
    assumed = tuple(Point(stones, 3) for stones in (1, len(beside)))
    return Chart(
        f"Empty cells beside stones, for each stone, n = {TREE_SIZE}",
        "stones on the board",
        "cells for each stone",
        (Series("measured", points), Series("assumed by the report", assumed)),
    )


def _formula() -> list[float]:
    """The report's t_d."""
    sizes = [1.0, 3.0 * TREE_STONES]
    for layer in range(2, LAYERS + 1):
        sizes.append(sizes[-1] * 3 * (TREE_STONES + layer))
    return sizes


def _listed(counts: list[float]) -> str:
    return ", ".join(f"{count:,.0f}" for count in counts[1:])


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
        plan = make_plan(
            "cachex",
            (BESIDE.format(depth=depth), EVERYWHERE.format(depth=depth)),
            parameters={"size": size},
            pairs=scale.choose(15, 100),
            opening_plies=2,
            seed=scale.seed,
        )
        arguments = {
            "size": size,
            "depth": depth,
            "positions": scale.choose(100, 500),
            "seed": scale.seed,
        }
        steps += [Games(str(size), plan), Measurement(f"missed, {size}", missed_best, arguments)]
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
        spared.append(_nodes(spent[few]) / _nodes(spent[many]))
        rows.append(
            (
                f"{size}, {depth} plies",
                _nodes(spent[few]),
                _nodes(spent[many]),
                spared[-1],
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
                max(spared) < 0.9,
                f"{100 * min(spared):.0f} to {100 * max(spared):.0f}% of the nodes for a move.",
            ),
            "neighbours/risk": claim(
                True if missed else None,
                f"In {missed} of {positions} positions the best value is missed; it won "
                f"{rate_text(totals)} games against the same search over all cells.",
            ),
        },
        (DataTable("Neighbours only, against all cells", columns, tuple(rows), note),),
    )


def _nodes(spent: Effort) -> float:
    return spent.nodes_per_move or 0.0


EXPERIMENTS = (
    Experiment(
        "cachex-complexity",
        "How the tree grows",
        "cachex",
        "Cells beside stones, layers of the tree, and what alpha-beta saves, beside the report's "
        "formulas.",
        complexity_steps,
        complexity_conclude,
        (0.2, 0.5),
    ),
    Experiment(
        "cachex-neighbours",
        "Neighbours only",
        "cachex",
        "The search that looks only beside stones against the same search over all cells: nodes, "
        "games, and best moves that it misses.",
        neighbours_steps,
        neighbours_conclude,
        (0.3, 1),
    ),
)
