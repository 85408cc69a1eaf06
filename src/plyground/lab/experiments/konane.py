"""Konane: the report's counters, level by level, and what ordering is worth.

The main tables are games from one opening. The tables of its section 4 give none; each of their
rows is found again from the opening listed here, and from no other that the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp, log
from statistics import correlation, fmean
from typing import NamedTuple

from plyground.game.registry import game
from plyground.lab.experiment import Games, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Row,
    Series,
    claim,
    of_interval,
)
from plyground.lab.sources import reported
from plyground.tournaments import GameRecord, Plan, make_plan
from plyground.tournaments.openings import random_openings
from plyground.tournaments.statistics import ratio_interval
from plyground.vocabulary import Statistics

REPORT = {"jumps": "single"}
MAIN = "d5 e5"
OPENINGS = (
    "d5 e5", "d5 d4", "d5 c5", "d5 d6", "e4 e3", "e4 d4", "e4 f4", "e4 e5",
    "a8 a7", "a8 b8", "h1 g1", "h1 h2",
)  # fmt: skip
UNORDERED_FROM = {1: "e4 e3", 2: "e4 d4", 3: "e4 f4", 4: "e4 f4", 5: "e4 e3", 6: "e4 e3"}
ORDERED_FROM = {1: "e4 e5", 2: "d5 c5", 3: "e4 e5", 4: "d5 e5", 5: "e4 e5", 6: "d5 d4"}
MINIMAX_FROM = {1: "e4 f4", 2: "e4 e5", 3: "d5 e5", 4: "d5 e5", 5: "e4 d4"}
LISTED, SORTED = "report", "report_sorted"
STEPS = ("Black, first", "White, first", "Black, second", "White, second")


def searcher(level: int, pruning: int = 1, order: str = LISTED, drop: int = 0) -> str:
    """The report's search as a spec."""
    dropped = f", drop={drop}" if drop else ""
    return (
        f"minimax(depth={level}, evaluate=sequential, order={order}, pruning={pruning}"
        f"{dropped}, ends=judged)"
    )


def alone(openings: Sequence[str], specs: Sequence[str]) -> Plan:
    """Each of the agents against itself, from each of the openings."""
    pairings = [(number, number) for number in range(len(specs))]
    moves = [tuple(opening.split()) for opening in openings]
    return make_plan("konane", specs, parameters=REPORT, pairings=pairings, openings=moves)


class Count(NamedTuple):
    """The counters of one game."""

    opening: str
    jumps: int
    result: str
    spent: Statistics

    @classmethod
    def of(cls, records: Iterable[GameRecord], opening: str, spec: str) -> Count:
        """Those of the game that the agent played against itself from the opening."""
        wanted = tuple(opening.split()), (spec, spec)
        record = next(each for each in records if (each.opening, each.agents) == wanted)
        total = sum((move.statistics for move in record.moves), Statistics())
        winner = ("Black", "White")[record.winner or 0]
        return cls(opening, len(record.moves), winner, total)

    @property
    def evaluations(self) -> int:
        """As the report counts them: those for sorting are none."""
        return self.spent.evaluations

    def numbers(self, place: str) -> dict[str, Finding]:
        """The counters under the names of the report's columns."""
        return {
            f"{place}/evaluations": Finding(self.evaluations),
            f"{place}/branching factor": Finding(self.spent.branching_factor),
            f"{place}/cutoffs": Finding(self.spent.cutoffs),
            f"{place}/result": Finding(self.result),
        }


def game_table(title: str, counts: dict[int, Count]) -> DataTable:
    """The games by level, with what the rounded columns of the report hide."""
    columns = ("level", "opening", "jumps", "winner", "moves", "positions", "moves / positions")
    rows: list[Row] = [
        (
            str(level),
            count.opening,
            count.jumps,
            count.result,
            count.spent.legal_moves,
            count.spent.expanded,
            f"{count.spent.branching_factor:.4f}",
        )
        for level, count in counts.items()
    ]
    note = "Black jumps first: who wins an odd number of jumps is Black."
    return DataTable(title, columns, tuple(rows), note)


