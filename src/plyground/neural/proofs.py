"""Bounded proofs beside a network: the game's solver tries positions of the tree.

In the time that a network takes for one position a solver looks at thousands. So it tries each new
leaf first, within a number of nodes, and where it gets to the end the network is not asked: the
leaf is worth what was proven. A position that the search comes back to is tried again with more
nodes, in proportion to its visits, and the root gets most. Nothing is looked up in books.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.neural.leaves import Leaves, add_virtual_loss, settle
from plyground.search.mcts_tree import DRAWN, LOST, OPEN, WON, Tree, proof_from_children
from plyground.solvers.solver import Options, Solver, solver_for

MEGABYTES = 64.0  # that the solver's table may grow to
MOST_NODES = 10**8
SLICE = 50_000  # nodes after which a proof looks whether it is to stop
RETRY = 4  # times as many visits as at the last attempt: then a position is tried again
ROOT_SHARE = 10  # times the nodes that any other position gets for its visits
# The field of a node with its visits at the last attempt: there is no room for one of its own, and
# a search by a network counts nothing in this one.
TRIED = "amaf_visits"
PROVEN = {1: LOST, 0: DRAWN, -1: WON}  # by the result for the player to move at a node


class PositionProver:
    """Proves positions of one game; what was proven is kept until `reset`."""

    def __init__(self, game: Game[Any], nodes: int) -> None:
        """`nodes` bounds the proof of a leaf; `InvalidParameterError` if that cannot be had."""
        if isinstance(nodes, bool) or not isinstance(nodes, int) or not 1 <= nodes <= MOST_NODES:
            raise InvalidParameterError(
                f"proof={nodes} must be a whole number of nodes from 0 to {MOST_NODES}"
            )
        self.game, self.nodes = game, nodes
        self.spent = 0  # nodes, since somebody set it to 0
        self.is_over: Callable[[], bool] = lambda: False  # whether proofs are to stop
        self._solver = self._new_solver()

    def _new_solver(self) -> Solver:
        solving = self.game.knowledge.solving
        if not solving.repeats or solving.solver is not None:
            book = None if solving.book is None else False
            solver = solver_for(self.game, Options(memory=MEGABYTES, book=book))
            if solver.bounded:
                return solver
        raise InvalidParameterError(
            f"proof={self.nodes} cannot be had for {self.game}: its solver proves no single "
            "position within a number of nodes; leave it out"
        )

    def prepare(self, position: Any) -> None:
        """Have machine code ready."""
        self._solver.prepare(position)

    def reset(self) -> None:
        """Forget what was proven, so that the next search begins afresh."""
        self._solver.forget()

    def reaches(self, position: Any, goal: int, nodes: int) -> bool | None:
        """Whether the player to move gets so much, 1 or 0; None if that takes more nodes.

        It works in slices, between which it may be stopped; the table remembers.
        """
        while nodes > 0 and not self.is_over():
            reached, spent = self._solver.reaches_within(position, goal, min(nodes, SLICE))
            self.spent += spent
            if reached is not None:
                return reached
            nodes -= SLICE
        return None

    def bounds(self, position: Any, share: int, hopeful: bool) -> tuple[int, int]:
        """Between which results the position lies, for the player to move.

        `share` times the nodes of a leaf may be spent. A `hopeful` player is first asked about
        winning, another one about a draw: where the guess is right, the rest need not be asked.
        """
        low, high, last = -1, 1, self.spent + share * self.nodes
        for goal in (1, 0) if hopeful else (0, 1):
            reached = self.reaches(position, goal, last - self.spent)
            if reached is None:
                break
            if reached:
                low = goal
            else:
                high = goal - 1 if goal == 0 or self._solver.saw_draw() else -1
            if low == high:
                break
        return low, high


class TreeProofs:
    """Has positions of a tree proven, and backs up what is."""

    def __init__(self, prover: PositionProver, tree: Tree, leaves: Leaves) -> None:
        """For one tree, and the leaves of it that are written down."""
        self.prover, self.tree, self.leaves = prover, tree, leaves
        self._next_try = 0  # visits of the root

    def begin(self, is_over: Callable[[], bool]) -> None:
        """A new search begins, which is over as soon as that says so."""
        self.prover.is_over, self.prover.spent, self._next_try = is_over, 0, 0
        root = self.tree.nodes[0]
        if root["child_count"] and proof_from_children(self.tree.nodes, 0) == OPEN:
            root["proven"] = OPEN  # so that a move is found

    def try_root(self, position: Any, monitor: Monitor) -> None:
        """Try the root if it is open and has many more visits than at the last attempt.

        A proof of the root needs a move that keeps the result; in a lost game any move does.
        """
        root = self.tree.nodes[0]
        visits, first = int(root["visits"]), int(root["first_child"])
        if not root["child_count"] or root["proven"] != OPEN or visits < self._next_try:
            return
        self._next_try = RETRY * visits
        places = range(first, first + int(root["child_count"]))
        likely = sorted(places, key=lambda i: -float(self.tree.nodes[i]["prior"]))
        after = {i: position.play(int(self.tree.nodes[i]["move"])) for i in likely}
        if any(self._wins_at_once(i, after[i], monitor) for i in likely):
            return
        share, hopeful = ROOT_SHARE * visits, 2 * float(root["value"]) <= visits
        low, high = self.prover.bounds(position, share, hopeful)
        if low == 0 < high:
            root["drawable"] = 1
        if low == high and (low < 0 or self._find_move(after, low, share, monitor)):
            root["proven"] = PROVEN[low]

    def _wins_at_once(self, place: int, after: Any, monitor: Monitor) -> bool:
        """Whether a move of the root ends the game with a win, which is then backed up."""
        wins = not self.prover.game.legal(after) and after.result() < 0
        if wins:
            self._settle_move(place, -1, monitor)
        return bool(wins)

    def _find_move(self, after: dict[int, Any], result: int, share: int, monitor: Monitor) -> bool:
        """Whether a move that keeps the root's result was found, the likeliest, and backed up."""
        for place, position in after.items():
            more = self.prover.reaches(position, 1 - result, share * self.prover.nodes)
            if more is False:
                self._settle_move(place, -result, monitor)
                return True
        return False

    def _settle_move(self, place: int, result: int, monitor: Monitor) -> None:
        """Back up the result of a move of the root, for the player who moves after it."""
        path = self.leaves.paths[0]
        path[0], path[1] = 0, place
        settle(self.tree, path, 1, PROVEN[result], monitor.array)

    def try_leaf(self, root: Any, leaf: int, monitor: Monitor) -> bool:
        """Whether a leaf that was written down is proven, or a position on the way to it.

        It need not be judged then. A part of a proof bounds what the network says.
        """
        nodes, position = self.tree.nodes, root
        path, depth = self.leaves.paths[leaf], int(self.leaves.depths[leaf])
        for ply in range(1, depth + 1):
            parent, node = nodes[int(path[ply - 1])], nodes[int(path[ply])]
            position, visits = position.play(int(node["move"])), int(node["visits"])
            if visits < RETRY * node[TRIED]:
                continue
            node[TRIED] = visits
            hopeful = 2 * float(parent["value"]) >= int(parent["visits"])
            low, high = self.prover.bounds(position, visits, hopeful)
            if low == high:
                add_virtual_loss(nodes, path, depth, -1)
                settle(self.tree, path, ply, PROVEN[low], monitor.array)
                return True
            if low == 0:
                node["drawable"] = 1
            if ply == depth:
                self.leaves.bounds[leaf] = low, high
        return False
