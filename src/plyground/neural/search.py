"""
Search guided by a network, as in AlphaZero: `NeuralSearch`.

Leaves are collected a few at a time, since a network judges eight positions faster than one eight
times. Until it has answered, a collected leaf counts as lost for those who walked to it, so that
the next walk goes elsewhere. One judged or finished leaf is one node of the monitor.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.kernel import (
    Monitor,
    compiled,
    count_legal_moves,
    enter_node,
    search_kernel,
    stop_requested,
)
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.monitor import (
    DEPTH,
    DEPTH_LIMIT,
    EVALUATIONS,
    NODE_LIMIT,
    NODES,
    SELECTIVE_DEPTH,
)
from plyground.neural.encoding import Encoding
from plyground.neural.puct import Puct, find_priors, grow, note_slots, walk_down, write_image
from plyground.search.buffers import SPARE
from plyground.search.mcts import (
    RESULT,
    MoveSummary,
    monitor_for,
    moves_of,
    proof_of_end,
)
from plyground.search.mcts_tree import (
    OPEN,
    Tree,
    back_up,
    capacity_for,
    cut_to,
    enter_tree,
    locate,
    new_tree,
    show_root,
    value_of_proof,
)
from plyground.vocabulary import Decision, Estimate, Limit, Proven, Score

BATCH = 8  # leaves that are judged together
SLOW_START = 8  # simulations for each leaf of a batch: the first few are judged one by one


class Judge(Protocol):
    """A network for one game at one size."""

    encoding: Encoding

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [position, slot] and values [position] of planes [position, channel, ...]."""


@compiled
class Leaves(NamedTuple):
    """What is written down about leaves until the network has judged them."""

    paths: Any  # [leaf, ply]: nodes from the root
    depths: Any  # [leaf]
    moves: Any  # [leaf, move]
    slots: Any  # [leaf, image, move]
    counts: Any  # [leaf]: moves
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


@search_kernel(title="the search with a network")
def gather(
    root: Any, encoder: Any, tree: Any, leaves: Any, puct: Any, wanted: int, monitor: Any
) -> int:
    """How many leaves, at most `wanted`, were written down for the network to judge.

    Finished games on the way are proven at once. Fewer come back if a walk ends at a leaf that is
    already written down, once the root is proven, where the limit is reached, or on request.
    """
    nodes, found = tree.nodes, 0
    while found < wanted and nodes[0]["proven"] == OPEN:
        if stop_requested(monitor) or is_spent(monitor, found):
            break
        path, moves = leaves.paths[found], leaves.moves[found]
        position, depth = walk_down(root, nodes, path, puct)
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
        grow(tree, leaves.paths[i], depth, leaves.moves[i], leaves.priors, moves, value)
        monitor[EVALUATIONS] += 1
        monitor[DEPTH] = max(int(monitor[DEPTH]), depth)
        enter_node(monitor)
    show_root(nodes, 1, monitor)
    return int(nodes[0]["visits"])


def _rows(planes: np.ndarray) -> np.ndarray:
    """Planes [leaf, image, ...] as the network takes them: one image after another."""
    return planes.reshape(-1, *planes.shape[2:])


@dataclass(frozen=True)
class NeuralSettings:
    """How to search, and how much memory the tree may take."""

    puct: Puct = field(default_factory=Puct)
    megabytes: float = 64.0
    batch: int = BATCH
    spread: float = 0.0  # share of the root's priors that all moves share evenly
    symmetric: bool = False  # the network is asked about every image of a leaf

    def __post_init__(self) -> None:
        """Refuse numbers that the search cannot work with."""
        if not (0 <= self.puct.exploration < FULL_WORD and 0 <= self.puct.reduction <= 1):
            raise InvalidParameterError("c must be at least 0, and the reduction from 0 to 1")
        if not (0 < self.megabytes < FULL_WORD and 1 <= self.batch <= 1024):
            raise InvalidParameterError("memory must be positive, and batch from 1 to 1024")
        if not 0 <= self.spread <= 1:
            raise InvalidParameterError(f"spread={self.spread} must be from 0 to 1")


