"""Konane: the report's counters, level by level, and what ordering and forward pruning are worth.

The main tables are games from one opening. The tables of its section 4 give none; each of their
rows is found again from the opening listed here, and from no other that the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from statistics import fmean
from typing import NamedTuple

from plyground.arena import Conditions, GameRecord, Plan, make_plan
from plyground.arena.statistics import Tally, efforts, tally
from plyground.lab.experiment import Experiment, Games, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Row,
    Series,
    claim,
    is_better,
    rate_text,
)
from plyground.vocabulary import Limit, Statistics

REPORT = {"jumps": "single"}
MAIN = "d5 e5"
OPENINGS = (
    "d5 e5", "d5 d4", "d5 c5", "d5 d6", "e4 e3", "e4 d4", "e4 f4", "e4 e5",
    "a8 a7", "a8 b8", "h1 g1", "h1 h2",
)  # fmt: skip
UNORDERED_FROM = {1: "e4 e3", 2: "e4 d4", 3: "e4 f4", 4: "e4 f4", 5: "e4 e3", 6: "e4 e3"}
MINIMAX_FROM = {1: "e4 f4", 2: "e4 e5", 3: "d5 e5", 4: "d5 e5", 5: "e4 d4"}
LISTED, SORTED = "report", "evaluation(by=sequential)"
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

    evaluations: int
    branching_factor: float
    cutoffs: int
    result: str
    seconds: float
    moves: tuple[float, ...]  # seconds of each

    @classmethod
    def of(cls, records: Iterable[GameRecord], opening: str, spec: str) -> Count:
        """Those of the game that the agent played against itself from the opening."""
        wanted = tuple(opening.split()), (spec, spec)
        record = next(each for each in records if (each.opening, each.agents) == wanted)
        spent = [move.statistics for move in record.moves]
        total = sum(spent, Statistics())
        return cls(
            total.evaluations,
            total.branching_factor,
            total.cutoffs,
            ("Black", "White")[record.winner or 0],
            total.seconds,
            tuple(each.seconds for each in spent),
        )

    def numbers(self, place: str) -> dict[str, Finding]:
        """The counters under the names of the report's columns."""
        return {
            f"{place}/evaluations": Finding(self.evaluations),
            f"{place}/branching factor": Finding(self.branching_factor),
            f"{place}/cutoffs": Finding(self.cutoffs),
            f"{place}/result": Finding(self.result),
            f"{place}/seconds": Finding(self.seconds),
        }


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
    for level, opening in MINIMAX_FROM.items():
        again = Count.of(records, opening, searcher(level, pruning=0))
        numbers |= again.numbers(f"minimax-again/{level}")
    saved = [plain[level].evaluations / pruned[level].evaluations for level in plain]
    growth = _growth([pruned[level].evaluations for level in pruned])
    numbers["alpha-beta/fewer nodes"] = claim(
        saved[0] == 1 and all(factor > 2 for factor in saved[1:]),
        "Times fewer evaluations, by level: "
        + ", ".join(f"{factor:.1f}" for factor in saved)
        + ".",
    )
    numbers["alpha-beta/both grow exponentially"] = claim(
        growth > 2,
        f"Times more with each level: {_growth([c.evaluations for c in plain.values()]):.1f} "
        f"(minimax) and {growth:.1f} (alpha-beta).",
    )
    return Findings(numbers, charts=(_main_chart(plain, pruned),))


def _columns(numbers: dict[str, Finding], count: int) -> dict[str, Finding]:
    return dict(list(numbers.items())[:count])


def _growth(counts: Sequence[int]) -> float:
    """The mean factor from one to the next."""
    return float((counts[-1] / counts[0]) ** (1 / (len(counts) - 1)))


def _main_chart(plain: dict[int, Count], pruned: dict[int, Count]) -> Chart:
    series = tuple(
        Series(name, tuple(Point(level, count.evaluations) for level, count in found.items()))
        for name, found in (("minimax", plain), ("alpha-beta", pruned))
    )
    return Chart("Evaluations of one game", "level", "evaluations", series, log_y=True)


