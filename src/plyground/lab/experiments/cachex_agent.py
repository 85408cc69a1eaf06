"""Cachex: what the report's agent spends by board size, and whom it beats."""

from __future__ import annotations

import time
import tracemalloc
from statistics import fmean
from typing import Any

from plyground.agents import agent
from plyground.arena import make_plan
from plyground.arena.statistics import Tally, tally
from plyground.game.registry import game
from plyground.lab.experiment import Experiment, Games, Measurement, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Series,
    claim,
    is_better,
    rate_text,
)

SIZES = tuple(range(3, 16))
BUDGET_MEGABYTES = 100
REPORT = "cachex_report"
GREEDY = "minimax(depth=1, evaluate=path)"
BUDGET_COLUMNS = (
    "n", "lookahead", "decisions in a game", "slowest decision, ms", "seconds of a player",
    "allowed seconds", "MB",
)  # fmt: skip


# --- decisions and time -----------------------------------------------------------------------


def budget_game(size: int, seed: int) -> dict[str, Any]:
    """One game of the report's agent against itself: its decisions and what they cost."""
    played = game("cachex", size=size)
    players = [agent(played, REPORT, seed=2 * seed + side) for side in (0, 1)]
    position, spent, slowest, depth = played.start(), [0.0, 0.0], 0.0, 0
    while played.legal(position):
        begun = time.perf_counter()
        decision = players[position.player()].choose(position)
        seconds = time.perf_counter() - begun
        spent[position.player()] += seconds
        slowest, depth = max(slowest, seconds), max(depth, decision.statistics.depth)
        position = position.play(decision.move)
    return {
        "decisions": position.turn,
        "seconds": max(spent),
        "slowest": slowest,
        "depth": depth,
    }


def budget_memory(size: int, seed: int) -> float:
    """Megabytes that Python holds at the most while such a game is played."""
    tracemalloc.start()
    budget_game(size, seed)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def right_to_steal() -> dict[str, bool]:
    """On n = 3, for every first move, whether stealing it wins."""
    from plyground.solvers.solver import solve

    small = game("cachex", size=3)
    found = {}
    for first in small.legal(small.start()):
        stolen = small.start().play(first).play(small.parse_move("steal"))
        value = solve(small, stolen).value  # for Red, who moves next
        found[small.format_move(first)] = value is not None and value.result < 0
    return found


def budget_steps(scale: Scale) -> list[Step]:
    """Games on every size; the first warms up, and is not counted."""
    games = scale.choose(2, 10)
    steps: list[Step] = [Measurement("steal", right_to_steal)]
    steps += [
        Measurement(f"{size}, {number}", budget_game, {"size": size, "seed": scale.seed + number})
        for size in SIZES
        for number in range(games + 1)
    ]
    memory = {"seed": scale.seed}
    return steps + [
        Measurement(f"memory, {size}", budget_memory, {"size": size, **memory}) for size in SIZES
    ]


def budget_conclude(results: Results) -> Findings:
    """The most that any game took, by size."""
    rows = [_budget_row(results, size) for size in SIZES]
    numbers = {f"lookahead/{row[0]}/lookahead": Finding(row[1]) for row in rows}
    worst = max(rows, key=lambda row: row[4] / row[5])
    memory = max(row[6] for row in rows)
    wrong = [move for move, wins in results.measured("steal").items() if not wins]
    numbers["lookahead/within n^2 seconds"] = claim(
        worst[4] <= worst[5],
        f"At most {worst[4]:.2g} of {worst[5]} seconds, on n = {worst[0]}; ours is compiled.",
    )
    numbers["lookahead/within 100 MB"] = claim(
        memory <= BUDGET_MEGABYTES,
        f"At most {memory:.2g} MB of Python's own while it plays: no tree is kept. What Python and "
        "Numba take, whatever is played, comes on top.",
    )
    numbers["first-move/steal below 5"] = claim(
        not wrong,
        f"On n = 3 stealing loses after {', '.join(wrong)}."
        if wrong
        else "On n = 3 it always wins.",
    )
    title = "The report's agent against itself, the most of several games"
    return Findings(
        numbers, (DataTable(title, BUDGET_COLUMNS, tuple(rows)),), (_budget_chart(rows),)
    )


