"""Bamboo: the hybrid agent by its threshold, and all agents against each other.

The network is the one that comes with the package. The report does not say whom the hybrid agent
played; here it is the uniform random agent, as for MCTS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from plyground.lab.experiment import Results, Scale, Step, arena_step
from plyground.lab.experiments.bamboo_search import (
    Resampled,
    best_finding,
    is_best,
    resample,
    wins_more,
)
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
    below,
    claim,
    interval_text,
    is_better,
    of_interval,
    rate_text,
    win_rate,
)
from plyground.tournaments import GameRecord, ladder
from plyground.tournaments.statistics import (
    Interval,
    Tally,
    efficiencies,
    efforts,
    ratio_interval,
    tally,
)
from plyground.tournaments.tables import percent

# --- Figures 14 and 15 ------------------------------------------------------------------------

THRESHOLDS = ((0, 20, 40, 60, 90), tuple(range(0, 100, 10)))
REPORTED = 40


def hybrid(threshold: int) -> str:
    """The network until `threshold` tiles are empty, then minimax."""
    return f"hybrid(threshold={threshold})"


def threshold_steps(scale: Scale) -> list[Step]:
    """Every threshold against the uniform random agent."""
    specs = [hybrid(threshold) for threshold in scale.choose(*THRESHOLDS)]
    met = ladder(len(specs), 1)
    agents = [*specs, "random"]
    return [
        arena_step("thresholds", scale, "bamboo", agents, (10, 100), pairings=met, opening_plies=0)
    ]


def threshold_conclude(results: Results) -> Findings:
    """Efficiency, win rate and time by threshold."""
    records, thresholds = results.records("thresholds"), results.scale.choose(*THRESHOLDS)
    spent = efforts(records)
    won = {each: tally(records, hybrid(each)) for each in thresholds}
    seconds = {each: spent[hybrid(each)].seconds for each in thresholds}
    rates = [won[each].win_rate.value for each in thresholds]
    found = efficiencies(rates, list(seconds.values()))
    eta = dict(zip(thresholds, found, strict=True))
    best = max(eta, key=lambda each: eta[each])
    most = max(seconds.values()) or 1.0
    drawn = resample(records, list(map(hybrid, thresholds)), results.scale.seed)
    merit = drawn.wins - drawn.seconds / drawn.seconds.max(axis=1, keepdims=True)
    seen = f"eta is {eta[best]:.2f} at {best} and {eta[REPORTED]:.2f} at {REPORTED}"
    numbers = {
        "figure-14/most efficient/threshold": best_finding(
            merit,
            thresholds,
            REPORTED,
            f"{seen}. At {REPORTED} ours wins {rate_text(won[REPORTED])} games.",
        ),
        "figure-15/both rise": _both_rise(
            won, drawn, is_best(merit, thresholds.index(REPORTED)), best
        ),
    }
    rows: tuple[Row, ...] = tuple(
        (each, rate_text(won[each]), percent(seconds[each] / most), round(eta[each], 3))
        for each in thresholds
    )
    columns = ("threshold", "games won", "time, of the most", "eta")
    table = DataTable("The hybrid agent against random", columns, rows, "eta = win rate - time")
    notes = (
        "Only ratios of times enter into eta. Minimax is compiled here, and a look at the network "
        "costs about as much as a search of two plies.",
    )
    return Findings(numbers, (table,), _threshold_charts(won, seconds, eta), notes)


def _both_rise(
    won: Mapping[int, Tally], drawn: Resampled, apart: bool | None, best: int
) -> Finding:
    """Whether more minimax means more wins and more time, furthest apart where the report says."""
    first, last = min(won), max(won)
    growth = drawn.seconds[:, -1] / drawn.seconds[:, 0]
    longer = Interval(*map(float, np.quantile(growth, (0.5, 0.025, 0.975))))
    return claim(
        all_of((wins_more(won[last], won[first]), above(longer, 1.0), apart)),
        f"From threshold {first} to {last} the wins go from {rate_text(won[first])} to "
        f"{rate_text(won[last])}, the time grows {interval_text(longer, '.1f')} times; "
        f"they are furthest apart at {best}.",
    )


def _threshold_charts(
    won: Mapping[int, Tally], seconds: Mapping[int, float], eta: Mapping[int, float]
) -> tuple[Chart, ...]:
    most = max(seconds.values()) or 1.0
    label = "empty tiles at which minimax takes over"
    rates = tuple(Point(each, *won[each].win_rate) for each in won)
    times = tuple(Point(each, seconds[each] / most) for each in won)
    return (
        Chart(
            "Figure 14: efficiency of the hybrid agent",
            label,
            "eta",
            (Series("eta", tuple(Point(each, eta[each]) for each in eta)),),
        ),
        Chart(
            "Figure 15: win rate and relative time of the hybrid agent",
            label,
            "share",
            (Series("win rate, with 95% intervals", rates), Series("time, of the most", times)),
            percent=True,
        ),
    )


# --- Table IV ---------------------------------------------------------------------------------

OPENING_PLIES = 2  # at random: minimax, network and hybrid would replay one game otherwise
REPORT_GAMES = 100  # of each two agents in Table IV
AGENTS = {
    "random": "random",
    "minimax": "bamboo_report",
    "mcts": "mcts(iterations=1000, c=0.4, solver=0, memory=4)",
    "network": "network",
    "hybrid": hybrid(REPORTED),
}


def table_4_steps(scale: Scale) -> list[Step]:
    """Everybody against everybody."""
    agents = list(AGENTS.values())
    return [
        arena_step("round robin", scale, "bamboo", agents, (3, 50), opening_plies=OPENING_PLIES)
    ]


def table_4_conclude(results: Results) -> Findings:
    """Win rates of every two agents, and what moves cost."""
    records = results.records("round robin")
    names = list(AGENTS)
    met = {
        (one, two): tally(records, AGENTS[one], AGENTS[two])
        for one in names
        for two in names
        if one != two
    }
    numbers: dict[str, Finding] = {}
    for place, two in enumerate(names):
        for one in names[place + 1 :]:
            found = met[one, two]
            numbers[f"table-4/{one} against {two}/win rate"] = win_rate(found)
            numbers[f"table-4/{one} against {two}/significant"] = _significant(found)
    numbers |= _claims(met, records)
    notes = (
        f"Games begin with {OPENING_PLIES} random moves, because three of the agents leave nothing "
        "to chance.",
    )
    return Findings(numbers, (_matrix(met, names), _costs(records, names)), notes=notes)


def _significant(found: Tally) -> Finding:
    """Whether as many games as the report's show a difference from one half; None with fewer."""
    seen = f"p = {found.p_value:.2g}."
    if found.significant or found.games >= REPORT_GAMES:
        return claim(found.significant, seen)
    return claim(None, f"{seen} Too few games to tell.")


