"""Retrograde analysis: exact values with distances where positions come back.

A search that goes forward must know which positions it has already been in; this one does not go
forward at all. It numbers every position of a small board (a *space*, which the game declares) and
keeps one byte for each:

    0           not known yet; in the end, a draw
    d + 1       decided d plies before the end: lost if d is even, won if it is odd
    255         cannot occur

Sweep d looks at all positions that are not known: one with a move to a position lost in d - 1 is
won in d, one whose moves all lead to positions won is lost in d. The first sweep that finds nothing
ends it: what is left can be kept from ending for ever.

Such play counts as a draw. Rules that end a game after many turns or repetitions agree: they only
ever make draws. A forced win in d plies passes through d different positions, so none is repeated,
and it stands if d more turns are allowed. Only a past in which positions have already been
repeated can spoil it; values are those of positions without a past.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.kernel import Monitor, enter_node, rest_of, run_search, search_kernel
from plyground.kernel.monitor import DEPTH
from plyground.solvers.retrograde_store import (
    LEAST_POSITIONS,
    read_values,
    values_file,
    write_values,
)
from plyground.solvers.solution import Solution
from plyground.solvers.solver import Options, Solver
from plyground.vocabulary import Limit, Move, MoveReport, Proven

UNKNOWN, IMPOSSIBLE = 0, 255
LONGEST = 253  # plies that one byte can hold
STRETCH = 1 << 20  # positions that are looked at before anybody may see how far it got


@search_kernel(title="the solver")
def begin(space: Any, values: Any, first: int, last: int, monitor: Any) -> int:
    """How many positions from `first` to `last` are over; writes what they are worth."""
    found = 0
    for index in range(first, last):
        if enter_node(monitor):
            return found
        over = space.over(index)
        if over != 0:
            values[index] = 1 if over < 0 else IMPOSSIBLE
            found += 1
    return found


@search_kernel(title="the solver")
def sweep(
    space: Any, values: Any, distance: int, first: int, last: int, children: Any, monitor: Any
) -> int:
    """How many positions from `first` to `last` are decided in `distance`; writes them."""
    found, winning = 0, distance % 2 == 1
    for index in range(first, last):
        if values[index] != UNKNOWN:
            continue
        if enter_node(monitor):
            return found
        count = space.fill_children(index, children)
        decided = count > 0 and not winning
        for i in range(count):
            value = int(values[children[i]])
            if winning and value == distance:
                decided = True
                break
            if not winning and (value == UNKNOWN or value % 2 == 1):
                decided = False
                break
        if decided:
            values[index] = distance + 1
            found += 1
    return found


class Analysis:
    """The value of every position of a space; `name` is that of its file in the cache folder."""

    def __init__(self, space: Any, name: str) -> None:
        """What the cache folder has, otherwise nothing yet."""
        self.space = space
        self.children = np.zeros(space.most_children, np.int64)
        self.swept = -1  # sweeps that are complete
        self.next = 0  # the first position that the current sweep has not looked at
        self.found = 0  # positions that the current sweep has decided
        self.lock = threading.Lock()
        self.file: Path | None = None
        values = None
        if space.positions >= LEAST_POSITIONS:
            self.file = values_file(name, (begin.function, sweep.function, space))
        if self.file is not None:
            values = read_values(self.file, space.positions)
        self.complete = values is not None
        self.values = np.zeros(space.positions, np.uint8) if values is None else values

    def prepare(self, monitor: Monitor) -> None:
        """Compile, so that it is not on the clock."""
        begin.prepare(self.space, self.values, 0, 1, monitor.array)
        sweep.prepare(self.space, self.values, 1, 0, 1, self.children, monitor.array)

    def run(self, monitor: Monitor, limit: Limit | None = None) -> None:
        """Sweep until everything is known; the next run continues one that was stopped."""
        begun = time.monotonic()
        with self.lock:
            while not self.complete and not monitor.stopped:
                self._advance(monitor, rest_of(limit, begun))

    def _advance(self, monitor: Monitor, limit: Limit | None) -> None:
        """Look at some positions, which takes less than a second."""
        distance, last = self.swept + 1, min(self.next + STRETCH, self.space.positions)
        if distance > LONGEST:
            raise AssertionError("a game takes longer than a byte can count")
        held, places = (self.space, self.values), (self.next, last)
        if distance == 0:
            found = run_search(begin, monitor, *held, *places, limit=limit)
        else:
            arguments = (distance, *places, self.children)
            found = run_search(sweep, monitor, *held, *arguments, limit=limit)
        self.found += int(found)
        if monitor.stopped:
            return
        self.next = last
        if last == self.space.positions:
            self._end_sweep(monitor)

    def _end_sweep(self, monitor: Monitor) -> None:
        self.complete = self.found == 0
        self.swept, self.next, self.found = self.swept + 1, 0, 0
        monitor.array[DEPTH] = self.swept
        if self.complete and self.file is not None:
            write_values(self.file, self.values)

    def value(self, index: int) -> tuple[int, int | None]:
        """Result and distance for the side to move; a draw has no distance."""
        value = int(self.values[index])
        if value == UNKNOWN:
            return 0, None
        return (1 if value % 2 == 0 else -1), value - 1


@functools.lru_cache(maxsize=2)
def analysis_of(game: Game[Any]) -> Analysis:
    """The analysis of the game, as far as it got; `run` completes it.

    `InvalidParameterError` if there are too many positions.
    """
    make = game.knowledge.load(game.knowledge.solving.space)
    space = make(game) if make else None
    if space is None:
        raise InvalidParameterError(
            f"{game} cannot be solved: its positions come back, and there are too many of them "
            "for retrograde analysis; choose a smaller board"
        )
    name = "-".join(map(str, (game.name, *game.parameter_values.values())))
    return Analysis(space, name)


class RetrogradeSolver(Solver):
    """Answers about every position of a small board, once all have been analysed."""

    patient: ClassVar = True

    def __init__(self, game: Game[Any], _options: Options | None = None) -> None:
        """An analysis of the same game that was begun before is gone on with."""
        super().__init__(game)
        self.analysis = analysis_of(game)
        self.walk = Walk(game, self.analysis)

    def prepare(self, position: Any) -> None:
        """Have machine code ready."""
        self.analysis.prepare(Monitor())

    def solve(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        moves: bool = False,
    ) -> Solution:
        """The value with its distance, a line and, if asked for, the value of every move."""
        watch, player = self.watch(position, limit, monitor), position.player()
        begun = time.monotonic()
        self.analysis.run(watch, limit)
        low, high, distance = -1, 1, None
        values: dict[Move, Proven] = {}
        line: list[Move] = []
        if self.analysis.complete:
            low, distance = self.walk.value(position)
            high, line = low, self.walk.line(position)
            values = self.walk.move_values(position) if moves else {}
        statistics = watch.statistics(time.monotonic() - begun)
        held = self.analysis.values.nbytes / 1_000_000
        return Solution(low, high, player, distance, values, tuple(line), statistics, held)

    def reports(
        self, position: Any, limit: Limit | None, monitor: Monitor
    ) -> Iterator[list[MoveReport]]:
        """All moves at once."""
        self.analysis.run(monitor, limit)
        if self.analysis.complete:
            values = self.walk.move_values(position)
            yield [MoveReport(move, score, 1, (move,)) for move, score in values.items()]

    def move_for(self, position: Any, result: int, ply: int, monitor: Monitor) -> Move:
        """The best move, whatever result is asked for; -1 once stopped."""
        self.analysis.run(monitor)
        return self.walk.best_move(position) if self.analysis.complete else -1


class Walk:
    """Positions of the game, looked up in a complete analysis."""

    def __init__(self, game: Game[Any], analysis: Analysis) -> None:
        self.game, self.analysis = game, analysis

    def value(self, position: Any) -> tuple[int, int | None]:
        """Result and distance; positions before the rules become regular look at their moves."""
        legal = self.game.legal(position)
        if not legal:
            return int(position.result()), 0
        if self.analysis.space.covers(position):
            result, distance = self.analysis.value(self.analysis.space.index_of(position))
            late = distance is not None and distance > self.analysis.space.plies_left(position)
            return (0, None) if late else (result, distance)
        values = self.move_values(position)
        best = max(values.values(), key=_rank)
        return best.result, best.distance

    def move_values(self, position: Any) -> dict[Move, Proven]:
        """The value of every legal move for who makes it."""
        values = {}
        for move in self.game.legal(position):
            result, distance = self.value(position.play(move))
            plies = None if distance is None else distance + 1
            values[move] = Proven(-result, position.player(), plies)
        return values

    def line(self, position: Any) -> list[Move]:
        """Best play to the end; one move of a draw, which has no end."""
        line: list[Move] = []
        if self.value(position)[0] == 0 and self.game.legal(position):
            return [self.best_move(position)]
        while self.value(position)[0] != 0 and (values := self.move_values(position)):
            line.append(_best(values))
            position = position.play(line[-1])
        return line

    def best_move(self, position: Any) -> Move:
        """A move of the best value. Requires a game that goes on."""
        return _best(self.move_values(position))


def _best(values: dict[Move, Proven]) -> Move:
    return max(values, key=lambda move: _rank(values[move]))


def _rank(value: Proven) -> tuple[int, int]:
    """Larger is better: wins, then draws, then losses; quick wins and late losses."""
    return value.result, -value.result * (value.distance or 0)
