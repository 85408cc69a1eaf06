"""The solver as an object: it keeps its table, and answers about positions of one board.

A score is counted as solvers of the field do, for the player to move: 0 for a draw, 1 for a win
with the last disc that the winner has on a full board, 1 more for each disc sooner; the same
negative for a loss.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.games.connect_four.game import ConnectFour
from plyground.games.connect_four.rules import ConnectFourPosition
from plyground.games.connect_four.solver.asking import ALONE_NODES, Asker
from plyground.games.connect_four.solver.beyond import bounds_beyond, likely_score
from plyground.games.connect_four.solver.board import board_of
from plyground.games.connect_four.solver.book import Book, shipped_book
from plyground.games.connect_four.solver.many import rows_for, settle_all
from plyground.games.connect_four.solver.search import (
    OPEN,
    Features,
    next_goal,
    prove_score,
    reaches,
    settle,
)
from plyground.games.connect_four.solver.table import clear, megabytes_of, new_table
from plyground.kernel import Kernel, Monitor, popcount, rest_of
from plyground.kernel.monitor import NODE_LIMIT, NODES, STOP
from plyground.solvers.solution import Note, Solution
from plyground.solvers.solver import Options, Solver, count_more
from plyground.vocabulary import Limit, Move, MoveReport, Proven, Statistics

NEAR_QUESTIONS = 4  # after a guess from the book: whether the score is just one more, or less
QUICK_NODES = 20_000  # so many are looked at on the spot, without a thread that can be stopped


@dataclass(frozen=True)
class ScoreBounds:
    """What was proven of a score: it lies from `low` to `high`."""

    low: int
    high: int
    statistics: Statistics

    @property
    def score(self) -> int | None:
        """The score, None if the search was stopped before it was known."""
        return self.low if self.low == self.high else None


def sign_of(number: int) -> int:
    """1, 0 or -1: a score as a win, a draw or a loss."""
    return (number > 0) - (number < 0)


def connect_four_solver(game: Game[Any], options: Options) -> ConnectFourSolver:
    """A solver for the board, with the book that comes with the package unless it is unwanted."""
    sizes = game.parameter_values
    wanted = options.book is not False
    book = shipped_book(int(sizes["width"]), int(sizes["height"])) if wanted else None
    return ConnectFourSolver(game, options, book)


def _signed(low: int, high: int) -> str:
    return f"{low:+d}" if low == high else f"from {low:+d} to {high:+d}"


class ConnectFourSolver(Solver):
    """Exact scores of positions; what was found is kept for the next question."""

    uses: ClassVar = frozenset({"memory", "threads", "distance", "book"})
    patient: ClassVar = True
    bounded: ClassVar = True
    scoring: ClassVar = True
    game: ConnectFour

    def __init__(
        self,
        game: Game[Any],
        options: Options | None = None,
        book: Book | None = None,
        features: Features | None = None,
    ) -> None:
        """A solver for one size of board; `book` answers early positions at once."""
        if not isinstance(game, ConnectFour):
            raise PlygroundError(f"this solver knows connect_four, not {game.name}")
        super().__init__(game)
        chosen = options or Options()
        self.board = board_of(game.width, game.height)
        self.book = book
        self.weak = chosen.distance is False  # only win, draw or loss
        self.features = features or Features()
        self.low, self.high = -OPEN, OPEN  # proven so far, while it runs
        self._table = new_table(chosen.table_size(), game.width * (game.height + 1))
        self._asker = Asker(self.board, self._table, self.features, chosen)
        self._memories = self._asker.memories
        self._quick = Monitor(Limit(nodes=QUICK_NODES)).array
        self._settle: Any = None

    def forget(self) -> None:
        """Empty the table."""
        clear(self._table)

    def progress(self) -> str:
        """Between which scores the position lies, once anything is known of it."""
        return "" if self.high - self.low >= 2 * OPEN else f"score {_signed(self.low, self.high)}"

    def solve(
        self,
        position: ConnectFourPosition,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """The value and, among the notes, the score; there is no line without distances."""
        watch, begun = self.watch(position, limit, monitor), time.monotonic()
        found = self.score_bounds(position, self.weak, limit, watch)
        distance, line = None, list[Move]()
        values: dict[Move, Proven] = {}
        notes = {"score": Note([found.low, found.high], _signed(found.low, found.high))}
        if found.score is not None and not self.weak:
            distance = self.proven(position, found.score).distance
            line = self.line(position, found.score, watch)
        if found.score is not None and moves:
            scores = self.scores(position, self.weak, watch)
            values = {move: self._after(position, move, -scores[move]) for move in scores}
            named = {self.game.format_move(move): score for move, score in scores.items()}
            shown = "  ".join(f"{move}: {score:+d}" for move, score in named.items())
            notes["scores"] = Note(named, shown)
        statistics = watch.statistics(time.monotonic() - begun)
        told = (distance, values, tuple(line), statistics, megabytes_of(self._table), notes)
        return Solution(sign_of(found.low), sign_of(found.high), position.player(), *told)

    def reports(
        self, position: ConnectFourPosition, limit: Limit | None, monitor: Monitor
    ) -> Iterator[list[MoveReport]]:
        """One move after the other, from the middle; then lines of best play, the best first."""
        begun = time.monotonic()
        scores: dict[Move, int] = {}
        for move in self.from_the_middle(position):
            rest = rest_of(limit, begun)
            score = self.score_bounds(position.play(move), self.weak, rest, monitor).score
            if score is None:
                return
            scores[move] = score
            yield [self._report(position, move, score)]
        for move in () if self.weak else sorted(scores, key=scores.__getitem__):
            rest = rest_of(limit, begun)
            line = self.line(position.play(move), scores[move], monitor, rest)
            if monitor.stopped:
                return
            yield [self._report(position, move, scores[move], line)]

    def _report(
        self, position: ConnectFourPosition, move: Move, score: int, line: Sequence[Move] = ()
    ) -> MoveReport:
        """What is known of a move, given the score after it and how play goes on."""
        known = self._after(position, move, score)
        return MoveReport(move, known, known.distance or 0, (move, *line))

    def move_for(
        self, position: ConnectFourPosition, result: int, ply: int, monitor: Monitor
    ) -> Move:
        """A move that reaches the result; -1 once stopped."""
        move = self.best_move(position, result, monitor)
        return -1 if move is None else move

    def _after(self, position: ConnectFourPosition, move: Move, score: int) -> Proven:
        """What a move is worth to who makes it, given the score after it."""
        player = position.player()
        if self.weak:
            return Proven(-sign_of(score), player)
        found = self.proven(position.play(move), score)
        return Proven(-found.result, player, 1 + (found.distance or 0))

    def score_bounds(
        self,
        position: ConnectFourPosition,
        weak: bool = False,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
    ) -> ScoreBounds:
        """The score; with `weak`, 1, 0 or -1 for a win, a draw or a loss.

        Where the limit ends the search, the bounds proven until then.
        """
        watch = self.watch(position, limit, monitor)
        nodes, begun = int(watch.array[NODES]), time.monotonic()
        self.low, self.high = (-1, 1) if weak else (-OPEN, OPEN)
        known = self.known(position)
        if known is not None:
            self.low = self.high = max(self.low, min(self.high, known))
        elif not watch.stopped:
            self._narrow(position, watch, limit)
        statistics = watch.statistics(time.monotonic() - begun)
        statistics.nodes -= nodes
        return ScoreBounds(self.low, self.high, statistics)

    def score(self, position: ConnectFourPosition) -> int:
        """The exact score, however long it takes; the quickest way to ask."""
        if (position.width, position.height) != (self.game.width, self.game.height):
            self.game.check_own(position)
        known = self.known(position) if self.book else None
        if known is not None:
            return known
        self.prepare(position)
        self._quick[NODES] = self._quick[STOP] = 0
        low, high = self._look(position, -OPEN, OPEN, self._quick)
        return low if low == high else self.score_bounds(position).low

    def score_many(self, positions: Sequence[ConnectFourPosition]) -> list[int]:
        """The exact score of each position, however long it takes, by all threads."""
        for position in positions:
            if (position.width, position.height) != (self.game.width, self.game.height):
                self.game.check_own(position)
        scores = [self.known(position) for position in positions]
        asked = [place for place, score in enumerate(scores) if score is None]
        if asked:
            self.prepare(positions[0])
            rows = rows_for([positions[place] for place in asked], OPEN)
            settle_all(self.board, rows, QUICK_NODES, self.features, self._memories)
            for place, (_, _, low, high) in zip(asked, rows.tolist(), strict=True):
                scores[place] = low if low == high else self.score_bounds(positions[place]).low
        return [int(score) for score in scores if score is not None]

    def solve_many(
        self, positions: Sequence[ConnectFourPosition], limit: Limit | None = None
    ) -> list[Proven | None]:
        """The value of each position; with a limit, which holds for each, None where it ends."""
        if limit is not None or self.weak:
            return super().solve_many(positions, limit)
        scores = self.score_many(positions)
        return [self.proven(each, score) for each, score in zip(positions, scores, strict=True)]

    def scores(
        self, position: ConnectFourPosition, weak: bool = False, monitor: Monitor | None = None
    ) -> dict[Move, int]:
        """The score of each legal move, for the player who makes it; fewer if stopped."""
        found: dict[Move, int] = {}
        for move in self.game.legal(position):
            score = self.score_bounds(position.play(move), weak, monitor=monitor).score
            if score is None:
                break
            found[move] = -score
        return found

    def move_scores(self, positions: Sequence[ConnectFourPosition]) -> list[dict[Move, int]]:
        """The score of each legal move, for the player who makes it, for many positions at once."""
        children = [(n, move) for n, p in enumerate(positions) for move in self.game.legal(p)]
        after = [positions[n].play(move) for n, move in children]
        going_on = [child for child in after if self.game.legal(child)]
        scored = iter(self.score_many(going_on))
        found: list[dict[Move, int]] = [{} for _ in positions]
        for (n, move), child in zip(children, after, strict=True):
            ended = not self.game.legal(child)
            found[n][move] = -OPEN * int(child.result()) if ended else -next(scored)
        return found

    def line(
        self,
        position: ConnectFourPosition,
        score: int,
        monitor: Monitor | None = None,
        limit: Limit | None = None,
    ) -> list[Move]:
        """Both sides' best play to the end, from a position with this score; fewer if stopped."""
        moves, begun, watch = list[Move](), time.monotonic(), monitor or Monitor()
        while self.game.legal(position):
            move = self.best_move(position, score, watch, rest_of(limit, begun))
            if move is None:
                break
            moves.append(move)
            position, score = position.play(move), -score
        return moves

    def best_move(
        self,
        position: ConnectFourPosition,
        score: int,
        monitor: Monitor | None = None,
        limit: Limit | None = None,
    ) -> Move | None:
        """The move nearest to the centre that keeps the position's score; None if stopped."""
        self.prepare(position)
        watch = monitor or Monitor()
        for move in self.from_the_middle(position):
            child = position.play(move)
            known = self.known(child)
            if known is None:
                low, known = self._glance(child, -score, 1 - score, watch)
                if low < known and not watch.stopped:
                    known = self._ask(child, 1 - score, watch, limit)
            if watch.stopped:
                return None
            if known <= -score:
                return int(move)
        return None

    def from_the_middle(self, position: ConnectFourPosition) -> list[Move]:
        """The legal moves, those nearest to the centre first."""
        last = self.game.width - 1
        return sorted(self.game.legal(position), key=lambda move: abs(2 * move - last))

    def proven(self, position: ConnectFourPosition, score: int) -> Proven:
        """A score as a result with its distance in plies."""
        player, played = position.player(), popcount(position.mine | position.theirs)
        cells = self.game.width * self.game.height
        if score == 0:
            return Proven(0, player, cells - played)
        last = cells + 2 - 2 * abs(score)
        winner = player if score > 0 else 1 - player
        last -= (last - 1) % 2 != winner  # the first player has the odd plies
        return Proven(sign_of(score), player, last - played)

    def known(self, position: ConnectFourPosition) -> int | None:
        """The score if the book has it."""
        return self.book.score(position) if self.book else None

    def _narrow(self, position: ConnectFourPosition, watch: Monitor, limit: Limit | None) -> None:
        """Bring the bounds together: a few nodes on the spot, then question by question."""
        begun, nodes = time.monotonic(), int(watch.array[NODES])
        self.low, self.high = self._glance(position, self.low, self.high, watch)
        guess = None if watch.stopped else self._use_book(position)
        turn = 0
        while self.low < self.high and not watch.stopped:
            goal = self._next_goal(guess, turn)
            alone = ALONE_NODES - (int(watch.array[NODES]) - nodes)
            value = self._ask(position, goal, watch, rest_of(limit, begun), alone)
            turn += 1
            if watch.stopped:
                return
            if value >= goal:
                self.low = min(self.high, value)
            else:
                self.high = max(self.low, value)

    def _glance(
        self, position: ConnectFourPosition, low: int, high: int, watch: Monitor
    ) -> tuple[int, int]:
        """What a few nodes prove of a score from `low` to `high`, on the spot."""
        bound, so_far, quick = int(watch.array[NODE_LIMIT]), int(watch.array[NODES]), self._quick
        quick[NODES] = quick[STOP] = 0
        quick[NODE_LIMIT] = min(bound - so_far, QUICK_NODES) if bound else QUICK_NODES
        low, high = self._look(position, low, high, quick)
        quick[NODE_LIMIT] = QUICK_NODES
        count_more(watch, int(quick[NODES]))
        return low, high

    def _use_book(self, position: ConnectFourPosition) -> int | None:
        """Take the bounds that follow from the book; what the score is likely to be, if known."""
        if self.book is None or self.low == self.high:
            return None
        known = bounds_beyond(self.book, position)
        if known is None:
            return likely_score(self.book, position)
        low, high = min(self.high, known[0]), max(self.low, known[1])
        self.low, self.high = max(self.low, low), min(self.high, high)
        return known[0]

    def _next_goal(self, guess: int | None, turn: int) -> int:
        """What to ask next: whether the score is more than the guess, then one more or one less."""
        if guess is None or turn >= NEAR_QUESTIONS:
            return next_goal(self.low, self.high, turn)
        return max(self.low + 1, min(self.high, guess + 1))

    def prepare(self, position: Any) -> None:
        """Have the kernels compiled, so that this is not on any clock."""
        if self._settle is None:
            place = (self.features, self._memories[0], self._quick)
            question = (self.board, 0, 0, 0, 0, *place)
            reaches.prepare(self.board, 0, 0, 0, *place)
            self._settle = settle.require(*question) if settle.prepare(*question) else settle

    def reaches_within(
        self, position: ConnectFourPosition, goal: int, nodes: int
    ) -> tuple[bool | None, int]:
        """Whether the player to move gets the result, in one thread and without the book."""
        self.prepare(position)
        array = self._quick
        array[NODES], array[STOP], array[NODE_LIMIT] = 0, 0, nodes
        low, high = self._look(position, goal - 1, goal, array)
        array[NODE_LIMIT] = QUICK_NODES
        return None if low < high else bool(low == goal), int(array[NODES])

    def library_call(self, position: ConnectFourPosition) -> tuple[Kernel, tuple[Any, ...]]:
        """Proves the score of a position, in one thread and without the book."""
        memory, monitor = self._memories[0], Monitor().array
        return prove_score, (position, self.board, self.features, 0, memory, monitor)

    def _look(self, position: ConnectFourPosition, low: int, high: int, array: Any) -> Any:
        """What `settle` proves in the nodes that the array allows."""
        mask = position.mine | position.theirs
        place = (self.features, self._memories[0], array)
        return self._settle(self.board, position.mine, mask, low, high, *place)

    def _ask(
        self,
        position: ConnectFourPosition,
        goal: int,
        watch: Monitor,
        limit: Limit | None,
        alone: int = ALONE_NODES,
    ) -> int:
        """The value that answers whether the position reaches `goal`, by all threads."""
        question = (position.mine, position.mine | position.theirs, goal)
        return self._asker.ask(question, watch, limit, alone)
