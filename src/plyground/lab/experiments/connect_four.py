"""Connect Four: the easy and the utility-based agent against themselves, and the utility's weights.

The report does not say who player 1 and player 2 are. Here both are the agent that the table names;
other readings are shown beside it. The utility-based agent leaves nothing to chance, so its games
begin with random moves, and of the two equal games from an opening one is counted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import product
from typing import Any

from plyground.agents import agent
from plyground.arena import GameRecord, make_plan
from plyground.arena.statistics import Tally, efforts, first_player_tally, tally
from plyground.arena.tables import percent
from plyground.game.registry import game
from plyground.lab.experiment import Experiment, Games, Measurement, Results, Scale, Step
from plyground.lab.findings import (
    DataTable,
    Finding,
    Findings,
    Row,
    claim,
    is_better,
    rate_text,
    share,
)
from plyground.lab.tuning_evidence import Evidence, shipped_evidence
from plyground.lab.verdicts import shares_p_value

DEPTHS = (5, 7)
READING_COLUMNS = ("player 1", "player 2", "games", "player 1 wins", "player 2 wins", "draws")


def alone(key: str, spec: str, pairs: int, plies: int, seed: int) -> Games:
    """An agent against itself."""
    plan = make_plan(
        "connect_four", [spec], pairings=[(0, 0)], pairs=pairs, opening_plies=plies, seed=seed
    )
    return Games(key, plan)


def between(key: str, specs: Sequence[str], pairs: int, plies: int, seed: int) -> Games:
    """Two agents against each other."""
    plan = make_plan("connect_four", specs, pairs=pairs, opening_plies=plies, seed=seed)
    return Games(key, plan)


def played_by(records: Sequence[GameRecord], first: str) -> list[GameRecord]:
    """The games in which that agent is player 1."""
    return [record for record in records if record.agents[0] == first]


def shares_of(place: str, records: Sequence[GameRecord]) -> dict[str, Finding]:
    """Who won, and what games and turns took."""
    found, games = first_player_tally(records), len(records)
    spent = [move.statistics.seconds for record in records for move in record.moves]
    return {
        f"{place}/player 1 wins/value": share(found.wins, games),
        f"{place}/player 2 wins/value": share(found.losses, games),
        f"{place}/draws/value": share(found.draws, games),
        f"{place}/total seconds/value": Finding(sum(spent)),
        f"{place}/seconds a game/value": Finding(sum(spent) / games),
        f"{place}/milliseconds a turn/value": Finding(1000 * sum(spent) / len(spent)),
    }


def reading(records: Sequence[GameRecord], names: tuple[str, str]) -> Row:
    """A row for one way to read a table."""
    found, games = first_player_tally(records), len(records)
    parts = (found.wins, found.losses, found.draws)
    return (*names, games, *(percent(part / games) for part in parts))


def readings_table(depth: int, rows: Sequence[Row], reported: Row) -> DataTable:
    """All ways to read a table, the report's own numbers last."""
    title = f"Lookahead {depth}: who could have been player 1 and 2"
    return DataTable(title, READING_COLUMNS, (*rows, ("the report", "", *reported)))


# --- Tables I and II --------------------------------------------------------------------------

EASY_REPORTED: dict[int, Row] = {
    5: (10000, "32.6%", "60.1%", "7.3%"),
    7: (1000, "28.7%", "62.9%", "8.4%"),
}


def easy(depth: int) -> str:
    """The report's easy agent."""
    return f"easy(depth={depth})"


def easy_steps(scale: Scale) -> list[Step]:
    """The agent against itself, and against one that looks a ply less ahead."""
    steps: list[Step] = []
    for depth, quick, full in ((5, 150, 5000), (7, 50, 500)):
        pairs = scale.choose(quick, full)
        fewer = scale.choose(25, 250)
        steps.append(alone(f"lookahead {depth}", easy(depth), pairs, 0, scale.seed))
        rivals = [easy(depth - 1), easy(depth)]
        steps.append(between(f"one ply less than {depth}", rivals, fewer, 0, scale.seed))
    return steps


def easy_conclude(results: Results) -> Findings:
    """Shares of wins, and the other reading."""
    numbers: dict[str, Finding] = {}
    tables = []
    for depth, place in zip(DEPTHS, ("table-1", "table-2"), strict=True):
        records = results.records(f"lookahead {depth}")
        numbers |= shares_of(place, records)
        others = played_by(results.records(f"one ply less than {depth}"), easy(depth - 1))
        rows = [
            reading(records, (easy(depth), easy(depth))),
            reading(others, (easy(depth - 1), easy(depth))),
        ]
        tables.append(readings_table(depth, rows, EASY_REPORTED[depth]))
    why = (
        "In the report player 2 wins twice as often as player 1. Between equals player 1 is ahead, "
        "so the report's players were no equals. If player 1 looks one ply less ahead, player 2 is "
        "ahead as in the report, but not as far."
    )
    return Findings(_explained(numbers, ("player 1 wins", "player 2 wins"), why), tables)


