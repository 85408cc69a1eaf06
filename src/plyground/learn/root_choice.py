"""
What a full search of self-play does at its root: which move it looks at next, what is learnt.

By default the root is as any other node, with noise in its priors, and the shares of visits are
the target. Two settings change that.

`gumbel` (Danihelka and others, "Policy improvement by planning with Gumbel", 2022): each move gets
a random number of the Gumbel distribution. The moves with the largest sum of that and their prior's
logarithm are looked at equally often; from time to time the worse half is left out (sequential
halving). The target is what the priors become when the values found are added to them, those of
moves never looked at estimated. There is no other noise.

`forced` (Wu, "Accelerating self-play learning in Go", 2019): a move that was looked at is looked
at often enough for its prior; such visits are taken out of the target unless they have paid.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plyground.kernel import compiled
from plyground.learn.noise import draw
from plyground.neural.puct import Puct, choose_child
from plyground.search.mcts_tree import LOST, OPEN

PARTS = 30_000  # what a target's shares are counted in
BASE_VISITS, VALUE_SCALE = 50.0, 1.0  # how much values weigh against priors, as published
TINY = 1e-12


def halving_table(considered: int, simulations: int) -> np.ndarray:
    """[moves, simulation] -> how often the next move to look at has been looked at before."""
    table = np.zeros((considered + 1, simulations + 1), np.int32)
    for moves in range(1, considered + 1):
        table[moves] = _halving(moves, simulations + 1)
    return table


def _halving(moves: int, simulations: int) -> list[int]:
    rounds, left, before = max(1, math.ceil(math.log2(moves))), moves, [0] * moves
    sequence: list[int] = []
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            sequence += before[:left]
            before[:left] = [visits + 1 for visits in before[:left]]
        left = max(min(2, moves), left // 2)
    return sequence[:simulations]


@compiled
def draw_gumbels(state: Any, gumbels: Any, count: int) -> None:
    """A number of the Gumbel distribution for each move."""
    for i in range(count):
        gumbels[i] = -math.log(-math.log(draw(state)))


@compiled
def most_visits(nodes: Any) -> int:
    """Of a child of the root that is not proven to lose."""
    first, most = int(nodes[0]["first_child"]), 0
    for i in range(first, first + int(nodes[0]["child_count"])):
        if nodes[i]["proven"] != LOST:
            most = max(most, int(nodes[i]["visits"]))
    return most


@compiled
def worth(child: Any, value: float, most: int) -> float:
    """The logarithm of the prior, and what a value from 0 to 1 adds to it."""
    return math.log(max(float(child["prior"]), TINY)) + (BASE_VISITS + most) * VALUE_SCALE * value


@compiled
def best_drawn(nodes: Any, gumbels: Any, visits: int, finished: int) -> int:
    """The child with so many visits that has the largest sum of chance and worth; -1 for none.

    Children that are proven to lose are left out, and until the search is `finished` all that are
    proven.
    """
    first, most, best, best_score = int(nodes[0]["first_child"]), most_visits(nodes), -1, 0.0
    for i in range(int(nodes[0]["child_count"])):
        child = nodes[first + i]
        if child["visits"] != visits or child["proven"] == LOST:
            continue
        if child["proven"] != OPEN and not finished:
            continue
        value = float(child["value"]) / visits if visits > 0 else 0.0
        score = float(gumbels[i]) + worth(child, value, most)
        if best < 0 or score > best_score:
            best, best_score = first + i, score
    return best


@compiled
def forced_visits(child: Any, total: int, forced: float) -> float:
    """How often a child is looked at for its prior's sake alone."""
    return math.sqrt(forced * float(child["prior"]) * total)


@compiled
def choose_at_root(group: Any, index: int, rules: Any) -> int:
    """The child of an open root to look at next."""
    state, nodes = group.states[index], group.nodes[index]
    root = nodes[0]
    first, count, total = int(root["first_child"]), int(root["child_count"]), int(root["visits"])
    chosen = -1
    if state["full"] and rules.gumbel > 0:
        row = min(count, int(rules.gumbel))
        wanted = int(group.halving[row, min(total - 1, group.halving.shape[1] - 1)])
        chosen = best_drawn(nodes, group.gumbels[index], wanted, 0)
    elif state["full"] and rules.forced > 0.0:
        for i in range(first, first + count):
            seen = int(nodes[i]["visits"])
            wanting = 0 < seen < forced_visits(nodes[i], total, rules.forced)
            if wanting and nodes[i]["proven"] == OPEN:
                chosen = i
                break
    return chosen if chosen >= 0 else choose_child(nodes, 0, rules.puct)


@compiled
def write_visits(nodes: Any, target: Any) -> None:
    """The visits of the moves, none for those that are proven to lose."""
    first = int(nodes[0]["first_child"])
    for i in range(int(nodes[0]["child_count"])):
        child = nodes[first + i]
        target[i] = child["visits"] if child["proven"] != LOST else 0


@compiled
def write_improved(nodes: Any, thought: float, target: Any, scratch: Any) -> None:
    """The improved policy of `gumbel`; `thought` is the network's value, 0 to 1 for the mover."""
    first, count = int(nodes[0]["first_child"]), int(nodes[0]["child_count"])
    most, visits, known, mean = most_visits(nodes), 0, 0.0, 0.0
    for i in range(first, first + count):
        seen = int(nodes[i]["visits"])
        if seen > 0:
            visits += seen
            known += float(nodes[i]["prior"])
            mean += float(nodes[i]["prior"]) * float(nodes[i]["value"]) / seen
    mixed = (thought + visits * mean / max(known, TINY)) / (1 + visits)
    highest, total = -math.inf, 0.0
    for i in range(count):
        child = nodes[first + i]
        value = float(child["value"]) / int(child["visits"]) if child["visits"] > 0 else mixed
        scratch[i] = worth(child, value, most)
        if child["proven"] != LOST:
            highest = max(highest, float(scratch[i]))
    for i in range(count):
        lost = nodes[first + i]["proven"] == LOST
        scratch[i] = 0.0 if lost else math.exp(float(scratch[i]) - highest)
        total += float(scratch[i])
    for i in range(count):
        target[i] = round(PARTS * float(scratch[i]) / total)


@compiled
def prune(nodes: Any, puct: Puct, forced: float, target: Any) -> None:
    """Take out of the target the forced visits that the search would not have made by itself."""
    first, count = int(nodes[0]["first_child"]), int(nodes[0]["child_count"])
    total, best = int(nodes[0]["visits"]), 0
    for i in range(1, count):
        if target[i] > target[best]:
            best = i
    bonus = float(puct.exploration) * math.sqrt(float(total))
    most = nodes[first + best]
    seen = max(int(most["visits"]), 1)
    score = float(most["value"]) / seen + bonus * float(most["prior"]) / (1 + seen)
    for i in range(count):
        child = nodes[first + i]
        visits = int(target[i])
        if i == best or visits == 0:
            continue
        lead = score - float(child["value"]) / visits
        if lead > 0.0:
            own = bonus * float(child["prior"]) / lead - 1.0  # visits without force
            kept = max(visits - forced_visits(child, total, forced), own)
            visits = min(visits, max(0, math.ceil(kept)))
        target[i] = visits if visits > 1 else 0
