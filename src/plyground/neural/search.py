"""
Search guided by a network, as in AlphaZero: `NeuralSearch`.

Leaves are collected a few at a time (`leaves`), since a network judges eight positions faster than
one eight times. On request the game's solver tries them first (`proofs`). One judged, finished or
proven leaf is one node of the monitor.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.monitor import DEPTH, DEPTH_LIMIT, NODES
from plyground.neural.answers import Judge, RememberingJudge
from plyground.neural.leaves import Place, deliver, gather, new_leaves, settle
from plyground.neural.proofs import PositionProver, TreeProofs
from plyground.neural.puct import Puct, find_priors, note_slots
from plyground.search.mcts import RESULT, MoveSummary, monitor_for, moves_of
from plyground.search.mcts_tree import (
    OPEN,
    Tree,
    capacity_for,
    clear,
    cut_to,
    enter_tree,
    locate,
    new_tree,
    show_root,
)
from plyground.vocabulary import Decision, Estimate, Limit, Proven, Score

BATCH = 8  # leaves that are judged together
PROOFS_EACH = 4  # leaves of a batch: so many are proven at most before the clock is looked at
SLOW_START = 8  # simulations for each leaf of a batch: the first few are judged one by one


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
        prover: PositionProver | None = None,
    ) -> None:
        """A searcher without a tree; a `prover` looks at leaves before the network does."""
        self.game = game
        self.judge = RememberingJudge(judge)
        self.settings = settings or NeuralSettings()
        self._clock = clock
        images = game.symmetries if self.settings.symmetric else 1
        self._leaves = new_leaves(game, judge.encoding, self.settings.batch, images)
        capacity = capacity_for(self.settings.megabytes, len(self._leaves.priors))
        self._tree: Tree = new_tree(capacity)
        self._root: Any = None  # the position at the root
        self._spread: Any = None  # the position whose priors were spread
        self._answers: tuple[np.ndarray, np.ndarray] | None = None  # for machine code to be made by
        self.proofs = None if prover is None else TreeProofs(prover, self._tree, self._leaves)

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

        def is_over() -> bool:
            return watch.stopped or (deadline is not None and self._clock() >= deadline)

        self._enter(position, is_over)
        while not is_over():
            self._spread_priors(position)
            if self.proofs is not None:
                self.proofs.try_root(position, watch)
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
        """Forget the tree and all proofs, so that the next search begins afresh."""
        self._root = self._spread = None
        if self.proofs is not None:
            self.proofs.prover.reset()

    def _enter(self, position: Any, is_over: Callable[[], bool]) -> None:
        """Make the position the root. A proof of it that names no move is set aside."""
        enter_tree(self._tree, self._root, position)
        self._root, root = position, self._tree.nodes[0]
        if root["proven"] != OPEN and not root["child_count"]:
            clear(self._tree)
        if self.proofs is not None:
            self.proofs.begin(is_over)

    def _spread_priors(self, position: Any) -> None:
        """Let no move of the root be overlooked, however unlikely the network thinks it is."""
        root, share = self._tree.nodes[0], self.settings.spread
        if share == 0 or position == self._spread or not root["child_count"]:
            return
        first, count = int(root["first_child"]), int(root["child_count"])
        priors = self._tree.nodes[first : first + count]["prior"]
        priors[:] = (1 - share) * priors + share / count
        self._spread = position

    def _collect(self, position: Any, monitor: Monitor) -> int:
        """Write down leaves for the network; how many. Those that are proven do not need it."""
        tree, leaves, most = self._tree, self._leaves, self.settings.batch
        wanted = min(most, 1 + int(tree.nodes[0]["visits"]) // SLOW_START)
        given = (position, self.judge.encoding.encoder, tree, leaves, self.settings.puct)
        if self.proofs is None:
            return int(gather(*given, Place(0, wanted), monitor.array))
        found = 0
        for _ in range(PROOFS_EACH * wanted):
            if gather(*given, Place(found, found + 1), monitor.array) == found:
                break
            if not self.proofs.try_leaf(position, found, monitor):
                found += 1
            if found == wanted:
                break
        return found

    def _simulate(self, position: Any, monitor: Monitor) -> bool:
        """One batch of leaves; false once there is nothing more to do."""
        tree, leaves, before = self._tree, self._leaves, int(monitor.array[NODES])
        found = self._collect(position, monitor)
        if found:
            logits, values = self.judge.judge(_rows(leaves.planes[:found]))
            deliver(tree, leaves, logits, values, found, monitor.array)
        deep = bool(0 < monitor.array[DEPTH_LIMIT] <= monitor.array[DEPTH])
        ended = deep or monitor.stopped or tree.nodes[0]["proven"] != OPEN
        return int(monitor.array[NODES]) > before and not ended

    def prepare(self, position: Any) -> None:
        """Have machine code ready, which is not on the clock."""
        tree, leaves, encoding = self._tree, self._leaves, self.judge.encoding
        if self._answers is None:
            self._answers = self.judge.judge(_rows(leaves.planes[:1]))
        logits, values = self._answers
        watch, place = Monitor().array, Place(0, 1)
        gather.prepare(position, encoding.encoder, tree, leaves, self.settings.puct, place, watch)
        deliver.prepare(tree, leaves, logits, values, 1, watch)
        if self.proofs is not None:
            self.proofs.prover.prepare(position)
            settle.prepare(tree, leaves.paths[0], 0, OPEN, watch)
        locate.prepare(position, position.key(), tree.nodes)
        cut_to.prepare(tree, 0)

    def _decision(self, position: Any, monitor: Monitor, seconds: float) -> Decision:
        """What the monitor and the root say; the first legal move if there was no time at all."""
        statistics, line = monitor.statistics(seconds), monitor.line
        statistics.proof_nodes = 0 if self.proofs is None else self.proofs.prover.spent
        if not self._tree.nodes[0]["child_count"]:
            return Decision(self.game.legal(position)[0], statistics=statistics)
        score: Score = Estimate(monitor.score, position.player())
        proven = int(self._tree.nodes[0]["proven"])
        if proven != OPEN:
            score = Proven(-RESULT[proven], position.player())
        return Decision(line[0], score, line, statistics)
