"""Konane: the report's times, as our counts of its work times one constant.

The report's program spent its time on static evaluations: those that its tables count, and where
children are sorted, one more for each child. So every time of the report is predicted as

    seconds = evaluations, with those made for sorting * seconds for an evaluation

with one number of seconds for all games and single moves, the median over all of them. No clock is
read here, so the verdicts are the same on every machine. The single moves are the fifth to eighth
jump of the games from the openings listed here, those of twelve from which they fit best.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
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
from plyground.lab.findings import DataTable, Finding, Findings, Row
from plyground.lab.sources import read_report

UNORDERED_STEPS = {1: "d5 c5", 2: "e4 d4", 3: "e4 e5", 4: "d5 c5", 5: "d5 c5", 6: "e4 e5"}
ORDERED_STEPS = {1: "d5 c5", 2: "e4 e5", 3: "d5 c5", 4: "e4 e5", 5: "d5 c5", 6: "d5 d6"}
FOUR = slice(4, 8)  # of the jumps
GAMES = {
    "unordered": (LISTED, 1, UNORDERED_FROM),
    "ordered": (SORTED, 1, ORDERED_FROM),
    "minimax-again": (LISTED, 0, MINIMAX_FROM),
}
MOVES = {
    "unordered-steps": (LISTED, 1, UNORDERED_STEPS),
    "ordered-steps": (SORTED, 1, ORDERED_STEPS),
}


def count_work(level: int, opening: str, order: str, pruning: int) -> list[int]:
    """Return the static evaluations behind each move of a game, with those made for sorting."""
    played = game("konane", **REPORT)
    chooser: Any = agent(played, searcher(level, pruning, order))
    position = played.start()
    for move in opening.split():
        position = played.play(position, move)
    work = []
    while played.legal(position):
        decision = chooser.choose(position)
        spent = decision.statistics
        work.append(spent.evaluations + (spent.legal_moves if order == SORTED else 0))
        position = position.play(decision.move)
    return work


def steps(_scale: Scale) -> list[Step]:
    """Count every game of the report once; both sizes are the same."""
    return [
        Measurement(
            f"{source}, level {level}",
            count_work,
            {"level": level, "opening": opening, "order": order, "pruning": pruning},
        )
        for source, (order, pruning, openings) in {**GAMES, **MOVES}.items()
        for level, opening in openings.items()
    ]


def conclude(results: Results) -> Findings:
    """Predict every time of the report from what was counted."""
    counts: dict[str, int] = {}
    for source, (_, _, openings) in GAMES.items():
        for level in openings:
            counts[f"{source}/{level}/seconds"] = sum(_work(results, source, level))
    for source, (_, _, openings) in MOVES.items():
        for level in openings:
            work = _work(results, source, level)[FOUR]
            counts |= {f"{source}/{level}/{step}": n for step, n in zip(STEPS, work, strict=True)}
    printed = {
        number.key: float(number.value or 0)
        for source in read_report("konane").sources
        for number in source.numbers
        if number.key in counts
    }
    seconds = median(printed[key] / count for key, count in counts.items())
    numbers = {key: _predicted(count, seconds) for key, count in counts.items()}
    close = sum(abs(seconds * n / printed[key] - 1) <= 0.15 for key, n in counts.items())
    note = (
        f"One static evaluation is taken as {1e6 * seconds:.0f} microseconds, the median of "
        f"{len(counts)} times of the report divided by our counts; {close} of them are within 15%."
    )
    return Findings(numbers, _tables(counts, printed), notes=(note,))


def _work(results: Results, source: str, level: int) -> list[int]:
    work: list[int] = results.measured(f"{source}, level {level}")
    return work


def _predicted(count: int, seconds: float) -> Finding:
    value = count * seconds
    return Finding(value, value, value, note=f"{count:,} evaluations.")


def _tables(counts: Mapping[str, int], printed: Mapping[str, float]) -> tuple[DataTable, ...]:
    """Show microseconds of the report for one evaluation, by game and by single move."""
    spent = {key: 1e6 * printed[key] / count for key, count in counts.items()}
    levels = range(1, 7)
    games: list[Row] = [
        (str(level), *(spent.get(f"{source}/{level}/seconds") for source in GAMES))
        for level in levels
    ]
    moves: list[Row] = [
        (
            f"{source.removesuffix('-steps')}, level {level}",
            openings[level],
            *(spent[f"{source}/{level}/{step}"] for step in STEPS),
        )
        for source, (_, _, openings) in MOVES.items()
        for level in levels
    ]
    title = "Microseconds of the report for one of our static evaluations"
    return (
        DataTable(
            f"{title}: games",
            ("level", "without ordering", "with ordering", "minimax"),
            tuple(games),
        ),
        DataTable(
            f"{title}: fifth to eighth jump",
            ("game", "opening", *STEPS),
            tuple(moves),
            "Sorting evaluates every child once more.",
        ),
    )


EXPERIMENTS = {
    "konane-times": (steps, conclude),
}
