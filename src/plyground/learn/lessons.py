"""Lessons from a solver, as samples: positions, what their moves are worth, and the result.

Where a game offers lessons of its own (`solvers.lessons`), machine code draws, judges and writes
them. Any other game or board is taught by its solver, position by position; that suits small ones.

A lesson is written under every symmetry of the game. A position that is never taught is written as
well, once and marked KEPT_BACK: it is for the exam.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.game.position import least_key
from plyground.kernel import Monitor, compiled, search_kernel
from plyground.learn.config import TrainingConfig
from plyground.learn.samples import SAMPLES, SampleBuffer, new_sample_buffer, write_planes
from plyground.neural.encoding import Encoding, encoding_of
from plyground.search.buffers import SPARE
from plyground.solvers.exact_lessons import ExactLessons, exact_lessons
from plyground.solvers.lessons import (
    BEST,
    KEEPING,
    NO_LESSON,
    WRONG,
    is_unseen,
)
from plyground.solvers.retrograde import STRETCH, Analysis
from plyground.solvers.retrograde_lessons import retrograde_lessons
from plyground.tournaments.judged_positions import (
    SOLVER_NODES,
    Draw,
    PositionJudge,
    draw_positions,
)
from plyground.vocabulary import Limit

HANDFUL = 2048  # lessons that machine code writes at a time: few stops for the interpreter
FEW = 64  # of those that are slow to prove
KEPT_BACK = -1  # in place of the number of plies
SOME = 4 * STRETCH  # positions that are analysed before a thread looks whether it has to stop
MANY = 1 << 40  # positions: more than can be judged


@compiled
def is_kept_back(position: Any, symmetries: int) -> bool:
    """Whether the position is never taught."""
    least = position.key()
    for symmetry in range(1, symmetries):
        least = min(least, position.transform(symmetry).key())
    return is_unseen(least)


@compiled
def write_lesson(position: Any, symmetry: int, encoder: Any, scratch: Any, buffer: Any) -> None:
    """Write the planes of an image of the position, and what the moves are worth in it."""
    worths, moves, picture = scratch
    turned, sample = position.transform(symmetry), int(buffer.counts[SAMPLES])
    encoder.fill_planes(turned, picture)
    write_planes(picture, buffer.planes[sample])
    policy = buffer.policies[sample]
    for slot in range(len(policy)):
        policy[slot] = 0.0
    for i in range(position.fill_moves(moves)):
        move = int(position.transform_move(symmetry, int(moves[i])))
        policy[encoder.slot(turned, move)] = worths[int(moves[i])]
    buffer.counts[SAMPLES] += 1


@search_kernel
def write_lessons(
    start: Any, encoder: Any, lessons: Any, symmetries: int, scratch: Any, buffer: Any, wanted: int
) -> int:
    """Write so many lessons into the buffer, fewer if they are rare; how many samples it holds."""
    for _ in range(wanted):
        position, result, plies = lessons.draw(scratch[0])
        if plies == NO_LESSON:
            break
        kept = is_kept_back(position, symmetries)
        for symmetry in range(1 if kept else symmetries):
            sample = int(buffer.counts[SAMPLES])
            buffer.values[sample] = result
            buffer.plies[sample] = KEPT_BACK if kept else plies
            write_lesson(position, symmetry, encoder, scratch, buffer)
    return int(buffer.counts[SAMPLES])


class Asked(NamedTuple):
    """What a solver is asked, position by position."""

    nodes: int = SOLVER_NODES  # that it may look at for each
    distances: bool = True  # whether best moves are told from those that only keep the result
    for_exam: bool = False  # every position is kept back


def asked_by(config: TrainingConfig, for_exam: bool = False) -> Asked:
    """As the config wants it."""
    return Asked(config.lesson_nodes, config.best_weight > 0, for_exam)


class LessonGroup:
    """The lessons of one thread on boards of one size; as `self_play.GameGroup`."""

    judged = patient = True

    def __init__(
        self,
        game: Game[Any],
        seed: int,
        handful: int | None = None,
        asked: Asked | None = None,
    ) -> None:
        """Nothing is drawn yet, but machine code is ready."""
        self.game, self.asked = game, asked or Asked()
        self.encoding: Encoding = encoding_of(game)
        self._lessons, self._analysis = _in_machine_code(game, seed, self.asked)
        self.handful = handful or (FEW if isinstance(self._lessons, ExactLessons) else HANDFUL)
        self.buffer = new_sample_buffer(self.encoding, self.handful * game.symmetries)
        if self._lessons is None:
            self._slowly = _judged(game, seed, self.asked)
            next(self._slowly)
        self.interpreted = self._lessons is None
        if self._lessons is not None:
            room = game.move_limit + SPARE
            self._scratch = (
                np.zeros(room, np.float64),
                np.zeros(room, np.int64),
                np.zeros(self.encoding.shape, np.float32),
            )
            write_lessons.prepare(*self._arguments())
        if self._analysis is not None:
            self._analysis.prepare(Monitor())

    def _arguments(self) -> tuple[Any, ...]:
        start, encoder = self.game.start(), self.encoding.encoder
        shared = (self.game.symmetries, self._scratch, self.buffer, self.handful)
        return start, encoder, self._lessons, *shared

    def play_on(self) -> SampleBuffer:
        """A few more lessons; none while positions are analysed first, or proofs fail."""
        if self._lessons is None:
            lesson = next(self._slowly)
            if lesson is not None:
                self._write(*lesson)
        elif self._is_analysed():
            write_lessons(*self._arguments())
        return self.buffer

    def _is_analysed(self) -> bool:
        """Whether values are known; if not, some more are found, and the next call goes on."""
        if self._analysis is not None and not self._analysis.complete:
            monitor = Monitor()
            monitor.bound(Limit(nodes=SOME))
            self._analysis.run(monitor)
        return self._analysis is None or self._analysis.complete

    def _write(self, position: Any, worths: dict[int, float], result: int, plies: int) -> None:
        """One lesson, interpreted."""
        buffer, encoder = self.buffer, self.encoding.encoder
        kept = self.asked.for_exam or is_unseen(least_key(self.game, position))
        for symmetry in range(1 if kept else self.game.symmetries):
            sample = int(buffer.counts[SAMPLES])
            turned = position.transform(symmetry) if symmetry else position
            write_planes(self.encoding.planes_of(turned), buffer.planes[sample])
            buffer.policies[sample] = 0.0
            for move, worth in worths.items():
                image = position.transform_move(symmetry, move) if symmetry else move
                buffer.policies[sample, encoder.slot(turned, image)] = worth
            buffer.values[sample] = result
            buffer.plies[sample] = KEPT_BACK if kept else plies
            buffer.counts[SAMPLES] += 1


def _in_machine_code(game: Game[Any], seed: int, asked: Asked) -> tuple[Any, Analysis | None]:
    """Lessons that need no interpreter, and the analysis that they wait for, if they do.

    None if what is asked can only be had from a solver.
    """
    offered = game.knowledge.load(game.knowledge.solving.lessons)
    own = None if offered is None else offered(game, seed)
    if own is not None or asked.for_exam:
        return own, None
    known = retrograde_lessons(game, seed)
    if known is not None:
        return known
    return (None if asked.distances else exact_lessons(game, seed, asked.nodes)), None


def _judged(game: Game[Any], seed: int, asked: Asked) -> Iterator[Any]:
    """For ever positions with the worth of their moves, result and plies; nothing at first.

    Nothing comes, too, for each that the solver did not settle.
    """
    judge = PositionJudge(game, asked.nodes, asked.distances)
    judge.solver.prepare(game.start())
    yield None
    while True:
        for position, plies in draw_positions(game, Draw(MANY, seed)):
            found = judge.judge(position, plies)
            if found is None:
                yield None
            else:
                worths = dict.fromkeys(found.values, WRONG) | dict.fromkeys(found.keeping, KEEPING)
                worths |= dict.fromkeys(found.best, BEST)
                yield position, worths, found.values[found.best[0]].result, plies
        seed += 1
