"""
The leaves of a tree that a network judges: written down, judged together, put into the tree.

Until the network has answered, a leaf that is written down counts as lost for those who walked to
it, so that the next walk goes elsewhere. One judged, finished or proven leaf is one node of the
monitor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.kernel import compiled, count_legal_moves, enter_node, search_kernel, stop_requested
from plyground.kernel.monitor import DEPTH, EVALUATIONS, NODE_LIMIT, NODES, SELECTIVE_DEPTH
from plyground.neural.encoding import Encoding
from plyground.neural.puct import find_priors, grow, walk_down, write_image
from plyground.search.buffers import SPARE
from plyground.search.mcts import proof_of_end
from plyground.search.mcts_tree import OPEN, back_up, show_root, value_of_proof


@compiled
class Leaves(NamedTuple):
    """What is written down about leaves until the network has judged them."""

    paths: Any  # [leaf, ply]: nodes from the root
    depths: Any  # [leaf]
    moves: Any  # [leaf, move]
    slots: Any  # [leaf, image, move]
    counts: Any  # [leaf]: moves
    bounds: Any  # [leaf, 2]: between which the value is proven to lie, for the player to move
    planes: Any  # [leaf, image, channel, row, column]
    priors: Any  # [move]: scratch
    each: Any  # [move]: scratch


def new_leaves(game: Game[Any], encoding: Encoding, count: int, images: int) -> Leaves:
    """Room for `count` leaves of any position of the game, each under so many symmetries."""
    room, plies = game.max_moves + SPARE, game.max_plies + SPARE
    return Leaves(
        paths=np.zeros((count, plies), np.int64),
        depths=np.zeros(count, np.int64),
        moves=np.zeros((count, room), np.int64),
        slots=np.zeros((count, images, room), np.int64),
        counts=np.zeros(count, np.int64),
        bounds=np.zeros((count, 2), np.float64),
        planes=np.ones((count, images, *encoding.shape), np.float32),
        priors=np.zeros(room, np.float64),
        each=np.zeros(room, np.float64),
    )


@compiled
def add_virtual_loss(nodes: Any, path: Any, depth: int, visits: int) -> None:
    """Count a walk that was lost, or with `visits` = -1 take it back."""
    for ply in range(depth + 1):
        nodes[int(path[ply])]["visits"] += visits


@compiled
def is_spent(monitor: Any, waiting: int) -> bool:
    """Whether the nodes so far and the leaves that wait reach the limit."""
    return bool(0 < monitor[NODE_LIMIT] <= monitor[NODES] + waiting)


@compiled
class Place(NamedTuple):
    """How many leaves are written down, and how many there are to be."""

    found: int
    wanted: int


@search_kernel(title="the search with a network")
def gather(
    root: Any, encoder: Any, tree: Any, leaves: Any, puct: Any, place: Any, monitor: Any
) -> int:
    """How many leaves, at most `place.wanted`, are written down for the network to judge.

    The first `place.found` of them were so before. Finished games on the way are proven at once.
    Fewer come back if a walk ends at a leaf that is already written down, once the root is proven,
    where the limit is reached, or on request.
    """
    nodes, found, wanted = tree.nodes, int(place.found), int(place.wanted)
    while found < wanted and nodes[0]["proven"] == OPEN:
        if stop_requested(monitor) or is_spent(monitor, found):
            break
        path, moves = leaves.paths[found], leaves.moves[found]
        position, depth = walk_down(root, nodes, path, -1, puct)
        for other in range(found):
            if leaves.paths[other, int(leaves.depths[other])] == path[depth]:
                return found
        count = position.fill_moves(moves)
        monitor[SELECTIVE_DEPTH] = max(int(monitor[SELECTIVE_DEPTH]), depth)
        if count == 0:
            node = nodes[int(path[depth])]
            node["proven"] = proof_of_end(position)
            back_up(nodes, path, depth, value_of_proof(int(node["proven"])), 1)
            enter_node(monitor)
            continue
        count_legal_moves(monitor, count)
        for image in range(leaves.slots.shape[1]):
            planes, slots = leaves.planes[found, image], leaves.slots[found, image]
            write_image(position, image, encoder, moves, count, planes, slots)
        leaves.depths[found] = depth
        leaves.counts[found] = count
        leaves.bounds[found, 0], leaves.bounds[found, 1] = -1.0, 1.0
        add_virtual_loss(nodes, path, depth, 1)
        found += 1
    return found


@compiled
def average_images(leaves: Any, leaf: int, logits: Any, values: Any) -> float:
    """The mean of the network's values of a leaf's images; `leaves.priors` gets that of priors."""
    images, count, total = int(leaves.slots.shape[1]), int(leaves.counts[leaf]), 0.0
    for i in range(count):
        leaves.priors[i] = 0.0
    for image in range(images):
        row = leaf * images + image
        find_priors(logits[row], leaves.slots[leaf, image], count, leaves.each)
        total += float(values[row])
        for i in range(count):
            leaves.priors[i] += float(leaves.each[i]) / images
    return total / images


@search_kernel(title="the search with a network")
def deliver(tree: Any, leaves: Any, logits: Any, values: Any, count: int, monitor: Any) -> int:
    """Put the network's answers for the first `count` leaves into the tree; the root's visits.

    `logits` and `values` have a row for each image of each leaf.
    """
    nodes = tree.nodes
    for i in range(count):
        depth, moves = int(leaves.depths[i]), int(leaves.counts[i])
        add_virtual_loss(nodes, leaves.paths[i], depth, -1)
        value = average_images(leaves, i, logits, values)
        value = min(max(value, float(leaves.bounds[i, 0])), float(leaves.bounds[i, 1]))
        grow(tree, leaves.paths[i], depth, leaves.moves[i], leaves.priors, moves, value)
        monitor[EVALUATIONS] += 1
        monitor[DEPTH] = max(int(monitor[DEPTH]), depth)
        enter_node(monitor)
    show_root(nodes, 1, monitor)
    return int(nodes[0]["visits"])


@search_kernel(title="the search with a network")
def settle(tree: Any, path: Any, depth: int, proven: int, monitor: Any) -> int:
    """Back up what is proven of the end of a path, seen by who moved into it; the root's visits."""
    nodes = tree.nodes
    nodes[int(path[depth])]["proven"] = proven
    back_up(nodes, path, depth, value_of_proof(proven), 1)
    monitor[DEPTH] = max(int(monitor[DEPTH]), depth)
    enter_node(monitor)
    return int(nodes[0]["visits"])