def _explained(numbers: dict[str, Finding], rows: Sequence[str], why: str) -> dict[str, Finding]:
    """The numbers, with a reason for rows that do not come out as in the report."""
    return {
        key: Finding(found.value, found.low, found.high, found.trials, why)
        if key.split("/")[1] in rows
        else found
        for key, found in numbers.items()
    }


# --- Tables III and IV ------------------------------------------------------------------------

OPENING_PLIES = 4
REPEATS = 5  # of which the quickest counts
UTILITY_REPORTED: dict[int, Row] = {
    5: (1000, "63.2%", "31.7%", "5.1%"),
    7: (100, "63%", "28%", "9%"),
}
SHARES = {5: (0.632, 1000), 7: (0.63, 100)}  # of player 1, and games


def utility(depth: int) -> str:
    """The report's utility-based agent; it chooses as without pruning and order."""
    return f"utility(depth={depth})"


def plain(depth: int, evaluate: str = "utility") -> str:
    """The same without pruning, as in the report, to count its nodes."""
    return f"minimax(depth={depth}, evaluate={evaluate})"


def utility_steps(scale: Scale) -> list[Step]:
    """The agent against itself and the easy one; nodes without pruning; windows."""
    steps: list[Step] = []
    for depth, quick, full in ((5, 60, 1000), (7, 12, 150)):
        pairs, few = scale.choose(quick, full), scale.choose(10, 100)
        steps.append(alone(f"lookahead {depth}", utility(depth), pairs, OPENING_PLIES, scale.seed))
        rivals = [utility(depth), easy(depth)]
        steps.append(between(f"against easy {depth}", rivals, few, 0, scale.seed))
        steps.append(alone(f"nodes {depth}", plain(depth), 1, OPENING_PLIES, scale.seed))
    steps.append(Measurement("windows", count_windows))
    steps.append(Measurement("slower", compare_times, {"positions": 10, "seed": scale.seed}))
    return steps


def count_windows() -> dict[str, int]:
    """Four cells in a line, by direction, on the usual board."""
    directions = {"horizontal": [(1, 0)], "vertical": [(0, 1)], "diagonal": [(1, 1), (1, -1)]}
    found = {}
    for name, ways in directions.items():
        ends = [
            (x + 3 * dx, y + 3 * dy)
            for x, y in product(range(7), range(6))
            for dx, dy in ways
            if 0 <= x + 3 * dx < 7 and 0 <= y + 3 * dy < 6
        ]
        found[name] = len(ends)
    return {**found, "all": sum(found.values())}


def compare_times(positions: int, seed: int) -> dict[str, float]:
    """Seconds for the same searches without pruning, with the utility and without evaluation."""
    chance, played = random.Random(seed), game("connect_four")
    found = {"utility": 0.0, "nothing": 0.0}
    for name in found:
        agent(played, plain(5, name), 0).choose(played.start())  # compiled beforehand
    for _ in range(positions):
        position: Any = played.start()
        for _ in range(6):
            position = position.play(chance.choice(played.legal(position)))
        for name in found:
            found[name] += min(_seconds(plain(5, name), position) for _ in range(REPEATS))
    return found


def _seconds(spec: str, position: Any) -> float:
    made = agent(game("connect_four"), spec, 0)
    begun = time.perf_counter()
    made.choose(position)
    return time.perf_counter() - begun


def utility_conclude(results: Results) -> Findings:
    """Shares of wins, other readings, nodes and windows."""
    numbers: dict[str, Finding] = {}
    tables = []
    for depth, place in zip(DEPTHS, ("table-3", "table-4"), strict=True):
        records = results.records(f"lookahead {depth}")[::2]
        numbers |= shares_of(place, records)
        unpruned = efforts(results.records(f"nodes {depth}"))[plain(depth)]
        numbers[f"{place}/search depth/value"] = Finding(unpruned.nodes_per_move)
        tables.append(readings_table(depth, _utility_rows(results, depth), UTILITY_REPORTED[depth]))
    windows, times = results.measured("windows"), results.measured("slower")
    numbers |= {f"section-4/{name}/windows": Finding(count) for name, count in windows.items()}
    factor = times["utility"] / times["nothing"]
    numbers["section-4/slower"] = claim(
        factor > 2,
        f"{factor:.1f} times at lookahead 5 without pruning; counting windows is a few shifts of a "
        "word here. In the report it is 14 times.",
    )
    return Findings(numbers, tables, notes=_utility_notes(results))


