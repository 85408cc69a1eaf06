"""Tic-tac-toe: what each move of the computer costs, with and without pruning and a cache.

The report's program is timed in a few lines of Python (`Plain`), its two searches in turn, round by
round from another first move of the person. It makes a difference which: the report does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle, pairwise
from math import exp, hypot, log
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
    above,
    all_of,
    claim,
    interval_text,
)
from plyground.lab.timing import estimated_ratios, time_ratios
from plyground.tournaments.statistics import Interval, ratio_interval

INFINITY = 100.0
FIRST_MOVES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")  # of the person
TURNS = range(4)  # of the computer
STRICT, ORDINARY = "alpha-beta of the report", "alpha-beta"
CACHED = "minimax with a cache"
AGENTS = {
    "minimax": "minimax(depth=9)",
    ORDINARY: "minimax(depth=9, pruning=1)",
    CACHED: "minimax(depth=9, cache=1)",
    "alpha-beta with a cache": "minimax(depth=9, pruning=1, cache=1)",
}


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


def time_cache(kept: bool, seconds: float) -> list[float]:
    """The time of a whole game with a cache for each turn, divided by that without any.

    Or that of one with a cache kept from turn to turn, divided by that with one for each.
    """
    emptied = in_turn(lambda turns: [Plain(cache=True).value(turn) for turn in turns])
    if kept:
        return time_ratios(in_turn(_search_with_one_cache), emptied, seconds=seconds)
    none = in_turn(lambda turns: [Plain().value(turn) for turn in turns])
    return time_ratios(emptied, none, seconds=seconds)


def _search_with_one_cache(turns: list[Any]) -> None:
    search = Plain(cache=True)
    for position in turns:
        search.value(position)


def count_nodes(first: str) -> dict[str, list[int]]:
    """The nodes that each search enters at each turn of the computer, and the moves it has."""
    turns, played = computer_turns(first), game("tic_tac_toe")
    found = {}
    for way, spec in AGENTS.items():
        player = agent(played, spec)
        found[way] = [player.choose(position).statistics.nodes for position in turns]
    found[STRICT] = [_nodes(position, STRICT) for position in turns]
    found["moves"] = [len(played.legal(position)) for position in turns]
    return found


def _nodes(position: Any, pruning: str) -> int:
    search = Plain(pruning)
    search.value(position)
    return search.nodes


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
    caches = [
        Measurement(name, time_cache, {"kept": kept, "seconds": short})
        for name, kept in (("emptied", False), ("kept", True))
    ]
    return [*counts, *pruning, *turns, *caches]


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
    caches = [ratio_interval(results.measured(name)) for name in ("emptied", "kept")]
    games = len(results.measured(f"{STRICT}, turn 1"))
    tables = (_time_table(factors, lengths), _turn_table(counts), _first_table(counts))
    return Findings(
        {**_pruning_numbers(factors, lengths, games), **_cache_numbers(counts, *caches)},
        tables,
        (_chart(factors, lengths),),
        (NOTE,),
    )


NOTE = (
    "A person moves first, on each of the nine cells in turn, and after that plays as well as the "
    "computer, which has 8, 6, 4 and 2 cells left."
)


def quotient(one: Interval, two: Interval) -> Interval:
    """The first divided by the second, which are independent and positive."""
    value = one.value / two.value
    down = exp(hypot(log(one.value / one.low), log(two.high / two.value)))
    up = exp(hypot(log(one.high / one.value), log(two.value / two.low)))
    return Interval(value, value / down, value * up)


def _saved(factor: Interval, length: Interval) -> Interval:
    """The time that pruning saves at a turn, in units of minimax at the first one."""
    low, high = (1 - 1 / end for end in (factor.low, factor.high))
    ends = [share * time for share in (low, high) for time in (length.low, length.high)]
    return Interval((1 - 1 / factor.value) * length.value, min(ends), max(ends))


def _pruning_numbers(
    factors: dict[str, list[Interval]], lengths: list[Interval], games: int
) -> dict[str, Finding]:
    strict, ordinary = factors[STRICT], factors[ORDINARY]
    report = strict[0]
    saved = [_saved(*each) for each in zip(strict, lengths, strict=True)]
    early = [above(quotient(report, later), 1) for later in strict[1:]]
    shrinks = [
        True if one.low > two.high else False if one.high < two.low else None
        for one, two in pairwise(saved)
    ]
    return {
        "figure-3/first computer move, alpha-beta faster by/factor": Finding(
            *report,
            games,
            note="With the report's own rule, which leaves a branch only where a score is strictly "
            f"worse; ordinary alpha-beta is faster by {interval_text(ordinary[0])}.",
        ),
        "figure-3/alpha-beta is faster": claim(
            all_of((above(report, 1), *early)),
            f"By turn, times faster: {', '.join(map(interval_text, strict))}. Tested: faster at "
            "the first turn, and by more than at any later one.",
        ),
        "figure-3/difference shrinks": claim(
            all_of(shrinks),
            "Time saved by turn, beside that of minimax at the first: "
            + ", ".join(f"{each.value:.3%}" for each in saved)
            + ". Tested: less with every turn.",
        ),
    }


def _cache_numbers(
    counts: dict[str, dict[str, list[int]]], emptied: Interval, kept: Interval
) -> dict[str, Finding]:
    looked_up = [
        nodes == 1 + moves
        for found in counts.values()
        for nodes, moves in zip(found[CACHED][1:], found["moves"][1:], strict=True)
    ]
    return {
        "section-3.5/cache helps later turns": claim(
            all(looked_up),
            f"So in {sum(looked_up)} of {len(looked_up)} turns. Tested: after the first, minimax "
            "with a cache enters the position and its children, and nothing below them.",
        ),
        "section-3.5/little to gain here": claim(
            above(quotient(kept, emptied), 1),
            f"A game with a cache kept from turn to turn takes {interval_text(kept)} times as long "
            f"as with one that is emptied, and that {interval_text(emptied)} times as long as "
            "without any. Tested: keeping it saves a smaller share of the time than having it "
            "within a turn.",
        ),
    }


def _time_table(factors: dict[str, list[Interval]], lengths: list[Interval]) -> DataTable:
    columns = ("", *(f"turn {turn}" for turn in range(1, 1 + len(lengths))))
    rows: list[Row] = [
        (f"minimax by {way}", *map(interval_text, found)) for way, found in factors.items()
    ]
    rows.append(("minimax by minimax at turn 1", *(f"{each.value:.2%}" for each in lengths)))
    return DataTable("Ratios of time by turn of the computer", columns, tuple(rows))


def _turn_table(counts: dict[str, dict[str, list[int]]]) -> DataTable:
    """Means over the first moves."""
    rows: list[Row] = [
        (way, *(fmean(found[way][turn] for found in counts.values()) for turn in TURNS))
        for way in (*AGENTS, STRICT)
    ]
    columns = ("", *(f"turn {turn + 1}" for turn in TURNS))
    return DataTable("Mean nodes by turn of the computer", columns, tuple(rows))


def _first_table(counts: dict[str, dict[str, list[int]]]) -> DataTable:
    ways = ("minimax", STRICT, ORDINARY)
    rows: list[Row] = []
    for first, found in counts.items():
        nodes = [found[way][0] for way in ways]
        rows.append((first, *nodes, nodes[0] / nodes[1], nodes[0] / nodes[2]))
    columns = ("first move", *ways, f"minimax by {STRICT}", f"minimax by {ORDINARY}")
    return DataTable("Nodes at the computer's first turn", columns, tuple(rows))


def _chart(factors: dict[str, list[Interval]], lengths: list[Interval]) -> Chart:
    """The time of each search, that of minimax at the first turn being 1."""
    times = {"minimax": [each.value for each in lengths]}
    for way, found in factors.items():
        pairs = zip(lengths, found, strict=True)
        times[way] = [length.value / factor.value for length, factor in pairs]
    series = tuple(
        Series(way, tuple(Point(turn, time) for turn, time in enumerate(found, 1)))
        for way, found in times.items()
    )
    return Chart("Figure 3", "computer move", "time", series, log_y=True)


EXPERIMENTS = {
    "tic-tac-toe-figure-3": (steps, conclude),
}
