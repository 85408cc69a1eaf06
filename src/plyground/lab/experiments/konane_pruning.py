"""Konane: what forward pruning and a level more are worth, in games."""

from __future__ import annotations

from math import hypot, log2
from statistics import fmean

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
from plyground.tournaments import GameRecord, gauntlet
from plyground.tournaments.ratings import elo_difference, pair_counts
from plyground.tournaments.statistics import Interval, Tally, efforts, mover, tally

DROPPED = 25  # percent of the children

# --- forward pruning --------------------------------------------------------------------------

BUDGETS = (1500, 6000, 24000)  # nodes of the standard search for a move
COSTS = {1500: 5.1, 6000: 5.2, 24000: 5.3}  # of a sorted node beside a standard one
LEVELS = (2, 3, 4, 5)


def bounded(nodes: int, order: str = LISTED, drop: str = "") -> str:
    """Return the report's search, deepening step by step until its nodes are spent."""
    return (
        f"alphabeta(nodes={nodes}, evaluate=sequential, order={order}{drop}, table=0, "
        "null_window=0, aspiration=0, killers=0, history=0, reductions=0)"
    )


def budgeted(nodes: int) -> tuple[str, str, str]:
    """Return forward pruning, standard and ordered search for equal numbers of evaluations."""
    fewer = round(nodes / COSTS[nodes])
    forward = bounded(fewer, SORTED, f", drop={DROPPED}")
    return forward, bounded(nodes), bounded(fewer, SORTED)


def own(level: int) -> str:
    """The report's own agent: ordered and pruned."""
    return searcher(level, order=SORTED, drop=DROPPED)


def budgets_of(scale: Scale) -> tuple[int, ...]:
    """Return the standard search's nodes for a move; the largest takes too long for a quick run."""
    return scale.choose(BUDGETS[:2], BUDGETS)


def forward_steps(scale: Scale) -> list[Step]:
    """Plan games at equal numbers of evaluations, and at equal levels."""
    equal: list[Step] = [
        arena_step(
            f"{nodes} nodes",
            scale,
            "konane",
            budgeted(nodes),
            (60, 500),
            parameters=REPORT,
            pairings=gauntlet(3),
        )
        for nodes in budgets_of(scale)
    ]
    specs = [spec for level in LEVELS for spec in (own(level), *_rivals(level))]
    met = [(3 * number, 3 * number + rival) for number in range(4) for rival in (1, 2)]
    fixed = arena_step(
        "equal level", scale, "konane", specs, (10, 100), parameters=REPORT, pairings=met
    )
    return [*equal, fixed]


def _rivals(level: int) -> tuple[str, str]:
    return searcher(level), searcher(level, order=SORTED)


def forward_conclude(results: Results) -> Findings:
    """Return the win rates of the search that drops a quarter of the moves."""
    rows: list[Row] = []
    totals = [Tally(), Tally()]  # against the standard search, and the ordered one
    for nodes in budgets_of(results.scale):
        records = results.records(f"{nodes} nodes")
        forward, *rivals = budgeted(nodes)
        for number, (name, rival) in enumerate(zip(RIVALS, rivals, strict=True)):
            met = tally(records, forward, rival)
            totals[number] += met
            work = _evaluations(records, forward, rival)
            rows.append((f"{work[1]:,.0f} evaluations, {name}", *_outcome(met), work[0] / work[1]))
    fixed = results.records("equal level")
    for level in LEVELS:
        for name, rival in zip(RIVALS, _rivals(level), strict=True):
            work = _evaluations(fixed, own(level), rival)
            met = tally(fixed, own(level), rival)
            rows.append((f"level {level}, {name}", *_outcome(met), work[0] / work[1]))
    plain, ordered = totals
    numbers = {
        "forward-pruning/worst children/left out": Finding(DROPPED / 100),
        "forward-pruning/beats standard": claim(
            is_better(plain),
            f"For as many evaluations {rate_text(plain)} games won against standard alpha-beta, "
            f"{rate_text(ordered)} against one that is ordered as well.",
        ),
    }
    return Findings(numbers, (_table(rows),), notes=(NOTE,))


RIVALS = ("standard", "ordered as well")
NOTE = (
    "For equal evaluations both deepen step by step, without table, null windows, killers, history "
    "and reductions; at equal levels they are the report's searches. Evaluations made for sorting "
    "count, since they take the report's program as long as others. Every game is played from a "
    "random opening, once with each side."
)


