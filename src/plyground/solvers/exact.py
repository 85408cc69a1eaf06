"""The solver of games in which no position comes back: depth-first search (`exact_search`).

It asks questions: does the side to move win, does it at least draw, does it win within d plies?

On boards too wide for exact keys (`exact_keys`), two positions may share a hash of 62 bits, and a
proof that mixes them up may be wrong. With n positions in the table and p looked up, the chance of
that is about n * p / 2**62. A certificate (`certificate`) depends on no key.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from plyground.errors import FileError, InvalidParameterError
from plyground.game import Game
from plyground.game.knowledge import REPLIES
from plyground.game.turns import check_turns
from plyground.kernel import Helpers, Kernel, Monitor, run_search
from plyground.kernel.monitor import NODES, STOP, begin_anew
from plyground.search.buffers import move_buffer
from plyground.search.busy import new_busy
from plyground.solvers.exact_asking import Asking, Question
from plyground.solvers.exact_keys import bits_of, keys_for
from plyground.solvers.exact_progress import progress_notes
from plyground.solvers.exact_search import (
    AllAlike,
    AnySoon,
    Features,
    FewestReplies,
    KeepAll,
    Memory,
    NoEndings,
    Task,
    ask,
    prove,
    shared_key,
)
from plyground.solvers.exact_store import keep_proofs, keeping, recall_proofs
from plyground.solvers.exact_table import Table, limit_to, megabytes_of, new_table, with_log
from plyground.solvers.open_questions import NO_KEY, forget_questions, new_questions
from plyground.solvers.solution import LaterNotes, Note, Solution
from plyground.solvers.solver import Options, Solver, count_more
from plyground.vocabulary import Limit, Move, MoveReport, Proven

ENDINGS_SHARE = 0.875  # of the memory
IMAGES_ABOVE_ENDINGS = 4  # plies; endings know no images, and turned positions share little there


def tables_of(memory: Memory) -> list[Table]:
    """The table of results that a thread works in, and that of the game's endings if it has any."""
    endings = memory.endings
    return [memory.table, *([] if isinstance(endings, NoEndings) else [endings.table])]


