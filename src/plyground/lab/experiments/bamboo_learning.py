"""Bamboo: the hybrid agent by its threshold, and all agents against each other.

The network is the one that comes with the package. The report does not say whom the hybrid agent
played; here it is the uniform random agent, as for MCTS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plyground.arena import GameRecord, make_plan
from plyground.arena.statistics import Effort, Tally, efficiencies, efforts, tally
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
    is_better,
    rate_text,
    win_rate,
)

# --- Figures 14 and 15 ------------------------------------------------------------------------

THRESHOLDS = ((0, 20, 40, 60, 90), tuple(range(0, 100, 10)))
REPORTED = 40


def hybrid(threshold: int) -> str:
    """The network until `threshold` tiles are empty, then minimax."""
    return f"hybrid(threshold={threshold})"


def threshold_steps(scale: Scale) -> list[Step]:
    """Every threshold against the uniform random agent."""
    specs = [*map(hybrid, scale.choose(*THRESHOLDS)), "random"]
    last = len(specs) - 1
    plan = make_plan(
        "bamboo",
        specs,
        pairings=[(number, last) for number in range(last)],
        pairs=scale.choose(10, 100),
        opening_plies=0,
        seed=scale.seed,
    )
    return [Games("thresholds", plan)]


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
    seen = f"eta is {eta[best]:.2f} there"
    unsure = won[best].win_rate.high - won[best].win_rate.low  # win rates are a part of eta
    tie = best != REPORTED and eta[best] - eta[REPORTED] < unsure / 2
    if best != REPORTED:
        seen = f"eta is {eta[best]:.2f} at {best} and {eta[REPORTED]:.2f} at {REPORTED}"
        seen += ", closer than the win rate is known" if tie else ""
    numbers = {
        "figure-14/most efficient/threshold": Finding(
            None if tie else best,
            note=f"{seen}. At {REPORTED} ours wins {rate_text(won[REPORTED])} games.",
        ),
        "figure-15/both rise": _both_rise(won, seconds, best, tie),
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
    won: Mapping[int, Tally], seconds: Mapping[int, float], best: int, tie: bool
) -> Finding:
    """Whether more minimax means more wins and more time, and where they are furthest apart."""
    first, last = min(won), max(won)
    seen = (
        f"From threshold {first} to {last} the wins go from {rate_text(won[first])} to "
        f"{rate_text(won[last])}, the time grows {seconds[last] / seconds[first]:.1f} times; they "
        f"are furthest apart at {best}."
    )
    if (best != REPORTED and not tie) or seconds[last] <= seconds[first]:
        return claim(False, seen)
    rises = is_better_than(won[last], won[first])
    return claim(True if rises and not tie else None, seen)


def is_better_than(one: Tally, two: Tally) -> bool:
    """Whether the interval of one win rate lies above that of another."""
    return one.win_rate.low > two.win_rate.high


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
    "minimax": "minimax(depth=2, evaluate=groups_moves, order=squares, pruning=1)",
    "mcts": "mcts(iterations=1000, c=0.4, solver=0, memory=4)",
    "network": "network",
    "hybrid": hybrid(REPORTED),
}


def table_4_steps(scale: Scale) -> list[Step]:
    """Everybody against everybody."""
    plan = make_plan(
        "bamboo",
        list(AGENTS.values()),
        pairs=scale.choose(3, 50),
        opening_plies=OPENING_PLIES,
        seed=scale.seed,
    )
    return [Games("round robin", plan)]


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
    spent = efforts(records)
    cost = {name: spent[spec] for name, spec in AGENTS.items()}
    numbers: dict[str, Finding] = {}
    for place, two in enumerate(names):
        for one in names[place + 1 :]:
            found = met[one, two]
            numbers[f"table-4/{one} against {two}/win rate"] = win_rate(found)
            numbers[f"table-4/{one} against {two}/significant"] = _significant(found)
    numbers |= _claims(met, cost)
    notes = (
        f"Games begin with {OPENING_PLIES} random moves, because three of the agents leave nothing "
        "to chance.",
    )
    return Findings(numbers, (_matrix(met, names), _costs(records, names)), notes=notes)


def _significant(found: Tally) -> Finding:
    """Whether a win rate differs from one half; undecided where the games could not show it."""
    seen = f"p = {found.p_value:.2g}."
    if found.significant:
        return claim(True, seen)
    narrow = found.win_rate.high - found.win_rate.low < 0.3
    return claim(False if narrow else None, seen if narrow else f"{seen} Too few games to tell.")


def _claims(met: Mapping[tuple[str, str], Tally], cost: Mapping[str, Effort]) -> dict[str, Finding]:
    rivals = [name for name in AGENTS if name != "minimax"]
    against = {name: is_better(met["minimax", name]) for name in rivals}
    best = False if False in against.values() else None if None in against.values() else True
    network, pair = met["network", "random"], met["hybrid", "mcts"]
    slow, quick = (cost[name].milliseconds_per_move or 0.0 for name in ("minimax", "mcts"))
    return {
        "table-4/minimax is best": claim(
            best, "; ".join(f"{rate_text(met['minimax', n])} against {n}" for n in rivals) + "."
        ),
        "table-4/network is worst": claim(
            _no_better(network),
            f"It wins {rate_text(network)} games against random.",
        ),
        "table-4/mcts and hybrid alike": claim(
            False if pair.significant else _no_better(pair),
            f"The hybrid agent wins {rate_text(pair)} games against MCTS.",
        ),
        "conclusion/minimax/seconds": Finding(slow / 1000),
        "conclusion/mcts/seconds": Finding(quick / 1000),
        "conclusion/minimax is slower": claim(
            slow > quick,
            f"A move takes minimax {slow:.1f} ms and MCTS {quick:.1f} ms. Both are compiled here, "
            "and minimax looks only two plies ahead.",
        ),
    }


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


EXPERIMENTS = (
    Experiment(
        "bamboo-figures-14-15",
        "The hybrid agent by threshold",
        "bamboo",
        "Win rate, relative time and efficiency of the hybrid agent against a uniform random one, "
        "by the number of empty tiles at which minimax takes over from the network.",
        threshold_steps,
        threshold_conclude,
        (0.3, 4),
    ),
    Experiment(
        "bamboo-table-4",
        "All agents against each other",
        "bamboo",
        "Round robin of random, minimax, MCTS, network and hybrid.",
        table_4_steps,
        table_4_conclude,
        (0.5, 7),
    ),
)
