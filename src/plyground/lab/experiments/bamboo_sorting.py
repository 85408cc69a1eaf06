"""Bamboo: the report's stack, queue and radix sort: their steps, and the moves they lead to."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.agents import agent
from plyground.agents.simple import RandomAgent
from plyground.game.registry import game
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import DataTable, Finding, Findings, Row, claim
from plyground.lab.timing import time_ratios
from plyground.shapes import Hexagon
from plyground.tournaments.statistics import ratio_interval

CHILDREN, MANY = 91, 5000  # moves at the start on radius 5, and a list that no board has


def radix_sort(values: Sequence[int]) -> list[int]:
    """The values in descending order, as Appendix D sorts: digit by digit into ten buckets."""
    nodes = list(values)
    for digit in range(len(str(max(nodes)))):
        buckets: list[deque[int]] = [deque() for _ in range(10)]
        for value in nodes:
            buckets[9 - value // 10**digit % 10].append(value)
        nodes = [bucket.popleft() for bucket in buckets for _ in range(len(bucket))]
    return nodes


def merge_sort(values: Sequence[int]) -> list[int]:
    """The values in descending order, by comparing two at a time."""
    if len(values) < 2:
        return list(values)
    middle = len(values) // 2
    one, two = merge_sort(values[:middle]), merge_sort(values[middle:])
    merged, i, j = [], 0, 0
    while i < len(one) and j < len(two):
        if one[i] >= two[j]:
            merged.append(one[i])
            i += 1
        else:
            merged.append(two[j])
            j += 1
    return merged + one[i:] + two[j:]


def steps_of_sorting(values: Sequence[int]) -> dict[str, int]:
    """Return how often radix sort puts a value into a bucket, and merge sort compares two."""
    counted = {"buckets": 0, "comparisons": 0}

    class Counted(int):
        def __floordiv__(self, power: int) -> int:
            counted["buckets"] += 1
            return int(self) // power

        def __ge__(self, other: int) -> bool:
            counted["comparisons"] += 1
            return int(self) >= int(other)

    values = [Counted(value) for value in values]
    radix_sort(values)
    merge_sort(values)
    return counted


def sorting(length: int, seconds: float, seed: int) -> dict[str, Any]:
    """Return the steps of both sorts, and times of radix sort divided by those of others."""
    board, chance = Hexagon(5), np.random.default_rng(seed)
    squares = [sum(x * x for x in board.cube(tile)) for tile in range(board.cell_count)]
    values = [int(each) for each in chance.choice(squares, length)]
    return {
        **steps_of_sorting(values),
        "merge sort": time_ratios(
            lambda: radix_sort(values), lambda: merge_sort(values), seconds=seconds
        ),
        "Python's own": time_ratios(
            lambda: radix_sort(values), lambda: sorted(values, reverse=True), seconds=seconds
        ),
    }


TESTED = {  # agents as the report builds them, and as they are built here
    "bamboo_stack": "random",
    **{
        f"bamboo_queue(prefer={rater})": f"random(prefer={rater})"
        for rater in ("outer", "groups", "sparsity", "sparsity_outer")
    },
    "bamboo_minimax(depth=2)": (
        "minimax(depth=2, evaluate=groups_moves, order=squares, pruning=1, ends=judged)"
    ),
}
TRIES = 20  # with other seeds, of an agent that chooses by chance


def other_choices(theirs: str, ours: str, positions: int, seed: int) -> int:
    """Return in how many positions the first agent takes a move that the second never takes."""
    played, chance, different = game("bamboo", radius=3), random.Random(seed), 0
    for _ in range(positions):
        position = played.start()
        for _ply in range(chance.randrange(20)):
            position = position.play(chance.choice(played.legal(position)))
        seeds = [chance.getrandbits(31) for _ in range(TRIES)]
        likely = _choices(played, ours, position, seeds)
        taken = {agent(played, theirs, seed=each).choose(position).move for each in seeds}
        different += not taken <= likely
    return different


def _choices(played: Any, spec: str, position: Any, seeds: Sequence[int]) -> set[int]:
    """Return the moves that an agent takes: all it rates best, or the one that it finds."""
    one = agent(played, spec, seed=seeds[0])
    if not isinstance(one, RandomAgent):
        return {one.choose(position).move}
    legal = played.legal(position)
    if one.rater is None:
        return set(legal)
    ratings = {move: one.rater.rate(position, move) for move in legal}
    return {move for move in legal if ratings[move] == max(ratings.values())}


def appendix_d_steps(scale: Scale) -> list[Step]:
    """A node's children, a list that is larger by far, and agents that sort so."""
    seconds, positions = scale.choose(2.0, 20.0), scale.choose(40, 400)
    sorts = [
        Measurement(
            f"{length} values",
            sorting,
            {"length": length, "seconds": seconds, "seed": scale.seed},
        )
        for length in (CHILDREN, MANY)
    ]
    agents = [
        Measurement(
            theirs,
            other_choices,
            {"theirs": theirs, "ours": ours, "positions": positions, "seed": scale.seed},
        )
        for theirs, ours in TESTED.items()
    ]
    return [*sorts, *agents]


