"""Bamboo: readings of the report's tree search, each played.

Its Table IV is not that of its own definition. Here the search is played as other readings of
section IV.C have it, so that one sees which give its numbers.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.agents import agent
from plyground.game.registry import game
from plyground.kernel import compiled, search_kernel
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.chance import next_seed, pick
from plyground.lab.experiment import Measurement, Results, Scale, Step
from plyground.lab.findings import LEVEL, DataTable, Findings, Row, below, claim
from plyground.lab.verdicts import shares_p_value
from plyground.search.buffers import move_buffer
from plyground.tournaments.statistics import wilson


@compiled
class TreeReading(NamedTuple):
    """A reading of the tree search."""

    count_wins: bool = False  # v is how many wins, not their average
    one_view: bool = False  # all wins are the root player's, and everybody wants them
    best_mean: bool = False  # the move with the best average is played, not the most visited
    flat: bool = False  # nothing is added to the tree below the root's children
    iterations: int = 1000


TREES = {
    "as equation 8, v the average": TreeReading(),
    "v the number of wins": TreeReading(count_wins=True),
    "v the number of wins, the best average is played": TreeReading(True, best_mean=True),
    "all wins the root player's": TreeReading(one_view=True),
    "the best average is played": TreeReading(best_mean=True),
    "no tree below the first ply": TreeReading(flat=True),
    "a quarter of the iterations": TreeReading(iterations=250),
}
C = 0.4
ENOUGH = 20  # games against each opponent, before a reading is said to agree with the report
AVERAGE = "as equation 8, v the average"
OPPONENTS = {"random": "random", "minimax": "bamboo_report", "hybrid": "hybrid(threshold=40)"}
REPORTED = {"random": 88.0, "minimax": 1.0, "hybrid": 55.0}  # Table IV, percent of 100 games


@compiled
class TreeArrays(NamedTuple):
    """The tree of one search, [node]."""

    visits: Any
    wins: Any
    move: Any
    first: Any  # its first child
    children: Any  # how many; 0 until expanded
    path: Any  # [ply]: from the root to the leaf


def tree_arrays(iterations: int, most_moves: int, plies: int) -> TreeArrays:
    """A tree that so many iterations cannot fill."""
    nodes = 1 + (iterations + 1) * most_moves
    whole = (np.zeros(nodes, np.int32) for _ in range(4))
    visits, move, first, children = whole
    return TreeArrays(visits, np.zeros(nodes), move, first, children, np.zeros(plies + 2, np.int64))


@compiled
def play_to_the_end(position: Any, moves: Any, seed: int) -> tuple[bool, int]:
    """Whether the player to move wins a random game, and the next seed."""
    won, count = False, position.fill_moves(moves)
    while count > 0:
        seed = next_seed(seed)
        position = position.play(int(moves[pick(seed, count)]))
        won = not won
        count = position.fill_moves(moves)
    return won, seed


@compiled
def choose_child(tree: Any, node: int, reading: Any, c: float, seed: int) -> int:
    """The child that equation 8 wants; one without visits before all others."""
    first, count = int(tree.first[node]), int(tree.children[node])
    log_visits = math.log(max(float(tree.visits[node]), 1.0))
    place, best, best_score = pick(seed, count), first, -1.0
    for _ in range(count):
        child = first + place
        visits = float(tree.visits[child])
        if visits == 0.0:
            return child
        value = float(tree.wins[child]) / (1.0 if reading.count_wins else visits)
        score = value + c * math.sqrt(log_visits / visits)
        if score > best_score:
            best, best_score = child, score
        place = place + 1 if place + 1 < count else 0
    return best


@compiled
def grow(tree: Any, node: int, size: int, moves: Any, count: int) -> int:
    """Give a node its children; how large the tree is then."""
    tree.first[node], tree.children[node] = size, count
    for i in range(count):
        tree.visits[size + i] = tree.children[size + i] = 0
        tree.wins[size + i], tree.move[size + i] = 0.0, moves[i]
    return size + count


@search_kernel
def search_by_reading(root: Any, reading: Any, c: float, seed: int, tree: Any, moves: Any) -> int:
    """The move that the reading plays, with a new tree.

    1. Walk down to a node without visits. 2. Play to the end. 3. Add the result on the way.
    """
    tree.visits[0] = tree.children[0] = 0
    size = 1
    for _ in range(reading.iterations):
        position, node, depth = root, 0, 0
        while node == 0 or tree.visits[node] > 0:
            if tree.children[node] == 0:
                count = 0 if reading.flat and node > 0 else position.fill_moves(moves)
                if count == 0:
                    break
                size = grow(tree, node, size, moves, count)
            seed = next_seed(seed)
            node = choose_child(tree, node, reading, c, seed)
            position = position.play(int(tree.move[node]))
            depth += 1
            tree.path[depth] = node
        won, seed = play_to_the_end(position, moves, seed)
        mine = won == (depth % 2 == 0)  # whether the player at the root has won
        tree.visits[0] += 1
        for ply in range(1, depth + 1):
            passed = int(tree.path[ply])
            tree.visits[passed] += 1
            tree.wins[passed] += 1.0 if mine == (reading.one_view or ply % 2 == 1) else 0.0
    best, best_score = -1, -1.0
    for child in range(1, 1 + int(tree.children[0])):
        visits = float(tree.visits[child])
        score = float(tree.wins[child]) / max(visits, 1.0) if reading.best_mean else visits
        if score > best_score:
            best, best_score = child, score
    return int(tree.move[best])


def wins_of_tree(name: str, opponent: str, games: int, seed: int) -> int:
    """How many games the reading wins against the opponent, from two random plies."""
    played, reading = game("bamboo"), TREES[name]
    moves, chance, wins = move_buffer(played), np.random.default_rng(seed), 0
    tree = tree_arrays(reading.iterations, len(moves), played.max_plies)
    for number in range(games):
        other = agent(played, opponent, seed=int(chance.integers(2**31)))
        position, ply = played.start(), 0
        while legal := played.legal(position):
            if ply < 2:
                move = int(chance.choice(legal))
            elif (ply + number) % 2 == 0:
                fresh = int(chance.integers(FULL_WORD))
                move = search_by_reading(position, reading, C, fresh, tree, moves)
            else:
                move = other.choose(position).move
            position, ply = position.play(move), ply + 1
        wins += (ply - 1 + number) % 2 == 0
    return wins


def tree_games(scale: Scale) -> int:
    """Games of each reading against each opponent."""
    return scale.choose(2, 40)


def tree_steps(scale: Scale) -> list[Step]:
    """Every reading against three agents of Table IV."""
    return [
        Measurement(
            f"{name} against {opponent}",
            wins_of_tree,
            {"name": name, "opponent": spec, "games": tree_games(scale), "seed": scale.seed},
        )
        for name in TREES
        for opponent, spec in OPPONENTS.items()
    ]


def tree_conclude(results: Results) -> Findings:
    """Win rates by reading, beside the report's."""
    games = tree_games(results.scale)
    rows: list[Row] = []
    agreeing: dict[str, list[str]] = {}
    for name in TREES:
        won = [int(results.measured(f"{name} against {opponent}")) for opponent in OPPONENTS]
        agreeing[name] = [
            opponent
            for opponent, count in zip(OPPONENTS, won, strict=True)
            if shares_p_value(REPORTED[opponent] / 100, 100, count / games, games) >= LEVEL
        ]
        told = ", ".join(agreeing[name]) or "none" if games >= ENOUGH else None
        rows.append((name, *(f"{count} of {games}" for count in won), told))
    reported = (f"{REPORTED[opponent]:g} of 100" for opponent in OPPONENTS)
    rows.append(("the report", *reported, None))
    fitting = [name for name, found in agreeing.items() if {"random", "minimax"} <= set(found)]
    note = "Too few games to tell which reading has the report's numbers."
    if games >= ENOUGH:
        note = f"Against random and minimax as the report: {'; '.join(fitting) or 'no reading'}."
    table = DataTable(
        "Readings of the tree search",
        ("", *(f"against {opponent}" for opponent in OPPONENTS), "as the report against"),
        tuple(rows),
        f"1000 iterations, c = {C:g}, a new tree for every move; minimax is `bamboo_report`.",
    )
    lost = int(results.measured(f"{AVERAGE} against minimax"))
    return Findings(
        {
            "section-4c/sudden death": claim(
                below(wilson(lost, games), 0.5),
                f"As equation 8 has it, MCTS wins {lost} of {games} games against minimax.",
            ),
        },
        (table,),
        notes=(note,),
    )


EXPERIMENTS = {
    "bamboo-section-4c": (tree_steps, tree_conclude),
}
