"""The solver whose questions are answered by many machines, in parts (`split_tree`, `split_work`).

One process keeps the tree of parts and a table; workers look at parts, each time with a limit in
nodes, and send the proofs that cost much. If that was not enough, the same worker, whose table
knows where it was, goes on for as many nodes again; a part is split only where others would be
idle. What was proven is in the table, and with `keep` soon in the file of proofs: so whatever dies,
the same command goes on from there, and loses what workers had in hand and what came within the
last moment.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, ClassVar
from uuid import uuid4

import numpy as np

from plyground.cluster.calls import Calls
from plyground.cluster.machines import Machines, warn
from plyground.errors import ContradictionError, FileError, InvalidParameterError, WorkerError
from plyground.game import Game
from plyground.game.registry import reference_of
from plyground.kernel import Monitor, search_kernel
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_search import largest_image, shared_key
from plyground.solvers.exact_store import keep_proofs
from plyground.solvers.exact_table import store
from plyground.solvers.proof_parcels import FRESH, KNOWN, new_tally, take_parcels
from plyground.solvers.solution import LaterNotes, Note, Solution
from plyground.solvers.solver import Options, count_more
from plyground.solvers.split_places import Places
from plyground.solvers.split_tree import Part, SplitTree
from plyground.solvers.split_work import (
    Place,
    SubAnswer,
    Subproblem,
    answer,
    code_of,
    stop_work,
)
from plyground.vocabulary import Limit, Move

FIRST_NODES = 50_000  # for a part, or those of so many seconds if that is more,
FIRST_SECONDS = 0.05
MOST_NODES = 3_200_000  # then as many again as were looked at, up to this; all for each thread
LOOK_SECONDS = 0.1  # between looks at a limit and at Ctrl-C
PATIENT_SECONDS = 0.5  # of work in peace, before it is split for others
SAVE_SHARE = 0.1  # of the time that may go into writing the file
SLOW = 3.0  # times the usual seconds, after which others begin with the children


@search_kernel
def key_of(position: Any, task: Any, ply: int) -> int:
    """The key under which the position, and near the root each of its images, is known."""
    return int(shared_key(position, task, ply))


@dataclass(frozen=True, eq=False)
class Given:
    """A part that a worker looks at."""

    tree: SplitTree
    part: Part
    number: int
    place: Place


@dataclass
class SplitCount:
    """What a proof in parts took."""

    asked: int = 0  # calls of workers
    split: int = 0  # parts
    nodes: int = 0
    unfinished: int = 0  # nodes of parts that were split
    lost: int = 0  # nodes for answers that nobody needed any more
    tally: Any = field(default_factory=new_tally)
    seconds: float = 0.0  # that the answers took, one after the other

    @property
    def repeated(self) -> int:
        """About how many nodes were looked at for what somebody else had proven."""
        fresh, known = int(self.tally[FRESH]), int(self.tally[KNOWN])
        return self.nodes * known // max(1, fresh + known)


class SplitSolver(ExactSolver):
    """An exact solver that has others search; it looks up what they have proven."""

    uses: ClassVar = frozenset({"memory", "threads", "keep", "cluster"})
    manner: ClassVar = " on a cluster"

    def __init__(self, game: Game[Any], options: Options) -> None:
        """`options.cluster` does the work, each worker of it with so many threads.

        `options.memory` is of each worker, and of this process.
        """
        if options.distance:
            raise InvalidParameterError("a cluster proves results without distance; leave out one")
        super().__init__(game, replace(options, threads=None))
        assert options.cluster is not None
        self.worker_threads = options.thread_count()
        self.machines: Machines = options.cluster
        self.count = SplitCount()
        self._calls: Calls[Given] = Calls(self.machines, ahead=False)
        self._places = Places(self.result_tables())
        self._numbers, self._stopped = count(), set[int]()
        self._name = uuid4().hex
        self._code, self._reference = code_of(self), reference_of(type(game))
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
        except ContradictionError as error:
            about = "" if self.keep is None else f"; do not go on from {self.keep}"
            raise ContradictionError(f"{error}{about}") from error
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
            answers = self._calls.take(LOOK_SECONDS if tree.root.answer is None else 0)
            for given, told in answers:
                self._learn(given, told, watch)
            if answers:
                self._keep()
            for given, told in answers:
                self._conclude(given, told)
            self._stop_what_is_not_needed(tree)
            if time.monotonic() > until:
                watch.stop()
        self._stop_what_is_not_needed()
        return bool(tree.root.answer)

    def _tree(self, position: Any, question: Question) -> SplitTree:
        (task, memory), *_ = self.tasks(question)
        table = memory.table

        def key(reached: Any, ply: int) -> int:
            return int(key_of(reached, task, question.ply + ply))

        def play(reached: Any, move: Move, ply: int) -> Any:
            return largest_image(reached.play(move), task, question.ply + ply)

        def known(key: int, goal: int) -> bool | None:
            low, high = table.bounds(key)
            return True if low >= goal else False if high < goal else None

        def settled(part: Part) -> None:
            low, high = table.bounds(part.key)
            low, high = (part.goal, high) if part.answer else (low, part.goal - 1)
            store(table, part.key, low, high, max(1, part.nodes))

        how = key, play, task.rater.rate, known, settled, memory.seen
        return SplitTree(self.game, position, question.goal, *how)

    @property
    def _first_nodes(self) -> int:
        """How many nodes of a thread a part is worth before others are given its children."""
        thread_seconds = self.count.seconds * self.worker_threads
        usual = FIRST_SECONDS * self.count.nodes / max(FIRST_SECONDS, thread_seconds)
        return int(min(MOST_NODES, max(FIRST_NODES, usual)))

    def _give(self, tree: SplitTree, ply: int) -> None:
        """Have every worker busy with the most promising parts."""
        while room := self._calls.room:
            parts = self._parts_for(tree, room)
            if not parts:
                return
            for part in parts:
                if not tree.look_up(part):
                    self._ask_for(tree, part, ply)

    def _parts_for(self, tree: SplitTree, room: int) -> list[Part]:
        """Parts for so many workers; what was looked at long enough is split if they are too few.

        If there is nothing to be split, workers are asked to come back with what they have.
        """
        parts, least = tree.next_parts(room), self._first_nodes * self.worker_threads
        while len(parts) < room:
            large = [part for part in parts if part.size >= least]
            if not large:
                self._fetch_back(tree, room - len(parts))
                return parts or self._of_the_slowest(tree, room)
            self._split(tree, max(large, key=lambda part: part.size))
            parts = tree.next_parts(room)
        return parts

    def _fetch_back(self, tree: SplitTree, wanted: int) -> None:
        """Stop what has been under way for longest, to be split among those who have nothing."""
        waiting = {
            given: seconds
            for given, seconds in self._calls.seconds_of().items()
            if given.tree is tree
            and given.number not in self._stopped
            and given.part.is_open
            and seconds > PATIENT_SECONDS
        }
        for given in sorted(waiting, key=lambda each: -waiting[each])[:wanted]:
            self._stop(given)

    def _ask_for(self, tree: SplitTree, part: Part, ply: int) -> None:
        """Have a worker look at the part."""
        place, number = self._places.choose(part), next(self._numbers)
        asked = Subproblem(
            game=self._reference,
            parameters=self.game.parameter_values,
            asker=self._name,
            number=number,
            code=self._code,
            position=self.game.format_position(tree.root.position),
            moves=part.moves,
            ply=ply,
            goal=part.goal,
            nodes=min(MOST_NODES, max(self._first_nodes, part.nodes // self.worker_threads)),
            memory=self.memory,
            threads=self.worker_threads,
            desk=place.desk,
            seen_draw=self.saw_draw(),
            proofs=self._places.news(place),
        )
        part.under_way = True
        self._places.given(place, part)
        given = Given(tree, part, number, place)
        self._calls.make(given, answer, asked, place=place.worker)

    def _of_the_slowest(self, tree: SplitTree, room: int) -> list[Part]:
        """Parts of the one that takes much longer than usual; none if there is none."""
        usual = self.count.seconds / max(1, self.count.asked)
        waiting = {
            given.part: seconds
            for given, seconds in self._calls.seconds_of().items()
            if given.tree is tree and given.part.is_open and given.part.is_needed
        }
        slowest = max(waiting, key=lambda part: waiting[part], default=None)
        if slowest is None or waiting[slowest] < max(1.0, SLOW * usual):
            return []
        self._split(tree, slowest)
        return tree.next_parts(room)

    def _split(self, tree: SplitTree, part: Part) -> None:
        self.count.split += 1
        self.count.unfinished += part.nodes
        tree.split(part)

    # --- answers ------------------------------------------------------------------------------

    def _learn(self, given: Given, told: SubAnswer, watch: Monitor) -> None:
        """Take what was proven into the table."""
        self.results.seen[0] |= told.seen_draw  # before what rests on it
        take_parcels(self.result_tables(), told.proofs, self.count.tally)
        self._places.answered(given.place, told.place, given.part, told.proofs)
        self.count.asked += 1
        self.count.nodes += told.nodes
        self.count.seconds += told.seconds
        count_more(watch, told.nodes)

    def _conclude(self, given: Given, told: SubAnswer) -> None:
        """Go on with an answer, or later with the part where there is none."""
        part = given.part
        part.under_way = False
        if not part.is_needed:
            self.count.lost += told.nodes
            return
        part.nodes += told.nodes
        part.size = max(part.nodes, part.size)
        part.place = told.place
        if told.reached is not None:
            given.tree.settle(part, told.reached)
            given.tree.on_answer(part)

    def _stop_what_is_not_needed(self, tree: SplitTree | None = None) -> None:
        """Have workers leave all but the parts for which the root of the tree still waits."""
        for given in self._calls.seconds_of():
            is_needed = given.tree is tree and given.part.is_needed
            if not is_needed and given.number not in self._stopped:
                self._stop(given)

    def _stop(self, given: Given) -> None:
        self._stopped.add(given.number)
        self.machines.tell(stop_work, self._name, given.number)

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