class ExactSolver(Solver):
    """Answers about positions of one game; what was proven is kept for the next question."""

    uses: ClassVar = frozenset({"memory", "threads", "distance", "keep"})
    bounded: ClassVar = True

    def __init__(
        self,
        game: Game[Any],
        options: Options | None = None,
        order: str | None = None,
        features: Features | None = None,
    ) -> None:
        """A solver that knows what is kept; `order` is "replies" or a rater of the game."""
        check_turns(game)
        super().__init__(game)
        chosen = options or Options()
        if chosen.keep and chosen.distance:
            raise InvalidParameterError("keep holds results without distance; leave out one")
        self.memory, self.threads = chosen.table_size(), chosen.thread_count()
        solving = game.knowledge.solving
        self.order = order or solving.order
        self.features = features or Features(symmetry_plies=solving.symmetry_plies)
        self.keys = keys_for(game)
        self.ceiling = game.max_plies + 2
        self.distance = chosen.distance
        self._results = self._new_results()
        if features is None and not isinstance(self.results.endings, NoEndings):
            fewer = min(solving.symmetry_plies, IMAGES_ABOVE_ENDINGS)
            self.features = self.features._replace(symmetry_plies=fewer, killer=0)
        self._distances: list[Memory] = []  # made when they are needed
        self._bounded: tuple[Task, Memory, Any] | None = None  # what `reaches_within` works with
        self.keep = chosen.keep
        self.recalled = recall_proofs(self, self.keep) if self.keep else 0

    @property
    def results(self) -> Memory:
        """What the first thread works in; the table of results is that of all."""
        return self._results[0]

    @property
    def distances(self) -> list[Memory]:
        """What threads work in that look for distances; from now on, tables share the memory."""
        if not self._distances:
            tables = self.result_tables()
            for table in tables:
                limit_to(table, self.memory / 2 / len(tables))
            rest = self.memory - max(self.memory / 2, sum(map(megabytes_of, tables)))
            self._distances = self._memories(self._new_table(rest, self.ceiling), [])
        return self._distances

    @property
    def megabytes(self) -> float:
        """How much memory the tables use."""
        tables = [*self.result_tables(), *(memory.table for memory in self._distances[:1])]
        return sum(map(megabytes_of, tables))

    def result_tables(self) -> list[Table]:
        """The table of results, and that of the game's endings if it has any."""
        return tables_of(self.results)

    def _new_results(self) -> list[Memory]:
        """Arrays for threads that look for results, with empty tables.

        Where the game has endings, nearly all positions are theirs.
        """
        known = self.game.knowledge
        make = known.load(known.solving.endings) if self.features.endings else None
        endings = make(self.game, ENDINGS_SHARE * self.memory, self.threads) if make else None
        rest = (1 - ENDINGS_SHARE) * self.memory if endings else self.memory
        return self._memories(self._new_table(rest, 1), endings or [])

    def _new_table(self, megabytes: float, largest: int) -> Table:
        """An empty table for the keys of the game."""
        return new_table(megabytes, largest, self.threads, bits_of(self.keys))

    def _memories(self, table: Any, endings: Sequence[Any]) -> list[Memory]:
        """Arrays for each thread; the table, the busy keys and what was seen are shared."""
        busy = new_busy(self.threads)
        seen, plies = np.zeros(1, np.int64), self.game.max_plies + 3
        return [
            Memory(
                table=table._replace(growth=0) if thread else table,
                moves=move_buffer(self.game, plies),
                scores=move_buffer(self.game, plies),
                keys=move_buffer(self.game, plies),
                deferred=move_buffer(self.game, plies),
                killers=np.full((plies, 2), -1, np.int64),
                questions=new_questions(plies),
                busy=busy,
                seen=seen,
                endings=endings[thread] if endings else NoEndings(),
            )
            for thread in range(self.threads)
        ]

    def log_proofs(self, most: int, least: tuple[int, int]) -> None:
        """Have every thread log what it proves, for each table: so many proofs, of so much work."""
        for thread, memory in enumerate(self._results):
            logged = memory._replace(table=with_log(memory.table, most, least[0]))
            if not isinstance(memory.endings, NoEndings):
                table = with_log(memory.endings.table, most, least[1])
                logged = logged._replace(endings=memory.endings._replace(table=table))
            self._results[thread] = logged

    def logs(self) -> list[list[Any]]:
        """For each table, the logs of all threads."""
        return [
            [table.log for table in tables]
            for tables in zip(*map(tables_of, self._results), strict=True)
        ]

    # --- answers ------------------------------------------------------------------------------

    def solve(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """The value, a line of best play and, if asked for, the value of every move."""
        watch = self.watch(position, limit, monitor)
        asking = Asking(self, watch, limit)
        with keeping(self, self.keep):
            low, high, distance = asking.value(position)
        line: tuple[Move, ...] = ()
        values: dict[Move, Proven] = {}
        if low == high:
            line = tuple(asking.line_in_time(position, low, distance))
        if moves and not watch.stopped:
            values = asking.move_values(position)
        statistics = watch.statistics(time.monotonic() - asking.begun)
        notes: dict[str, Note] = {}
        if self.keep:
            notes["proofs"] = self._kept(self.keep)
        later = LaterNotes(lambda: self._progress(position, low, high) | notes)
        told = (distance, values, line, statistics, self.megabytes, later)
        return Solution(low, high, position.player(), *told)

    def with_distance(self, position: Any, found: Solution, limit: Limit) -> Solution:
        """The same, for games without endings: those that have some are too large for it."""
        counted = found.distance is not None or found.value is None or found.low == 0
        if counted or not isinstance(self.results.endings, NoEndings):
            return found
        asking = Asking(self, self.watch(position, limit, None), limit)
        distance = asking.distance(position, found.low, 0)
        line = [] if distance is None else asking.line(position, found.low, distance)
        nodes = found.statistics.nodes + int(asking.watch.array[NODES])
        statistics = replace(found.statistics, nodes=nodes)
        if not line:
            return replace(found, statistics=statistics)
        return replace(found, distance=distance, line=tuple(line), statistics=statistics)

    def _kept(self, path: Path) -> Note:
        """Keep what is proven; a disk that is full does not take away what was found."""
        before = self.recalled
        try:
            kept = keep_proofs(self, path)
        except FileError as error:
            return Note({"kept": 0, "recalled": before, "error": str(error)}, f"NOT KEPT: {error}")
        words = f"{kept:,} kept, {before:,} from before"
        return Note({"kept": kept, "recalled": before}, words)

    def _progress(self, position: Any, low: int, high: int) -> dict[str, Note]:
        return {} if low == high else progress_notes(self, position, high)

    def result(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> int | None:
        """+1, 0 or -1 for the side to move; None if stopped before."""
        watch = self.watch(position, limit, monitor)
        low, high = Asking(self, watch, limit).result(position)
        return low if low == high else None

    def solve_many(
        self, positions: Sequence[Any], limit: Limit | None = None
    ) -> list[Proven | None]:
        """The value of each position, without lines of play; None where the limit ends it."""
        if self.keep:
            return super().solve_many(positions, limit)
        values: list[Proven | None] = []
        for position in positions:
            watch = self.watch(position, limit, None)
            low, high, distance = Asking(self, watch, limit).value(position)
            values.append(Proven(low, position.player(), distance) if low == high else None)
        return values

    def reports(
        self, position: Any, limit: Limit | None, monitor: Monitor
    ) -> Iterator[list[MoveReport]]:
        """First who wins after each move, then in how many plies, and how draws go on."""
        asking, vague, drawn = Asking(self, monitor, limit), [], []
        for move in self.game.legal(position):
            found = asking.result_after(position, move)
            if found is None:
                return
            vague += [move] if found.result and found.distance is None else []
            drawn += [] if found.result or found.distance else [move]
            yield [MoveReport(move, found, 1, (move,))]
        for move in vague if self.distance is not False else ():
            report = asking.distance_after(position, move)
            if report is None:
                return
            yield [report]
        for move in drawn:
            line = asking.line(position.play(move), 0, None)
            if monitor.stopped:
                return
            score = Proven(0, position.player())
            yield [MoveReport(move, score, len(line) + 1, (move, *line))]

    def move_for(self, position: Any, result: int, ply: int, monitor: Monitor) -> Move:
        """A move that reaches the result; -1 once stopped."""
        return self.answer(position, Question(result, ply), monitor)

    def prepare(self, position: Any) -> None:
        """Have machine code ready, which is not on the clock."""
        task, memory = self.tasks(Question(1))[0]
        ask.prepare(position, 0, 1, 0, task, memory, Monitor().array)

    def forget(self) -> None:
        """Empty the tables."""
        self._results = self._new_results()
        self._distances, self._bounded = [], None

    def reaches_within(self, position: Any, goal: int, nodes: int) -> tuple[bool | None, int]:
        """Whether the side to move reaches the result, in one thread."""
        if self._bounded is None:
            self._bounded = (*self.tasks(Question(goal))[0], Monitor().array)
        task, memory, array = self._bounded
        begin_anew(array, nodes)
        forget_questions(memory.questions)
        reached = ask(position, NO_KEY, goal, 0, task, memory, array)
        return None if array[STOP] else bool(reached), int(array[NODES])

    def library_call(self, position: Any) -> tuple[Kernel, tuple[Any, ...]]:
        """Proves the result of a position, in one thread."""
        task, memory = self.tasks(Question(1))[0]
        return prove, (position, task, 0, memory, Monitor().array)

    def ask(
        self, position: Any, question: Question, watch: Monitor, limit: Limit | None = None
    ) -> bool:
        """Whether the side to move reaches the goal; meaningless once stopped."""
        return self._reaches(position, question, self.tasks(question), watch, limit)

    def answer(
        self,
        position: Any,
        question: Question,
        watch: Monitor,
        limit: Limit | None = None,
        threads: int = 1,
    ) -> Move:
        """A move that reaches the goal; -1 if there is none, or once stopped."""
        tasks = self.tasks(question)[:threads]
        reached = self._reaches(position, question, tasks, watch, limit, named=False)
        killers = tasks[0][1].killers
        return int(killers[question.ply, 0]) if reached and not watch.stopped else -1

    def _reaches(
        self,
        position: Any,
        question: Question,
        tasks: Sequence[tuple[Task, Memory]],
        watch: Monitor,
        limit: Limit | None,
        named: bool = True,
    ) -> bool:
        """Whether the goal is reached; unless `named`, by what the table says of the moves only."""
        calls = []
        for task, memory in tasks:
            key = shared_key(position, task, question.ply) if named else NO_KEY
            calls.append((position, key, question.goal, question.ply, task, memory))
            forget_questions(memory.questions)
        with Helpers(ask, calls[1:]) as helpers:
            reached = run_search(ask, watch, *calls[0], limit=limit)
        count_more(watch, helpers.statistics().nodes)
        return bool(reached)

    def tasks(self, question: Question) -> list[tuple[Task, Memory]]:
        """For each thread, what to do and what to work in."""
        memories = self.distances if question.plies else self._results
        return [(self._task(question.plies), memory) for memory in memories]

    def _task(self, plies: bool) -> Task:
        """What one thread has to do, whatever is asked."""
        ceiling, symmetries = self.ceiling if plies else 1, self.game.symmetries
        how = (self.keys, self.features, symmetries, ceiling, int(plies))
        return Task(self._rater(), self._sieve(), self._soonest(), *how)

    def _rater(self) -> Any:
        """The order of moves; with a rule for moves that lose, replies count before all else."""
        sieve, counted = self._sieve(), self.order == REPLIES
        rater = AllAlike() if counted else self.game.knowledge.rater(self.order)
        if counted or not isinstance(sieve, KeepAll):
            return FewestReplies(move_buffer(self.game), sieve, rater)
        return rater

    def _sieve(self) -> Any:
        """What leaves out moves that lose, if the game has a rule for it."""
        made = self.game.knowledge.load(self.game.knowledge.solving.sieve)
        return made(self.game) if made else KeepAll()

    def _soonest(self) -> Any:
        """What tells who cannot win soon, if the game has a rule for it."""
        made = self.game.knowledge.load(self.game.knowledge.solving.soonest)
        return made(self.game) if made else AnySoon()

    def known_bounds(self, position: Any, ply: int) -> tuple[int, int]:
        """What the table knows of the result of a position, so far from the root."""
        low, high = self.results.table.bounds(shared_key(position, self._task(False), ply))
        return int(low), int(high)

    def saw_draw(self) -> bool:
        """Whether any game ended in a draw in what was looked at so far."""
        return bool(self._results[0].seen[0])
