"""Bamboo: games at random and by heuristics: who profits from starting, and from what."""

from __future__ import annotations

import random
from statistics import fmean
from typing import Any

from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
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
    interval_text,
    share,
)
from plyground.lab.sources import numbers_of
from plyground.tournaments.statistics import (
    Interval,
    mean_interval,
    wilson,
)
from plyground.tournaments.tables import percent

RADII = (1, 2, 3, 4, 5)
ENOUGH = 100  # games, the report's number: with fewer, an asterisk may be missing by chance


# --- Table II ---------------------------------------------------------------------------------


def random_games(radius: int, games: int, seed: int) -> dict[str, int]:
    """How often each side won random games, and how long they took in all."""
    from plyground.search.playouts import random_playouts

    played = game("bamboo", radius=radius)
    found = random_playouts(played, played.start(), games, seed)
    return {"first": found.first_wins, "games": found.games, "plies": found.plies}


def table_2_steps(scale: Scale) -> list[Step]:
    """Random games on every size."""
    games = scale.choose(10_000, 100_000)
    return [
        Measurement(
            f"radius {radius}",
            random_games,
            {"radius": radius, "games": games, "seed": scale.seed},
        )
        for radius in RADII
    ]


def table_2_conclude(results: Results) -> Findings:
    """The share of the starting player, by size."""
    numbers: dict[str, Finding] = {}
    points = []
    for radius in RADII:
        found = results.measured(f"radius {radius}")
        numbers[f"table-2/{radius}/starting player wins"] = share(found["first"], found["games"])
        points.append(Point(radius, *wilson(found["first"], found["games"])))
    numbers |= _bounds()
    rates = [Interval(point.y, point.low or 0.0, point.high or 0.0) for point in points]
    small, large = rates[0], rates[-1]
    smaller = None if small.high >= large.low and large.high >= small.low else small < large
    numbers["table-2/starting is a disadvantage"] = claim(
        all_of((*(below(rate, 0.5) for rate in rates), smaller)),
        "The starting player wins "
        + ", ".join(
            f"{percent(rate.value)} at radius {r}" for r, rate in zip(RADII, rates, strict=True)
        )
        + ".",
    )
    chart = Chart(
        "Table II: the starting player, random against random",
        "radius",
        "win rate, with 95% intervals",
        (
            Series("measured", tuple(points)),
            Series("report, 100 games", tuple(map(_reported, RADII, reported_rates()))),
        ),
        percent=True,
    )
    right: tuple[Row, ...] = tuple(
        (str(radius), *(100 * bound for bound in wilson(rate, 100)))
        for radius, rate in zip(RADII, reported_rates(), strict=True)
    )
    table = DataTable(
        "The report's rates with the interval that 100 games give",
        ("radius", "percent", "low", "high"),
        right,
        "Wilson's intervals, 95%.",
    )
    return Findings(numbers, (table,), (chart,))


def reported_rates() -> list[float]:
    """The percentages of the report's Table II."""
    given = {number.key: number.value for number in numbers_of("bamboo-table-2")}
    return [float(given[f"table-2/{radius}/starting player wins"] or 0) for radius in RADII]


def _bounds() -> dict[str, Finding]:
    """The report's bounds as they follow from its own rates, by the formula that fits them."""
    found = {}
    for radius, percentage in zip(RADII, reported_rates(), strict=True):
        rate = percentage / 100
        reach = 100 * rate ** (1 if radius == 1 else 2) * (1 - rate)
        formula = "p(1 - p)" if radius == 1 else "p\u00b2(1 - p)"
        low, high = (100 * bound for bound in wilson(percentage, 100)[1:])
        note = (
            f"p \u00b1 {formula} of the report's own rate; 100 games give {low:.1f} to {high:.1f}."
        )
        for name, bound in (("lower", percentage - reach), ("upper", percentage + reach)):
            found[f"table-2/{radius}/{name} bound"] = Finding(bound, note=note)
    return found


def _reported(radius: int, percentage: float) -> Point:
    return Point(radius, *wilson(percentage, 100))


# --- section II -------------------------------------------------------------------------------


CHESS = 35  # legal moves on average, as is usually said


def branching(radius: int, games: int, seed: int) -> dict[str, Any]:
    """Legal moves by ply and lengths of random games."""
    played, chance = game("bamboo", radius=radius), random.Random(seed)
    counts: list[list[int]] = []
    lengths, means = [], []
    for _ in range(games):
        position, ply, total = played.start(), 0, 0
        while legal := played.legal(position):
            if ply == len(counts):
                counts.append([])
            counts[ply].append(len(legal))
            total += len(legal)
            position, ply = position.play(chance.choice(legal)), ply + 1
        lengths.append(ply)
        means.append(total / ply)
    return {"by ply": [fmean(found) for found in counts], "lengths": lengths, "means": means}


def section_2_steps(scale: Scale) -> list[Step]:
    """Random games on every size."""
    games = scale.choose(40, 400)
    return [
        Measurement(
            f"radius {radius}", branching, {"radius": radius, "games": games, "seed": scale.seed}
        )
        for radius in RADII
    ]


def section_2_conclude(results: Results) -> Findings:
    """Means by size, and the course of the branching factor."""
    rows, series = [], []
    for radius in RADII:
        found = results.measured(f"radius {radius}")
        lengths, by_ply = found["lengths"], found["by ply"]
        still = [sum(length > ply for length in lengths) for ply in range(len(by_ply))]
        total = sum(mean * count for mean, count in zip(by_ply, still, strict=True))
        tiles = 3 * radius * (radius + 1) + 1
        mean = total / sum(still)
        rows.append((str(radius), tiles, mean, fmean(lengths), min(lengths), max(lengths)))
        series.append(
            Series(f"radius {radius}", tuple(Point(ply, each) for ply, each in enumerate(by_ply)))
        )
    widest = mean_interval(results.measured(f"radius {RADII[-1]}")["means"])
    columns = ("radius", "tiles", "branching factor", "plies", "shortest", "longest")
    table = DataTable("Random games", columns, tuple(rows), "Mean legal moves for a turn.")
    chart = Chart("Legal moves in random games", "ply", "mean legal moves", tuple(series))
    return Findings(
        {
            "section-2/branching factor": Finding(rows[-1][2], note="At radius 5."),
            "section-2/game length": Finding(rows[-1][3], note="Plies, at radius 5."),
            "section-2/large branching factor": claim(
                above(widest, CHESS),
                f"{interval_text(widest, '.1f')} legal moves on average over a game at radius "
                f"5, {rows[-1][1]} at the beginning; in chess about {CHESS}.",
            ),
        },
        (table,),
        (chart,),
    )


EXPERIMENTS = {
    "bamboo-section-2": (section_2_steps, section_2_conclude),
    "bamboo-table-2": (table_2_steps, table_2_conclude),
}