# --- ordering ---------------------------------------------------------------------------------


def ordering_steps(scale: Scale) -> list[Step]:
    """The report's own openings, and all openings in both orders."""
    both = [searcher(level, order=order) for level in range(1, 7) for order in (LISTED, SORTED)]
    shallow = 2 * scale.choose(4, 5)
    few = (MAIN, *sorted(set(UNORDERED_FROM.values())))
    return [
        Games("all openings", alone(OPENINGS, both[:shallow])),
        Games("deeper", alone(few, both[shallow:])),
    ]


def ordering_conclude(results: Results) -> Findings:
    """The report's rows, then like for like."""
    numbers: dict[str, Finding] = {}
    records = [record for found in results.found.values() for record in found]
    for level, opening in UNORDERED_FROM.items():
        count = Count.of(records, opening, searcher(level))
        numbers |= count.numbers(f"unordered/{level}")
    rows = []
    for level in range(1, 7):
        listed = Count.of(records, MAIN, searcher(level))
        ordered = Count.of(records, MAIN, searcher(level, order=SORTED))
        numbers |= ordered.numbers(f"ordered/{level}")
        for name, count in (("ordered", ordered), ("unordered", listed)):
            # the third to sixth jump of the game, two of each side
            for step, seconds in zip(STEPS, count.moves[2:6], strict=True):
                numbers[f"{name}-steps/{level}/{step}"] = Finding(seconds)
        rows.append(_row(level, listed, ordered))
    shares = _shares(results)
    typical = {level: exp(fmean(map(log, found))) for level, found in shares.items()}
    deep = exp(fmean(log(typical[level]) for level in typical if level > 1))
    numbers["ordered/half of the nodes"] = claim(
        0.35 <= deep <= 0.75,
        f"Over all {len(OPENINGS)} openings, sorted children need {100 * deep:.0f}% of the "
        "evaluations at levels above 1 (geometric mean).",
    )
    slower = [row[0] for row in rows if row[5] > row[4]]
    numbers["ordered/ordering costs time"] = claim(
        len(slower) >= 4,
        f"From {MAIN}, ordered games take longer at levels {', '.join(map(str, slower))}.",
    )
    return Findings(numbers, (_like_for_like(rows), _by_opening(shares, typical)))


def _row(level: int, listed: Count, ordered: Count) -> tuple[int, int, int, float, float, float]:
    share = ordered.evaluations / listed.evaluations
    return (
        level,
        listed.evaluations,
        ordered.evaluations,
        share,
        1000 * listed.seconds,
        1000 * ordered.seconds,
    )


def _like_for_like(rows: list[tuple[int, int, int, float, float, float]]) -> DataTable:
    columns = ("level", "listed", "sorted", "sorted / listed", "listed, ms", "sorted, ms")
    note = "The two orders lead to different games, so that single rows vary widely."
    return DataTable(f"Evaluations like for like, from {MAIN}", columns, tuple(rows), note)


def _shares(results: Results) -> dict[int, list[float]]:
    """Evaluations with sorted children as a share of those without, by level, of each opening."""
    levels = range(1, results.scale.choose(4, 5) + 1)
    found: dict[int, list[float]] = {level: [] for level in levels}
    records = results.records("all openings")
    for opening in OPENINGS:
        for level in levels:
            ordered = Count.of(records, opening, searcher(level, order=SORTED)).evaluations
            listed = Count.of(records, opening, searcher(level)).evaluations
            found[level].append(ordered / listed)
    return found


def _by_opening(shares: dict[int, list[float]], typical: dict[int, float]) -> DataTable:
    rows: list[Row] = [
        (opening, *(shares[level][number] for level in shares))
        for number, opening in enumerate(OPENINGS)
    ]
    rows.append(("geometric mean", *typical.values()))
    columns = ("opening", *(f"level {level}" for level in shares))
    return DataTable("Evaluations, sorted / listed, by opening", columns, tuple(rows))


