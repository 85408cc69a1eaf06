"""Tic-tac-toe: what each move of the computer costs, with and without pruning and a cache.

The report's program is timed in a few lines of Python (`Plain`), its two searches in turn, round by
round from another first move of the person. It makes a difference which: the report does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, pairwise
from statistics import fmean
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Row,
    Series,
    claim,
    interval_text,
)
from plyground.lab.timing import estimated_ratios
from plyground.tournaments.statistics import Interval, ratio_interval

INFINITY = 100.0
FIRST_MOVES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")  # of the person
TURNS = range(4)  # of the computer
STRICT, ORDINARY = "alpha-beta of the report", "alpha-beta"
MINIMAX, CACHED = "minimax", "minimax with a cache"
AGENTS = {
    MINIMAX: "minimax(depth=9)",
    STRICT: "tic_tac_toe_report",
    ORDINARY: "minimax(depth=9, pruning=1)",
    CACHED: "minimax(depth=9, cache=1)",
    "alpha-beta with a cache": "minimax(depth=9, pruning=1, cache=1)",
}
DRASTIC, LITTLE = 0.5, 0.05  # of a game's nodes
Counts = dict[str, dict[str, list[int]]]  # by first move and search: the nodes of each turn


class Plain:
    """The report's program in a few lines of Python, which counts the nodes that it enters.

    Its alpha-beta leaves a branch only where a score is strictly worse than the bound (appendix 5);
    the ordinary one also where it is as bad. With a cache, a position that was searched before is
    not entered again.
    """

    def __init__(self, pruning: str = "", cache: bool = False) -> None:
        """`pruning` is STRICT, ORDINARY or nothing; `cache` lasts as long as the object."""
        self.game = game("tic_tac_toe")
        self.pruning = pruning
        self.cache: dict[int, float] | None = {} if cache else None
        self.nodes = 0

    def value(self, position: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
        """What the position is worth for the side to move: 10 / turns for a win."""
        key = position.key()
        if self.cache is not None and key in self.cache:
            return self.cache[key]
        self.nodes += 1
        legal = self.game.legal(position)
        if not legal:
            turns = sum(1 for content in self.game.cells(position) if content)
            best = float(position.result() * 10 / turns)
        else:
            best = self._best(position, legal, alpha, beta)
        if self.cache is not None:
            self.cache[key] = best
        return best

    def _best(self, position: Any, legal: Sequence[int], alpha: float, beta: float) -> float:
        best = -INFINITY
        for move in legal:
            best = max(best, -self.value(position.play(move), -beta, -alpha))
            alpha = max(alpha, best)
            if self.pruning and (best > beta or (best == beta and self.pruning == ORDINARY)):
                break
        return best


# --- measuring --------------------------------------------------------------------------------


@cache
def computer_turns(first: str) -> list[Any]:
    """The positions in which the computer moves, if the person begins there and then plays well."""
    played = game("tic_tac_toe")
    position, player = played.play(played.start(), first), agent(played, AGENTS[ORDINARY])
    turns = []
    while played.legal(position):
        turns.append(position)
        for _ in range(2):
            if played.legal(position):
                position = position.play(player.choose(position).move)
    return turns


def in_turn(search: Callable[[list[Any]], object]) -> Callable[[], object]:
    """What searches the computer's turns of one game, each time after another first move."""
    games = cycle([computer_turns(first) for first in FIRST_MOVES])
    return lambda: search(next(games))


def time_pruning(turn: int, way: str, seconds: float) -> list[float]:
    """The time of minimax at a turn of the computer, divided by that of an alpha-beta."""
    return estimated_ratios(
        in_turn(lambda turns: Plain().value(turns[turn])),
        in_turn(lambda turns: Plain(way).value(turns[turn])),
        seconds=seconds,
    )


def time_turn(turn: int, seconds: float) -> list[float]:
    """The time of minimax at a turn of the computer, divided by that at its first."""
    return estimated_ratios(
        in_turn(lambda turns: Plain().value(turns[turn])),
        in_turn(lambda turns: Plain().value(turns[0])),
        seconds=seconds,
    )