class NeuralSearch:
    """A searcher with a tree that it keeps from one call to the next."""

    def __init__(
        self,
        game: Game[Any],
        judge: Judge,
        settings: NeuralSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A searcher without a tree."""
        self.game = game
        self.judge = judge
        self.settings = settings or NeuralSettings()
        self._clock = clock
        images = game.symmetries if self.settings.symmetric else 1
        self._leaves = new_leaves(game, judge.encoding, self.settings.batch, images)
        capacity = capacity_for(self.settings.megabytes, len(self._leaves.priors))
        self._tree: Tree = new_tree(capacity)
        self._root: Any = None  # the position at the root
        self._spread: Any = None  # the position whose priors were spread

    def search(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The move to play in `position`, which is not over.

        `limit.nodes` bounds simulations, `limit.depth` the depth of the deepest judged leaf.
        """
        self.game.check_open(position)
        watch = monitor_for(limit, monitor)
        self.prepare(position)
        begun = self._clock()
        deadline = None if limit is None or limit.seconds is None else begun + limit.seconds
        enter_tree(self._tree, self._root, position)
        self._root = position
        while deadline is None or self._clock() < deadline:
            self._spread_priors(position)
            if not self._simulate(position, watch):
                break
        show_root(self._tree.nodes, 1, watch.array)
        return self._decision(position, watch, self._clock() - begun)

    def opinion(self, position: Any, symmetric: bool = False) -> tuple[dict[int, float], float]:
        """What the network alone says: how likely each move is, and the value for the mover.

        If it is to be `symmetric`, it is asked about every image of the position under the game's
        symmetries, and the answers are averaged.
        """
        self.game.check_open(position)
        encoding, moves = self.judge.encoding, self.game.legal(position)
        images = self.game.symmetries if symmetric else 1
        turned = [position if each == 0 else position.transform(each) for each in range(images)]
        planes = np.stack([encoding.planes_of(image) for image in turned])
        logits, values = self.judge.judge(planes)
        slots, priors, likely = self._leaves.slots[0, 0], self._leaves.priors, np.zeros(len(moves))
        for each, image in enumerate(turned):
            there = [m if each == 0 else int(position.transform_move(each, m)) for m in moves]
            note_slots(image, encoding.encoder, there, len(there), slots)
            find_priors(logits[each], slots, len(there), priors)
            likely += priors[: len(there)] / images
        return dict(zip(moves, map(float, likely), strict=True)), float(values.mean())

    @property
    def moves(self) -> list[MoveSummary]:
        """What is known about each move at the root, in the order of the moves."""
        return moves_of(self._tree.nodes)

    @property
    def nodes(self) -> Any:
        """The nodes of the tree, [node] of `mcts_tree.NODE`; the next search changes them."""
        return self._tree.nodes[: self._tree.size[0]]

    @property
    def exploration(self) -> float:
        """The weight of the term that draws simulations to moves that had few."""
        return self.settings.puct.exploration

    def reset(self) -> None:
        """Forget the tree, so that the next search begins afresh."""
        self._root = self._spread = None

    def _spread_priors(self, position: Any) -> None:
        """Let no move of the root be overlooked, however unlikely the network thinks it is."""
        root, share = self._tree.nodes[0], self.settings.spread
        if share == 0 or position == self._spread or not root["child_count"]:
            return
        first, count = int(root["first_child"]), int(root["child_count"])
        priors = self._tree.nodes[first : first + count]["prior"]
        priors[:] = (1 - share) * priors + share / count
        self._spread = position

    def _simulate(self, position: Any, monitor: Monitor) -> bool:
        """One batch of leaves; false once there is nothing more to do."""
        tree, leaves = self._tree, self._leaves
        wanted = min(self.settings.batch, 1 + int(tree.nodes[0]["visits"]) // SLOW_START)
        encoder, puct = self.judge.encoding.encoder, self.settings.puct
        found = gather(position, encoder, tree, leaves, puct, wanted, monitor.array)
        if found:
            logits, values = self.judge.judge(_rows(leaves.planes[:found]))
            deliver(tree, leaves, logits, values, found, monitor.array)
        deep = bool(0 < monitor.array[DEPTH_LIMIT] <= monitor.array[DEPTH])
        return found > 0 and not (deep or monitor.stopped or tree.nodes[0]["proven"] != OPEN)

    def prepare(self, position: Any) -> None:
        """Have machine code ready, which is not on the clock."""
        tree, leaves, encoding = self._tree, self._leaves, self.judge.encoding
        logits, values = self.judge.judge(_rows(leaves.planes[:1]))
        watch = Monitor().array
        gather.prepare(position, encoding.encoder, tree, leaves, self.settings.puct, 1, watch)
        deliver.prepare(tree, leaves, logits, values, 1, watch)
        locate.prepare(position, position.key(), tree.nodes)
        cut_to.prepare(tree, 0)

    def _decision(self, position: Any, monitor: Monitor, seconds: float) -> Decision:
        """What the monitor and the root say; the first legal move if there was no time at all."""
        statistics, line = monitor.statistics(seconds), monitor.line
        if not self._tree.nodes[0]["child_count"]:
            return Decision(self.game.legal(position)[0], statistics=statistics)
        score: Score = Estimate(monitor.score, position.player())
        proven = int(self._tree.nodes[0]["proven"])
        if proven != OPEN:
            score = Proven(-RESULT[proven], position.player())
        return Decision(line[0], score, line, statistics)
