"""Bamboo: readings of the report's heuristics, each played.

Its Table III is not that of its own definitions. Here the heuristics are played as other readings
of Table I and section III.A have them, so that one sees which give its numbers. Both sides are
random agents that take any of the moves that are rated best. `bamboo_trees` does the same for the
tree search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.game.registry import game
from plyground.games.bamboo.judges import (
    AverageSparsity,
    MostGroups,
    Outer,
    Sparsity,
    SparsityThenOuter,
)
from plyground.games.bamboo.rules import BIT, count_groups, group_and_rim
from plyground.kernel import compiled, search_kernel
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.chance import next_seed, pick
from plyground.kernel.words import count_bits, first_bit, is_empty, union, with_bit, without
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import LEVEL, DataTable, Finding, Findings, Row, above, claim
from plyground.lab.sources import read_report
from plyground.lab.verdicts import shares_p_value
from plyground.search.buffers import move_buffer
from plyground.tournaments.statistics import wilson

UNIFORM = "uniform"
OUTER = "outer"
GROUPS = (
    "own groups",
    "own groups of two or more stones",
    "fewest own groups",
    "groups whatever their colour",
    "the opponent's groups, were the stone theirs",
)
SPARSITY = ("closest own stone", "average of own stones")
BOTH = ("closest, ties by outer", "closest and outer added up", "outer, ties by closest")
READINGS = (UNIFORM, OUTER, *GROUPS, *SPARSITY, *BOTH)


@compiled
def count_large_groups(stones: Any, radius: int) -> int:
    """How many groups of two stones or more there are."""
    count = 0
    while not is_empty(stones):
        group, _ = group_and_rim(first_bit(stones), stones, radius)
        stones = without(stones, group)
        count += count_bits(group) > 1
    return count


@compiled
def rate_groups(position: Any, move: int, reading: int) -> int:
    """The rating by that reading of "maximise the number of player groups", as in `GROUPS`."""
    radius, bit = position.radius, int(BIT[position.radius, move])
    if reading == 0:
        return int(MostGroups(1).rate(position, move))
    if reading == 1:
        return count_large_groups(with_bit(position.mine, bit), radius)
    if reading == 2:
        return -int(MostGroups(1).rate(position, move))
    if reading == 3:
        return count_groups(with_bit(union(position.mine, position.theirs), bit), radius)
    return count_groups(with_bit(position.theirs, bit), radius)


@compiled
def rate_by_reading(position: Any, move: int, reading: int) -> int:
    """The rating by that one of `READINGS`; its place among them is its number."""
    if reading == 0:
        return 0
    outer = int(Outer(1).rate(position, move))
    if reading == 1:
        return outer
    if reading < 7:
        return rate_groups(position, move, reading - 2)
    if reading == 7:
        return int(Sparsity(1).rate(position, move))
    if reading == 8:
        return int(AverageSparsity(1).rate(position, move))
    if reading == 9:
        return int(SparsityThenOuter(1).rate(position, move))
    closest = int(Sparsity(1).rate(position, move)) // 64
    return closest + outer if reading == 10 else 64 * outer + closest


@search_kernel
def play_readings(start: Any, first: int, second: int, seed: int, moves: Any) -> int:
    """Which player wins a game between two readings."""
    position, ply = start, 0
    count = position.fill_moves(moves)
    while count > 0:
        reading = first if ply % 2 == 0 else second
        best, ties, chosen = 0, 0, 0
        for i in range(count):
            rating = rate_by_reading(position, int(moves[i]), reading)
            if ties == 0 or rating > best:
                best, ties = rating, 0
            if rating == best:
                ties += 1
                seed = next_seed(seed)
                if pick(seed, ties) == 0:
                    chosen = int(moves[i])
        position = position.play(chosen)
        ply += 1
        count = position.fill_moves(moves)
    return (ply + 1) % 2


def wins_of_reading(one: str, two: str, games: int, seed: int) -> int:
    """How many of the games the first reading wins; each starts half of them."""
    played = game("bamboo")
    moves, wins, chance = move_buffer(played), 0, np.random.default_rng(seed)
    pair = READINGS.index(one), READINGS.index(two)
    for number in range(games):
        sides = pair if number % 2 == 0 else pair[::-1]
        winner = play_readings(played.start(), *sides, int(chance.integers(FULL_WORD)), moves)
        wins += winner == number % 2
    return wins


class Cell(NamedTuple):
    """A cell of Table III as one reading has it."""

    one: str
    two: str
    reported: float  # percent of 100 games

    @property
    def key(self) -> str:
        """The name of its step."""
        return f"{self.one} against {self.two}"


ADDED, MIXED = BOTH[1], GROUPS[3]


def cells() -> list[Cell]:
    """Every reading in those cells of Table III in which its heuristic stands."""
    source = next(each for each in read_report("bamboo").sources if each.key == "table-3")
    given = {n.row: float(n.value or 0) for n in source.numbers if n.column == "win rate"}
    found = []
    for one in GROUPS:
        found += [
            Cell(one, UNIFORM, given["groups against uniform"]),
            Cell(one, OUTER, given["groups against outer"]),
            Cell(SPARSITY[0], one, given["sparsity against groups"]),
            Cell(ADDED, one, given["sparsity_outer against groups"]),
        ]
    for one in SPARSITY:
        found += [
            Cell(one, UNIFORM, given["sparsity against uniform"]),
            Cell(one, OUTER, given["sparsity against outer"]),
        ]
    for one in BOTH:
        found += [
            Cell(one, UNIFORM, given["sparsity_outer against uniform"]),
            Cell(one, OUTER, given["sparsity_outer against outer"]),
            Cell(one, SPARSITY[0], given["sparsity_outer against sparsity"]),
        ]
    return found


def heuristic_steps(scale: Scale) -> list[Step]:
    """Every reading against those that its heuristic meets in Table III."""
    games = scale.choose(100, 2000)
    return [
        Measurement(
            cell.key,
            wins_of_reading,
            {"one": cell.one, "two": cell.two, "games": games, "seed": scale.seed},
        )
        for cell in cells()
    ]


def heuristic_conclude(results: Results) -> Findings:
    """Win rates by reading, and which readings have all of the report's."""
    games = results.scale.choose(100, 2000)
    wins = {cell.key: int(results.measured(cell.key)) for cell in cells()}
    rows: list[Row] = []
    for cell in cells():
        p = shares_p_value(cell.reported / 100, 100, wins[cell.key] / games, games)
        shown = f"{100 * wins[cell.key] / games:.1f}%"
        rows.append((cell.key, shown, f"{cell.reported:g}%", round(p, 3), p >= LEVEL))
    columns = ("", "measured", "report, of 100", "p", "agrees")
    fitting = [one for one in READINGS[2:] if _fits(one, rows)]
    notes = (f"These readings have all of the report's numbers: {'; '.join(fitting) or 'none'}.",)
    return Findings(
        {
            "table-1/groups help": _helps(wins, GROUPS[0], games),
            "table-1/distance helps": _helps(wins, SPARSITY[1], games),
            "table-1/closest distance helps": _helps(wins, SPARSITY[0], games),
        },
        (DataTable("Readings of Table I", columns, tuple(rows), f"{games} games each."),),
        notes=notes,
    )


def _fits(one: str, rows: list[Row]) -> bool:
    """Whether a reading agrees with the report; others are not judged by readings of groups."""
    pairs = [(set(str(row[0]).split(" against ")), row[-1]) for row in rows]
    return all(
        agrees
        for pair, agrees in pairs
        if one in pair and (one in GROUPS or not pair & set(GROUPS))
    )


def _helps(wins: dict[str, int], one: str, games: int) -> Finding:
    """Whether a heuristic wins more than half of its games against the uniform agent."""
    won = wins[f"{one} against {UNIFORM}"]
    return claim(
        above(wilson(won, games), 0.5), f"By the {one}: {won} of {games} games against uniform."
    )


EXPERIMENTS = {
    "bamboo-table-1": (heuristic_steps, heuristic_conclude),
}