def _evaluations(records: list[GameRecord], one: str, two: str) -> tuple[float, float]:
    """Return what each of two agents evaluated for a move, for sorting as well, in their games."""
    spent: dict[str, list[int]] = {one: [], two: []}
    for record in records:
        if set(record.agents) == {one, two}:
            for number, move in enumerate(record.moves):
                agent = record.agents[(mover(record, 0) + number) % 2]
                sorting = move.statistics.legal_moves if SORTED in agent else 0
                spent[agent].append(move.statistics.evaluations + sorting)
    return fmean(spent[one]), fmean(spent[two])


def _table(rows: list[Row]) -> DataTable:
    columns = ("against", "wins", "games", "win rate", "p", "share of the evaluations")
    return DataTable("Alpha-beta that drops the worst rated quarter", columns, tuple(rows))


def _outcome(found: Tally) -> tuple[int, int, float, float]:
    return found.wins, found.games, found.win_rate.value, found.p_value


# --- levels -----------------------------------------------------------------------------------

DEEPEST = 6


def level_steps(scale: Scale) -> list[Step]:
    """Plan games of the report's agent at each level against itself one and two levels lower."""
    around = [(1, 3), (3, 5)]  # levels are one more
    next_ones = [(number, number + 1) for number in range(DEEPEST - 1)]
    agents = [own(level) for level in range(1, DEEPEST + 1)]
    return [
        arena_step(name, scale, "konane", agents, pairs, parameters=REPORT, pairings=pairings)
        for name, pairings, pairs in (
            ("around level 4", around, (40, 1000)),
            ("next level", next_ones, (15, 200)),
        )
    ]


def level_conclude(results: Results) -> Findings:
    """Return what a level gains over lower ones, and what it costs."""
    records = [*results.records("around level 4"), *results.records("next level")]
    met = [(level, level - 1) for level in range(2, DEEPEST + 1)] + [(4, 2), (6, 4)]
    gains = {pair: gain_of(records, *pair) for pair in met}
    spent = efforts(records)
    rows = tuple(_level_row(records, pair, gain) for pair, gain in gains.items())
    before, after = gains[4, 2], gains[6, 4]
    better = is_better(tally(records, own(4), own(2)))
    more = above(difference(before, after), 0)
    numbers = {
        "level-4/good choice": claim(
            all_of((better, more)),
            f"A doubling of the nodes is worth {_elo_text(before)} from level 2 to 4 and "
            f"{_elo_text(after)} from 4 to 6.",
        )
    }
    columns = (
        *("levels", "wins of the higher", "games", "win rate", "p"),
        *("times the nodes", "times the seconds", "Elo for a doubling of the nodes"),
    )
    table = DataTable("A level against a lower one", columns, rows)
    points = tuple(Point(high, *gain) for (high, low), gain in gains.items() if high == low + 1)
    chart = Chart("What a level is worth", "level", "Elo a doubling", (Series("Elo", points),))
    costs = tuple(
        Point(level, spent[own(level)].milliseconds_per_move or 0.0)
        for level in range(1, DEEPEST + 1)
    )
    unit = "milliseconds a move"
    cost = Chart("What a move takes", "level", unit, (Series(unit, costs),), log_y=True)
    return Findings(numbers, (table,), (chart, cost))


def gain_of(records: list[GameRecord], level: int, lower: int) -> Interval:
    """Return the Elo of a level over a lower one for each doubling of the nodes."""
    elo = elo_difference(pair_counts(records, own(level), own(lower)))
    doublings = log2(_times(records, (level, lower), "nodes"))
    return Interval(*(end / doublings for end in elo))


def difference(one: Interval, two: Interval) -> Interval:
    """The first less the second, which are independent."""
    value = one.value - two.value
    low = hypot(one.value - one.low, two.high - two.value)
    high = hypot(one.high - one.value, two.value - two.low)
    return Interval(value, value - low, value + high)


def _times(records: list[GameRecord], levels: tuple[int, int], what: str) -> float:
    """Return how much more a level spends on a move than a lower one in the games between them."""
    agents = own(levels[0]), own(levels[1])
    spent = efforts(each for each in records if set(each.agents) == set(agents))
    one, two = (getattr(spent[name], what) / spent[name].moves for name in agents)
    return float(one / two)


def _level_row(records: list[GameRecord], levels: tuple[int, int], gain: Interval) -> Row:
    met = tally(records, own(levels[0]), own(levels[1]))
    times = (_times(records, levels, what) for what in ("nodes", "seconds"))
    return (f"{levels[0]} against {levels[1]}", *_outcome(met), *times, _elo_text(gain))


def _elo_text(gain: Interval) -> str:
    return interval_text(gain, ".0f", " Elo")


EXPERIMENTS = {
    "konane-forward-pruning": (forward_steps, forward_conclude),
    "konane-levels": (level_steps, level_conclude),
}
