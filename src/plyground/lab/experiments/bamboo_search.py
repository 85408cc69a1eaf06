"""Bamboo: minimax by depth, and MCTS by its settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.lab.experiment import Results, Scale, Step, arena_step
from plyground.lab.findings import (
    LEVEL,
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
    widened,
    win_rate,
)
from plyground.lab.sources import reported
from plyground.lab.verdicts import share_difference, shares_p_value
from plyground.tournaments import GameRecord, ladder
from plyground.tournaments.statistics import (
    Interval,
    Tally,
    efforts,
    mean_interval,
    tally,
)
from plyground.tournaments.tables import percent

# --- what can be told apart -------------------------------------------------------------------

SAMPLES = 4000  # of a bootstrap
SURE = 0.995  # share of them that decides


class Resampled(NamedTuple):
    """Games of several agents drawn again and again from those that were played."""

    wins: Any  # [sample, agent]: share of games
    nodes: Any  # [sample, agent]: mean for a game


def resample(records: Sequence[GameRecord], specs: Sequence[str], seed: int) -> Resampled:
    """Return the bootstrap of wins and positions looked at of each agent over its games."""
    chance = np.random.default_rng(seed)
    columns = []
    for spec in specs:
        own = [record for record in records if spec in record.agents]
        won = np.array([tally([record], spec).wins for record in own], float)
        nodes = np.array([float(efforts([record])[spec].nodes) for record in own])
        drawn = chance.integers(len(own), size=(SAMPLES, len(own)))
        columns.append((won[drawn].mean(axis=1), nodes[drawn].mean(axis=1)))
    return Resampled(*(np.stack(parts, axis=1) for parts in zip(*columns, strict=True)))


def is_best(merit: Any, setting: int) -> bool | None:
    """Whether a setting is the best; None if it cannot be told from one that seems better.

    `merit` is [sample, setting], the more the better. It is the best where it is ahead of each
    other in 99.5% of the samples, and not where another is ahead of it in as many.
    """
    ahead = [
        float((merit[:, setting] > merit[:, other]).mean())
        for other in range(merit.shape[1])
        if other != setting
    ]
    return all_of(
        True if share >= SURE else False if share <= 1 - SURE else None for share in ahead
    )


def best_finding(merit: Any, settings: Sequence[int], theirs: int, note: str) -> Finding:
    """The best setting, None if the reported one cannot be told from the best."""
    best = settings[int(np.median(merit, axis=0).argmax())]
    if is_best(merit, settings.index(theirs)) is None:
        return Finding(None, note=f"{note} The best cannot be told for sure.")
    return Finding(best, note=note)


# --- Figure 11 --------------------------------------------------------------------------------

OPPONENT = "random(prefer=outer)"
RESULT_DEPTHS = ((1, 2, 3), (1, 2, 3, 4))
REPORTED_DEPTH = 2


def minimax(depth: int) -> str:
    """Return the report's minimax, pruned and sorted, as its Appendix C has it."""
    return f"bamboo_minimax(depth={depth})"


def unsorted(depth: int) -> str:
    """Return the same without sorting: Appendix B."""
    return f"bamboo_minimax(depth={depth}, sort=none)"


def won_ends(depth: int) -> str:
    """Return the same search where a finished game is won or lost, and not judged."""
    return f"minimax(depth={depth}, evaluate=groups_moves, order=squares, pruning=1)"


def figure_11_specs(scale: Scale) -> list[str]:
    """As the report has it, and two other ways as deep as is cheap."""
    depths = scale.choose(*RESULT_DEPTHS)
    few = [depth for depth in depths if depth < 4]
    return [*map(minimax, depths), *map(unsorted, few), *map(won_ends, few)]


def figure_11_steps(scale: Scale) -> list[Step]:
    """Each depth against the random agent that prefers outer tiles."""
    specs = figure_11_specs(scale)
    agents, met = [*specs, OPPONENT], ladder(len(specs), 1)
    return [arena_step("depths", scale, "bamboo", agents, (10, 50), pairings=met, opening_plies=0)]


def figure_11_conclude(results: Results) -> Findings:
    """Positions looked at for each win, by depth, and milliseconds beside them."""
    records, scale = results.records("depths"), results.scale
    depths, spent = scale.choose(*RESULT_DEPTHS), efforts(records)
    rows: list[Row] = []
    for spec in figure_11_specs(scale):
        won, cost = tally(records, spec), spent[spec]
        for_a_win = cost.nodes / won.wins if won.wins else None
        rows.append(
            (
                spec,
                rate_text(won),
                cost.nodes_per_move,
                for_a_win,
                cost.milliseconds_per_win(won.wins),
            )
        )
    drawn = resample(records, [minimax(depth) for depth in depths], scale.seed)
    seen = ", ".join(
        f"{row[3]:,.0f} positions at depth {depth}" if row[3] else f"no win at depth {depth}"
        for depth, row in zip(depths, rows, strict=False)
    )
    columns = ("", "games won", "positions a move", "positions a win", "ms a win")
    return Findings(
        {
            "figure-11/most efficient/depth": best_finding(
                drawn.wins / drawn.nodes, depths, REPORTED_DEPTH, f"A win costs {seen}."
            )
        },
        (DataTable(f"Minimax against {OPPONENT}", columns, tuple(rows)),),
        (
            _by_depth("positions for a win", 3, depths, rows),
            _by_depth("milliseconds for a win", 4, depths, rows),
        ),
    )


