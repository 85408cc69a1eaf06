"""Bamboo: games at random and by heuristics: who profits from starting, and from what."""

from __future__ import annotations

import random
from itertools import combinations
from statistics import fmean
from typing import Any

from plyground.arena import make_plan
from plyground.arena.statistics import Tally, binomial_p_value, tally, wilson
from plyground.arena.tables import percent
from plyground.game.registry import game
from plyground.lab.experiment import Experiment, Games, Measurement, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Series,
    claim,
    is_better,
    rate_text,
    share,
    win_rate,
)
from plyground.lab.sources import numbers_of

RADII = (1, 2, 3, 4, 5)
NO_EFFECT = (
    "In the report, groups and sparsity win 36, 44 and 54% among themselves and uniform, and 0% "
    "against outer, which is what uniform does; sparsity with outer does like a weaker outer. "
    "Small boards do not explain it: from radius 2 on, ours are stronger than uniform."
)
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
        rate = wilson(found["first"], found["games"])
        numbers[f"table-2/{radius}/starting player wins"] = share(found["first"], found["games"])
        numbers[f"table-2/{radius}/lower bound"] = Finding(rate.low)
        numbers[f"table-2/{radius}/upper bound"] = Finding(rate.high)
        points.append(Point(radius, *rate))
    losing = [point.x for point in points if point.high is not None and point.high < 0.5]
    numbers["table-2/starting is a disadvantage"] = claim(
        len(losing) >= 3 and points[0].y < points[-1].y,
        f"The starting player wins less than half at radius {', '.join(map(str, losing))}.",
    )
    chart = Chart(
        "Table II: the starting player, random against random",
        "radius",
        "win rate, with 95% intervals",
        (
            Series("measured", tuple(points)),
            Series("report, 100 games", tuple(map(_reported, RADII, (12, 38, 45, 46, 49)))),
        ),
        percent=True,
    )
    return Findings(numbers, charts=(chart,))


def _reported(radius: int, percentage: int) -> Point:
    return Point(radius, *wilson(percentage, 100))


# --- section II -------------------------------------------------------------------------------


def branching(radius: int, games: int, seed: int) -> dict[str, Any]:
    """Legal moves by ply and lengths of random games."""
    played, chance = game("bamboo", radius=radius), random.Random(seed)
    counts: list[list[int]] = []
    lengths = []
    for _ in range(games):
        position, ply = played.start(), 0
        while legal := played.legal(position):
            if ply == len(counts):
                counts.append([])
            counts[ply].append(len(legal))
            position, ply = position.play(chance.choice(legal)), ply + 1
        lengths.append(ply)
    return {"by ply": [fmean(found) for found in counts], "lengths": lengths}


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
    columns = ("radius", "tiles", "branching factor", "plies", "shortest", "longest")
    table = DataTable("Random games", columns, tuple(rows), "Mean legal moves for a turn.")
    chart = Chart("Legal moves in random games", "ply", "mean legal moves", tuple(series))
    return Findings(
        {
            "section-2/branching factor": Finding(rows[-1][2], note="At radius 5."),
            "section-2/game length": Finding(rows[-1][3], note="Plies, at radius 5."),
            "section-2/large branching factor": claim(
                rows[-1][2] > 35,
                f"{rows[-1][2]:.0f} legal moves on average at radius 5, {rows[-1][1]} at the "
                "beginning; in chess about 35.",
            ),
        },
        (table,),
        (chart,),
    )


# --- Table III --------------------------------------------------------------------------------

HEURISTICS = {
    "uniform": "random",
    "outer": "random(prefer=outer)",
    "groups": "random(prefer=groups)",
    "sparsity": "random(prefer=sparsity)",
    "sparsity_outer": "random(prefer=sparsity_outer)",
}


def table_3_steps(scale: Scale) -> list[Step]:
    """Everybody against everybody."""
    plan = make_plan(
        "bamboo",
        list(HEURISTICS.values()),
        pairs=scale.choose(5, 50),
        opening_plies=0,
        seed=scale.seed,
    )
    return [Games("round robin", plan)]


def table_3_conclude(results: Results) -> Findings:
    """The report's half of the matrix, and whether each entry differs from one half."""
    records = results.records("round robin")
    reported = {number.key: float(number.value or 0) for number in numbers_of("bamboo-table-3")}
    numbers: dict[str, Finding] = {}
    won: dict[tuple[str, str], Tally] = {}
    for two, one in combinations(HEURISTICS, 2):
        found = tally(records, HEURISTICS[one], HEURISTICS[two])
        won[one, two], won[two, one] = found, found.swapped()
        place = f"table-3/{one} against {two}"
        numbers[f"{place}/win rate"] = win_rate(found)
        numbers[f"{place}/significant"] = _asterisk(found, reported[f"{place}/win rate"])
    against = {other: won["outer", other] for other in HEURISTICS if other != "outer"}
    numbers["table-3/outer is best"] = claim(
        _all_hold([is_better(found) for found in against.values()]),
        "Outer wins "
        + ", ".join(f"{rate_text(each)} against {name}" for name, each in against.items())
        + ".",
    )
    rows = [(one, *(_entry(won.get((one, two))) for two in HEURISTICS)) for one in HEURISTICS]
    table = DataTable(
        "Win rate of the row against the column", ("", *HEURISTICS), tuple(rows), _asterisks()
    )
    return Findings(numbers, (table,), notes=(NO_EFFECT,))


def _asterisk(found: Tally, percentage: float) -> Finding:
    """Whether wins and losses differ, and on the side on which the report has them."""
    note = f"{found.wins} of {found.games}, p = {found.p_value:.2g}."
    if not found.significant:
        return claim(False if found.games >= ENOUGH else None, note)
    same_side = (found.wins > found.losses) == (percentage > 50)
    return claim(True, note) if same_side else Finding("yes, the other way round", note=note)


def _entry(found: Tally | None) -> str | None:
    return percent(found.win_rate.value) if found else None


def _all_hold(claims: list[bool | None]) -> bool | None:
    """Whether all of them hold; None if one is undecided and none fails."""
    if False in claims:
        return False
    return None if None in claims else True


def _asterisks() -> str:
    p = binomial_p_value(36, 64)
    return (
        "The report marks with an asterisk what differs from 50% at the 5% level. An exact test "
        f"of its own 36 of 100 gives p = {p:.3f}, but it has no asterisk there; its other "
        "asterisks agree with the test."
    )


EXPERIMENTS = (
    Experiment(
        "bamboo-section-2",
        "Branching factor and length of games",
        "bamboo",
        "Legal moves by ply and lengths of random games on boards of radius 1 to 5.",
        section_2_steps,
        section_2_conclude,
        (0.2, 1),
    ),
    Experiment(
        "bamboo-table-2",
        "Who profits from starting",
        "bamboo",
        "How often the starting player wins random games, by size of the board.",
        table_2_steps,
        table_2_conclude,
        (0.1, 0.5),
    ),
    Experiment(
        "bamboo-table-3",
        "Heuristics against each other",
        "bamboo",
        "A round robin of five random agents with heuristics, with significance.",
        table_3_steps,
        table_3_conclude,
        (0.6, 7),
    ),
)
