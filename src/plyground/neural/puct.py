"""
Walking a tree by a network's opinion: what play and self-play have in common.

The tree is that of `plyground.search.mcts_tree`. A leaf is not played out: the network judges it
and says how likely its moves are, and a child is looked at in proportion to that (PUCT). The
network is not called from machine code. A walk ends at a leaf, whose planes and moves are written
down; the caller has many leaves judged at once, and `grow` puts the answer into the tree.

Finished games are proven as in plain Monte Carlo tree search, so the network is never asked about
what is known.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from plyground.kernel import compiled
from plyground.search.mcts_tree import OPEN, add_node, back_up


@compiled
class Puct(NamedTuple):
    """How to choose among children."""

    exploration: float = 0.8
    reduction: float = 0.1  # an untried move is thought to be worth so much less than its parent


@compiled
def choose_child(nodes: Any, index: int, puct: Any) -> int:
    """The open child with the largest sum of value and bonus. Requires an open node."""
    parent = nodes[index]
    first, visits = int(parent["first_child"]), max(int(parent["visits"]), 1)
    untried = 1.0 - float(parent["value"]) / visits - float(puct.reduction)
    bonus = float(puct.exploration) * math.sqrt(float(visits))
    best, best_score = -1, 0.0
    for i in range(first, first + int(parent["child_count"])):
        child = nodes[i]
        if child["proven"] != OPEN:
            continue
        seen = int(child["visits"])
        value = float(child["value"]) / seen if seen > 0 else untried
        score = value + bonus * float(child["prior"]) / (1 + seen)
        if best < 0 or score > best_score:
            best, best_score = i, score
    return best


@compiled
def walk_down(position: Any, nodes: Any, path: Any, first: int, puct: Any) -> tuple[Any, int]:
    """The position at the leaf, and its depth; `path` gets the nodes on the way.

    The walk begins with the root's child `first`, or with any if that is -1. A node is a leaf if
    it has no children, if it is proven, or if the path is full.
    """
    node, depth = 0, 0
    path[0] = 0
    while nodes[node]["proven"] == OPEN and nodes[node]["child_count"] > 0:
        if depth + 1 >= len(path):
            break
        node = first if depth == 0 and first >= 0 else choose_child(nodes, node, puct)
        position = position.play(int(nodes[node]["move"]))
        depth += 1
        path[depth] = node
    return position, depth


@compiled
def note_slots(position: Any, encoder: Any, moves: Any, count: int, slots: Any) -> None:
    """Write down where the network will speak of each move."""
    for i in range(count):
        slots[i] = encoder.slot(position, int(moves[i]))


@compiled
def write_image(
    position: Any, symmetry: int, encoder: Any, moves: Any, count: int, planes: Any, slots: Any
) -> None:
    """Write the planes of an image of the position, and where the network will speak of its moves.

    Symmetry 0 is the position itself.
    """
    if symmetry == 0:
        encoder.fill_planes(position, planes)
        note_slots(position, encoder, moves, count, slots)
        return
    turned = position.transform(symmetry)
    encoder.fill_planes(turned, planes)
    for i in range(count):
        slots[i] = encoder.slot(turned, int(position.transform_move(symmetry, int(moves[i]))))


@compiled
def find_priors(logits: Any, slots: Any, count: int, priors: Any) -> None:
    """How likely each move is: the softmax of its logit among those of the legal moves."""
    highest, total = float(logits[int(slots[0])]), 0.0
    for i in range(1, count):
        highest = max(highest, float(logits[int(slots[i])]))
    for i in range(count):
        priors[i] = math.exp(float(logits[int(slots[i])]) - highest)
        total += float(priors[i])
    for i in range(count):
        priors[i] /= total


@compiled
def grow(
    tree: Any, path: Any, depth: int, moves: Any, priors: Any, count: int, value: float
) -> None:
    """Give the leaf its children, if there is room, and add its value to the path.

    `value` is the network's, from -1 to 1 for the player to move at the leaf.
    """
    nodes, leaf, first = tree.nodes, int(path[depth]), int(tree.size[0])
    if nodes[leaf]["child_count"] == 0 and first + count <= len(nodes):
        for i in range(count):
            add_node(nodes, first + i, leaf, int(moves[i]), float(priors[i]))
        nodes[leaf]["first_child"] = first
        nodes[leaf]["child_count"] = count
        tree.size[0] = first + count
    back_up(nodes, path, depth, 0.5 - 0.5 * value, 1)
