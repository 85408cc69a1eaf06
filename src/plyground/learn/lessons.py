"""Lessons from a solver, as samples: positions, which moves are right there, and the result.

Where a game offers lessons of its own (`solvers.lessons`), machine code draws, judges and writes
them. Any other game is taught by its solver, position by position, which suits small boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plyground.game import Game
from plyground.kernel import search_kernel
from plyground.kernel.chance import next_seed, pick
from plyground.learn.games_kernel import SAMPLES, SampleBuffer, new_sample_buffer, write_planes
from plyground.neural.encoding import Encoding, encoding_of
from plyground.search.buffers import SPARE
from plyground.solvers.lessons import KEEPING, is_unseen, least_key
from plyground.tournaments.judged_positions import Draw, PositionJudge, draw_positions

HANDFUL = 64  # lessons that are written at a time
MANY = 1 << 40  # positions: more than can be judged


@search_kernel
def write_lessons(
    start: Any, encoder: Any, lessons: Any, symmetries: int, scratch: Any, buffer: Any, wanted: int
) -> int:
    """Write lessons into the buffer, each under a random symmetry; how many it holds then."""
    seed, worths, moves, picture = scratch
    for _ in range(wanted):
        position, result = lessons.draw(worths)
        seed[0] = next_seed(int(seed[0]))
        symmetry = pick(int(seed[0]), symmetries)
        turned, sample = position.transform(symmetry), int(buffer.counts[SAMPLES])
        encoder.fill_planes(turned, picture)
        write_planes(picture, buffer.planes[sample])
        policy = buffer.policies[sample]
        for slot in range(len(policy)):
            policy[slot] = 0.0
        for i in range(position.fill_moves(moves)):
            move = int(position.transform_move(symmetry, int(moves[i])))
            policy[encoder.slot(turned, move)] = worths[int(moves[i])]
        buffer.values[sample] = result
        buffer.counts[SAMPLES] += 1
    return int(buffer.counts[SAMPLES])


class LessonGroup:
    """The lessons of one thread on boards of one size; as `self_play.GameGroup`."""

    judged = True

    def __init__(self, game: Game[Any], seed: int) -> None:
        """Nothing is drawn yet, but machine code is ready."""
        self.game = game
        self.encoding: Encoding = encoding_of(game)
        self.buffer = new_sample_buffer(self.encoding, HANDFUL)
        offered = game.knowledge.load(game.knowledge.solving.lessons)
        self._seed = np.array([seed], np.int64)
        if offered is None:
            self._lessons, self._slowly = None, _judged(game, seed)
            next(self._slowly)
        else:
            self._lessons = offered(game, seed)
            room = game.move_limit + SPARE
            self._scratch = (
                self._seed,
                np.zeros(room, np.float64),
                np.zeros(room, np.int64),
                np.zeros(self.encoding.shape, np.float32),
            )
            write_lessons.prepare(*self._arguments())

    def _arguments(self) -> tuple[Any, ...]:
        start, encoder = self.game.start(), self.encoding.encoder
        shared = (self.game.symmetries, self._scratch, self.buffer, HANDFUL)
        return start, encoder, self._lessons, *shared

    def play_on(self) -> SampleBuffer:
        """A few more lessons."""
        if self._lessons is None:
            self._write(*next(self._slowly))
        else:
            write_lessons(*self._arguments())
        return self.buffer

    def _write(self, position: Any, worths: dict[int, float], result: int) -> None:
        """One lesson, interpreted."""
        buffer, sample = self.buffer, int(self.buffer.counts[SAMPLES])
        self._seed[0] = next_seed(int(self._seed[0]))
        symmetry = pick(int(self._seed[0]), self.game.symmetries)
        turned, encoder = position.transform(symmetry) if symmetry else position, self.encoding
        write_planes(encoder.planes_of(turned), buffer.planes[sample])
        buffer.policies[sample] = 0.0
        for move, worth in worths.items():
            image = position.transform_move(symmetry, move) if symmetry else move
            buffer.policies[sample, encoder.encoder.slot(turned, image)] = worth
        buffer.values[sample] = result
        buffer.counts[SAMPLES] += 1


def _judged(game: Game[Any], seed: int) -> Iterator[Any]:
    """First nothing, then for ever positions with the worth of their moves and their result."""
    judge = PositionJudge(game)
    judge.solver.prepare(game.start())
    yield None
    while True:
        for position, plies in draw_positions(game, Draw(MANY, seed)):
            if is_unseen(least_key(game, position)):
                continue
            found = judge.judge(position, plies)
            if found is not None:
                worths = dict.fromkeys(found.keeping, KEEPING) | dict.fromkeys(found.best, 1.0)
                yield position, worths, found.values[found.best[0]].result
        seed += 1
