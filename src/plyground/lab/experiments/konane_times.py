"""Konane: the report's times, compared as ratios of one another.

Its games are replayed: every position of a game is searched again by one call of machine code, so
that nothing but the search is on the clock. The single moves of its last table are the fifth to
eighth jump of the games from the openings listed here: from no other do its times fit the counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.agents import agent
from plyground.game.registry import game
from plyground.kernel import Monitor, search_kernel
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.konane import (
    LISTED,
    MINIMAX_FROM,
    ORDERED_FROM,
    REPORT,
    SORTED,
    STEPS,
    UNORDERED_FROM,
    searcher,
)
from plyground.lab.findings import DataTable, Finding, Findings, Row, of_interval
from plyground.lab.sources import read_report
from plyground.lab.timing import estimated_ratios
from plyground.search.minimax import Task, minimax
from plyground.search.runner import new_scratch
from plyground.tournaments.statistics import Interval, ratio_interval
from plyground.vocabulary import Statistics

UNORDERED_STEPS = {1: "d5 c5", 2: "e4 d4", 3: "e4 e5", 4: "d5 c5", 5: "d5 c5", 6: "e4 e5"}
ORDERED_STEPS = {1: "d5 c5", 2: "e4 e5", 3: "d5 c5", 4: "e4 e5", 5: "d5 c5", 6: "d5 d6"}
FOUR = slice(4, 8)  # of the jumps


@search_kernel
def replay(position: Any, task: Any, moves: Any, depth: int, scratch: Any, monitor: Any) -> int:
    """The values of all positions of a game, added up: each is searched before its move."""
    total = 0
    for move in moves:
        total += minimax(position, task, depth, scratch, monitor)
        position = position.play(int(move))
    return total


class Timed(NamedTuple):
    """A game of the report, or four moves of it."""

    level: int
    opening: str
    order: str
    pruning: int = 1
    whole: bool = True

    def play(self) -> tuple[Callable[[], object], list[Statistics]]:
        """What searches those positions again, and what each search did."""
        played = game("konane", **REPORT)
        chooser: Any = agent(played, searcher(self.level, self.pruning, self.order))
        position = played.start()
        for move in self.opening.split():
            position = played.play(position, move)
        positions, decisions = [], []
        while played.legal(position):
            positions.append(position)
            decisions.append(chooser.choose(position))
            position = position.play(decisions[-1].move)
        part = slice(None) if self.whole else FOUR
        moves = np.array([each.move for each in decisions[part]], np.int64)
        search, first = chooser.search, positions[part][0]
        task = Task(search.evaluator, search.rater, search.switches)
        arguments = (first, task, moves, self.level, new_scratch(played, self.level))
        monitor = Monitor()
        spent = [each.statistics for each in decisions[part]]
        return lambda: replay(*arguments, monitor.array), spent


def time_pair(one: list[Any], two: list[Any], seconds: float) -> dict[str, Any]:
    """The time of one game divided by that of the other, again and again; and their evaluations."""
    (first, spent), (second, other) = Timed(*one).play(), Timed(*two).play()
    return {
        "ratios": estimated_ratios(first, second, seconds=seconds),
        "evaluations": [sum(each.evaluations for each in found) for found in (spent, other)],
    }


def count_steps(level: int) -> list[list[int]]:
    """Static evaluations of the four moves, unordered and ordered, with those made for sorting."""
    listed = Timed(level, UNORDERED_STEPS[level], LISTED, whole=False).play()[1]
    ordered = Timed(level, ORDERED_STEPS[level], SORTED, whole=False).play()[1]
    return [
        [each.evaluations for each in listed],
        [each.evaluations + each.legal_moves for each in ordered],
    ]


UNORDERED = {level: Timed(level, opening, LISTED) for level, opening in UNORDERED_FROM.items()}
ORDERED = {level: Timed(level, opening, SORTED) for level, opening in ORDERED_FROM.items()}
MINIMAX = {level: Timed(level, opening, LISTED, 0) for level, opening in MINIMAX_FROM.items()}


def pairs() -> dict[str, tuple[Timed, Timed]]:
    """Which two are timed in turn, by the key of the number that they are for."""
    found = {}
    for level in range(1, 7):
        found[f"ordered-by-unordered/{level}/seconds"] = ORDERED[level], UNORDERED[level]
        found[f"ordered-by-unordered/{level}/seconds of four moves"] = (
            Timed(level, ORDERED_STEPS[level], SORTED, whole=False),
            Timed(level, UNORDERED_STEPS[level], LISTED, whole=False),
        )
    for level in range(2, 7):
        found[f"growth/{level}/unordered"] = UNORDERED[level], UNORDERED[level - 1]
        found[f"growth/{level}/ordered"] = ORDERED[level], ORDERED[level - 1]
    for level in range(2, 6):
        found[f"minimax-growth/{level}/minimax"] = MINIMAX[level], MINIMAX[level - 1]
    for level in range(1, 6):
        found[f"minimax-times/{level}/an evaluation"] = MINIMAX[level], UNORDERED[level]
    return found


def steps(scale: Scale) -> list[Step]:
    """One pair after the other; minimax at level 5 takes seconds, and is left for the full size."""
    found: list[Step] = [
        Measurement(f"single moves, level {level}", count_steps, {"level": level})
        for level in range(1, 7)
    ]
    seconds = scale.choose(0.5, 10.0)
    for key, (one, two) in pairs().items():
        if one != MINIMAX[5] or scale.choose(False, True):
            about = {"one": list(one), "two": list(two), "seconds": seconds}
            found.append(Measurement(key, time_pair, about))
    return found


def conclude(results: Results) -> Findings:
    """The ratios, and what an evaluation took in the report's single moves."""
    numbers: dict[str, Finding] = {}
    for key in pairs():
        if key not in results.found:
            continue
        measured = results.measured(key)
        one, two = measured["evaluations"]
        ratio, trials = ratio_interval(measured["ratios"]), len(measured["ratios"])
        each = Interval(*(end * two / one for end in ratio))
        if key.startswith("minimax-times"):
            numbers[key] = of_interval(each, note=f"{trials} rounds.")
            continue
        numbers[key] = of_interval(ratio, note=f"{trials} rounds.")
        if key.endswith("/seconds"):
            numbers[f"{key} an evaluation"] = of_interval(each, note=f"{trials} rounds.")
    counts = {level: results.measured(f"single moves, level {level}") for level in range(1, 7)}
    return Findings(numbers, (_single_moves(counts),))


def _single_moves(counts: dict[int, list[list[int]]]) -> DataTable:
    """The report's times of single moves, divided by the evaluations that we count for them."""
    reported = {
        number.key: float(number.value or 0)
        for source in read_report("konane").sources
        for number in source.numbers
        if source.key.endswith("-steps")
    }
    rows: list[Row] = []
    for name, which, openings in (
        ("unordered", 0, UNORDERED_STEPS),
        ("ordered", 1, ORDERED_STEPS),
    ):
        for level, found in counts.items():
            times = [reported[f"{name}-steps/{level}/{step}"] for step in STEPS]
            spent = [1e6 * t / n for t, n in zip(times, found[which], strict=True)]
            rows.append((f"{name}, level {level}", openings[level], *spent))
    return DataTable(
        "Microseconds of the report for one of our static evaluations",
        ("fifth to eighth jump", "opening", *STEPS),
        tuple(rows),
        "Sorting evaluates every child once more. The openings are those from which the four "
        "quotients lie closest together.",
    )


EXPERIMENTS = {
    "konane-times": (steps, conclude),
}