# --- the main tables --------------------------------------------------------------------------


def main_steps(scale: Scale) -> list[Step]:
    """The main opening with both algorithms, and the openings of the second table."""
    deepest = scale.choose(5, 6)
    specs = [searcher(level, pruning=0) for level in range(1, deepest + 1)]
    specs += [searcher(level) for level in range(1, 7)]
    shallow = [searcher(level, pruning=0) for level in (1, 2)]
    return [
        Games("main", alone((MAIN,), specs)),
        Games("levels 1 and 2", alone((MINIMAX_FROM[1], MINIMAX_FROM[2]), shallow)),
        Games("level 5", alone((MINIMAX_FROM[5],), [searcher(5, pruning=0)])),
    ]


def main_conclude(results: Results) -> Findings:
    """The counters of every game."""
    numbers: dict[str, Finding] = {}
    plain, pruned = {}, {}
    records = [record for found in results.found.values() for record in found]
    for level in range(1, results.scale.choose(5, 6) + 1):
        plain[level] = Count.of(records, MAIN, searcher(level, pruning=0))
        numbers |= _columns(plain[level].numbers(f"minimax/{level}"), 3)
    for level in range(1, 7):
        pruned[level] = Count.of(records, MAIN, searcher(level))
        numbers |= _columns(pruned[level].numbers(f"alpha-beta/{level}"), 3)
    again = {
        level: Count.of(records, opening, searcher(level, pruning=0))
        for level, opening in MINIMAX_FROM.items()
    }
    for level, count in again.items():
        numbers |= count.numbers(f"minimax-again/{level}")
    saved = [plain[level].evaluations / pruned[level].evaluations for level in plain]
    numbers["alpha-beta/fewer nodes"] = claim(
        saved[0] == 1 and all(one < two for one, two in pairwise(saved)),
        "Times fewer evaluations, by level: "
        + ", ".join(f"{factor:.1f}" for factor in saved)
        + ".",
    )
    numbers["alpha-beta/both grow exponentially"] = _growth(
        {"minimax": plain, "alpha-beta": pruned}
    )
    tables = (game_table("Section 4, minimax: the games", again),)
    return Findings(numbers, tables, (_main_chart(plain, pruned),))


def _growth(found: dict[str, dict[int, Count]]) -> Finding:
    """Whether the logarithms lie closer to a line over levels than over their logarithms."""
    holds, seen = [], []
    for name, counts in found.items():
        levels = [float(level) for level in counts]
        logs = [log(count.evaluations) for count in counts.values()]
        powers = correlation(levels, logs), correlation(list(map(log, levels)), logs)
        holds.append(powers[0] > powers[1])
        growth = exp((logs[-1] - logs[0]) / (len(logs) - 1))
        seen.append(
            f"{name} {growth:.1f} times with each level, correlation {powers[0]:.4f} with the "
            f"level and {powers[1]:.4f} with its logarithm"
        )
    return claim(all(holds), f"{'; '.join(seen)}.")


def _columns(numbers: dict[str, Finding], count: int) -> dict[str, Finding]:
    return dict(list(numbers.items())[:count])


def _main_chart(plain: dict[int, Count], pruned: dict[int, Count]) -> Chart:
    found = {"minimax": plain, "alpha-beta": pruned}
    ours = tuple(
        Series(name, tuple(Point(level, count.evaluations) for level, count in counts.items()))
        for name, counts in found.items()
    )
    theirs = tuple(
        Series(
            f"report, {name}",
            tuple(Point(int(row), value) for row, value in reported("konane", name, "evaluations")),
        )
        for name in found
    )
    x, y = "level, plies of lookahead", "static evaluations in one game"
    return Chart("Evaluations of one game", x, y, (*ours, *theirs), log_y=True)


