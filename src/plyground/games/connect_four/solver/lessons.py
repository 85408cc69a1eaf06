"""Lessons in Connect Four: games of random and good moves, and exact values, in machine code.

    plies       values                                       positions taught
    0 to 11     from the book, with distances                some of each game
    12 to 21    by search: win, draw or loss alone           two of each game, since that is slow
    22 on       by search, with distances                    half of them

After a position whose moves were judged comes the one after a random move in it, whose result is
then known. One game in two ends with the book, since nothing is searched in it.

In a game, moves are random with a chance that is drawn anew for every game; the others are taken
among those that are best or keep the value, and where no value is known, among those that do not
lose at once. The state of a game stands in an array, since it outlasts the call.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.games.connect_four.solver.board import board_of, completing, holds_four, slots_of
from plyground.games.connect_four.solver.book import shipped_book
from plyground.games.connect_four.solver.search import (
    EVERYTHING,
    OPEN,
    key_of,
    new_memories,
    plain_bounds,
    reaches,
    settle,
)
from plyground.games.connect_four.solver.table import new_table
from plyground.kernel import Monitor, compiled, popcount
from plyground.kernel.bits import FULL_WORD, mix
from plyground.kernel.chance import next_seed, pick
from plyground.solvers.lessons import BEST, KEEPING, WRONG

EXACT_FROM = 22  # plies from which distances cost little
MEGABYTES = 256.0  # of table for each thread
# The fields of a state. Without discs a game begins; MIDDLE and LATER are plies to be judged; the
# AFTER_ fields are the position after the last one and its result, without discs if it is unknown.
SEED, MINE, MASK, CHANCE, MIDDLE, LATER, AFTER_MINE, AFTER_MASK, AFTER_RESULT, FIELDS = range(10)
CHANCES = np.array([256, 150, 80, 35, 10])  # in 256, of a random move
MIDDLES = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5])  # past the book
LATERS = EXACT_FROM - np.arange(1, 5)
TAUGHT = 8  # chances of being taught are in eighths
IN_A_ROW = 4
WHOLE_GAMES = 2  # one game in so many goes on after the book
UNKNOWN = -1


@compiled
class Verdict(NamedTuple):
    """Columns as bits: those that keep the result, those that are best; and the result."""

    keeping: int
    best: int  # 0 where distances are not known
    result: int
    drawing: int  # columns that draw; UNKNOWN where that was not asked


@compiled
def sign_of_score(score: int) -> int:
    """A score as a win, a draw or a loss."""
    return 1 if score > 0 else (-1 if score < 0 else 0)


@compiled
def place_of(keys: Any, key: int) -> int:
    """Where the key stands; it must be there."""
    low, high = 0, len(keys)
    while low < high:
        half = (low + high) >> 1
        if keys[half] < key:
            low = half + 1
        else:
            high = half
    return low


@compiled
def sensible_moves(mine: int, mask: int, board: Any) -> int:
    """The slots to choose from without looking ahead: wins, or what averts a loss."""
    slots, threats = slots_of(mask, board), completing(mine ^ mask, mask, board)
    wins = completing(mine, mask, board) & slots
    if wins:
        return int(wins)
    if threats & slots:
        return int(threats & slots)
    safe = slots & ~(threats >> 1)
    return int(safe if safe else slots)


@compiled
class ConnectFourLessons(NamedTuple):
    """Plays and judges; one thread's own."""

    board: Any
    plies: int  # that the book reaches
    keys: Any  # of the book
    scores: Any
    memory: Any  # of the search
    monitor: Any
    state: Any  # [field] see SEED and the others

    def draw(self, worths: Any) -> tuple[Any, int, int]:
        """The next position to be learnt from, its result for the player to move, and its ply."""
        board, state = self.board, self.state
        for column in range(board.width()):
            worths[column] = 0.0
        if state[AFTER_MASK]:
            mine, mask = int(state[AFTER_MINE]), int(state[AFTER_MASK])
            state[AFTER_MASK] = 0
            return self.position(mine, mask), int(state[AFTER_RESULT]), popcount(mask)
        while True:
            mine, mask = int(state[MINE]), int(state[MASK])
            ply = popcount(mask)
            if ply == 0:
                state[CHANCE] = CHANCES[self.chance(len(CHANCES))]
                state[MIDDLE] = self.plies + MIDDLES[self.chance(len(MIDDLES))]
                state[LATER] = LATERS[self.chance(len(LATERS))]
            bare, taught = self.chance(256) < state[CHANCE], self.is_taught(mine, mask, ply)
            ends = ply == self.plies and self.chance(WHOLE_GAMES) > 0
            verdict = Verdict(0, 0, 0, UNKNOWN)
            slow = not ends and self.is_searched(ply)
            if slow or ply >= EXACT_FROM or (ply < self.plies and (taught or not bare)):
                verdict = self.judge(mine, mask, ply)
            elif taught:  # at the last ply of the book the result is known, but no move's
                verdict = Verdict(0, 0, sign_of_score(self.stored(mine, mask)), UNKNOWN)
            if ends:
                state[MINE] = state[MASK] = 0
            else:
                self.play_on(mine, mask, verdict, bare)
            if taught:
                self.note_worths(verdict, mask, worths)
                self.note_after(mine, mask, verdict)
                return self.position(mine, mask), int(verdict.result), ply

    def position(self, mine: int, mask: int) -> Any:
        """A position of the game."""
        return ConnectFourPosition(mine, mine ^ mask, self.board.width(), self.board.height())

    def note_worths(self, verdict: Any, mask: int, worths: Any) -> None:
        """Write what the moves are worth; nothing where that was not judged."""
        slots = slots_of(mask, self.board)
        for column in range(self.board.width()):
            if verdict.keeping and slots & self.column(column):
                keeps = verdict.keeping >> column & 1
                best = verdict.best >> column & 1 if verdict.best else keeps
                worths[column] = BEST if best else (KEEPING if keeps else WRONG)

    def note_after(self, mine: int, mask: int, verdict: Any) -> None:
        """Remember the position after a random move, if it is not over and its result is known."""
        slots = slots_of(mask, self.board)
        for _ in range(self.chance(popcount(slots))):
            slots &= slots - 1
        move, column = slots & -slots, 0
        while not move & self.column(column):
            column += 1
        keeps, result = verdict.keeping >> column & 1, 1
        if keeps:
            result = -verdict.result
        elif verdict.result == 1:
            result = 1 - (verdict.drawing >> column & 1)
        unknown = verdict.keeping == 0 or (
            keeps == 0 and verdict.result == 1 and verdict.drawing == UNKNOWN
        )
        if unknown or holds_four(mine | move, self.board) or mask | move == self.board.cells():
            return
        self.state[AFTER_MINE] = mine ^ mask
        self.state[AFTER_MASK] = mask | move
        self.state[AFTER_RESULT] = result

    def chance(self, count: int) -> int:
        """A random number below `count`."""
        self.state[SEED] = next_seed(int(self.state[SEED]))
        return pick(int(self.state[SEED]), count)

    def is_searched(self, ply: int) -> bool:
        """Whether a position past the book is judged: a few in a row, which help each other."""
        middle, later = int(self.state[MIDDLE]), int(self.state[LATER])
        return bool(middle <= ply < middle + IN_A_ROW or later <= ply < EXACT_FROM)

    def is_taught(self, mine: int, mask: int, ply: int) -> bool:
        """Whether the position is one to learn from: most are, few of those with a forced move."""
        drawn, slots = self.chance(TAUGHT), slots_of(mask, self.board)
        if self.plies < ply < EXACT_FROM:
            return self.is_searched(ply)
        theirs = completing(mine ^ mask, mask, self.board)
        if (completing(mine, mask, self.board) | theirs) & slots:
            return drawn < 1
        if ply < self.plies:
            return drawn < (1 if ply < self.plies - 4 else 4)
        return drawn < 4 or ply == self.state[MIDDLE]

    def play_on(self, mine: int, mask: int, verdict: Any, bare: bool) -> None:
        """Make a move, random if it is to be `bare` of thought; a finished game begins anew."""
        slots, board = slots_of(mask, self.board), self.board
        moves = slots
        if not bare:
            moves = sensible_moves(mine, mask, board)
            if verdict.keeping:
                sharp = verdict.best != 0 and self.chance(2) == 0
                wanted, moves = verdict.best if sharp else verdict.keeping, 0
                for column in range(board.width()):
                    if wanted >> column & 1:
                        moves |= slots & self.column(column)
        for _ in range(self.chance(popcount(moves))):
            moves &= moves - 1
        after = mask | moves & -moves
        over = holds_four(mine | moves & -moves, board) or after == board.cells()
        self.state[MINE] = 0 if over else mine ^ mask
        self.state[MASK] = 0 if over else after

    def column(self, number: int) -> int:
        """The cells of a column."""
        height = self.board.height()
        return int(((1 << height) - 1) << number * (height + 1))

    def judge(self, mine: int, mask: int, ply: int) -> Any:
        """What the moves are worth, by the book or by search."""
        if self.plies <= ply < EXACT_FROM:
            return self.judge_results(mine, mask, ply)
        slots, keeping, best, highest = slots_of(mask, self.board), 0, 0, -OPEN
        drawing = 0
        for column in range(self.board.width()):
            move = slots & self.column(column)
            if move == 0:
                continue
            score = -self.score(mine ^ mask, mask | move, ply < self.plies)
            if score > highest:
                best = 0
                if highest == -OPEN or sign_of_score(score) > sign_of_score(highest):
                    keeping = 0
                highest = score
            if score == highest:
                best |= 1 << column
            if sign_of_score(score) == sign_of_score(highest):
                keeping |= 1 << column
            if score == 0:
                drawing |= 1 << column
        return Verdict(keeping, best, sign_of_score(highest), drawing)

    def score(self, mine: int, mask: int, in_book: bool) -> int:
        """The exact score of a position that may be over."""
        if not in_book:
            place = (EVERYTHING, self.memory, self.monitor)
            low, _ = settle(self.board, mine, mask, -OPEN, OPEN, *place)
            return int(low)
        least, most = plain_bounds(mine, mask, self.board)
        if least == most:
            return int(least)
        if (self.plies - popcount(mask)) & 1 == 0:
            return self.stored(mine, mask)
        best, rest = -OPEN, slots_of(mask, self.board)
        while rest:
            move = rest & -rest
            rest ^= move
            best = max(best, -self.stored(mine ^ mask, mask | move))
        return int(best)

    def stored(self, mine: int, mask: int) -> int:
        """The score of a position of a ply that the book holds."""
        least, most = plain_bounds(mine, mask, self.board)
        if least == most:
            return int(least)
        return int(self.scores[place_of(self.keys, key_of(mine, mask, EVERYTHING, self.board))])

    def judge_results(self, mine: int, mask: int, ply: int) -> Any:
        """The same without distances: one question for each move, does the other get more?"""
        place = (EVERYTHING, self.memory, self.monitor)
        if ply == self.plies:
            result = sign_of_score(self.stored(mine, mask))
        else:
            result, _ = settle(self.board, mine, mask, -1, 1, *place)
        slots, keeping = slots_of(mask, self.board), 0
        for column in range(self.board.width()):
            move = slots & self.column(column)
            if move == 0:
                continue
            answer, most = plain_bounds(mine ^ mask, mask | move, self.board)
            if answer < most and result > -1:
                answer = reaches(self.board, mine ^ mask, mask | move, 1 - result, *place)
            if result == -1 or answer < 1 - result:
                keeping |= 1 << column
        return Verdict(keeping, 0, int(result), UNKNOWN)


def lessons_for(game: ConnectFour, seed: int) -> ConnectFourLessons | None:
    """Lessons for a board with a book of an even number of plies; None for any other."""
    book = shipped_book(game.width, game.height)
    if book is None:
        return None
    board = board_of(game.width, game.height)
    table = new_table(MEGABYTES, game.width * (game.height + 1))
    state = np.zeros(FIELDS, np.int64)
    state[SEED] = mix(seed & FULL_WORD, 0)
    return ConnectFourLessons(
        board,
        book.plies,
        np.ascontiguousarray(book.keys),
        np.ascontiguousarray(book.scores),
        new_memories(1, board, table)[0],
        Monitor().array,
        state,
    )