def _budget_row(results: Results, size: int) -> tuple[Any, ...]:
    """What `BUDGET_COLUMNS` says of one size."""
    numbered = range(1, results.scale.choose(2, 10) + 1)
    games = [results.measured(f"{size}, {number}") for number in numbered]
    return (
        str(size),
        max(each["depth"] for each in games),
        fmean(each["decisions"] for each in games),
        1000 * max(each["slowest"] for each in games),
        max(each["seconds"] for each in games),
        size * size,
        results.measured(f"memory, {size}"),
    )


def _budget_chart(rows: list[tuple[Any, ...]]) -> Chart:
    return Chart(
        "Time of a player in a whole game",
        "n",
        "seconds",
        (
            Series("the most that it took", tuple(Point(int(row[0]), row[4]) for row in rows)),
            Series("n^2, what is allowed", tuple(Point(int(row[0]), row[5]) for row in rows)),
        ),
        log_y=True,
    )


# --- opponents --------------------------------------------------------------------------------


def opponent_sizes(scale: Scale) -> tuple[int, ...]:
    """The sizes that are played."""
    return scale.choose((3, 5, 7, 9, 11), SIZES)


def opponents_steps(scale: Scale) -> list[Step]:
    """Against random and greedy, on every size."""
    return [
        Games(
            str(size),
            make_plan(
                "cachex",
                (REPORT, "random", GREEDY),
                parameters={"size": size},
                pairings=[(0, 1), (0, 2)],
                pairs=scale.choose(10, 50),
                opening_plies=2,
                seed=scale.seed,
            ),
        )
        for size in opponent_sizes(scale)
    ]


def opponents_conclude(results: Results) -> Findings:
    """Win rates by size, and what the report says of them."""
    against: dict[str, dict[int, Tally]] = {"random": {}, GREEDY: {}}
    for size in opponent_sizes(results.scale):
        for opponent, found in against.items():
            found[size] = tally(results.records(str(size)), REPORT, opponent)
    chance, greedy = against["random"], against[GREEDY]
    small = [size for size in chance if size <= 7]
    large = [size for size in chance if size >= 10]
    numbers = {
        "performance/beats random, 3 to 7": _beats(chance, small),
        "performance/beats greedy, 3 to 7": _beats(greedy, small),
        "performance/well below 10": _beats(greedy, [size for size in greedy if size < 10]),
        "performance/weaker from 10 on": _alike(greedy, large),
    }
    series = tuple(
        Series(f"against {name}", tuple(_point(size, each) for size, each in found.items()))
        for name, found in (("random", chance), ("greedy", greedy))
    )
    chart = Chart("Win rate of the report's agent", "n", "win rate", series, percent=True)
    note = f"Greedy is `{GREEDY}`; every game begins with two random moves."
    return Findings(numbers, charts=(chart,), notes=(note,))


def _together(found: dict[int, Tally], sizes: list[int]) -> Tally:
    return sum((found[size] for size in sizes), Tally())


def _by_size(found: dict[int, Tally], sizes: list[int]) -> str:
    return ", ".join(f"n = {size}: {100 * found[size].win_rate.value:.0f}%" for size in sizes)


def _beats(found: dict[int, Tally], sizes: list[int]) -> Finding:
    whole = _together(found, sizes)
    return claim(is_better(whole), f"{rate_text(whole)} games; {_by_size(found, sizes)}.")


def _alike(found: dict[int, Tally], sizes: list[int]) -> Finding:
    whole = _together(found, sizes)
    holds = False if whole.significant else None if whole.games < 100 else True
    return claim(holds, f"{rate_text(whole)} games won; {_by_size(found, sizes)}.")


def _point(x: float, found: Tally) -> Point:
    return Point(x, *found.win_rate)


EXPERIMENTS = (
    Experiment(
        "cachex-budget",
        "Decisions and time by board size",
        "cachex",
        "Whole games of the report's agent against itself on n = 3 to 15: lookahead, decisions, "
        "time and memory under n^2 seconds and 100 MB; and whether its steal is right.",
        budget_steps,
        budget_conclude,
        (0.2, 0.5),
    ),
    Experiment(
        "cachex-opponents",
        "Against random and greedy",
        "cachex",
        "Win rates of the report's agent against a random and a greedy player, by board size.",
        opponents_steps,
        opponents_conclude,
        (0.3, 1),
    ),
)