def count_nodes(first: str) -> dict[str, list[int]]:
    """The nodes that each search enters at each turn of the computer, and the moves it has."""
    turns, played = computer_turns(first), game("tic_tac_toe")
    found = {}
    for way, spec in AGENTS.items():
        player = agent(played, spec)
        found[way] = [player.choose(position).statistics.nodes for position in turns]
    found["moves"] = [len(played.legal(position)) for position in turns]
    return found


def steps(scale: Scale) -> list[Step]:
    """Nodes after every first move; then one pair of searches after the other is timed."""
    long, short = scale.choose((12.0, 1.0), (90.0, 20.0))
    counts = [
        Measurement(f"nodes, {first}", count_nodes, {"first": first}) for first in FIRST_MOVES
    ]
    pruning = [
        Measurement(
            f"{way}, turn {turn + 1}",
            time_pruning,
            {"turn": turn, "way": way, "seconds": short if turn else long},
        )
        for way in (STRICT, ORDINARY)
        for turn in TURNS
    ]
    turns = [
        Measurement(f"turn {turn + 1}", time_turn, {"turn": turn, "seconds": short})
        for turn in TURNS[1:]
    ]
    return [*counts, *pruning, *turns]


# --- concluding -------------------------------------------------------------------------------


def conclude(results: Results) -> Findings:
    """The ratios, turn by turn."""
    factors = {
        way: [ratio_interval(results.measured(f"{way}, turn {turn + 1}")) for turn in TURNS]
        for way in (STRICT, ORDINARY)
    }
    later = [ratio_interval(results.measured(f"turn {turn + 1}")) for turn in TURNS[1:]]
    lengths = [Interval(1.0, 1.0, 1.0), *later]
    counts = {first: results.measured(f"nodes, {first}") for first in FIRST_MOVES}
    tables = (_first_table(counts), _turn_table(counts), _time_table(factors, lengths))
    charts = (_first_chart(counts), _chart(factors, lengths))
    numbers = {**_pruning_numbers(counts), **_cache_numbers(counts)}
    return Findings(numbers, tables, charts, (NOTE,))


NOTE = (
    "A person moves first, on each of the nine cells in turn, and after that plays as well as the "
    "computer, which has 8, 6, 4 and 2 cells left. Numbers are judged by nodes, which are the same "
    "on every processor; times are shown beside them."
)


def totals(counts: Counts, way: str) -> list[int]:
    """Return the nodes of each turn, over all first moves."""
    return [sum(found[way][turn] for found in counts.values()) for turn in TURNS]


def _pruning_numbers(counts: Counts) -> dict[str, Finding]:
    """Compare minimax with the report's own alpha-beta."""
    whole, cut = totals(counts, MINIMAX), totals(counts, STRICT)
    factors = [all_nodes / nodes for all_nodes, nodes in zip(whole, cut, strict=True)]
    saved = [all_nodes - nodes for all_nodes, nodes in zip(whole, cut, strict=True)]
    games = {first: sum(found[STRICT]) / sum(found[MINIMAX]) for first, found in counts.items()}
    first = {move: found[MINIMAX][0] / found[STRICT][0] for move, found in counts.items()}
    within = [move for move, factor in first.items() if 3 <= factor <= 4]
    usual = [found[MINIMAX][0] / found[ORDINARY][0] for found in counts.values()]
    return {
        "figure-3/first computer move, alpha-beta faster by/factor": Finding(
            factors[0],
            min(first.values()),
            max(first.values()),
            note="Nodes with the report's own rule; the ends are the least and the most of nine "
            f"first moves. After {' and '.join(within)} it is 3 to 4 times, after the others more "
            "or a little less; the report does not say how its games began. The usual rule saves "
            f"{min(usual):.0f} to {max(usual):.0f} times.",
        ),
        "figure-3/alpha-beta is faster": claim(
            max(games.values()) <= DRASTIC and all(one > two for one, two in pairwise(factors)),
            f"A game needs {min(games.values()):.0%} to {max(games.values()):.0%} of the nodes; by "
            f"turn, {', '.join(f'{factor:.2f}' for factor in factors)} times fewer. "
            f"{_exceptions(counts)}",
        ),
        "figure-3/difference shrinks": claim(
            all(one > two for one, two in pairwise(saved)),
            f"Nodes saved by turn, over the nine games: {', '.join(f'{n:,}' for n in saved)}.",
        ),
    }


