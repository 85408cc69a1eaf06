"""Konane: what forward pruning and a level more are worth, in games."""

from __future__ import annotations

from math import hypot, log2

from plyground.lab.experiment import Results, Scale, Step, arena_step
from plyground.lab.experiments.konane import LISTED, REPORT, SORTED, searcher
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
    claim,
    interval_text,
    is_better,
    rate_text,
)
from plyground.tournaments import Conditions, GameRecord, gauntlet
from plyground.tournaments.ratings import elo_difference, pair_counts
from plyground.tournaments.statistics import Interval, Tally, efforts, tally
from plyground.vocabulary import Limit

DROPPED = 25  # percent of the children

# --- forward pruning --------------------------------------------------------------------------

TIMED = (
    "alphabeta(evaluate=sequential, order={order}{drop}, table=0, null_window=0, aspiration=0, "
    "killers=0, history=0, reductions=0)"
)
FORWARD = TIMED.format(order=SORTED, drop=f", drop={DROPPED}")
ORDERED = TIMED.format(order=SORTED, drop="")
STANDARD = TIMED.format(order=LISTED, drop="")
LEVELS = (2, 3, 4, 5)


def own(level: int) -> str:
    """The report's own agent: ordered and pruned."""
    return searcher(level, order=SORTED, drop=DROPPED)


def seconds_of(scale: Scale) -> tuple[float, ...]:
    """The times for a move that both sides get."""
    return scale.choose((0.002, 0.005, 0.02), (0.002, 0.01, 0.05))


def forward_steps(scale: Scale) -> list[Step]:
    """At equal times, and at equal levels."""
    timed: list[Step] = [
        arena_step(
            f"{seconds:g} s",
            scale,
            "konane",
            (FORWARD, STANDARD, ORDERED),
            (10, 100),
            parameters=REPORT,
            pairings=gauntlet(3),
            conditions=Conditions(limit=Limit(seconds=seconds), grace=1.0),
        )
        for seconds in seconds_of(scale)
    ]
    specs = [spec for level in LEVELS for spec in (own(level), *_rivals(level))]
    met = [(3 * number, 3 * number + rival) for number in range(4) for rival in (1, 2)]
    fixed = arena_step(
        "equal level", scale, "konane", specs, (10, 100), parameters=REPORT, pairings=met
    )
    return [*timed, fixed]


def _rivals(level: int) -> tuple[str, str]:
    return searcher(level), searcher(level, order=SORTED)


def forward_conclude(results: Results) -> Findings:
    """Win rates of the search that drops a quarter of the moves."""
    rows: list[Row] = []
    totals = {STANDARD: Tally(), ORDERED: Tally()}
    for seconds in seconds_of(results.scale):
        records = results.records(f"{seconds:g} s")
        for name, rival in (("standard", STANDARD), ("ordered as well", ORDERED)):
            found = tally(records, FORWARD, rival)
            totals[rival] += found
            rows.append((f"{1000 * seconds:g} ms a move, {name}", *_outcome(found), None))
    fixed = results.records("equal level")
    for level in LEVELS:
        for name, rival in zip(("standard", "ordered as well"), _rivals(level), strict=True):
            spent = efforts(each for each in fixed if set(each.agents) == {own(level), rival})
            share = spent[own(level)].seconds / spent[rival].seconds
            found = tally(fixed, own(level), rival)
            rows.append((f"level {level}, {name}", *_outcome(found), share))
    plain, ordered = totals[STANDARD], totals[ORDERED]
    numbers = {
        "forward-pruning/worst children/left out": Finding(DROPPED / 100),
        "forward-pruning/beats standard": claim(
            is_better(plain),
            f"At equal times {rate_text(plain)} games won against standard alpha-beta, "
            f"{rate_text(ordered)} against one that is ordered as well. Tested: more wins than "
            "losses against the standard one over all three times.",
        ),
    }
    return Findings(numbers, (_table(rows),), notes=(NOTE,))


NOTE = (
    "At equal times both deepen step by step, without table, null windows, killers, history and "
    "reductions; at equal levels they are the report's searches. The report's evaluation and "
    "ordering; every game from a random opening, once with each side."
)


