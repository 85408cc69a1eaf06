"""
The tree of a Monte Carlo search: one array of records, nodes as numbers.

Node 0 is the root. A node has one slot for each legal move, next to each other and in the order of
the moves; slots are made when the node is expanded, always behind their parent:

    node      0 | 1  2  3 | 4  5 | 6  7        first_child of 0 is 1, child_count of 0 is 3
    parent   -1 | 0  0  0 | 2  2 | 1  1        first_child of 2 is 4, child_count of 2 is 2

What a node holds is seen by the player who moved into it: values are sums of results in [0, 1],
and `proven` is OPEN, WON, LOST or DRAWN. Positions are not kept; a search plays its way down.

The monitor's score is the expected result for the side to move in per mille, from -1000 to 1000,
or plus or minus `WIN` where the solver has proven it; its line is the most visited path.

A node is one record, not one element in each of eleven arrays, because machine code counts
references to every array that it hands from function to function.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled, count_legal_moves, search_kernel
from plyground.kernel.chance import pick
from plyground.kernel.monitor import (
    BEST_MOVE,
    DEPTH,
    DEPTH_LIMIT,
    LINE,
    LINE_LENGTH,
    LONGEST_LINE,
    SCORE,
    SELECTIVE_DEPTH,
)
from plyground.kernel.reals import natural_log
from plyground.search.minimax import WIN

OPEN, WON, LOST, DRAWN = 0, 1, -1, 2

UNTRIED = 1e9  # the score of a child that must be tried before others are tried again
MOST_NODES = 2**31 - 1  # links are 32 bits wide
SHOW_EVERY = 256  # simulations between two looks at the root for the monitor

NODE = np.dtype(
    [
        ("visits", np.int32),
        ("proven", np.int32),
        ("value", np.float64),  # results summed over the visits
        ("move", np.int64),  # the move that leads here
        ("first_child", np.int32),
        ("child_count", np.int32),  # 0 until expanded
        ("parent", np.int32),  # -1 for the root
        ("target", np.int32),  # where `cut_to` moves the node
        ("amaf_value", np.float64),  # results summed over the simulations counted in amaf_visits
        ("prior", np.float64),  # how likely the move is before any simulation
        # Simulations in which the mover made this move here or later. A search by a network counts
        # none: there it is the visits at the last attempt of a proof (`neural/proofs.py`).
        ("amaf_visits", np.int32),
        ("drawable", np.int32),  # 1 once the player to move here can force a draw for sure
    ]
)
assert NODE.itemsize == 64  # a line of the processor's cache


@compiled
class Tree(NamedTuple):
    """The nodes, and how many of them are in use."""

    nodes: Any  # [node] of NODE
    size: Any  # [1]


def capacity_for(megabytes: float, max_moves: int) -> int:
    """How many nodes fit, and at least a root with its children."""
    return min(MOST_NODES, max(1 + max_moves, int(megabytes * 2**20) // NODE.itemsize))


def new_tree(capacity: int) -> Tree:
    """A tree of a root alone, with room for `capacity` nodes. Memory is touched when used."""
    tree = Tree(np.zeros(capacity, NODE), np.zeros(1, np.int64))
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Forget everything but an unvisited root."""
    add_node(tree.nodes, 0, -1, 0, 1.0)
    tree.size[0] = 1


@compiled
def add_node(nodes: Any, index: int, parent: int, move: int, prior: float) -> None:
    """Write a new node without children."""
    node = nodes[index]
    node["visits"] = 0
    node["proven"] = OPEN
    node["value"] = 0.0
    node["move"] = move
    node["first_child"] = 0
    node["child_count"] = 0
    node["parent"] = parent
    node["amaf_value"] = 0.0
    node["prior"] = prior
    node["amaf_visits"] = 0
    node["drawable"] = 0


@compiled
def add_children(tree: Any, parent: int, moves: Any, count: int) -> None:
    """Expand `parent` by the first `count` moves. Requires room for them."""
    first = int(tree.size[0])
    prior = 1.0 / count  # every move alike, until a network says more
    for i in range(count):
        add_node(tree.nodes, first + i, parent, int(moves[i]), prior)
    tree.nodes[parent]["first_child"] = first
    tree.nodes[parent]["child_count"] = count
    tree.size[0] = first + count


@compiled
def expand(position: Any, node: int, after: int, tree: Any, moves: Any, monitor: Any) -> bool:
    """Give a leaf its children; false if it is too new, if the tree is full or the game over."""
    if node > 0 and tree.nodes[node]["visits"] < after:
        return False
    if tree.size[0] + len(moves) > len(tree.nodes):
        return False
    count = position.fill_moves(moves)
    if count > 0:
        count_legal_moves(monitor, count)
        add_children(tree, node, moves, count)
    return bool(count > 0)


# --- choosing ---------------------------------------------------------------------------------


