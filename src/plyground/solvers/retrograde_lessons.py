"""Lessons where positions come back: random and right moves, values of a retrograde analysis.

Every position of a game is a lesson, but for those whose moves lead to positions that the analysis
does not number. Values are those of positions without a past, as everywhere in `retrograde`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.kernel import compiled
from plyground.search.buffers import move_buffer
from plyground.solvers.lesson_games import (
    LENGTH,
    begin_game,
    chosen_move,
    new_state,
    position_reached,
)
from plyground.solvers.lessons import BEST, KEEPING, WRONG
from plyground.solvers.retrograde import UNKNOWN, Analysis, analysis_of
from plyground.solvers.trust import check_once

SURE = 1000  # more than the plies that any value counts
NOT_NUMBERED = 2 * SURE
LONG_GAME = 4  # times the most moves of a position: drawn games may go on for hundreds of plies


@compiled
class RetrogradeLessons(NamedTuple):
    """Plays, and looks values up; one thread's own but for the values."""

    start: Any
    space: Any  # see `retrograde`
    values: Any  # [position]: of a complete analysis
    moves: Any  # [move]
    replies: Any  # [move]
    path: Any  # [ply]: the moves of the game so far
    state: Any  # see `lesson_games`

    def draw(self, worths: Any) -> tuple[Any, int, int]:
        """The next position to be learnt from, its result for the player to move, and its ply."""
        state = self.state
        while True:
            position, ply = position_reached(self.start, self.path, state), int(state[LENGTH])
            count = 0 if ply == len(self.path) else position.fill_moves(self.moves)
            if count == 0:
                begin_game(state)
                continue
            result, known = self.judge(position, count, worths)
            self.path[ply] = chosen_move(self.moves, count, worths, known, state)
            state[LENGTH] += 1
            if known:
                return position, result, ply

    def judge(self, position: Any, count: int, worths: Any) -> tuple[int, bool]:
        """The result, and whether the worth of every move was found."""
        best = -SURE
        for i in range(count):
            rank = self.rank(position.play(int(self.moves[i])))
            if rank == NOT_NUMBERED:
                return 0, False
            worths[int(self.moves[i])] = rank
            best = max(best, rank)
        result = (best > 0) - (best < 0)
        for i in range(count):
            rank = int(worths[int(self.moves[i])])
            keeps = (rank > 0) - (rank < 0) == result
            worth = BEST if rank == best else KEEPING
            worths[int(self.moves[i])] = worth if keeps else WRONG
        return result, True

    def rank(self, reached: Any) -> int:
        """What a position is worth to who has just moved: quick wins most, late losses least ill.

        A draw is 0; NOT_NUMBERED if nothing is known.
        """
        if reached.fill_moves(self.replies) == 0:
            return -int(reached.result()) * SURE
        if not self.space.covers(reached):
            return NOT_NUMBERED
        value = int(self.values[self.space.index_of(reached)])
        if value == UNKNOWN or value - 1 > self.space.plies_left(reached):
            return 0
        return value - 1 - SURE if value % 2 == 0 else SURE + 1 - value


def retrograde_lessons(game: Game[Any], seed: int) -> tuple[RetrogradeLessons, Analysis] | None:
    """Lessons, and the analysis that must be complete before the first is drawn.

    None for a game in which no position comes back, and for a board that is too large.
    """
    if not game.knowledge.solving.repeats:
        return None
    check_once(game)
    try:
        analysis = analysis_of(game)
    except InvalidParameterError:
        return None
    lessons = RetrogradeLessons(
        game.start(),
        analysis.space,
        analysis.values,
        move_buffer(game),
        move_buffer(game),
        np.zeros(LONG_GAME * analysis.space.most_children, np.int64),
        new_state(seed),
    )
    return lessons, analysis