def _exceptions(counts: Counts) -> str:
    """Name the first moves after which a later turn saves more times the nodes than the first."""
    found = {}
    for move, nodes in counts.items():
        factors = [one / two for one, two in zip(nodes[MINIMAX], nodes[STRICT], strict=True)]
        if max(factors) > factors[0]:
            found[move] = f"{move} ({max(factors):.1f} after {factors[0]:.1f})"
    return f"A later turn saves more after {', '.join(found.values())}." if found else ""


def _cache_numbers(counts: Counts) -> dict[str, Finding]:
    looked_up = [
        nodes == 1 + moves
        for found in counts.values()
        for nodes, moves in zip(found[CACHED][1:], found["moves"][1:], strict=True)
    ]
    later = [sum(found[MINIMAX][1:]) / sum(found[MINIMAX]) for found in counts.values()]
    return {
        "section-3.5/cache helps later turns": claim(
            all(looked_up), f"So in {sum(looked_up)} of {len(looked_up)} turns."
        ),
        "section-3.5/little to gain here": claim(
            max(later) <= LITTLE,
            f"The later turns have {min(later):.1%} to {max(later):.1%} of a game's nodes, by the "
            "first move; more than that no cache that is kept can save.",
        ),
    }


def _time_table(factors: dict[str, list[Interval]], lengths: list[Interval]) -> DataTable:
    columns = ("", *(f"turn {turn}" for turn in range(1, 1 + len(lengths))))
    rows: list[Row] = [
        (f"minimax by {way}", *map(interval_text, found)) for way, found in factors.items()
    ]
    rows.append(("minimax by minimax at turn 1", *(f"{each.value:.2%}" for each in lengths)))
    return DataTable("Ratios of time by turn of the computer", columns, tuple(rows))


def _turn_table(counts: Counts) -> DataTable:
    """Means over the first moves."""
    rows: list[Row] = [
        (way, *(fmean(found[way][turn] for found in counts.values()) for turn in TURNS))
        for way in AGENTS
    ]
    columns = ("", *(f"turn {turn + 1}" for turn in TURNS))
    return DataTable("Mean nodes by turn of the computer", columns, tuple(rows))


def _first_table(counts: Counts) -> DataTable:
    ways = (MINIMAX, STRICT, ORDINARY)
    rows: list[Row] = []
    for first, found in counts.items():
        nodes = [found[way][0] for way in ways]
        rows.append((first, *nodes, nodes[0] / nodes[1], nodes[0] / nodes[2]))
    columns = ("first move", *ways, f"minimax by {STRICT}", f"minimax by {ORDINARY}")
    return DataTable("Nodes at the computer's first turn", columns, tuple(rows))


def _first_chart(counts: Counts) -> Chart:
    """Show which first moves of the person give the report's 3 to 4 times."""
    factors = tuple(
        Point(first, found[MINIMAX][0] / found[STRICT][0]) for first, found in counts.items()
    )
    report = tuple(Point(first, 3.5, 3.0, 4.0) for first in counts)
    return Chart(
        "Minimax by the report's alpha-beta at the first turn",
        "first move of the person",
        "times as many nodes",
        (Series("nodes", factors), Series("report: 3 to 4 times faster", report)),
    )


def _chart(factors: dict[str, list[Interval]], lengths: list[Interval]) -> Chart:
    """The time of each search, that of minimax at the first turn being 1."""
    times = {MINIMAX: [each.value for each in lengths]}
    for way, found in factors.items():
        pairs = zip(lengths, found, strict=True)
        times[way] = [length.value / factor.value for length, factor in pairs]
    series = tuple(
        Series(way, tuple(Point(turn, time) for turn, time in enumerate(found, 1)))
        for way, found in times.items()
    )
    report = Series("report: 3 to 4 times faster", (Point(1, 1 / 3.5, 1 / 4, 1 / 3),))
    unit = "time, in those of minimax at turn 1"
    return Chart("Figure 3", "turn of the computer", unit, (*series, report), log_y=True)


EXPERIMENTS = {
    "tic-tac-toe-figure-3": (steps, conclude),
}