@compiled
def child_score(parent: Any, child: Any, log_visits: float, switches: Any) -> float:
    """How much `child` wants the next simulation: UCT, with RAVE or priors where switched on."""
    visits = int(child["visits"])
    amaf = int(child["amaf_visits"]) if switches.rave > 0 else 0
    weight = 1.0 / max(visits, 1)  # of a visit: products cost less than another quotient
    if visits > 0:
        value = float(child["value"]) * weight
    elif amaf > 0 or switches.priors:
        value = 1.0 - float(parent["value"]) / max(int(parent["visits"]), 1)
    else:
        return UNTRIED
    if amaf > 0:  # Gelly and Silver's weight for what was learnt from other orders of moves
        share = math.sqrt(switches.rave / (3.0 * visits + switches.rave))
        value = (1.0 - share) * value + share * float(child["amaf_value"]) / amaf
    if switches.priors:
        wish = float(child["prior"]) * math.sqrt(float(parent["visits"])) / (1 + visits)
    else:
        wish = math.sqrt(log_visits * weight)
    return value + float(switches.exploration) * wish


@compiled
def select_child(nodes: Any, index: int, switches: Any, seed: int) -> int:
    """The child to look at next; of equal ones the first, counted from a random place.

    With the solver on, only children that are still open are looked at. Requires an open node.
    """
    parent = nodes[index]
    first, count = int(parent["first_child"]), int(parent["child_count"])
    log_visits = natural_log(max(int(parent["visits"]), 1))
    place = pick(seed, count)
    best, best_score = first, -1.0
    for _ in range(count):
        child = nodes[first + place]
        if not switches.solver or child["proven"] == OPEN:
            score = child_score(parent, child, log_visits, switches)
            if score > best_score:
                best, best_score = first + place, score
                if score == UNTRIED:
                    break
        place = place + 1 if place + 1 < count else 0
    return best


@compiled
def best_child(nodes: Any, index: int, solver: int) -> int:
    """The child to play; -1 if there is none.

    It is the most visited, of these the most valued, then the likeliest, then the first. With the
    solver on, a proven win comes before all others and a proven loss after them; a proven draw is
    taken where the best of the others promises less, or where no more can be had.
    """
    first, best, drawn = int(nodes[index]["first_child"]), -1, -1
    for i in range(first, first + int(nodes[index]["child_count"])):
        if solver and nodes[i]["proven"] == DRAWN:
            if drawn < 0 or nodes[i]["visits"] > nodes[drawn]["visits"]:
                drawn = i
        elif best < 0 or is_better(nodes[i], nodes[best], solver):
            best = i
    if drawn < 0 or best < 0 or nodes[best]["proven"] == WON:
        return drawn if best < 0 else best
    if nodes[best]["proven"] == OPEN and nodes[index]["proven"] == OPEN:
        promises_more = 2.0 * float(nodes[best]["value"]) > int(nodes[best]["visits"])
        return best if promises_more else drawn
    return drawn


@compiled
def is_better(child: Any, rival: Any, solver: int) -> bool:
    """Whether `child` is to be played rather than `rival`, neither of them a proven draw."""
    if solver and child["proven"] != rival["proven"]:
        return bool(child["proven"] > rival["proven"])
    if child["visits"] != rival["visits"]:
        return bool(child["visits"] > rival["visits"])
    if child["value"] != rival["value"]:
        return bool(child["value"] > rival["value"])
    return bool(child["prior"] > rival["prior"])


@compiled
def find_child(nodes: Any, index: int, move: int) -> int:
    """The child that `move` leads to, -1 if there is none."""
    low = int(nodes[index]["first_child"])
    end = low + int(nodes[index]["child_count"])
    high = end
    while low < high:
        middle = (low + high) // 2
        if nodes[middle]["move"] < move:
            low = middle + 1
        else:
            high = middle
    return low if low < end and nodes[low]["move"] == move else -1


# --- learning ---------------------------------------------------------------------------------


@compiled
def proof_from_children(nodes: Any, index: int) -> int:
    """What the children prove about a node: OPEN, or its value for who moved into it."""
    first, proof = int(nodes[index]["first_child"]), WON
    for i in range(first, first + int(nodes[index]["child_count"])):
        proven = int(nodes[i]["proven"])
        if proven == WON:
            return LOST
        if proven == OPEN:
            proof = OPEN
        elif proven == DRAWN and proof == WON:
            proof = DRAWN
    return proof


@compiled
def value_of_proof(proven: int) -> float:
    """The result in [0, 1] that a proven node stands for."""
    if proven == DRAWN:
        return 0.5
    return 1.0 if proven == WON else 0.0


@compiled
def back_up(nodes: Any, path: Any, depth: int, value: float, solver: int) -> None:
    """Add a result, seen by who moved into the leaf, to the nodes of `path` up to the root.

    With the solver on, proofs go up as far as they reach, and replace the result; where a draw can
    be forced, nothing worse is added.
    """
    proven = int(nodes[int(path[depth])]["proven"]) if solver else OPEN  # of the node below
    for ply in range(depth, -1, -1):
        index = int(path[ply])
        node = nodes[index]
        if proven != OPEN and ply < depth:
            if proven == DRAWN:
                node["drawable"] = 1
            proven = proof_from_children(nodes, index)
            node["proven"] = proven
        if proven != OPEN:
            value = value_of_proof(proven)
        elif node["drawable"]:
            value = min(value, 0.5)
        node["visits"] += 1
        node["value"] += value
        value = 1.0 - value


