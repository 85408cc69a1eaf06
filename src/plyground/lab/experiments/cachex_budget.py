"""Cachex: what the report's program costs in plain Python, under the limits of its course.

`games.cachex.program` is the program as the report describes it. It runs in bare processes of its
own, whose growth over the start of Python is what the course's referee counts as a player's memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

from plyground.agents import agent
from plyground.game.registry import game
from plyground.games.cachex import program
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import (
    Chart,
    DataTable,
    Finding,
    Findings,
    Point,
    Series,
    above,
    all_of,
    below,
    claim,
)
from plyground.tournaments.memory import MEGABYTE, MemoryMeter, resident_memory
from plyground.tournaments.statistics import Interval, mean_interval, ratio_interval

SIZES = tuple(range(3, 16))
BUDGET_MEGABYTES = 100
REPORT = "cachex_report"
Position = tuple[list[int], int]  # a board of the program's, and the colour to move

PLAY_COMPILED = """
print("ready", flush=True)
import json, sys
from plyground.lab.experiments.cachex_budget import play_compiled
for line in sys.stdin:
    print(json.dumps(play_compiled(**json.loads(line))), flush=True)
"""


def lookahead(size: int) -> int:
    """The report's choice, section 2.2."""
    return 3 if size <= 5 else 2 if size <= 9 else 1


def decisions(size: int, seed: int, opponent: str = REPORT) -> list[Position]:
    """The positions in which one side of a game of the report's agent has to search."""
    played, side = game("cachex", size=size), seed % 2
    players = [agent(played, opponent, seed=seed), agent(played, opponent, seed=seed)]
    players[side] = agent(played, REPORT, seed=seed)
    position, found = played.start(), []
    while played.legal(position):
        if position.turn >= 2 and position.player() == side:
            found.append((list(played.cells(position)), 1 + side))
        position = position.play(players[position.player()].choose(position).move)
    return found