def appendix_d_conclude(results: Results) -> Findings:
    """Steps and times of radix sort, and whether the report's agents choose as ours."""
    rows: list[Row] = []
    times: list[Row] = []
    for length in (CHILDREN, MANY):
        found = results.measured(f"{length} values")
        steps = (found["buckets"], found["comparisons"])
        rows.append((f"{length} values", *steps, *(step / length for step in steps)))
        times += [
            (f"{length} values, {name}", *ratio_interval(found[name]))
            for name in ("merge sort", "Python's own")
        ]
    few, many = (results.measured(f"{length} values") for length in (CHILDREN, MANY))
    each = [found["buckets"] / n for found, n in ((few, CHILDREN), (many, MANY))]
    compared = [found["comparisons"] / n for found, n in ((few, CHILDREN), (many, MANY))]
    numbers = {
        "appendix-d/larger lists": claim(
            each[0] == each[1],
            f"Radix sort puts a value into a bucket {each[0]:g} times in a list of {CHILDREN} and "
            f"{each[1]:g} times in one of {MANY}; merge sort compares it {compared[0]:.1f} and "
            f"{compared[1]:.1f} times.",
        ),
        "appendix-d/linear time": claim(
            all(found["buckets"] == 2 * n for found, n in ((few, CHILDREN), (many, MANY))),
            f"d n steps, {few['buckets']} for {CHILDREN} values of 2 digits, {many['buckets']} for "
            f"{MANY}; k is 10, the number of buckets, and not the largest value.",
        ),
    }
    positions = results.scale.choose(40, 400)
    for name, kinds in (("section-4a/legal and rated best", True), ("appendix-d/same", False)):
        known = {
            theirs: int(results.measured(theirs))
            for theirs in TESTED
            if theirs.startswith(("bamboo_stack", "bamboo_queue")) == kinds
        }
        numbers[name] = Finding(
            not any(known.values()),
            trials=positions * len(known),
            note=f"In {positions} positions of radius 3 each: {', '.join(known)}.",
        )
    return Findings(
        numbers,
        (
            DataTable(
                "Steps of sorting",
                ("", "into buckets", "comparisons", "buckets a value", "comparisons a value"),
                tuple(rows),
                "Appendix D's radix sort, and merge sort.",
            ),
            DataTable(
                "Time of radix sort divided by that of another",
                ("", "ratio", "low", "high"),
                tuple(times),
                "Radix and merge sort are both interpreted; Python's own is compiled. The report "
                "gives no times, and a ratio above 1 says nothing about its program.",
            ),
        ),
    )


EXPERIMENTS = {
    "bamboo-appendix-d": (appendix_d_steps, appendix_d_conclude),
}