def _by_depth(y: str, column: int, depths: Sequence[int], rows: Sequence[Row]) -> Chart:
    points = tuple(
        Point(depth, float(value))
        for depth, row in zip(depths, rows, strict=False)
        if (value := row[column]) is not None
    )
    title = f"Figure 11: efficiency of minimax, {y}"
    return Chart(title, "depth", y, (Series("bamboo_minimax", points),), log_y=True)


# --- Figures 12 and 13 ------------------------------------------------------------------------

ITERATIONS = (1, 250, 500, 1000)
CHOSEN = 0.4  # the report's c
AS_MANY = 0.05  # shares of games that lie this close are as good as equal


def mcts(iterations: int, c: float) -> str:
    """The report's tree search."""
    return f"mcts(iterations={iterations}, c={c:g}, solver=0)"


def constants(scale: Scale) -> tuple[float, ...]:
    """The values of c."""
    every = tuple(number / 10 for number in range(11))
    return scale.choose(SOME, every)


SOME = (0.0, 0.2, 0.4, 0.7, 1.0)  # values of c that are tried with sums of wins, too


def wins_added(c: float) -> str:
    """Return the tree search where v of equation 8 is the number of wins."""
    return f"bamboo_mcts(c={c:g}, value=wins)"


def mcts_steps(scale: Scale) -> list[Step]:
    """Every setting against the uniform random agent."""
    specs = [mcts(k, c) for k in ITERATIONS for c in constants(scale)]
    others = [wins_added(c) for c in SOME]
    return [
        arena_step(
            key,
            scale,
            "bamboo",
            [*some, "random"],
            pairs,
            pairings=ladder(len(some), 1),
            opening_plies=0,
        )
        for key, some, pairs in (
            ("settings", specs, (5, 75)),
            ("chosen", [mcts(ITERATIONS[-1], CHOSEN)], (45, 100)),
            ("wins", others, (2, 50)),
        )
    ]


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
    added = {c: tally(results.records("wins"), wins_added(c)) for c in SOME}
    rivals = [found for k, found in by_k.items() if k not in (1, most)]
    numbers = {
        "figure-12/1000 iterations, all c/win rate": win_rate(by_k[most]),
        "figure-12/most iterations are best": claim(
            all_of(
                (
                    wins_more(by_k[most], by_k[1]),
                    *(wins_no_fewer(by_k[most], found) for found in rivals),
                )
            ),
            ", ".join(f"{rate_text(found)} games with {k}" for k, found in by_k.items()) + ".",
        ),
        "figure-12/less than a second": claim(
            below(slowest, 1000),
            f"The longest move of a game takes {slowest.value:.0f} ({slowest.low:.0f} to "
            f"{slowest.high:.0f}) milliseconds.",
        ),
        "figure-13/c = 0.4/win rate": win_rate(
            tally(results.records("chosen"), mcts(most, CHOSEN))
        ),
        "figure-13/best c": _best_c({c: won[most, c] for c in values}),
    }
    tables = (_settings(won, values), _added(added))
    return Findings(numbers, tables, _mcts_charts(won, by_k, values))


def wins_more(one: Tally, two: Tally) -> bool | None:
    """Whether one wins a larger share of its games; None if the games do not say."""
    rates = one.win_rate.value, two.win_rate.value
    if shares_p_value(rates[0], one.games, rates[1], two.games) >= LEVEL:
        return None
    return rates[0] > rates[1]


def ahead(one: Tally, two: Tally) -> Interval:
    """Return by how much the first wins a larger share of its games, with a 99% interval."""
    return widened(share_difference(two.win_rate.value, two.games, one.win_rate.value, one.games))


def wins_no_fewer(one: Tally, two: Tally) -> bool | None:
    """Return whether one wins as many of its games as the other, to `AS_MANY`."""
    found = ahead(one, two)
    return True if found.low > -AS_MANY else False if found.high < -AS_MANY else None


def is_ahead(one: Tally, two: Tally) -> bool | None:
    """Return whether one wins more; not if it is ahead by `AS_MANY` at the most."""
    found = ahead(one, two)
    return True if found.low > 0 else False if found.high < AS_MANY else None


def _best_c(won: dict[float, Tally]) -> Finding:
    """Return whether 0.2 or 0.4 wins more than every other c."""
    chosen = max((0.2, 0.4), key=lambda c: won[c].wins)
    best = max(won, key=lambda c: won[c].win_rate.value)
    rivals = [found for c, found in won.items() if c not in (0.2, 0.4)]
    return claim(
        all_of(is_ahead(won[chosen], found) for found in rivals),
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


def _added(won: dict[float, Tally]) -> DataTable:
    rows = tuple((f"c = {c:g}", wins_added(c), rate_text(found)) for c, found in won.items())
    title = "Win rate against random where v is the number of wins"
    return DataTable(title, ("", "agent", "1000 iterations"), rows)


def _theirs(source: str, x: float) -> Series:
    """The one win rate that the report's text has of a figure."""
    ((_, percent),) = reported("bamboo", source, "win rate")
    return Series("report", (Point(x, percent / 100),))


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
            (Series("all c", iterations, smooth=True), _theirs("figure-12", ITERATIONS[-1])),
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
                _theirs("figure-13", 0.4),
            ),
            "The curves are local regressions.",
            percent=True,
        ),
    )


EXPERIMENTS = {
    "bamboo-figure-11": (figure_11_steps, figure_11_conclude),
    "bamboo-figures-12-13": (mcts_steps, mcts_conclude),
}