def ask_process(command: list[str], question: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """What a new process answers, and by how many MB it grew over the start of Python."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        start, _ = resident_memory(process.pid)
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        _, peak = resident_memory(process.pid)
    return answer, (peak - start) / MEGABYTE


def ask_program(
    size: int, depth: int, positions: list[Position], **options: Any
) -> tuple[dict[str, Any], float]:
    """What the report's program spends on decisions, and by how many MB it grows."""
    command = [sys.executable, "-I", program.__file__]
    return ask_process(command, {"size": size, "depth": depth, "positions": positions, **options})


def seconds_of(answer: dict[str, Any]) -> float:
    """All that the program spent."""
    return float(answer["building"] + answer["evaluating"] + answer["searching"])


# --- limits -----------------------------------------------------------------------------------


def spend(size: int, depth: int, seed: int, sample: int) -> dict[str, Any]:
    """What a player spends on a game, from a sample of its decisions, and the largest tree's MB.

    Twice the allowed time is enough to see that it is too much.
    """
    positions = decisions(size, seed)
    some = positions[:: max(1, len(positions) // sample)]
    share = len(some) / len(positions)
    answer, _ = ask_program(size, depth, some, seconds=2 * size * size * share)
    widest = max(positions, key=lambda each: len(program.candidates(each[0], size)))
    _, grown = ask_program(size, depth, [widest], seconds=2.0 * size * size)
    whole = {"decisions": len(positions), "seconds": seconds_of(answer) / share, "MB": grown}
    return {**answer, **whole}


def play_compiled(size: int, seed: int) -> dict[str, Any]:
    """Seconds and MB of the compiled agent in a game against itself, as the arena counts them."""
    played = game("cachex", size=size)
    players = [agent(played, REPORT, seed=seed + side) for side in (0, 1)]
    position = played.start()
    players[0].prepare(position)
    meter, spent = MemoryMeter(), [0.0, 0.0]
    while played.legal(position):
        player, begun = position.player(), time.process_time()
        with meter.at_work(player):
            move = players[player].choose(position).move
        spent[player] += time.process_time() - begun
        position = position.play(move)
    return {"seconds": max(spent), "MB": max(meter.most) / MEGABYTE}


def compiled_process(size: int, seed: int) -> dict[str, Any]:
    """The same in a new process, with the growth of all of it: imports, Numba, machine code."""
    answer, grown = ask_process([sys.executable, "-c", PLAY_COMPILED], {"size": size, "seed": seed})
    return {**answer, "process": grown}


def budget_sizes(scale: Scale) -> tuple[int, ...]:
    """The sizes that are played; quickly, the ends of the report's three ranges."""
    return scale.choose((3, 5, 6, 9, 10, 15), SIZES)


def budget_games(scale: Scale) -> list[tuple[int, int, int]]:
    """Size, lookahead and seed of each game; with one ply more there are half as many."""
    seeds = range(scale.seed, scale.seed + scale.choose(6, 12))
    return [
        (size, lookahead(size) + more, seed)
        for size in budget_sizes(scale)
        for more in (0, 1)
        for seed in seeds[:: 1 + more]
    ]


def budget_steps(scale: Scale) -> list[Step]:
    """Every size with the report's lookahead and with one ply more; the compiled agent."""
    sample = scale.choose(2, 8)
    steps: list[Step] = [
        Measurement(
            f"{size}, {depth}, {seed}",
            spend,
            {"size": size, "depth": depth, "seed": seed, "sample": sample},
        )
        for size, depth, seed in budget_games(scale)
    ]
    return steps + [
        Measurement(f"compiled, {size}", compiled_process, {"size": size, "seed": scale.seed})
        for size in budget_sizes(scale)
    ]


def budget_conclude(results: Results) -> Findings:
    """Seconds and MB by size beside what is allowed, and which part of the program takes them."""
    games: By = {}
    for size, depth, seed in budget_games(results.scale):
        found = results.measured(f"{size}, {depth}, {seed}")
        games.setdefault((size, depth), []).append(found)
    seconds = {key: mean_interval([each["seconds"] for each in of]) for key, of in games.items()}
    memory = {key: max(each["MB"] for each in of) for key, of in games.items()}
    numbers = {
        **_limits(seconds, memory),
        **_parts({size: games[size, lookahead(size)] for size in _sizes(games)}),
    }
    own = [results.measured(f"compiled, {size}") for size in budget_sizes(results.scale)]
    return Findings(
        numbers,
        (_budget_table(seconds, memory), _parts_table(games)),
        (_budget_chart(seconds),),
        (_about_compiled(own),),
    )


def _about_compiled(games: list[dict[str, float]]) -> str:
    """What the compiled agent takes, as the arena counts it and as the course's referee would."""
    seconds, playing, whole = (
        max(each[name] for each in games) for name in ("seconds", "MB", "process")
    )
    within = "more than it allows" if whole > BUDGET_MEGABYTES else "no more than it allows"
    return (
        f"Compiled, the agent takes {seconds:.2g} seconds for a game at the most, and its process "
        f"grows by {playing:.1f} MB while it plays, which is what the arena counts. With "
        f"libraries, Numba and machine code it grows by {whole:.0f} MB over the start of Python, "
        f"which is what the course's referee counts: {within}."
    )


By = dict[tuple[int, int], Any]  # size and lookahead


def _sizes(found: By) -> list[int]:
    """The sizes that something was found for."""
    return sorted({size for size, _ in found})


def _limits(seconds: By, memory: By) -> dict[str, Finding]:
    """What is said of the report's lookahead, and of one ply more."""
    chosen = [(size, lookahead(size)) for size in _sizes(seconds)]
    slowest = max(chosen, key=lambda key: seconds[key].value / key[0] ** 2)
    largest = max(chosen, key=lambda key: memory[key])
    numbers = {
        "lookahead/within n^2 seconds": claim(
            all_of(below(seconds[key], key[0] ** 2) for key in chosen),
            f"In plain Python at most {seconds[slowest].value:.2g} of {slowest[0] ** 2} seconds, "
            f"on n = {slowest[0]}.",
        ),
        "lookahead/within 100 MB": claim(
            memory[largest] <= BUDGET_MEGABYTES,
            f"In plain Python the process grows by {memory[largest]:.1f} MB at the most, on "
            f"n = {largest[0]}.",
        ),
        "lookahead/no more from 10 on": _too_deep(seconds, memory, range(10, 16)),
    }
    for size in _sizes(seconds):
        fits = [
            depth
            for depth in (lookahead(size), lookahead(size) + 1)
            if below(seconds[size, depth], size * size) and memory[size, depth] <= BUDGET_MEGABYTES
        ]
        numbers[f"lookahead/{size}/lookahead"] = Finding(
            max(fits, default=None),
            note="Of the report's and one ply more, the deepest that stays within both limits.",
        )
    return numbers


def _too_deep(seconds: By, memory: By, sizes: range) -> Finding:
    """Whether one ply more breaks a limit on all of these sizes."""
    deeper = [(size, lookahead(size) + 1) for size in _sizes(seconds) if size in sizes]
    breaks = [
        True if memory[key] > BUDGET_MEGABYTES else above(seconds[key], key[0] ** 2)
        for key in deeper
    ]
    said = ", ".join(
        f"n = {key[0]}: {seconds[key].value:.2g} of {key[0] ** 2} s and {memory[key]:.0f} MB"
        for key in deeper
    )
    return claim(all_of(breaks), f"With lookahead {deeper[0][1]}, {said}.")


def _parts(games: dict[int, list[dict[str, Any]]]) -> dict[str, Finding]:
    """Which of the three parts of a decision takes the most, and which the least."""

    def compare(one: str, two: str) -> dict[int, Interval]:
        return {
            size: ratio_interval([each[one] / each[two] for each in of])
            for size, of in games.items()
        }

    more, search, least = (
        compare("evaluating", "building"),
        compare("evaluating", "searching"),
        compare("searching", "building"),
    )
    return {
        "evaluation/bottleneck": claim(
            all_of(above(found, 1) for by in (more, search) for found in by.values()),
            f"{between(more)} times as long as building the tree, by size.",
        ),
        "evaluation/minimax is least": claim(
            all_of(
                [
                    *(below(found, 1) for found in least.values()),
                    *(above(found, 1) for found in search.values()),
                ]
            ),
            f"{between(least)} times as long as building the tree, by size.",
        ),
    }


def between(found: dict[int, Interval]) -> str:
    values = [each.value for each in found.values()]
    return f"{min(values):.2g} to {max(values):.2g}"


def _budget_table(seconds: By, memory: By) -> DataTable:
    columns = (
        "n", "lookahead", "seconds of a player", "of", "MB", "a ply more: seconds",
        "a ply more: MB",
    )  # fmt: skip
    rows = [
        (
            str(size),
            lookahead(size),
            seconds[size, lookahead(size)].value,
            size * size,
            memory[size, lookahead(size)],
            seconds[size, lookahead(size) + 1].value,
            memory[size, lookahead(size) + 1],
        )
        for size in _sizes(seconds)
    ]
    note = (
        "The report's program in plain Python, games of the report's agent against itself: mean "
        "processor seconds, and the most by which a bare process grew, for the largest tree."
    )
    return DataTable("What the report's program spends on a game", columns, tuple(rows), note)


def _parts_table(games: By) -> DataTable:
    rows = []
    for size in _sizes(games):
        parts = [
            sum(each[part] for each in games[size, lookahead(size)])
            for part in ("building", "evaluating", "searching")
        ]
        rows.append((str(size), *(part / sum(parts) for part in parts)))
    columns = ("n", "building the tree", "evaluating", "minimax itself")
    return DataTable("Shares of the time", columns, tuple(rows))


def _budget_chart(seconds: By) -> Chart:
    def line(label: str, more: int) -> Series:
        points = (Point(size, *seconds[size, lookahead(size) + more]) for size in _sizes(seconds))
        return Series(label, tuple(points))

    allowed = Series(
        "n^2, what is allowed", tuple(Point(size, size * size) for size in _sizes(seconds))
    )
    return Chart(
        "Seconds of a player for a game, in plain Python",
        "n",
        "seconds",
        (line("the report's lookahead", 0), line("one ply more", 1), allowed),
        log_y=True,
    )


EXPERIMENTS = {
    "cachex-budget": (budget_steps, budget_conclude),
}
