"""Lessons for any game in which no position comes back: random and right moves, proven values.

A game is played from the start. Its positions are judged one after the other by depth-first proofs
within so many nodes; each that is settled is a lesson. Then a move is made: a random one with a
chance that is drawn anew for every game, else one that keeps the value, as far as it is known.

What was proven is kept, so later games cost less, and early positions that were out of reach come
into it. A ply at which proofs mostly fail is tried less often.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.game import Game
from plyground.kernel import Monitor, by_reference, compiled
from plyground.kernel.monitor import STOP, begin_anew
from plyground.search.buffers import move_buffer
from plyground.solvers.exact import ExactSolver
from plyground.solvers.exact_asking import Question
from plyground.solvers.exact_search import reaches, shared_key
from plyground.solvers.lesson_games import (
    LENGTH,
    begin_game,
    chance_below,
    chosen_move,
    new_state,
    position_reached,
)
from plyground.solvers.lessons import BEST, NO_LESSON, WRONG
from plyground.solvers.open_questions import forget_questions
from plyground.solvers.solver import Options
from plyground.solvers.trust import check_once

MEGABYTES = 256.0  # of table for each thread
SELDOM = 16  # a ply at which no proof succeeds is tried in one game of so many
REMEMBERED = 64  # tries at a ply, after which older ones count half
IN_VAIN = 64  # tries, after which whoever asked may look whether to go on


@compiled
class ExactLessons(NamedTuple):
    """Plays and judges; one thread's own."""

    start: Any
    task: Any  # see `exact_search`
    memory: Any
    monitor: Any
    nodes: int  # that may be looked at for a position
    moves: Any  # [move]
    path: Any  # [ply]: the moves of the game so far
    state: Any  # see `lesson_games`
    tried: Any  # [ply]: how many positions were tried
    settled: Any  # [ply]: and how many were settled

    def draw(self, worths: Any) -> tuple[Any, int, int]:
        """The next position to be learnt from, its result for the player to move, and its ply."""
        state, position, tries = self.state, self.start, 0
        while tries < IN_VAIN:
            position, ply = position_reached(self.start, self.path, state), int(state[LENGTH])
            count = position.fill_moves(self.moves)
            if count == 0:
                begin_game(state)
                continue
            result, known = 0, False
            if self.is_tried(ply):
                tries += 1
                result, known = self.judge(position, count, worths)
                self.note(ply, known)
            self.path[ply] = chosen_move(self.moves, count, worths, known, state)
            state[LENGTH] += 1
            if known:
                return position, result, ply
        return position, 0, NO_LESSON

    def is_tried(self, ply: int) -> bool:
        """Whether to judge a position; the less often, the fewer were settled at this ply."""
        tried, settled = int(self.tried[ply]), int(self.settled[ply])
        now = chance_below(self.state, SELDOM) == 0
        return bool(now or chance_below(self.state, tried + 1) <= settled)

    def note(self, ply: int, known: bool) -> None:
        """Count a try."""
        self.tried[ply] += 1
        self.settled[ply] += known
        if self.tried[ply] > REMEMBERED:
            self.tried[ply] >>= 1
            self.settled[ply] >>= 1

    def judge(self, position: Any, count: int, worths: Any) -> tuple[int, bool]:
        """The result, and whether it and the worth of every move were found."""
        begin_anew(self.monitor, self.nodes)
        forget_questions(self.memory.questions)
        result = 1 if self.reaches(position, 1) else -1
        if result == -1 and self.memory.seen[0] and self.reaches(position, 0):
            result = 0
        for i in range(count):
            move = int(self.moves[i])
            gives_away = result > -1 and self.reaches(position.play(move), 1 - result)
            worths[move] = WRONG if gives_away else BEST
        return result, bool(self.monitor[STOP] == 0)

    def reaches(self, position: Any, goal: int) -> bool:
        """Whether the player to move gets `goal` at least; meaningless once stopped."""
        if self.monitor[STOP] != 0:
            return False
        task, memory = by_reference(self.task), by_reference(self.memory)
        key = shared_key(position, self.task, 0)
        return bool(reaches(position, key, goal, 0, task, memory, self.monitor))


def exact_lessons(game: Game[Any], seed: int, nodes: int) -> ExactLessons | None:
    """Lessons with so many nodes for each; None for a game in which positions come back."""
    if game.knowledge.solving.repeats:
        return None
    check_once(game)
    task, memory = ExactSolver(game, Options(memory=MEGABYTES)).tasks(Question(1))[0]
    plies = game.max_plies + 1
    return ExactLessons(
        game.start(),
        task,
        memory,
        Monitor().array,
        nodes,
        move_buffer(game),
        np.zeros(plies, np.int64),
        new_state(seed),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
    )