# --- ordering ---------------------------------------------------------------------------------


COMPARED = range(2, 6)  # levels at which sorting is compared like for like


def ordering_steps(scale: Scale) -> list[Step]:
    """The report's own openings, then all of them and random ones in both orders."""
    levels = range(1, 7)
    both = [searcher(level, order=order) for level in COMPARED for order in (LISTED, SORTED)]
    return [
        Games(
            "unordered",
            alone(sorted(set(UNORDERED_FROM.values())), [searcher(level) for level in levels]),
        ),
        Games(
            "ordered",
            alone(
                sorted(set(ORDERED_FROM.values())),
                [searcher(level, order=SORTED) for level in levels],
            ),
        ),
        Games("both", alone(_many_openings(scale), both)),
    ]


def _many_openings(scale: Scale) -> tuple[str, ...]:
    """Every opening, and random ones that are two jumps longer."""
    drawn = random_openings(game("konane", **REPORT), scale.choose(188, 388), 4, scale.seed)
    return (*OPENINGS, *map(" ".join, drawn))


def ordering_conclude(results: Results) -> Findings:
    """The report's rows, then like for like."""
    unordered = {
        level: Count.of(results.records("unordered"), opening, searcher(level))
        for level, opening in UNORDERED_FROM.items()
    }
    ordered = {
        level: Count.of(results.records("ordered"), opening, searcher(level, order=SORTED))
        for level, opening in ORDERED_FROM.items()
    }
    numbers: dict[str, Finding] = {}
    for level in unordered:
        numbers |= unordered[level].numbers(f"unordered/{level}")
        numbers |= ordered[level].numbers(f"ordered/{level}")
    shares = _shares(results)
    typical = [exp(fmean(map(log, found))) for found in zip(*shares.values(), strict=True)]
    numbers["half/all levels/sorted by listed"] = of_interval(
        ratio_interval(typical),
        note=f"Geometric mean of levels {COMPARED[0]} to {COMPARED[-1]} and of {len(typical)} "
        "openings, of which each is one value.",
    )
    tables = (
        game_table("Section 4, without ordering: the games", unordered),
        game_table("Section 4, with ordering: the games", ordered),
        _by_opening(
            shares,
            [ordered[level].evaluations / unordered[level].evaluations for level in COMPARED],
        ),
    )
    return Findings(numbers, tables)


def _shares(results: Results) -> dict[int, list[float]]:
    """Evaluations with sorted children as a share of those without, by level, of each opening."""
    records = results.records("both")
    found: dict[int, list[float]] = {level: [] for level in COMPARED}
    for opening in _many_openings(results.scale):
        for level in COMPARED:
            ordered = Count.of(records, opening, searcher(level, order=SORTED)).evaluations
            listed = Count.of(records, opening, searcher(level)).evaluations
            found[level].append(ordered / listed)
    return found


def _by_opening(shares: dict[int, list[float]], reported: list[float]) -> DataTable:
    """Like for like, beside the report's games, which are not."""
    rows: list[Row] = [
        (opening, *(found[number] for found in shares.values()))
        for number, opening in enumerate(OPENINGS)
    ]
    few = len(OPENINGS)
    rows.append(("these, geometric mean", *(_mean(found[:few]) for found in shares.values())))
    rows.append(("random ones, the same", *(_mean(found[few:]) for found in shares.values())))
    rows.append(("the report's games, from different openings", *reported))
    columns = ("opening", *(f"level {level}" for level in shares))
    return DataTable("Evaluations, sorted / listed, by opening", columns, tuple(rows))


def _mean(ratios: Sequence[float]) -> float:
    return ratio_interval(ratios).value


EXPERIMENTS = {
    "konane-main": (main_steps, main_conclude),
    "konane-ordering": (ordering_steps, ordering_conclude),
}