def _table(rows: list[Row]) -> DataTable:
    columns = ("against", "wins", "games", "win rate", "p", "time share")
    return DataTable("Alpha-beta that drops the worst rated quarter", columns, tuple(rows))


def _outcome(found: Tally) -> tuple[int, int, float, float]:
    return found.wins, found.games, found.win_rate.value, found.p_value


# --- levels -----------------------------------------------------------------------------------

DEEPEST = 6


def level_steps(scale: Scale) -> list[Step]:
    """The report's agent at each level against itself at the next; most games around level 4."""
    around = [(2, 3), (3, 4)]  # levels are one more
    others = [(number, number + 1) for number in range(DEEPEST - 1)]
    others = [pair for pair in others if pair not in around]
    agents = [own(level) for level in range(1, DEEPEST + 1)]
    return [
        arena_step(name, scale, "konane", agents, pairs, parameters=REPORT, pairings=pairings)
        for name, pairings, pairs in (
            ("around level 4", around, (15, 1000)),
            ("others", others, (15, 200)),
        )
    ]


def level_conclude(results: Results) -> Findings:
    """What each level gains over the one below, and what it costs."""
    records = [*results.records("around level 4"), *results.records("others")]
    gains = {level: gain_of(records, level) for level in range(2, DEEPEST + 1)}
    spent = efforts(records)
    rows = tuple(_level_row(records, level, gains) for level in gains)
    before, after = gains[4], gains[5]
    better = is_better(tally(records, own(4), own(3)))
    more = above(difference(before, after), 0)
    numbers = {
        "level-4/good choice": claim(
            all_of((better, more)),
            f"A doubling of the nodes is worth {_elo_text(before)} from level 3 to 4 and "
            f"{_elo_text(after)} from 4 to 5. Tested: level 4 beats level 3, and up to it a "
            "doubling is worth more than after it.",
        )
    }
    columns = (
        *("level", "wins against the level below", "games", "win rate", "p"),
        *("times the nodes", "times the seconds", "Elo for a doubling of the nodes"),
    )
    table = DataTable("Each level against the one below", columns, rows)
    points = tuple(Point(level, *gain) for level, gain in gains.items())
    chart = Chart("What a level is worth", "level", "Elo a doubling", (Series("Elo", points),))
    costs = tuple(
        Point(level, spent[own(level)].milliseconds_per_move or 0.0)
        for level in range(1, DEEPEST + 1)
    )
    cost = Chart("What a move takes", "level", "ms", (Series("ms", costs),), log_y=True)
    return Findings(numbers, (table,), (chart, cost))


def gain_of(records: list[GameRecord], level: int) -> Interval:
    """The Elo that a level has over the one below, for each doubling of the nodes."""
    elo = elo_difference(pair_counts(records, own(level), own(level - 1)))
    doublings = log2(_times(records, level, "nodes"))
    return Interval(*(end / doublings for end in elo))


def difference(one: Interval, two: Interval) -> Interval:
    """The first less the second, which are independent."""
    value = one.value - two.value
    low = hypot(one.value - one.low, two.high - two.value)
    high = hypot(one.high - one.value, two.value - two.low)
    return Interval(value, value - low, value + high)


def _times(records: list[GameRecord], level: int, what: str) -> float:
    """How much more of something a level spends on a move than the one below, in their games."""
    agents = own(level), own(level - 1)
    spent = efforts(each for each in records if set(each.agents) == set(agents))
    one, two = (getattr(spent[name], what) / spent[name].moves for name in agents)
    return float(one / two)


def _level_row(records: list[GameRecord], level: int, gains: dict[int, Interval]) -> Row:
    found = tally(records, own(level), own(level - 1))
    times = (_times(records, level, what) for what in ("nodes", "seconds"))
    return (str(level), *_outcome(found), *times, _elo_text(gains[level]))


def _elo_text(gain: Interval) -> str:
    return interval_text(gain, ".0f", " Elo")


EXPERIMENTS = {
    "konane-forward-pruning": (forward_steps, forward_conclude),
    "konane-levels": (level_steps, level_conclude),
}
