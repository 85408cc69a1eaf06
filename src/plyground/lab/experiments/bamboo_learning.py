"""Bamboo: the hybrid agent by its threshold, and all agents against each other.

The network is the one that comes with the package. The report does not say whom the hybrid agent
played; here it is the uniform random agent, as for MCTS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from plyground.lab.experiment import Results, Scale, Step, arena_step
from plyground.lab.experiments.bamboo_readings import asterisk
from plyground.lab.experiments.bamboo_search import (
    Resampled,
    best_finding,
    resample,
    wins_more,
)
from plyground.lab.findings import (
    LEVEL,
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
    of_interval,
    rate_text,
    win_rate,
)
from plyground.lab.sources import numbers_of, reported
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

THRESHOLDS = ((0, 20, 30, 40, 60, 90), tuple(range(0, 100, 10)))
REPORTED = 40


def hybrid(threshold: int) -> str:
    """Return the network until `threshold` tiles are empty, then minimax two plies deep."""
    return f"bamboo_hybrid(threshold={threshold})"


def threshold_steps(scale: Scale) -> list[Step]:
    """Every threshold against the uniform random agent."""
    specs = [hybrid(threshold) for threshold in scale.choose(*THRESHOLDS)]
    met = ladder(len(specs), 1)
    agents = [*specs, "random"]
    return [
        arena_step("thresholds", scale, "bamboo", agents, (20, 200), pairings=met, opening_plies=0)
    ]


def threshold_conclude(results: Results) -> Findings:
    """Efficiency, win rate and cost by threshold."""
    records, thresholds = results.records("thresholds"), results.scale.choose(*THRESHOLDS)
    spent = efforts(records)
    won = {each: tally(records, hybrid(each)) for each in thresholds}
    cost = {each: float(spent[hybrid(each)].nodes) for each in thresholds}
    rates = [won[each].win_rate.value for each in thresholds]
    eta = dict(zip(thresholds, efficiencies(rates, list(cost.values())), strict=True))
    best = max(eta, key=lambda each: eta[each])
    most = max(cost.values()) or 1.0
    slowest = max(spent[hybrid(each)].seconds for each in thresholds) or 1.0
    drawn = resample(records, list(map(hybrid, thresholds)), results.scale.seed)
    merit = drawn.wins - drawn.nodes / drawn.nodes.max(axis=1, keepdims=True)
    seen = f"eta is {eta[best]:.2f} at {best} and {eta[REPORTED]:.2f} at {REPORTED}"
    numbers = {
        "figure-14/most efficient/threshold": best_finding(
            merit,
            thresholds,
            REPORTED,
            f"{seen}. At {REPORTED} ours wins {rate_text(won[REPORTED])} games.",
        ),
        "figure-15/both rise": _both_rise(won, drawn),
    }
    rows: tuple[Row, ...] = tuple(
        (
            each,
            rate_text(won[each]),
            percent(cost[each] / most),
            round(eta[each], 3),
            percent(spent[hybrid(each)].seconds / slowest),
        )
        for each in thresholds
    )
    columns = ("threshold", "games won", "positions, of the most", "eta", "time, of the most")
    table = DataTable("The hybrid agent against random", columns, rows, "eta = win rate - cost")
    notes = (
        "Cost is counted in positions looked at, of which a look at the network is one; so eta is "
        "the same on every machine.",
    )
    return Findings(numbers, (table,), _threshold_charts(won, cost, eta), notes)


def _both_rise(won: Mapping[int, Tally], drawn: Resampled) -> Finding:
    """Return whether more minimax means more wins and more cost."""
    first, last = min(won), max(won)
    growth = drawn.nodes[:, -1] / drawn.nodes[:, 0]
    longer = Interval(*map(float, np.quantile(growth, (0.5, 0.005, 0.995))))
    return claim(
        all_of((wins_more(won[last], won[first]), above(longer, 1.0))),
        f"From threshold {first} to {last} the wins go from {rate_text(won[first])} to "
        f"{rate_text(won[last])}, the positions looked at grow {interval_text(longer, '.0f')} "
        "times.",
    )


def _threshold_charts(
    won: Mapping[int, Tally], cost: Mapping[int, float], eta: Mapping[int, float]
) -> tuple[Chart, ...]:
    most = max(cost.values()) or 1.0
    label = "empty tiles at which minimax takes over"
    ((_, best),) = reported("bamboo", "figure-14", "threshold")
    rates = tuple(Point(each, *won[each].win_rate) for each in won)
    costs = tuple(Point(each, cost[each] / most) for each in won)
    return (
        Chart(
            "Figure 14: efficiency of the hybrid agent",
            label,
            "eta, win rate less relative cost",
            (
                Series("eta", tuple(Point(each, eta[each]) for each in eta)),
                Series("report: most efficient", (Point(best, eta.get(round(best), 0.0)),)),
            ),
        ),
        Chart(
            "Figure 15: win rate and relative cost of the hybrid agent",
            label,
            "share of games, share of the most positions",
            (Series("win rate, with 95% intervals", rates), Series("cost, of the most", costs)),
            percent=True,
        ),
    )


# --- Table IV ---------------------------------------------------------------------------------

AGENTS = {
    "random": "random",
    "minimax": "bamboo_minimax",
    "mcts": "mcts(iterations=1000, c=0.4, solver=0, memory=4)",
    "network": "network",
    "hybrid": "bamboo_hybrid",
}
BY_ROOM = {**AGENTS, "minimax": "bamboo_report", "hybrid": "hybrid(threshold=40)"}
MOST_OF_NO_BETTER = 0.55  # of the games: 5 points ahead at the most
BY_CHANCE = ("random", "mcts")  # games between the others are all alike
DISTANT = 5  # times as fast or slow, to hold on any processor


class Setup(NamedTuple):
    """A way to play Table IV."""

    title: str
    agents: Mapping[str, str]
    opening_plies: int
    pairs: tuple[int, int]  # of games, quick and full
    mcts_pairs: tuple[int, int]  # where MCTS plays, which takes long


SETUPS = {
    "report": Setup("As the report: depth 2, no opening", AGENTS, 0, (20, 100), (12, 100)),
    "opening": Setup("Depth 2, from two random plies", AGENTS, 2, (10, 50), (1, 50)),
    "by room": Setup(
        "Deeper as the board fills, as the authors' program", BY_ROOM, 0, (10, 50), (1, 50)
    ),
}
OWN_PAIRS = {  # in the report's setup, where that decides
    ("network", "random"): (150, 500),
    ("hybrid", "random"): (350, 1000),
    ("mcts", "random"): (30, 100),
    ("network", "mcts"): (5, 50),
}


def pairs_of_agents() -> list[tuple[str, str]]:
    """Return every two agents, as Table IV has them: row and column."""
    names = list(AGENTS)
    return [(one, two) for place, two in enumerate(names) for one in names[place + 1 :]]


def is_fixed(setup: Setup, one: str, two: str) -> bool:
    """Return whether all games between two agents are alike."""
    return not (setup.opening_plies or one in BY_CHANCE or two in BY_CHANCE)


def games_of(key: str, one: str, two: str) -> tuple[int, int]:
    """Return the pairs of games of two agents, quick and full."""
    setup = SETUPS[key]
    if is_fixed(setup, one, two):
        return 1, 1
    if key == "report" and (one, two) in OWN_PAIRS:
        return OWN_PAIRS[one, two]
    if "mcts" in (one, two):
        return setup.mcts_pairs
    return setup.pairs


def step_key(key: str, one: str, two: str) -> str:
    """Return the name of a step; games that two setups share are played once."""
    same = key == "by room" and all(BY_ROOM[name] == AGENTS[name] for name in (one, two))
    return f"{'report' if same else key}: {one} against {two}"


def table_4_steps(scale: Scale) -> list[Step]:
    """Every two agents, in every setup."""
    steps = {}
    for key, setup in SETUPS.items():
        for one, two in pairs_of_agents():
            name = step_key(key, one, two)
            if name not in steps:
                steps[name] = arena_step(
                    name,
                    scale,
                    "bamboo",
                    [setup.agents[one], setup.agents[two]],
                    games_of(key, one, two),
                    opening_plies=setup.opening_plies,
                )
    return list(steps.values())


def table_4_conclude(results: Results) -> Findings:
    """Win rates of every two agents in every setup, and what moves cost."""
    theirs = {number.key: float(number.value or 0) for number in numbers_of("bamboo-table-4")}
    met = {
        (key, one, two): tally(
            results.records(step_key(key, one, two)), setup.agents[one], setup.agents[two]
        )
        for key, setup in SETUPS.items()
        for one, two in pairs_of_agents()
    }
    numbers: dict[str, Finding] = {}
    for one, two in pairs_of_agents():
        place, found = f"table-4/{one} against {two}", met["report", one, two]
        numbers[f"{place}/win rate"] = (
            Finding(100 * found.win_rate.value, note="All games are like one of two.")
            if is_fixed(SETUPS["report"], one, two)
            else win_rate(found)
        )
        numbers[f"{place}/significant"] = asterisk(theirs[f"{place}/win rate"])
    records = [
        record
        for one, two in pairs_of_agents()
        for record in results.records(step_key("report", one, two))
    ]
    numbers |= _claims(met, records)
    tables = (*(_matrix(key, met) for key in SETUPS), _costs(records))
    return Findings(numbers, tables, notes=_notes(met))


def _notes(met: Mapping[tuple[str, str, str], Tally]) -> tuple[str, ...]:
    network = ", ".join(
        f"{rate_text(met[key, 'network', 'random'])} ({SETUPS[key].title.lower()})"
        for key in ("report", "opening")
    )
    return (
        "Depth 2 is what section V.C chooses; the depth that grows as the board fills is that of "
        "the authors' program. Minimax, network and hybrid leave nothing to chance, so without a "
        "random opening their games against each other are two, played again and again.",
        f"The network against random: {network}.",
    )


def _is_better(found: Tally, fixed: bool = False) -> bool | None:
    """Return whether one agent is the better one; not if it is ahead by 5 points at the most."""
    if fixed:
        return found.wins > found.losses
    if found.p_value < LEVEL:
        return found.wins > found.losses
    return False if found.score.high < MOST_OF_NO_BETTER else None


def _claims(
    met: Mapping[tuple[str, str, str], Tally], records: Sequence[GameRecord]
) -> dict[str, Finding]:
    rivals = {"random": met["report", "minimax", "random"]}
    rivals |= {name: met["report", name, "minimax"].swapped() for name in list(AGENTS)[2:]}
    network, pair = met["report", "network", "random"], met["report", "hybrid", "mcts"]
    slower, faster = (_time_ratio(records, name, "mcts") for name in ("minimax", "network"))
    spent = efforts(records)
    return {
        "table-4/minimax is best": claim(
            all_of(
                _is_better(found, is_fixed(SETUPS["report"], name, "minimax"))
                for name, found in rivals.items()
            ),
            "; ".join(f"{rate_text(found)} against {name}" for name, found in rivals.items()) + ".",
        ),
        "table-4/network is worst": claim(
            _no_better(network), f"It wins {rate_text(network)} games against random."
        ),
        "table-4/mcts and hybrid alike": claim(
            False
            if pair.p_value < LEVEL
            else all_of((_no_better(pair), _no_better(pair.swapped()))),
            f"The hybrid agent wins {rate_text(pair)} games against MCTS.",
        ),
        **{
            f"conclusion/{name}/seconds": Finding(
                (spent[AGENTS[name]].milliseconds_per_move or 0.0) / 1000
            )
            for name in ("minimax", "mcts")
        },
        "conclusion-ratio/minimax to mcts/ratio": of_interval(slower),
        "conclusion/network is faster": claim(
            below(faster, 1 / DISTANT),
            f"A move of the network takes {interval_text(faster, '.3g')} times as long as one of "
            "MCTS.",
        ),
        "conclusion/network is weaker": claim(
            _is_better(met["report", "network", "mcts"].swapped()),
            f"It wins {rate_text(met['report', 'network', 'mcts'])} games against MCTS.",
        ),
    }


def _time_ratio(records: Sequence[GameRecord], one: str, two: str) -> Interval:
    """Return a move of one agent divided by one of another, over the games between the two."""
    pair = {AGENTS[one], AGENTS[two]}
    ratios = []
    for record in records:
        if set(record.agents) == pair:
            spent = efforts([record])
            times = (spent[AGENTS[name]].milliseconds_per_move or 0.0 for name in (one, two))
            ratios.append(next(times) / next(times))
    return ratio_interval(ratios)


def _no_better(found: Tally) -> bool | None:
    """Return whether one agent is no better than the other, to 5 points; None if it is open."""
    better = _is_better(found)
    return None if better is None else not better


def _matrix(key: str, met: Mapping[tuple[str, str, str], Tally]) -> DataTable:
    names, rows = list(AGENTS), list[Row]()
    for one in names:
        cells = []
        for two in names:
            found = met.get((key, one, two))
            mark = "*" if found and found.significant else ""
            games = f" of {found.games}" if found else ""
            cells.append(percent(found.win_rate.value) + mark + games if found else "-")
        rows.append((one, *cells))
    note = "* differs from one half at the 5% level."
    return DataTable(f"Table IV. {SETUPS[key].title}", ("", *names), tuple(rows), note)


def _costs(records: Sequence[GameRecord]) -> DataTable:
    spent = efforts(records)
    rows = tuple((name, spent[AGENTS[name]].milliseconds_per_move) for name in AGENTS)
    return DataTable("Time for a move", ("", "milliseconds"), rows)


EXPERIMENTS = {
    "bamboo-figures-14-15": (threshold_steps, threshold_conclude),
    "bamboo-table-4": (table_4_steps, table_4_conclude),
}