def _claims(
    met: Mapping[tuple[str, str], Tally], records: Sequence[GameRecord]
) -> dict[str, Finding]:
    rivals = [name for name in AGENTS if name != "minimax"]
    network, pair = met["network", "random"], met["hybrid", "mcts"]
    slower = _time_ratio(records, "minimax", "mcts")
    faster = _time_ratio(records, "network", "mcts")
    spent = efforts(records)
    return {
        "table-4/minimax is best": claim(
            all_of(is_better(met["minimax", name]) for name in rivals),
            "; ".join(f"{rate_text(met['minimax', n])} against {n}" for n in rivals) + ".",
        ),
        "table-4/network is worst": claim(
            _no_better(network),
            f"It wins {rate_text(network)} games against random.",
        ),
        "table-4/mcts and hybrid alike": claim(
            False if pair.significant else _no_better(pair),
            f"The hybrid agent wins {rate_text(pair)} games against MCTS.",
        ),
        **{
            f"conclusion/{name}/seconds": Finding(
                (spent[AGENTS[name]].milliseconds_per_move or 0.0) / 1000
            )
            for name in ("minimax", "mcts")
        },
        "conclusion-ratio/minimax to mcts/ratio": of_interval(slower),
        "conclusion/minimax is slower": claim(
            above(slower, 1.0),
            f"A move of minimax takes {interval_text(slower, '.3g')} times as long as one of MCTS.",
        ),
        "conclusion/network is faster": claim(
            below(faster, 1.0),
            f"A move of the network takes {interval_text(faster, '.3g')} times as long as one of "
            "MCTS.",
        ),
        "conclusion/network is weaker": claim(
            is_better(met["mcts", "network"]),
            f"MCTS wins {rate_text(met['mcts', 'network'])} games against the network.",
        ),
    }


def _time_ratio(records: Sequence[GameRecord], one: str, two: str) -> Interval:
    """A move of one agent divided by a move of another, over the games between the two."""
    pair = {AGENTS[one], AGENTS[two]}
    ratios = []
    for record in records:
        if set(record.agents) == pair:
            spent = efforts([record])
            times = (spent[AGENTS[name]].milliseconds_per_move or 0.0 for name in (one, two))
            ratios.append(next(times) / next(times))
    return ratio_interval(ratios)


def _no_better(found: Tally) -> bool | None:
    """Whether as many games as the report's show no advantage; None if there are fewer."""
    if found.significant:
        return found.wins < found.losses
    return True if found.games >= REPORT_GAMES else None


def _matrix(met: Mapping[tuple[str, str], Tally], names: Sequence[str]) -> DataTable:
    rows: list[Row] = []
    for one in names:
        cells = [
            "-"
            if one == two
            else percent(met[one, two].win_rate.value) + "*" * met[one, two].significant
            for two in names
        ]
        rows.append((one, *cells))
    games = met[names[0], names[1]].games
    note = f"{games} games a pair; * differs from one half at the 5% level."
    return DataTable("Win rates of the agents", ("", *names), tuple(rows), note)


def _costs(records: Sequence[GameRecord], names: Sequence[str]) -> DataTable:
    spent = efforts(records)
    rows = tuple((name, spent[AGENTS[name]].milliseconds_per_move) for name in names)
    return DataTable("Time for a move", ("", "milliseconds"), rows)


EXPERIMENTS = {
    "bamboo-figures-14-15": (threshold_steps, threshold_conclude),
    "bamboo-table-4": (table_4_steps, table_4_conclude),
}
