"""
Monte Carlo tree search: UCT as in the Bamboo report, and switches that make it stronger.

A simulation walks down the tree by UCT, gives the leaf it reaches its children on the second
visit, plays a random game from there, and adds the result to every node on the way. The most
visited child of the root is played. One simulation counts as one node of the monitor, when it is
complete, so a limit in nodes is a limit in simulations. The same seed and limit in nodes give the
same tree. When the tree is full, simulations go on without adding to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import InvalidLimitError, InvalidParameterError
from plyground.game import Game
from plyground.kernel import (
    Monitor,
    compiled,
    enter_node,
    run_search,
    search_kernel,
    stop_requested,
)
from plyground.kernel.bits import FULL_WORD
from plyground.kernel.chance import next_seed
from plyground.search.buffers import SPARE, move_buffer
from plyground.search.mcts_playouts import (
    UNIFORM,
    play_out,
    play_to_end,
)
from plyground.search.mcts_tree import (
    DRAWN,
    LOST,
    NODE,
    OPEN,
    WON,
    Tree,
    advance,
    back_up,
    back_up_amaf,
    capacity_for,
    cut_to,
    enter_tree,
    expand,
    locate,
    new_tree,
    report,
    select_child,
    show_root,
    value_of_proof,
)
from plyground.search.playouts import playouts_for
from plyground.vocabulary import Decision, Estimate, Limit, Move, Proven, Score


@compiled
class TreeSwitches(NamedTuple):
    """What makes one algorithm into several. The defaults are plain UCT with the solver."""

    exploration: float = 0.4  # C of the Bamboo report, whose best value it is (Figure 13)
    solver: int = 1  # back proven values up, and stop once the root has one
    rave: int = 0  # simulations at which RAVE and a node's own value weigh alike; 0 for no RAVE
    priors: int = 0  # PUCT: explore in proportion to the priors
    expand_after: int = 1  # visits of a leaf before it gets children
    playout: int = UNIFORM
    candidates: int = 2  # BEST_OF_SOME: the best rated of so many random moves
    random_percent: int = 10  # MOSTLY_BEST: how often a random move instead of the best rated
    cut: int = 0  # plies after which the evaluator judges a playout; 0 to play to the end
    scale: int = 100  # the evaluation that means three quarters of a win


@compiled
class Indifferent(NamedTuple):
    """Judges every position and every move alike."""

    value: int = 0

    def evaluate(self, position: Any) -> int:
        """The same for every position."""
        return self.value

    def rate(self, position: Any, move: Move) -> int:
        """The same for every move."""
        return self.value


@compiled
class TreeTask(NamedTuple):
    """Who judges, and how to search."""

    evaluator: Any
    rater: Any
    switches: Any


@compiled
class TreeScratch(NamedTuple):
    """Arrays to work in."""

    moves: Any  # [move]
    counted: Any  # [move]
    path: Any  # [ply]: nodes from the root to the leaf
    played: Any  # [ply]: moves from the root to the end of the playout
    playouts: Any  # how random games are played; see `playouts`


def new_scratch(game: Game[Any]) -> TreeScratch:
    """Arrays large enough for every position of `game`."""
    moves, plies = move_buffer(game), game.max_plies + SPARE
    path, played = np.zeros(plies + 1, np.int64), np.zeros(plies, np.int64)
    return TreeScratch(moves, np.zeros_like(moves), path, played, playouts_for(game))


# --- the search -------------------------------------------------------------------------------


@compiled
def proof_of_end(position: Any) -> int:
    """What a finished game is worth for the player who made the last move."""
    result = position.result()
    if result == 0:
        return DRAWN
    return LOST if result > 0 else WON


@search_kernel(title="Monte Carlo tree search")
def search_tree(root: Any, task: Any, tree: Any, scratch: Any, seed: int, monitor: Any) -> int:
    """How many simulations were added to the tree, whose root is the position `root`.

    1. Walk down to a leaf. 2. Find its result; a playout that was stopped leaves no trace. 3. Add
    it to the nodes on the way. Stops on request, once the root is proven, or once a line in the
    tree is as deep as the limit.
    """
    # Unpacked here and handed on one by one, since each way through a tuple counts references.
    nodes, moves, path, played = tree.nodes, scratch.moves, scratch.path, scratch.played
    playouts = scratch.playouts
    switches, solver, simulations = task.switches, int(task.switches.solver), 0
    path[0] = 0
    while not (stop_requested(monitor) or (solver and nodes[0]["proven"] != OPEN)):
        position, node, depth = root, 0, 0
        while nodes[node]["proven"] == OPEN and depth < len(played):
            is_leaf = nodes[node]["child_count"] == 0
            if is_leaf and not expand(position, node, switches.expand_after, tree, moves, monitor):
                break
            seed = next_seed(seed)
            node = select_child(nodes, node, switches, seed)
            played[depth] = nodes[node]["move"]
            position = position.play(int(played[depth]))
            depth += 1
            path[depth] = node
        value, length = 0.0, depth
        if nodes[node]["proven"] == OPEN:
            if switches.playout == UNIFORM and switches.cut == 0:
                playout = playouts.begin(position)
                count = playout.choices
                if count > 0:
                    value, length, seed = play_to_end(playout, played, depth, seed, monitor)
            else:
                count = position.fill_moves(moves)
                if count > 0:
                    value, length, seed = play_out(
                        position, task, moves, count, played, depth, seed, monitor
                    )
            if count == 0:
                nodes[node]["proven"] = proof_of_end(position)
            elif value < 0.0:
                break
        if nodes[node]["proven"] != OPEN:
            value = value_of_proof(int(nodes[node]["proven"]))
        if switches.rave > 0:
            back_up_amaf(nodes, scratch, depth, length, value if depth % 2 else 1.0 - value)
        back_up(nodes, path, depth, value, solver)
        simulations += 1
        enter_node(monitor)
        if report(nodes, depth, length, simulations, solver, monitor):
            break
    show_root(nodes, solver, monitor)
    return simulations


# --- the searcher -----------------------------------------------------------------------------

INDIFFERENT = Indifferent()
PLAIN = TreeSwitches()
RESULT = {WON: 1, LOST: -1, DRAWN: 0}  # of a proven node, for who moved into it


@dataclass(frozen=True)
class MonteCarloSettings:
    """How to search, who judges, and how much memory the tree may take."""

    switches: TreeSwitches = PLAIN
    evaluator: Any = INDIFFERENT  # judges playouts that are cut
    rater: Any = INDIFFERENT  # guides playouts that are not uniform
    megabytes: float = 64.0
    reuse: bool = True  # keep the tree between moves

    def __post_init__(self) -> None:
        """Refuse numbers that the search cannot work with."""
        lowest = TreeSwitches(0.0, 0, 0, 0, 1, UNIFORM, 1, 0, 0, 1)
        for name, value, low in zip(lowest._fields, self.switches, lowest, strict=True):
            if not low <= value < FULL_WORD:
                raise InvalidParameterError(f"{name}={value} must be at least {low}")
        if not 0 < self.megabytes < FULL_WORD:
            raise InvalidParameterError(f"megabytes={self.megabytes} must be positive")

    @property
    def task(self) -> TreeTask:
        """What the kernel is given; always of the same types, so that it is compiled once."""
        exploration, *others = self.switches
        switches = TreeSwitches(float(exploration), *map(int, others))
        return TreeTask(self.evaluator, self.rater, switches)


@dataclass(frozen=True)
class MoveSummary:
    """What the tree says about one move at the root, seen by the player to move."""

    move: Move
    visits: int
    value: float  # mean result in [0, 1]; 0.5 without visits
    proven: int | None  # -1, 0 or +1 where the result is known for sure
    prior: float = 0.0  # how likely it was thought to be before any simulation


def moves_of(nodes: Any) -> list[MoveSummary]:
    """What a tree says about each move at its root, in the order of the moves."""
    first, count = (int(nodes[0][name]) for name in ("first_child", "child_count"))
    return [
        MoveSummary(
            int(node["move"]),
            int(node["visits"]),
            float(node["value"]) / int(node["visits"]) if node["visits"] else 0.5,
            RESULT.get(int(node["proven"])),
            float(node["prior"]),
        )
        for node in nodes[first : first + count]
    ]


def monitor_for(limit: Limit | None, monitor: Monitor | None) -> Monitor:
    """The monitor to use, with the limit written into it."""
    if monitor is None:
        if limit is None or limit == Limit():
            raise InvalidLimitError("a search needs a limit, or a monitor that can stop it")
        return Monitor(limit)
    monitor.bound(limit)
    return monitor


class MonteCarlo:
    """A searcher with a tree that it keeps from one call to the next.

    A new one gives the same decision for the same seed and limit in nodes; later ones also depend
    on the tree that was kept.
    """

    def __init__(
        self,
        settings: MonteCarloSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A searcher without a tree."""
        self.settings = settings or MonteCarloSettings()
        self._clock = clock
        self._game: Game[Any] | None = None
        self._root: Any = None  # the position at the root

    def search(
        self,
        game: Game[Any],
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        seed: int = 0,
    ) -> Decision:
        """The move to play in `position`, which is not over; `limit.nodes` bounds simulations.

        Without a limit it runs until the root is proven or somebody stops the monitor.
        """
        game.check_open(position)
        watch = monitor_for(limit, monitor)
        self.prepare(game, position)
        begun = self._clock()
        enter_tree(self._tree, self._root if self.settings.reuse else None, position)
        self._root = position
        if limit is not None and limit.seconds is not None:
            left = limit.seconds - (self._clock() - begun)
            limit = Limit(max(left, 1e-6))
        arguments = (position, self.settings.task, self._tree, self._scratch, seed & FULL_WORD)
        run_search(search_tree, watch, *arguments, limit=limit, clock=self._clock)
        return self._decision(game, position, watch, self._clock() - begun)

    def advance(self, move: Move) -> int:
        """Cut the tree to the position after `move`; how many nodes remain, 0 without a tree."""
        if self._root is None:
            return 0
        self._root = self._root.play(move)
        return advance(self._tree, move)

    def reset(self) -> None:
        """Forget the tree, so that the next search begins afresh."""
        self._game = self._root = None

    @property
    def moves(self) -> list[MoveSummary]:
        """What is known about each move at the root, in the order of the moves."""
        return [] if self._root is None else moves_of(self._tree.nodes)

    @property
    def nodes(self) -> Any:
        """The nodes of the tree, [node] of `mcts_tree.NODE`; the next search changes them."""
        return np.zeros(0, NODE) if self._root is None else self._tree.nodes[: self._tree.size[0]]

    @property
    def exploration(self) -> float:
        """The weight of the term that draws simulations to moves that had few."""
        return self.settings.switches.exploration

    def prepare(self, game: Game[Any], position: Any) -> None:
        """Have arrays and machine code ready, which is not on the clock."""
        if game != self._game:
            self._game, self._root, self._scratch = game, None, new_scratch(game)
            capacity = capacity_for(self.settings.megabytes, len(self._scratch.moves))
            self._tree: Tree = new_tree(capacity)
        task, tree = self.settings.task, self._tree
        search_tree.prepare(position, task, tree, self._scratch, 0, Monitor().array)
        locate.prepare(position, position.key(), tree.nodes)
        cut_to.prepare(tree, 0)

    def _decision(
        self, game: Game[Any], position: Any, monitor: Monitor, seconds: float
    ) -> Decision:
        """What the monitor and the root say; the first legal move if there was no time at all."""
        statistics, line = monitor.statistics(seconds), monitor.line
        if not line:
            return Decision(game.legal(position)[0], statistics=statistics)
        score: Score = Estimate(monitor.score, position.player())
        proven = int(self._tree.nodes[0]["proven"])
        if self.settings.switches.solver and proven != OPEN:
            score = Proven(-RESULT[proven], position.player())
        return Decision(line[0], score, line, statistics)
