"""Bamboo: what a move of minimax and of MCTS costs as the board grows, counted.

The report's program tests tile after tile for legality, wherever it wants moves or counts them. A
*test* is the unit here: a node whose children are made tests every empty tile once, a position
that is judged tests them for both sides, and a random move takes tiles from a shuffled stack until
one is legal. So the counts are those of that program, and the same on every machine.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from plyground.agents import agent
from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Findings,
    Point,
    Row,
    Series,
    above,
    claim,
    widened,
)
from plyground.tournaments.statistics import Interval, mean_interval, ratio_interval

RADII = ((2, 3, 4, 5, 6), (2, 3, 4, 5, 6, 7, 8))
FILLED = (0.0, 0.25, 0.5, 0.75)  # share of the tiles, by random moves
POSITIONS = (4, 16)  # of each share and size
ITERATIONS = 1000
PLAYOUTS = 10  # random games by which a playout's tests are estimated
SIZE = 5  # radius of the report's times
KINDS = {
    "depth 1": ("bamboo_minimax(depth=1)", 8),
    "depth 2": ("bamboo_minimax(depth=2)", 8),
    "depth 2, not sorted": ("bamboo_minimax(depth=2, sort=none)", 8),
    "depth 2, not pruned": ("bamboo_minimax(depth=2, pruning=0)", 6),
    "depth 3": ("bamboo_minimax(depth=3)", 5),
}  # and the largest radius for each
CHOSEN, MCTS = "depth 2", "MCTS"


def costs(radius: int, filled: float, positions: int, seed: int) -> list[dict[str, float]]:
    """Return, for some positions, the tests of each search, and the positions it looks at."""
    played, chance = game("bamboo", radius=radius), random.Random(f"{seed}/{radius}/{filled}")
    plies = round(filled * played.shape.cell_count)
    searches = {
        name: agent(played, spec) for name, (spec, largest) in KINDS.items() if radius <= largest
    }
    found: list[dict[str, float]] = []
    while len(found) < positions:
        position = _after(played, plies, chance)
        if position is None:
            continue
        empty = sum(not stone for stone in played.cells(position))
        row = {}
        for name, search in searches.items():
            counted = search.choose(position).statistics
            inner = counted.nodes - counted.evaluations
            row[name] = float(inner * empty + 2 * counted.evaluations * empty)
            row[f"{name}, positions"] = float(counted.nodes)
        tests = [_playout_tests(played, position, chance) for _ in range(PLAYOUTS)]
        row[MCTS] = ITERATIONS * (empty + float(np.mean(tests)))
        found.append(row)
    return found


def _after(played: Any, plies: int, chance: random.Random) -> Any:
    """Return the position after so many random moves; None if the game is over by then."""
    position = played.start()
    for _ in range(plies):
        legal = played.legal(position)
        if not legal:
            return None
        position = position.play(chance.choice(legal))
    return position if played.legal(position) else None


def _playout_tests(played: Any, position: Any, chance: random.Random) -> float:
    """Return the expected tests of a random game: of e tiles with l legal ones, (e + 1) / (l + 1)
    are taken until one is legal.
    """
    tests, empty = 0.0, sum(not stone for stone in played.cells(position))
    while legal := played.legal(position):
        tests += (empty + 1) / (len(legal) + 1)
        position, empty = position.play(chance.choice(legal)), empty - 1
    return tests + empty


def scaling_steps(scale: Scale) -> list[Step]:
    """Positions of every size, more and more filled."""
    return [
        Measurement(
            f"radius {radius}, {filled:.0%} filled",
            costs,
            {
                "radius": radius,
                "filled": filled,
                "positions": scale.choose(*POSITIONS),
                "seed": scale.seed,
            },
        )
        for radius in scale.choose(*RADII)
        for filled in FILLED
    ]


def scaling_conclude(results: Results) -> Findings:
    """Costs by size, how fast they grow, and their ratio at the report's size."""
    radii = results.scale.choose(*RADII)
    found = {
        (radius, filled): results.measured(f"radius {radius}, {filled:.0%} filled")
        for radius in radii
        for filled in FILLED
    }
    by_radius = {
        radius: [row for filled in FILLED for row in found[radius, filled]] for radius in radii
    }
    names = (*KINDS, MCTS)
    rows: list[Row] = []
    for radius in radii:
        means = [_mean(by_radius[radius], name) for name in names]
        rows.append((radius, 3 * radius * (radius + 1) + 1, *means))
    powers = {name: _powers(found, name) for name in (CHOSEN, MCTS)}
    faster = mean_interval([a - b for a, b in zip(*powers.values(), strict=True)])
    ratios = {
        name: ratio_interval([row[name] / row[MCTS] for row in by_radius[SIZE]])
        for name in KINDS
        if all(name in row for row in by_radius[SIZE])
    }
    early, late = (_sorting(found, radii, part) for part in (FILLED[:2], FILLED[2:]))
    said = {name: f"{np.mean(each):.2f}" for name, each in powers.items()}
    return Findings(
        {
            "scaling/does not scale": claim(
                above(faster, 0.0),
                f"Tests for a move grow as the {said[CHOSEN]} power of the number of tiles for "
                f"minimax of {CHOSEN}, as the {said[MCTS]} power for MCTS of {ITERATIONS} "
                "iterations.",
            ),
            "scaling/sorting helps early": claim(
                None if _overlap(early, late) else early.value < late.value,
                f"Sorted, it looks at {early.value:.2f} ({early.low:.2f} to {early.high:.2f}) "
                "times the positions while less than half of the tiles are filled, later at "
                f"{late.value:.2f} ({late.low:.2f} to {late.high:.2f}) times.",
            ),
            "scaling/minimax is slower": claim(
                above(ratios[CHOSEN], 1.0),
                f"Tests of minimax of {CHOSEN} divided by those of MCTS, at radius {SIZE}: "
                f"{ratios[CHOSEN].value:.2f} ({ratios[CHOSEN].low:.2f} to "
                f"{ratios[CHOSEN].high:.2f}); "
                + ", ".join(
                    f"{each.value:.2g} for {name}"
                    for name, each in ratios.items()
                    if name != CHOSEN
                )
                + ".",
            ),
        },
        (
            DataTable(
                "Tests of tiles for a move",
                ("radius", "tiles", *names),
                tuple(rows),
                f"Mean over boards that are filled to {', '.join(f'{f:.0%}' for f in FILLED)} by "
                f"random moves; MCTS has {ITERATIONS} iterations.",
            ),
        ),
        (_growth_chart(radii, names, by_radius),),
    )


