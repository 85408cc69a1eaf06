"""Bamboo: minimax by depth, the sorting of its moves, and MCTS by its settings."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.lab.experiment import Measurement, Results, Scale, Step, arena_step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Row,
    Series,
    all_of,
    below,
    claim,
    rate_text,
    win_rate,
)
from plyground.lab.timing import time_ratios
from plyground.lab.verdicts import shares_p_value
from plyground.shapes import Hexagon
from plyground.tournaments import GameRecord, ladder
from plyground.tournaments.statistics import (
    SIGNIFICANCE,
    Tally,
    efforts,
    mean_interval,
    ratio_interval,
    tally,
)
from plyground.tournaments.tables import percent

# --- what can be told apart -------------------------------------------------------------------

SAMPLES = 4000  # of a bootstrap


class Resampled(NamedTuple):
    """Games of several agents drawn again and again from those that were played."""

    wins: Any  # [sample, agent]: share of games
    seconds: Any  # [sample, agent]: mean for a game


def resample(records: Sequence[GameRecord], specs: Sequence[str], seed: int) -> Resampled:
    """The bootstrap of wins and time of each agent over its games."""
    chance = np.random.default_rng(seed)
    columns = []
    for spec in specs:
        own = [record for record in records if spec in record.agents]
        won = np.array([tally([record], spec).wins for record in own], float)
        seconds = np.array([efforts([record])[spec].seconds for record in own])
        drawn = chance.integers(len(own), size=(SAMPLES, len(own)))
        columns.append((won[drawn].mean(axis=1), seconds[drawn].mean(axis=1)))
    return Resampled(*(np.stack(parts, axis=1) for parts in zip(*columns, strict=True)))


def is_best(merit: Any, setting: int) -> bool | None:
    """Whether a setting is the best; None if it cannot be told from one that seems better.

    `merit` is [sample, setting], the more the better. It is the best where it is ahead of each
    other in 97.5% of the samples, and not where another is ahead of it in as many.
    """
    ahead = [
        float((merit[:, setting] > merit[:, other]).mean())
        for other in range(merit.shape[1])
        if other != setting
    ]
    return all_of(True if share >= 0.975 else False if share <= 0.025 else None for share in ahead)


def best_finding(merit: Any, settings: Sequence[int], reported: int, note: str) -> Finding:
    """The best setting, None if the reported one cannot be told from the best."""
    best = settings[int(np.median(merit, axis=0).argmax())]
    if is_best(merit, settings.index(reported)) is None:
        return Finding(None, note=f"{note} The best cannot be told for sure.")
    return Finding(best, note=note)


# --- Figure 11 --------------------------------------------------------------------------------

OPPONENT = "random(prefer=outer)"
RESULT_DEPTHS = ((1, 2, 3), (1, 2, 3, 4))
REPORTED_DEPTH = 2


def minimax(depth: int, order: str = "squares") -> str:
    """The report's minimax, pruned."""
    return f"minimax(depth={depth}, evaluate=groups_moves, order={order}, pruning=1)"


def figure_11_specs(scale: Scale) -> list[str]:
    """Ordered by squares, and in no order as deep as is cheap."""
    depths = scale.choose(*RESULT_DEPTHS)
    return [*map(minimax, depths), *(minimax(depth, "none") for depth in depths if depth < 4)]


def figure_11_steps(scale: Scale) -> list[Step]:
    """Each depth against the random agent that prefers outer tiles."""
    specs = figure_11_specs(scale)
    agents, met = [*specs, OPPONENT], ladder(len(specs), 1)
    return [arena_step("depths", scale, "bamboo", agents, (10, 50), pairings=met, opening_plies=0)]


def figure_11_conclude(results: Results) -> Findings:
    """Milliseconds for each win, by depth."""
    records, scale = results.records("depths"), results.scale
    depths, spent = scale.choose(*RESULT_DEPTHS), efforts(records)
    rows: list[Row] = []
    for spec in figure_11_specs(scale):
        won, cost = tally(records, spec), spent[spec]
        rows.append(
            (spec, rate_text(won), cost.milliseconds_per_move, cost.milliseconds_per_win(won.wins))
        )
    drawn = resample(records, [minimax(depth) for depth in depths], scale.seed)
    seen = ", ".join(
        f"{row[3]:.0f} ms at depth {depth}" if row[3] else f"no win at depth {depth}"
        for depth, row in zip(depths, rows, strict=False)
    )
    points = tuple(
        Point(depth, float(row[3]))
        for depth, row in zip(depths, rows, strict=False)
        if row[3] is not None
    )
    columns = ("", "games won", "ms a move", "ms a win")
    return Findings(
        {
            "figure-11/most efficient/depth": best_finding(
                drawn.wins / drawn.seconds, depths, REPORTED_DEPTH, f"A win costs {seen}."
            )
        },
        (DataTable(f"Minimax against {OPPONENT}", columns, tuple(rows)),),
        (
            Chart(
                "Figure 11: efficiency of minimax",
                "depth",
                "milliseconds for a win",
                (Series("minimax, ordered by squares", points),),
                log_y=True,
            ),
        ),
    )


