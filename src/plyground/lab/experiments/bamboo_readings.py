"""Bamboo: the report's heuristics against each other, and other readings of them.

Its Table III is not that of its own definitions. Here the heuristics are played as Table I has
them, and as other readings of Table I and section III.A do, so that one sees which give its
numbers. Both sides are random agents that take any of the moves that are rated best, as
`random(prefer=RATER)`; one kernel plays all of them. `bamboo_trees` does the same for the tree
search.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from plyground.game.registry import game
from plyground.games.bamboo.readings import BY_NUMBER, rate_by_reading
from plyground.kernel import search_kernel
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.chance import next_seed, pick
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import (
    LEVEL,
    DataTable,
    Finding,
    Findings,
    Row,
    above,
    all_of,
    claim,
    is_better,
    rate_text,
    win_rate,
)
from plyground.lab.sources import numbers_of, read_report
from plyground.lab.verdicts import shares_p_value
from plyground.search.buffers import move_buffer
from plyground.tournaments.statistics import SIGNIFICANCE, Tally, binomial_p_value, wilson
from plyground.tournaments.tables import percent

UNIFORM = "uniform"
OUTER = "outer"
GROUPS = {
    "own groups": "groups",
    "own groups of two or more stones": "groups_large",
    "fewest own groups": "groups_fewest",
    "groups whatever their colour": "groups_any_colour",
    "the opponent's groups, were the stone theirs": "groups_opponent",
}
SPARSITY = {"closest own stone": "sparsity", "average of own stones": "sparsity_average"}
BOTH = {
    "closest, ties by outer": "sparsity_outer",
    "closest and outer added up": "sparsity_plus_outer",
    "outer, ties by closest": "outer_sparsity",
}
RATERS = {UNIFORM: UNIFORM, OUTER: OUTER, **GROUPS, **SPARSITY, **BOTH}
READINGS = tuple(RATERS)
OWN, CLOSEST, AVERAGE, ADDED = "own groups", *SPARSITY, "closest and outer added up"


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
    pair = BY_NUMBER.index(RATERS[one]), BY_NUMBER.index(RATERS[two])
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


def cells() -> list[Cell]:
    """Every reading in those cells of Table III in which its heuristic stands."""
    source = next(each for each in read_report("bamboo").sources if each.key == "table-3")
    given = {n.row: float(n.value or 0) for n in source.numbers if n.column == "win rate"}
    found = []
    for one in GROUPS:
        found += [
            Cell(one, UNIFORM, given["groups against uniform"]),
            Cell(one, OUTER, given["groups against outer"]),
            Cell(CLOSEST, one, given["sparsity against groups"]),
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
            Cell(one, CLOSEST, given["sparsity_outer against sparsity"]),
        ]
    return found


READING_GAMES = (1000, 5000)


def heuristic_steps(scale: Scale) -> list[Step]:
    """Every reading against those that its heuristic meets in Table III."""
    games = scale.choose(*READING_GAMES)
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
    games = results.scale.choose(*READING_GAMES)
    wins = {cell.key: int(results.measured(cell.key)) for cell in cells()}
    rows: list[Row] = []
    for cell in cells():
        p = shares_p_value(cell.reported / 100, 100, wins[cell.key] / games, games)
        shown = f"{100 * wins[cell.key] / games:.1f}%"
        rows.append((cell.key, shown, f"{cell.reported:g}%", round(p, 3), p >= LEVEL))
    columns = ("", "measured", "report, of 100", "p", "agrees")
    named = tuple((one, f"random(prefer={rater})") for one, rater in RATERS.items() if one != rater)
    fitting = [one for one in READINGS[2:] if _fits(one, rows)]
    notes = (f"These readings have all of the report's numbers: {'; '.join(fitting) or 'none'}.",)
    return Findings(
        {
            "table-1/groups help": _helps(wins, OWN, games),
            "table-1/distance helps": _helps(wins, AVERAGE, games),
            "table-1/closest distance helps": _helps(wins, CLOSEST, games),
        },
        (
            DataTable("Readings of Table I", columns, tuple(rows), f"{games} games each."),
            DataTable("Agents that play by them", ("reading", "agent"), named),
        ),
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
    """Return whether a heuristic wins more than half of its games against the uniform agent."""
    won = wins[f"{one} against {UNIFORM}"]
    p = binomial_p_value(won, games - won)
    holds = above(wilson(won, games), 0.5) if p < LEVEL else None
    return claim(holds, f"By the {one}: {won} of {games} games against uniform, p = {p:.2g}.")


# --- Table III --------------------------------------------------------------------------------

HEURISTICS = {  # as Table I defines them
    "uniform": UNIFORM,
    "outer": OUTER,
    "groups": OWN,
    "sparsity": CLOSEST,
    "sparsity_outer": "closest, ties by outer",
}
TABLE_GAMES = (4000, 20_000)


def table_3_steps(scale: Scale) -> list[Step]:
    """Every two heuristics."""
    games = scale.choose(*TABLE_GAMES)
    return [
        Measurement(
            f"{one} against {two}",
            wins_of_reading,
            {"one": HEURISTICS[one], "two": HEURISTICS[two], "games": games, "seed": scale.seed},
        )
        for two, one in combinations(HEURISTICS, 2)
    ]


def table_3_conclude(results: Results) -> Findings:
    """The report's half of the matrix, and whether each entry differs from one half."""
    games = results.scale.choose(*TABLE_GAMES)
    reported = {number.key: float(number.value or 0) for number in numbers_of("bamboo-table-3")}
    numbers: dict[str, Finding] = {}
    met: dict[tuple[str, str], Tally] = {}
    for two, one in combinations(HEURISTICS, 2):
        won = int(results.measured(f"{one} against {two}"))
        found = Tally(won, 0, games - won)
        met[one, two], met[two, one] = found, found.swapped()
        place = f"table-3/{one} against {two}"
        numbers[f"{place}/win rate"] = win_rate(found)
        numbers[f"{place}/significant"] = asterisk(reported[f"{place}/win rate"])
    against = {other: met[OUTER, other] for other in HEURISTICS if other != OUTER}
    numbers["table-3/outer is best"] = claim(
        all_of(is_better(found) for found in against.values()),
        "Outer wins "
        + ", ".join(f"{rate_text(found)} against {name}" for name, found in against.items())
        + ".",
    )
    rows = [(one, *(_entry(met.get((one, two))) for two in HEURISTICS)) for one in HEURISTICS]
    table = DataTable(
        "Win rate of the row against the column", ("", *HEURISTICS), tuple(rows), _asterisks()
    )
    return Findings(numbers, (table,), notes=(AS_TABLE_1,))


AS_TABLE_1 = (
    "Here `groups` is the number of own groups after the move, `sparsity` the distance to the "
    "closest own stone, and `sparsity_outer` breaks its ties by the distance from the centre, as "
    "Table I says. The experiment bamboo-table-1 plays other readings."
)


def asterisk(percentage: float) -> Finding:
    """Return whether the report's own 100 games differ from one half at its 5% level."""
    wins = round(percentage)
    p = binomial_p_value(wins, 100 - wins)
    return claim(p < SIGNIFICANCE, f"The report's {wins} of 100: p = {p:.2g}.")


def _entry(found: Tally | None) -> str | None:
    return percent(found.win_rate.value) if found else None


def _asterisks() -> str:
    p = binomial_p_value(36, 64)
    return (
        "The report marks with an asterisk what differs from 50% at the 5% level. An exact test "
        f"of its own 36 of 100 gives p = {p:.3f}, but it has no asterisk there; its other "
        "asterisks agree with the test."
    )


EXPERIMENTS = {
    "bamboo-table-1": (heuristic_steps, heuristic_conclude),
    "bamboo-table-3": (table_3_steps, table_3_conclude),
}
