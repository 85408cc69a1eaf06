"""Konane: the report's pseudo-code, run as it is printed and as it must have been meant.

The printed text differs from the program that made the tables in three places:

    bounds   `v <- MAX(v, alpha)` and `v <- MIN(v, alpha)` where alpha and beta are to be moved
    leaves   `evaluation_ct --` at level 0 as well as where the game is over
    choice   with alpha-beta, `current_best_move <- action` for every action that does not cut off

Each is run as printed beside the others as meant. The program is plain Python, slow and obvious.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.experiments.konane import MAIN, REPORT, searcher
from plyground.lab.findings import DataTable, Finding, Findings, Row, claim
from plyground.lab.sources import read_report

SLIPS = ("bounds", "leaves", "choice")
COLUMNS = ("evaluations", "branching factor", "cutoffs")


@dataclass
class Program:
    """The report's program with its four counters; `slips` are followed as they are printed."""

    slips: frozenset[str]
    evaluations: int = 0
    nodes: int = 0
    branches: int = 0
    cutoffs: int = 0

    def __post_init__(self) -> None:
        """Take the report's evaluation and order of moves from its agent."""
        self.game = game("konane", **REPORT)
        self.search: Any = agent(self.game, searcher(1))

    def play(self, opening: str, level: int) -> None:
        """Play a whole game, both sides to the same level."""
        position = self.game.start()
        for text in opening.split():
            position = self.game.play(position, text)
        while self.game.legal(position):
            _, move = self.value(position, -inf, inf, level)
            position = position.play(move)

    def value(self, position: Any, alpha: float, beta: float, level: int) -> tuple[float, int]:
        """Return the value for Black and the chosen move, as maxVal and minVal do."""
        black = position.player() == 0
        value = self.search.search.evaluator.evaluate(position) * (1 if black else -1)
        self.evaluations += 1
        moves = self._listed(position)
        if level == 0 or not moves:
            if not moves or "leaves" in self.slips:
                self.evaluations -= 1
            return float(value), -1
        self.nodes += 1
        self.branches += len(moves)
        return self._best(position, moves, (alpha, beta), level)

    def _best(
        self, position: Any, moves: list[int], window: tuple[float, float], level: int
    ) -> tuple[float, int]:
        black = position.player() == 0
        better = max if black else min
        alpha, beta = window
        best, chosen = -inf if black else inf, -1
        for move in moves:
            before = best
            best = better(best, self.value(position.play(move), alpha, beta, level - 1)[0])
            if (best >= beta) if black else (best <= alpha):
                self.cutoffs += 1
                return best, move
            if "choice" in self.slips or best != before:
                chosen = move
            if "bounds" in self.slips:
                best = better(best, alpha)
            elif black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return best, chosen

    def _listed(self, position: Any) -> list[int]:
        """Return the legal moves in the report's order."""
        legal = self.game.legal(position)
        rate = self.search.search.rater.rate
        return sorted(legal, key=lambda move: -rate(position, move))


def run_program(slips: list[str], level: int) -> dict[str, float]:
    """Return the counters of one game under the names of the report's columns."""
    program = Program(frozenset(slips))
    program.play(MAIN, level)
    return {
        "evaluations": program.evaluations,
        "branching factor": program.branches / program.nodes,
        "cutoffs": program.cutoffs,
    }


def _variants() -> dict[str, list[str]]:
    return {
        "as meant": [],
        **{f"{slip} as printed": [slip] for slip in SLIPS},
        "all as printed": list(SLIPS),
    }


def _levels(scale: Scale) -> range:
    return range(1, scale.choose(3, 4) + 1)


def steps(scale: Scale) -> list[Step]:
    """Play the main opening with every variant at every level."""
    return [
        Measurement(f"{name}, level {level}", run_program, {"slips": slips, "level": level})
        for name, slips in _variants().items()
        for level in _levels(scale)
    ]


def conclude(results: Results) -> Findings:
    """Compare the counters of each variant with the report's table of alpha-beta."""
    printed = _printed()
    levels = _levels(results.scale)
    rows: list[Row] = []
    fits = {}
    for name in _variants():
        found = [results.measured(f"{name}, level {level}") for level in levels]
        fits[name] = all(
            round(counts[column], 2) == printed[level][column]
            for level, counts in zip(levels, found, strict=True)
            for column in COLUMNS
        )
        rows += [
            (f"{name}, level {level}", *(round(counts[column], 2) for column in COLUMNS))
            for level, counts in zip(levels, found, strict=True)
        ]
    rows += [
        (f"the report, level {level}", *(printed[level][column] for column in COLUMNS))
        for level in levels
    ]
    numbers: dict[str, Finding] = {
        f"pseudo-code/{slip}": claim(fits[f"{slip} as printed"], _seen(fits, slip))
        for slip in SLIPS
    }
    table = DataTable("Alpha-beta by the pseudo-code", ("program", *COLUMNS), tuple(rows))
    return Findings(numbers, (table,))


def _seen(fits: dict[str, bool], slip: str) -> str:
    meant, as_printed = (
        "the report's counters" if fits[name] else "other counters"
        for name in ("as meant", f"{slip} as printed")
    )
    return f"As printed it gives {as_printed}; with all three as meant, {meant}."


def _printed() -> dict[int, dict[str, float]]:
    """Return the report's counters of alpha-beta by level."""
    source = next(each for each in read_report("konane").sources if each.key == "alpha-beta")
    counters: dict[int, dict[str, float]] = {}
    for number in source.numbers:
        if number.column:
            counters.setdefault(int(number.row), {})[number.column] = float(number.value or 0)
    return counters


EXPERIMENTS = {
    "konane-pseudo-code": (steps, conclude),
}