# --- Appendix D -------------------------------------------------------------------------------

CHILDREN, MANY = 91, 5000  # moves at the start on radius 5, and a list that no board has


def radix_sort(values: Sequence[int]) -> list[int]:
    """The values in descending order, as Appendix D sorts: digit by digit into ten buckets."""
    nodes = list(values)
    for digit in range(len(str(max(nodes)))):
        buckets: list[deque[int]] = [deque() for _ in range(10)]
        for value in nodes:
            buckets[9 - value // 10**digit % 10].append(value)
        nodes = [bucket.popleft() for bucket in buckets for _ in range(len(bucket))]
    return nodes


def merge_sort(values: Sequence[int]) -> list[int]:
    """The values in descending order, by comparing two at a time."""
    if len(values) < 2:
        return list(values)
    middle = len(values) // 2
    one, two = merge_sort(values[:middle]), merge_sort(values[middle:])
    merged, i, j = [], 0, 0
    while i < len(one) and j < len(two):
        if one[i] >= two[j]:
            merged.append(one[i])
            i += 1
        else:
            merged.append(two[j])
            j += 1
    return merged + one[i:] + two[j:]


def sorting(length: int, seconds: float, seed: int) -> dict[str, list[float]]:
    """Time of radix sort divided by that of sorting by comparison, both interpreted."""
    board, chance = Hexagon(5), np.random.default_rng(seed)
    squares = [sum(x * x for x in board.cube(tile)) for tile in range(board.cell_count)]
    values = [int(each) for each in chance.choice(squares, length)]
    return {
        "merge sort": time_ratios(
            lambda: radix_sort(values), lambda: merge_sort(values), seconds=seconds
        ),
        "Python's own": time_ratios(
            lambda: radix_sort(values), lambda: sorted(values, reverse=True), seconds=seconds
        ),
    }


def appendix_d_steps(scale: Scale) -> list[Step]:
    """A node's children, and a list that is larger by far."""
    seconds = scale.choose(5.0, 20.0)
    return [
        Measurement(
            f"{length} values",
            sorting,
            {"length": length, "seconds": seconds, "seed": scale.seed},
        )
        for length in (CHILDREN, MANY)
    ]


def appendix_d_conclude(results: Results) -> Findings:
    """How radix sort does against sorting by comparison."""
    rows: list[Row] = []
    by_length = {}
    for length in (CHILDREN, MANY):
        found = results.measured(f"{length} values")
        by_length[length] = ratio_interval(found["merge sort"])
        for name, ratios in found.items():
            rows.append((f"{length} values, {name}", *ratio_interval(ratios)))
    few, many = by_length[CHILDREN], by_length[MANY]
    shorter = None if few.low <= many.high and many.low <= few.high else many.value < few.value
    return Findings(
        {
            "appendix-d/faster than by comparison": claim(
                all_of((below(few, 1.0), below(many, 1.0))),
                f"It takes {few.value:.2f} times as long as merge sort for {CHILDREN} values, "
                f"{many.value:.2f} times for {MANY}.",
            ),
            "appendix-d/larger lists": claim(
                shorter,
                f"{few.value:.2f} times the time of merge sort for {CHILDREN} values, "
                f"{many.value:.2f} times for {MANY}.",
            ),
        },
        (
            DataTable(
                "Time of radix sort divided by that of another",
                ("", "ratio", "low", "high"),
                tuple(rows),
                "Radix and merge sort are both interpreted; Python's own is compiled.",
            ),
        ),
    )


# --- Figures 12 and 13 ------------------------------------------------------------------------

ITERATIONS = (1, 250, 500, 1000)


def mcts(iterations: int, c: float) -> str:
    """The report's tree search."""
    return f"mcts(iterations={iterations}, c={c:g}, solver=0)"


def constants(scale: Scale) -> tuple[float, ...]:
    """The values of c."""
    every = tuple(number / 10 for number in range(11))
    return scale.choose((0.0, 0.2, 0.4, 0.7, 1.0), every)


def mcts_steps(scale: Scale) -> list[Step]:
    """Every setting against the uniform random agent."""
    specs = [mcts(k, c) for k in ITERATIONS for c in constants(scale)]
    agents, met = [*specs, "random"], ladder(len(specs), 1)
    return [arena_step("settings", scale, "bamboo", agents, (5, 50), pairings=met, opening_plies=0)]


def mcts_conclude(results: Results) -> Findings:
    """Win rates by iterations and by c."""
    records, values = results.records("settings"), constants(results.scale)
    won = {(k, c): tally(records, mcts(k, c)) for k in ITERATIONS for c in values}
    by_k = {k: sum((won[k, c] for c in values), Tally()) for k in ITERATIONS}
    most = ITERATIONS[-1]
    longest = [
        1000 * max(move.statistics.seconds for move in record.moves)
        for record in records
        if any(mcts(most, c) in record.agents for c in values)
    ]
    slowest = mean_interval(longest)
    rivals = [found for k, found in by_k.items() if k != most]
    numbers = {
        "figure-12/1000 iterations, all c/win rate": win_rate(by_k[most]),
        "figure-12/most iterations are best": claim(
            all_of(wins_more(by_k[most], found) for found in rivals),
            ", ".join(f"{rate_text(found)} games with {k}" for k, found in by_k.items()) + ".",
        ),
        "figure-12/less than a second": claim(
            below(slowest, 1000),
            f"The longest move of a game takes {slowest.value:.0f} ({slowest.low:.0f} to "
            f"{slowest.high:.0f}) milliseconds.",
        ),
        "figure-13/c = 0.4/win rate": win_rate(won[most, 0.4]),
        "figure-13/best c": _best_c({c: won[most, c] for c in values}),
    }
    return Findings(numbers, (_settings(won, values),), _mcts_charts(won, by_k, values))


def wins_more(one: Tally, two: Tally) -> bool | None:
    """Whether one wins a larger share of its games; None if the games do not say."""
    rates = one.win_rate.value, two.win_rate.value
    if shares_p_value(rates[0], one.games, rates[1], two.games) >= SIGNIFICANCE:
        return None
    return rates[0] > rates[1]


def _best_c(won: dict[float, Tally]) -> Finding:
    """Whether 0.2 or 0.4 wins more than every other c."""
    chosen = max((0.2, 0.4), key=lambda c: won[c].wins)
    best = max(won, key=lambda c: won[c].win_rate.value)
    rivals = [found for c, found in won.items() if c not in (0.2, 0.4)]
    return claim(
        all_of(wins_more(won[chosen], found) for found in rivals),
        f"The most games are won with c = {best:g}, {rate_text(won[best])}; with {chosen:g}, "
        f"{rate_text(won[chosen])}.",
    )


def _settings(won: dict[tuple[int, float], Tally], values: Sequence[float]) -> DataTable:
    rows: tuple[Row, ...] = tuple(
        (f"c = {c:g}", *(percent(won[k, c].win_rate.value) for k in ITERATIONS)) for c in values
    )
    columns = ("", *(f"{k} iterations" for k in ITERATIONS))
    games = won[ITERATIONS[0], values[0]].games
    return DataTable("Win rate against random", columns, rows, f"{games} games for each setting.")


def _mcts_charts(
    won: dict[tuple[int, float], Tally], by_k: dict[int, Tally], values: Sequence[float]
) -> tuple[Chart, ...]:
    label = "win rate, with 95% intervals"
    iterations = tuple(Point(k, *found.win_rate) for k, found in by_k.items())
    at_most = tuple(Point(c, *won[ITERATIONS[-1], c].win_rate) for c in values)
    together = tuple(
        Point(c, *sum((won[k, c] for k in ITERATIONS), Tally()).win_rate) for c in values
    )
    return (
        Chart(
            "Figure 12: MCTS by iterations, all c",
            "iterations",
            label,
            (Series("all c", iterations, smooth=True),),
            "The curve is a local regression.",
            percent=True,
        ),
        Chart(
            "Figure 13: MCTS by c",
            "c",
            label,
            (
                Series("1000 iterations", at_most, smooth=True),
                Series("all iterations", together, smooth=True),
            ),
            "The curves are local regressions.",
            percent=True,
        ),
    )


EXPERIMENTS = {
    "bamboo-figure-11": (figure_11_steps, figure_11_conclude),
    "bamboo-appendix-d": (appendix_d_steps, appendix_d_conclude),
    "bamboo-figures-12-13": (mcts_steps, mcts_conclude),
}