def _mean(rows: list[dict[str, float]], name: str) -> float | None:
    values = [row[name] for row in rows if name in row]
    return float(np.mean(values)) if len(values) == len(rows) else None


def _powers(found: dict[tuple[int, float], Any], name: str) -> list[float]:
    """Return the power of the number of tiles by which a cost grows, for each series of boards."""
    radii = sorted({radius for radius, _ in found})
    tiles = np.log([3 * radius * (radius + 1) + 1 for radius in radii])
    series = [
        np.log([found[radius, filled][number][name] for radius in radii])
        for filled in FILLED
        for number in range(len(found[radii[0], filled]))
    ]
    return [float(np.polyfit(tiles, values, 1)[0]) for values in series]


def _sorting(
    found: dict[tuple[int, float], Any], radii: tuple[int, ...], part: tuple[float, ...]
) -> Interval:
    """Return how many times the positions are looked at if moves are sorted; 99%."""
    keys = f"{CHOSEN}, positions", f"{CHOSEN}, not sorted, positions"
    ratios = [
        row[keys[0]] / row[keys[1]]
        for radius in radii
        for filled in part
        for row in found[radius, filled]
    ]
    return widened(ratio_interval(ratios))


def _overlap(one: Interval, two: Interval) -> bool:
    return one.low <= two.high and two.low <= one.high


def _growth_chart(
    radii: tuple[int, ...], names: tuple[str, ...], rows: dict[int, list[dict[str, float]]]
) -> Chart:
    series = []
    for name in names:
        means = [(radius, _mean(rows[radius], name)) for radius in radii]
        points = tuple(Point(radius, mean) for radius, mean in means if mean is not None)
        series.append(Series(name, points))
    title = "Tests of tiles for a move, by size of the board"
    return Chart(title, "radius", "tests", tuple(series), log_y=True)


EXPERIMENTS = {
    "bamboo-scaling": (scaling_steps, scaling_conclude),
}
