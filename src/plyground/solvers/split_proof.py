"""The solver whose questions are answered by many machines, in parts (`split_tree`, `split_work`).

One process keeps the tree of parts and a table; workers answer parts, each with a limit in nodes,
and send the proofs that cost much. A part that took more is split. What was proven is in the
table, and with `keep` soon in the file of proofs: so whatever dies, the same command goes on from
there, and loses what workers had in hand and what came within the last moment.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, ClassVar
from uuid import uuid4

import numpy as np

from plyground.cluster.calls import Calls
from plyground.cluster.machines import Machines, warn
from plyground.errors import FileError, InvalidParameterError, WorkerError
from plyground.game import Game
from plyground.game.registry import reference_of
from plyground.kernel import Monitor, search_kernel
from plyground.solvers.exact import ExactSolver, Question
from plyground.solvers.exact_search import shared_key
from plyground.solvers.exact_store import keep_proofs
from plyground.solvers.exact_table import store
from plyground.solvers.proof_parcels import (
    FRESH,
    KNOWN,
    WRONG,
    ProofParcel,
    costliest_parcel,
    no_proofs,
    take_parcel,
)
from plyground.solvers.solution import LaterNotes, Note, Solution
from plyground.solvers.solver import Options, count_more
from plyground.solvers.split_tree import Part, SplitTree
from plyground.solvers.split_work import SubAnswer, Subproblem, answer, code_of
from plyground.vocabulary import Limit

FIRST_NODES = 25_000  # for the root; twice as many for every ply below it
MOST_NODES = 3_200_000  # for a part
MOST_CARRIED = 20_000  # proofs that a subproblem is sent with
LOOK_SECONDS = 0.1  # between looks at a limit and at Ctrl-C
CARRY_SECONDS = 1.0  # between choices of the proofs that are sent
SAVE_SHARE = 0.1  # of the time that may go into writing the file
SLOW = 3.0  # times the usual seconds, after which others begin with the children


@search_kernel
def key_of(position: Any, task: Any, ply: int) -> int:
    """The key under which the position, and near the root each of its images, is known."""
    return int(shared_key(position, task, ply))


@dataclass
class SplitCount:
    """What a proof in parts took."""

    asked: int = 0  # subproblems that were answered, or took too many nodes
    split: int = 0
    nodes: int = 0
    unfinished: int = 0  # nodes of subproblems that took too many
    lost: int = 0  # nodes for answers that nobody needed any more
    tally: Any = field(default_factory=lambda: np.zeros(3, np.int64))  # as in `merge`
    seconds: float = 0.0  # that the answers took, one after the other

    @property
    def repeated(self) -> int:
        """About how many nodes were looked at for what somebody else had proven."""
        fresh, known = int(self.tally[FRESH]), int(self.tally[KNOWN])
        return self.nodes * known // max(1, fresh + known)


class SplitSolver(ExactSolver):
    """An exact solver that has others search; it looks up what they have proven."""

    uses: ClassVar = frozenset({"memory", "keep", "cluster"})

    def __init__(self, game: Game[Any], options: Options) -> None:
        """`options.cluster` does the work; `options.memory` is of each worker, and of this one."""
        if options.distance:
            raise InvalidParameterError("a cluster proves results without distance; leave out one")
        super().__init__(game, options)
        assert options.cluster is not None
        self.machines: Machines = options.cluster
        self.count = SplitCount()
        self._calls: Calls[tuple[SplitTree, Part]] = Calls(self.machines)
        self._name = uuid4().hex
        self._code, self._reference = code_of(self), reference_of(type(game))
        self._carried, self._chosen = no_proofs(), -np.inf
        self._saved, self._save_cost = time.monotonic(), 0.0

    def solve(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """As of any exact solver, with a note about the work; what is proven is kept either way."""
        try:
            found = super().solve(position, limit, monitor, moves)
        except WorkerError as error:
            raise WorkerError(f"{error}; {self._how_to_go_on()}") from error
        told = {"cluster": self._note()}
        later = LaterNotes(lambda: {**found.notes, **told})
        return Solution(**{**vars(found), "notes": later})

    def progress(self) -> str:
        """How many parts were answered, and how many are under way."""
        return f"{self.count.asked:,} subproblems, {len(self._calls)} under way"

    def _how_to_go_on(self) -> str:
        if self.keep is None:
            return "with --keep FILE, what is proven can be kept and gone on from"
        self._keep(at_once=True)
        return f"what was proven is in {self.keep}; the same command goes on from there"

    def _note(self) -> Note:
        count, machines = self.count, self.machines
        data = {
            "workers": machines.size,
            "workers_lost": machines.lost,
            "subproblems": count.asked,
            "split": count.split,
            "nodes": count.nodes,
            "unfinished": count.unfinished,
            "lost": count.lost,
            "repeated": count.repeated,
        }
        share = 100 / max(1, count.nodes)
        words = (
            f"{machines.size} workers ({machines.lost} lost), {count.asked:,} subproblems, of "
            f"which {count.split:,} were split; of the nodes {share * count.lost:.0f}% were for "
            f"answers that came too late, about {share * count.repeated:.0f}% repeated others'"
        )
        return Note(data, words)

    # --- one question -------------------------------------------------------------------------

    def ask(
        self, position: Any, question: Question, watch: Monitor, limit: Limit | None = None
    ) -> bool:
        """Whether the side to move reaches the goal; meaningless once stopped."""
        until = np.inf if limit is None else time.monotonic() + (limit.seconds or np.inf)
        tree = self._tree(position, question)
        while tree.root.answer is None and not watch.stopped:
            self._give(tree, question.ply)
            answers = self._calls.take(LOOK_SECONDS)
            for _, told in answers:
                self._learn(told, watch)
            if answers:
                self._keep()
            for (asked, part), told in answers:
                self._conclude(asked, part, told)
            if time.monotonic() > until:
                watch.stop()
        return bool(tree.root.answer)

    def _tree(self, position: Any, question: Question) -> SplitTree:
        (task, memory), *_ = self.tasks(question)
        table = memory.table

        def key(reached: Any, ply: int) -> int:
            return int(key_of(reached, task, question.ply + ply))

        def known(key: int, goal: int) -> bool | None:
            low, high = table.bounds(key)
            return True if low >= goal else False if high < goal else None

        def settled(part: Part) -> None:
            low, high = table.bounds(part.key)
            low, high = (part.goal, high) if part.answer else (low, part.goal - 1)
            store(table, part.key, low, high, max(1, part.nodes))

        return SplitTree(self.game, position, question.goal, key, task.rater.rate, known, settled)

    def _give(self, tree: SplitTree, ply: int) -> None:
        """Have every worker busy with the most promising parts."""
        start = self.game.format_position(tree.root.position)
        while self._calls.room:
            part = tree.next_part()
            if part is None:
                if not self._split_slowest(tree):
                    return
                continue
            if tree.look_up(part):
                continue
            part.under_way = True
            asked = Subproblem(
                self._reference,
                self.game.parameter_values,
                self._name,
                self._code,
                start,
                part.moves,
                ply,
                part.goal,
                min(MOST_NODES, FIRST_NODES << min(part.ply, 20)),
                self.memory,
                self._costliest(),
            )
            self._calls.make((tree, part), answer, asked)

    def _split_slowest(self, tree: SplitTree) -> bool:
        """Split the part that takes much longer than usual; whether there is one."""
        usual = self.count.seconds / max(1, self.count.asked)
        waiting = {
            part: seconds
            for (asked, part), seconds in self._calls.seconds_of().items()
            if asked is tree and not part.children and part.is_needed
        }
        slowest = max(waiting, key=lambda part: waiting[part], default=None)
        if slowest is None or waiting[slowest] < max(1.0, SLOW * usual):
            return False
        self._split(tree, slowest)
        return True

    def _split(self, tree: SplitTree, part: Part) -> None:
        self.count.split += 1
        tree.split(part)

    def _costliest(self) -> ProofParcel:
        """What is worth knowing for every worker."""
        if time.monotonic() - self._chosen > CARRY_SECONDS:
            self._carried = costliest_parcel(self.results.table, MOST_CARRIED)
            self._chosen = time.monotonic()
        return self._carried

    # --- answers ------------------------------------------------------------------------------

    def _learn(self, told: SubAnswer, watch: Monitor) -> None:
        """Take what was proven into the table."""
        take_parcel(self.results.table, told.proofs, self.count.tally)
        if self.count.tally[WRONG]:
            raise WorkerError("a worker's proofs contradict those of another; nothing is proven")
        self.results.seen[0] |= told.seen_draw
        self.count.asked += 1
        self.count.nodes += told.nodes
        self.count.seconds += told.seconds
        count_more(watch, told.nodes)

    def _conclude(self, tree: SplitTree, part: Part, told: SubAnswer) -> None:
        """Go on with an answer, or with the part's children where there is none."""
        part.under_way = False
        part.nodes += told.nodes
        if not part.is_needed:
            self.count.lost += told.nodes
        elif told.reached is not None:
            tree.settle(part, told.reached)
            tree.on_answer(part)
        else:
            self.count.unfinished += told.nodes
            if not part.children:
                self._split(tree, part)

    def _keep(self, at_once: bool = False) -> None:
        """Write the file, unless it was written just now; a disk that is full is tried again."""
        if self.keep is None:
            return
        begun = time.monotonic()
        if not at_once and begun - self._saved < self._save_cost / SAVE_SHARE:
            return
        try:
            keep_proofs(self, self.keep)
        except FileError as error:
            warn(f"{error}; what is proven stays in memory, and is tried to be kept again")
        self._saved = time.monotonic()
        self._save_cost = self._saved - begun