def _utility_rows(results: Results, depth: int) -> list[Row]:
    rivals = results.records(f"against easy {depth}")
    ours, theirs = utility(depth), easy(depth)
    return [
        reading(results.records(f"lookahead {depth}")[::2], (ours, ours)),
        reading(played_by(rivals, ours), (ours, theirs)),
        reading(played_by(rivals, theirs), (theirs, ours)),
    ]


def _utility_notes(results: Results) -> list[str]:
    """Whether player 1 does as in the report."""
    found = []
    for depth, (reported, games) in SHARES.items():
        records = results.records(f"lookahead {depth}")[::2]
        ours = first_player_tally(records)
        p = shares_p_value(reported, games, ours.wins / ours.games, ours.games)
        found.append(
            f"Lookahead {depth}: player 1 wins {rate_text(ours)} games from openings of "
            f"{OPENING_PLIES} random moves; the report has {percent(reported)} (p = {p:.2g})."
        )
    return found


# --- the weights ------------------------------------------------------------------------------

EVIDENCE = "connect_four-utility"
BEFORE = "utility(ones=1, twos=4, threes=16, fatals=24)"
EQUAL = "utility(ones=1, twos=1, threes=1, fatals=1)"
FALLING = "utility(ones=24, twos=16, threes=4, fatals=1)"
FRESH_PLIES = 6  # the tuning's openings have 4


def weighed(weights: str) -> str:
    """The utility-based agent with these weights."""
    return f"utility(evaluate={weights})"


def after(evidence: Evidence) -> str:
    """The weights that the tuning found."""
    names = ("ones", "twos", "threes", "fatals")
    values = (f"{name}={evidence.winner_values[f'evaluate.{name}']}" for name in names)
    return f"utility({', '.join(values)})"


def weights_steps(scale: Scale) -> list[Step]:
    """Tuned against untuned weights; rising against equal and falling ones."""
    tuned = after(shipped_evidence(EVIDENCE))
    pairs = scale.choose(30, 300)
    steps: list[Step] = []
    for key, one, two in (
        ("tuned", tuned, BEFORE),
        ("rising or equal", BEFORE, EQUAL),
        ("rising or falling", BEFORE, FALLING),
    ):
        rivals = [weighed(one), weighed(two)]
        steps.append(between(key, rivals, pairs, FRESH_PLIES, scale.seed))
    return steps


def weights_conclude(results: Results) -> Findings:
    """Whether rising weights are good, and tuned ones better."""
    evidence = shipped_evidence(EVIDENCE)
    tuned = after(evidence)
    met = {
        "tuned": tally(results.records("tuned"), weighed(tuned)),
        "equal": tally(results.records("rising or equal"), weighed(BEFORE)),
        "falling": tally(results.records("rising or falling"), weighed(BEFORE)),
    }
    beaten = [is_better(met[name]) for name in ("equal", "falling")]
    rising = False if False in beaten else None if None in beaten else True
    numbers = {
        "section-5b/order of weights": claim(
            rising,
            f"1, 4, 16, 24 wins {rate_text(met['equal'])} games against equal weights and "
            f"{rate_text(met['falling'])} against falling ones.",
        ),
        "section-5b/tuning helps": _tuning_helps(evidence, tuned, met["tuned"]),
    }
    rows: tuple[Row, ...] = tuple(
        (f"{one} against {two}", rate_text(found), percent(found.score.value))
        for (one, two), found in zip(
            (("tuned", "untuned"), ("untuned", "equal"), ("untuned", "falling")),
            met.values(),
            strict=True,
        )
    )
    table = DataTable("Weights at lookahead 5", ("", "games won", "points per game"), rows)
    return Findings(numbers, (table,), evidence.charts(), (evidence.verdict(),))


def _tuning_helps(evidence: Evidence, tuned: str, found: Tally) -> Finding:
    """The stored test decides; games of this run must not contradict it."""
    seen = f"{tuned} wins {rate_text(found)} games against {BEFORE}. {evidence.verdict()}"
    better = is_better(found)
    if better is False:
        return claim(False, seen)
    return claim(True if evidence.proven or better else None, seen)


EXPERIMENTS = (
    Experiment(
        "connect-four-easy",
        "The easy agent against itself",
        "connect_four",
        "Wins of player 1 and 2 where both play at random unless a win or a loss is in sight.",
        easy_steps,
        easy_conclude,
        (0.3, 1),
    ),
    Experiment(
        "connect-four-utility",
        "The utility-based agent against itself",
        "connect_four",
        "Wins of player 1 and 2, nodes and time of minimax with the report's utility.",
        utility_steps,
        utility_conclude,
        (0.3, 1),
    ),
    Experiment(
        "connect-four-weights",
        "Weights of the utility, before and after tuning",
        "connect_four",
        "Rising, equal, falling and tuned weights against each other.",
        weights_steps,
        weights_conclude,
        (0.2, 0.7),
    ),
)
