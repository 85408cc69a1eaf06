"""Bamboo: minimax by depth, and MCTS by its settings."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.arena import make_plan
from plyground.arena.statistics import Tally, efforts, tally
from plyground.arena.tables import percent
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
    rate_text,
    win_rate,
)
from plyground.lab.verdicts import shares_p_value

# --- Figure 11 --------------------------------------------------------------------------------

OPPONENT = "random(prefer=outer)"
RESULT_DEPTHS = ((1, 2, 3), (1, 2, 3, 4))


def minimax(depth: int) -> str:
    """The report's minimax: pruned, ordered by squares."""
    return f"minimax(depth={depth}, evaluate=groups_moves, order=squares, pruning=1)"


def figure_11_steps(scale: Scale) -> list[Step]:
    """Each depth against the random agent that prefers outer tiles."""
    depths = scale.choose(*RESULT_DEPTHS)
    specs = [*map(minimax, depths), OPPONENT]
    plan = make_plan(
        "bamboo",
        specs,
        pairings=[(number, len(depths)) for number in range(len(depths))],
        pairs=scale.choose(10, 50),
        opening_plies=0,
        seed=scale.seed,
    )
    return [Games("depths", plan)]


def figure_11_conclude(results: Results) -> Findings:
    """Milliseconds for each win, by depth."""
    records = results.records("depths")
    spent, rows = efforts(records), []
    for depth in results.scale.choose(*RESULT_DEPTHS):
        spec = minimax(depth)
        won = tally(records, spec)
        rows.append(
            (
                depth,
                rate_text(won),
                spent[spec].milliseconds_per_move,
                spent[spec].milliseconds_per_win(won.wins),
            )
        )
    possible = [row for row in rows if row[3] is not None]
    best = min(possible, key=lambda row: row[3] or 0.0) if possible else None
    seen = ", ".join(f"{row[3]:.0f} ms at depth {row[0]}" for row in possible)
    columns = ("depth", "games won", "ms a move", "ms a win")
    points = tuple(Point(row[0], row[3] or 0.0) for row in possible)
    return Findings(
        {
            "figure-11/most efficient/depth": Finding(
                best[0] if best else None, note=f"A win costs {seen}."
            )
        },
        (DataTable(f"Minimax against {OPPONENT}", columns, tuple(rows)),),
        (
            Chart(
                "Figure 11: efficiency of minimax",
                "depth",
                "milliseconds for a win",
                (Series("minimax", points),),
                log_y=True,
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
    plan = make_plan(
        "bamboo",
        [*specs, "random"],
        pairings=[(number, len(specs)) for number in range(len(specs))],
        pairs=scale.choose(5, 50),
        opening_plies=0,
        seed=scale.seed,
    )
    return [Games("settings", plan)]


def mcts_conclude(results: Results) -> Findings:
    """Win rates by iterations and by c."""
    records, values = results.records("settings"), constants(results.scale)
    won = {(k, c): tally(records, mcts(k, c)) for k in ITERATIONS for c in values}
    by_k = {k: sum((won[k, c] for c in values), Tally()) for k in ITERATIONS}
    most = ITERATIONS[-1]
    spent = efforts(records)
    slowest = max(spent[mcts(most, c)].milliseconds_per_move or 0.0 for c in values)
    numbers = {
        "figure-12/1000 iterations, all c/win rate": win_rate(by_k[most]),
        "figure-12/most iterations are best": claim(
            by_k[most].win_rate.value >= max(found.win_rate.value for found in by_k.values()),
            ", ".join(f"{rate_text(found)} games with {k}" for k, found in by_k.items()) + ".",
        ),
        "figure-12/less than a second": claim(
            slowest < 1000, f"{slowest:.0f} milliseconds a move at the most."
        ),
        "figure-13/c = 0.4/win rate": win_rate(won[most, 0.4]),
        "figure-13/best c": _best_c({c: won[most, c] for c in values}),
    }
    return Findings(numbers, (_settings(won, values),), _mcts_charts(won, by_k, values))


def _best_c(won: dict[float, Tally]) -> Finding:
    best = max(won, key=lambda c: won[c].win_rate.value)
    seen = f"The most games are won with c = {best:g}, {rate_text(won[best])}; with 0.4, "
    seen += f"{rate_text(won[0.4])}."
    if won[best].wins in (won[0.2].wins, won[0.4].wins):
        return claim(True, seen)
    rates = [won[c].win_rate.value for c in (best, 0.4)]
    p = shares_p_value(rates[0], won[best].games, rates[1], won[0.4].games)
    return claim(False if p < 0.05 else None, f"{seen} They cannot be told apart (p = {p:.2g}).")


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


EXPERIMENTS = (
    Experiment(
        "bamboo-figure-11",
        "Minimax by depth",
        "bamboo",
        "Win rate and milliseconds for each win against a random agent that prefers outer tiles.",
        figure_11_steps,
        figure_11_conclude,
        (0.5, 6),
    ),
    Experiment(
        "bamboo-figures-12-13",
        "MCTS by iterations and c",
        "bamboo",
        "Win rates of MCTS against a uniform random agent, for four numbers of iterations and "
        "several c, with a smoothed curve.",
        mcts_steps,
        mcts_conclude,
        (0.8, 16),
    ),
)