@compiled
def back_up_amaf(nodes: Any, scratch: Any, depth: int, length: int, value: float) -> None:
    """Credit every child on the path whose move was made later by the same player, once each.

    `value` is seen by the player to move at the root; the game had `length` moves.
    """
    for ply in range(depth + 1):
        index = int(scratch.path[ply])
        first, count = int(nodes[index]["first_child"]), int(nodes[index]["child_count"])
        for i in range(count):
            scratch.counted[i] = 0
        if count > 0:
            for later in range(ply, length, 2):
                child = find_child(nodes, index, int(scratch.played[later]))
                if child >= 0 and scratch.counted[child - first] == 0:
                    scratch.counted[child - first] = 1
                    nodes[child]["amaf_visits"] += 1
                    nodes[child]["amaf_value"] += value
        value = 1.0 - value


# --- showing ----------------------------------------------------------------------------------


@compiled
def show_root(nodes: Any, solver: int, monitor: Any) -> None:
    """Tell the outside the best move, its score and the most visited line."""
    best = best_child(nodes, 0, solver)
    if best < 0:
        return
    index, length = best, 0
    while index >= 0 and length < LONGEST_LINE and (length == 0 or nodes[index]["visits"] > 0):
        monitor[LINE + length] = nodes[index]["move"]
        length += 1
        index = best_child(nodes, index, solver)
    monitor[LINE_LENGTH] = length
    child = nodes[best]
    proven = int(child["proven"]) if solver else OPEN
    if proven == WON or proven == LOST:
        monitor[SCORE] = WIN if proven == WON else -WIN
    elif child["visits"] > 0:
        monitor[SCORE] = int(2000.0 * float(child["value"]) / int(child["visits"])) - 1000
    monitor[BEST_MOVE] = child["move"]


@compiled
def report(
    nodes: Any, depth: int, length: int, simulations: int, solver: int, monitor: Any
) -> bool:
    """Tell the outside how far the search got; true once the tree is as deep as the limit."""
    monitor[DEPTH] = max(int(monitor[DEPTH]), depth)
    monitor[SELECTIVE_DEPTH] = max(int(monitor[SELECTIVE_DEPTH]), length)
    if simulations % SHOW_EVERY == 0:
        show_root(nodes, solver, monitor)
    return bool(0 < monitor[DEPTH_LIMIT] <= monitor[DEPTH])


# --- keeping ----------------------------------------------------------------------------------


@search_kernel(title="Monte Carlo tree search")
def locate(position: Any, key: int, nodes: Any) -> int:
    """The node at most two plies below the root whose position has this key, -1 if there is none.

    `position` is the root's.
    """
    if position.key() == key:
        return 0
    first, count = int(nodes[0]["first_child"]), int(nodes[0]["child_count"])
    for child in range(first, first + count):
        if position.play(int(nodes[child]["move"])).key() == key:
            return child
    for child in range(first, first + count):
        below = int(nodes[child]["first_child"])
        after = position.play(int(nodes[child]["move"]))
        for grandchild in range(below, below + int(nodes[child]["child_count"])):
            if after.play(int(nodes[grandchild]["move"])).key() == key:
                return grandchild
    return -1


@search_kernel(title="Monte Carlo tree search")
def cut_to(tree: Any, index: int) -> int:
    """Make a node the root and move what lies below it to the front; how many nodes remain.

    1. Number the nodes that stay. 2. Renumber their links. 3. Move them, which never overwrites one
    still to be moved, since numbers only fall. Parents still come before their children.
    """
    nodes, size, kept = tree.nodes, int(tree.size[0]), 1
    if index == 0:
        return size
    for i in range(index):
        nodes[i]["target"] = -1
    nodes[index]["target"] = 0
    for i in range(index + 1, size):
        if nodes[int(nodes[i]["parent"])]["target"] >= 0:
            nodes[i]["target"] = kept
            kept += 1
        else:
            nodes[i]["target"] = -1
    for i in range(index, size):
        node = nodes[i]
        if node["target"] >= 0:
            node["parent"] = nodes[int(node["parent"])]["target"]
            if node["child_count"] > 0:
                node["first_child"] = nodes[int(node["first_child"])]["target"]
    for i in range(index, size):
        if nodes[i]["target"] >= 0:
            nodes[int(nodes[i]["target"])] = nodes[i]
    tree.size[0] = kept
    return kept


def enter_tree(tree: Tree, root: Any, position: Any) -> None:
    """Cut the tree to `position`, or begin a new one where it is not in the tree.

    `root` is the position that the tree begins with, None if it is to be forgotten.
    """
    node = -1 if root is None else int(locate(root, position.key(), tree.nodes))
    if node < 0:
        clear(tree)
    else:
        cut_to(tree, node)


def advance(tree: Tree, move: int) -> int:
    """Cut the tree to the position after `move`; how many nodes remain, 1 if it was unknown."""
    child = find_child(tree.nodes, 0, move)
    if child < 0:
        clear(tree)
        return 1
    return int(cut_to(tree, child))
