"""Connect Four: the utility-based agent against itself, with both forms of the utility.

The report prints the score of one player alone, and that is what its tables are compared with; the
difference of both players' scores stands beside it. The agent leaves nothing to chance, so its
games begin with random moves, and of the two equal games from an opening one is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.connect_four import (
    DEPTHS,
    alone,
    between,
    easy,
    played_by,
    reading,
    readings_table,
    shares_of,
)
from plyground.lab.findings import Finding, Findings, Row
from plyground.tournaments import GameRecord

OPENING_PLIES = 4
PLACES = dict(zip(DEPTHS, ("table-3", "table-4"), strict=True))
ONE_SIDED, DIFFERENCE = "one_sided", "utility"
FORMS = {ONE_SIDED: "one-sided, as printed", DIFFERENCE: "own minus the other's"}
WEIGHTS = ((1, 2, 3, 4), (1, 4, 16, 24), (1, 10, 100, 1000))


def utility(depth: int, evaluate: str = ONE_SIDED) -> str:
    """The report's utility-based agent; it chooses as without pruning and order."""
    return f"utility(depth={depth}, evaluate={evaluate})"


def any_best(depth: int, evaluate: str) -> str:
    """The same, choosing by chance among equally good moves."""
    return f"humanlike(depth={depth}, temperature=0, evaluate={evaluate})"


def weighed(evaluate: str, weights: Sequence[int]) -> str:
    """A form of the utility with these weights."""
    names = ("ones", "twos", "threes", "fatals")
    values = ", ".join(f"{name}={value}" for name, value in zip(names, weights, strict=True))
    return f"{evaluate}({values})"


# --- ways to read a table ---------------------------------------------------------------------


class Readings(NamedTuple):
    """Agents whose games against themselves could be those of a table: a step of the experiment."""

    key: str
    specs: dict[str, str]  # by what they are called
    plies: int = OPENING_PLIES
    by_chance: bool = False  # games from one opening differ

    def games(self, results: Results, name: str) -> list[GameRecord]:
        """The games of one of the agents that count."""
        found = played_by(results.records(self.key), self.specs[name])
        return found if self.by_chance else found[::2]


def readings(depth: int) -> list[Readings]:
    """Both forms; then with other openings, with chance among equals, and with other weights."""
    forms = {name: utility(depth, form) for form, name in FORMS.items()}
    shorter = {f"{name}; 2 random plies": spec for name, spec in forms.items()}
    equals = {f"{name}; any of the best": any_best(depth, form) for form, name in FORMS.items()}
    others = {
        f"{name}; weights {', '.join(map(str, weights))}": utility(depth, weighed(form, weights))
        for weights, (form, name) in product(WEIGHTS, FORMS.items())
    }
    return [
        *(Readings(f"{depth}: {form}", {name: forms[name]}) for form, name in FORMS.items()),
        Readings(f"{depth}: shorter openings", shorter, 2),
        Readings(f"{depth}: any of the best", equals, 0, by_chance=True),
        Readings(f"{depth}: other weights", others),
    ]


# --- the experiment ---------------------------------------------------------------------------


def utility_steps(scale: Scale) -> list[Step]:
    """The agent against itself and the easy one; windows."""
    steps: list[Step] = []
    for depth, many, few in ((5, (1600, 4000), (20, 300)), (7, (500, 1500), (8, 60))):
        seed, fewer = scale.seed, scale.choose(*few)
        for step in readings(depth):
            pairs = scale.choose(*many) if step == readings(depth)[0] else fewer
            steps.append(alone(step.key, [*step.specs.values()], pairs, step.plies, seed))
        rivals = [easy(depth), *(utility(depth, form) for form in FORMS)]
        steps.append(between(f"{depth}: easy", rivals, fewer, 0, seed, [(0, 1), (0, 2)]))
    steps.append(Measurement("windows", count_windows))
    return steps


def count_windows() -> dict[str, int]:
    """Four cells in a line, by direction, on the usual board."""
    directions = {"horizontal": [(1, 0)], "vertical": [(0, 1)], "diagonal": [(1, 1), (1, -1)]}
    found = {}
    for name, ways in directions.items():
        ends = [
            (x + 3 * dx, y + 3 * dy)
            for x, y in product(range(7), range(6))
            for dx, dy in ways
            if 0 <= x + 3 * dx < 7 and 0 <= y + 3 * dy < 6
        ]
        found[name] = len(ends)
    return {**found, "all": sum(found.values())}


def utility_conclude(results: Results) -> Findings:
    """Shares of wins, other readings and windows."""
    numbers: dict[str, Finding] = {}
    tables = []
    for depth, place in PLACES.items():
        numbers |= shares_of(place, readings(depth)[0].games(results, FORMS[ONE_SIDED]))
        title = f"Lookahead {depth}: forms of the utility, and who could have been player 1 and 2"
        tables.append(readings_table(title, _rows(results, depth, place), place))
    windows = results.measured("windows")
    numbers |= {f"section-4/{name}/windows": Finding(count) for name, count in windows.items()}
    return Findings(numbers, tables)


def _rows(results: Results, depth: int, place: str) -> list[Row]:
    rows = [
        reading(name, step.games(results, name), place)
        for step in readings(depth)
        for name in step.specs
    ]
    rivals = results.records(f"{depth}: easy")
    for form, name in FORMS.items():
        met = [each for each in rivals if utility(depth, form) in each.agents]
        ours = played_by(met, utility(depth, form))
        rows.append(reading(f"{name}, against the easy agent", ours, place))
        theirs = played_by(met, easy(depth))
        rows.append(reading(f"the easy agent, against {name}", theirs, place))
    return rows


EXPERIMENTS = {
    "connect-four-utility": (utility_steps, utility_conclude),
}