# --- forward pruning --------------------------------------------------------------------------

TIMED = "alphabeta(evaluate=sequential, order={order}{drop}, table=0, reductions=0)"
FORWARD = TIMED.format(order=SORTED, drop=", drop=25")
ORDERED = TIMED.format(order=SORTED, drop="")
STANDARD = TIMED.format(order="none", drop="")
LEVELS = (2, 3, 4)


def forward_steps(scale: Scale) -> list[Step]:
    """At equal time, and at equal levels."""
    conditions = Conditions(limit=Limit(seconds=scale.choose(0.01, 0.05)), grace=1.0)
    timed = make_plan(
        "konane",
        (FORWARD, STANDARD, ORDERED),
        parameters=REPORT,
        pairings=[(0, 1), (0, 2)],
        pairs=scale.choose(15, 100),
        conditions=conditions,
        seed=scale.seed,
    )
    specs = [searcher(level, order=SORTED, drop=25) for level in LEVELS]
    specs += [searcher(level, order=SORTED) for level in LEVELS]
    fixed = make_plan(
        "konane",
        specs,
        parameters=REPORT,
        pairings=[(number, number + len(LEVELS)) for number in range(len(LEVELS))],
        pairs=scale.choose(15, 200),
        seed=scale.seed,
    )
    return [Games("equal time", timed), Games("equal level", fixed)]


def forward_conclude(results: Results) -> Findings:
    """Win rates of the search that drops a quarter of the moves."""
    timed, fixed = results.records("equal time"), results.records("equal level")
    plain, ordered = tally(timed, FORWARD, STANDARD), tally(timed, FORWARD, ORDERED)
    rows: list[Row] = [
        ("equal time, standard (unordered)", *_outcome(plain), None),
        ("equal time, ordered as well", *_outcome(ordered), None),
    ]
    spent = efforts(fixed)
    for level in LEVELS:
        specs = searcher(level, order=SORTED, drop=25), searcher(level, order=SORTED)
        share = spent[specs[0]].seconds / spent[specs[1]].seconds
        rows.append((f"level {level}, ordered as well", *_outcome(tally(fixed, *specs)), share))
    columns = (
        "against alpha-beta without dropping",
        "wins",
        "games",
        "win rate",
        "p",
        "time share",
    )
    table = DataTable("Alpha-beta that drops the worst rated quarter", columns, tuple(rows))
    return Findings(
        {
            "forward-pruning/worst children/left out": Finding(0.25),
            "forward-pruning/beats standard": claim(
                is_better(plain),
                f"{rate_text(plain)} games won against standard alpha-beta, {rate_text(ordered)} "
                "against one that is ordered as well.",
            ),
        },
        (table,),
        notes=(
            "Iterative deepening without table and reductions; the report's evaluation; every game "
            "from a random opening, once with each side.",
        ),
    )


def _outcome(found: Tally) -> tuple[int, int, float, float]:
    return found.wins, found.games, found.win_rate.value, found.p_value


EXPERIMENTS = (
    Experiment(
        "konane-main",
        "Minimax and alpha-beta by level",
        "konane",
        "Evaluations, branching factor and cutoffs of one whole game at each level.",
        main_steps,
        main_conclude,
        (0.5, 2),
    ),
    Experiment(
        "konane-ordering",
        "Sorted children",
        "konane",
        "The same counters with children as they are listed and sorted by their evaluation, from "
        "the same opening, and from every opening.",
        ordering_steps,
        ordering_conclude,
        (0.3, 0.5),
    ),
    Experiment(
        "konane-forward-pruning",
        "Forward pruning",
        "konane",
        "Alpha-beta that drops the worst rated quarter of the moves against alpha-beta that does "
        "not, at equal time and at equal levels.",
        forward_steps,
        forward_conclude,
        (0.8, 7),
    ),
)
