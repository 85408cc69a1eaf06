"""Refutations: how a mistake is punished, whatever is tried against it.

A refutation is a tree. Who refutes has one move in each position, who erred has all of them:

    Step 4 (Yellow)                 the refuting move
    +-- Step 1 (Red)                every reply ...
    |   +-- Step 5 (Yellow)         ... and the one move that answers it; the game is over
    +-- Step 2 (Red)
        +-- Step 3 (Yellow)
            +-- ...

Of all such trees it is the smallest: least deep, and of those the one with the fewest steps. If
even that has more steps than wanted, or the solver does not get through, the longest defence is
followed and what leads aside is folded: it is proven, and not shown.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from plyground.errors import OutOfReachError
from plyground.game import Game
from plyground.kernel import Monitor, rest_of
from plyground.solvers.solver import Solver
from plyground.vocabulary import Limit, Move, Player, Proven, other

MOST_STEPS = 150  # of a tree that is shown whole
MOST_ASIDE = 12  # steps beside the longest defence that are shown rather than folded
LONGEST = 15  # plies of the longest defence, where the rest is folded
MOST_LOOKED = 600  # positions, on the way to the smallest tree
UNPROVEN = "nothing is proven of this move in time; later positions are easier"


@dataclass(frozen=True)
class Step:
    """A move of a refutation, and what follows."""

    move: Move
    player: Player
    distance: int | None = None  # plies from here to the end, where they are known
    answers: tuple[Step, ...] = ()
    is_folded: bool = False  # the game goes on, which is proven and not shown

    @cached_property
    def size(self) -> int:
        """How many steps there are, this one included."""
        return 1 + sum(answer.size for answer in self.answers)

    @cached_property
    def depth(self) -> int:
        """How many plies the longest line has, this one included."""
        return 1 + max((answer.depth for answer in self.answers), default=0)

    @cached_property
    def is_complete(self) -> bool:
        """Whether nothing is folded."""
        return not self.is_folded and all(answer.is_complete for answer in self.answers)

    def lines(self) -> Iterator[tuple[Step, ...]]:
        """Every line from here to an end of the tree."""
        if not self.answers:
            yield (self,)
        for answer in self.answers:
            yield from ((self, *rest) for rest in answer.lines())


class Prover:
    """What a solver proves about positions, each asked once, under one limit."""

    def __init__(self, solver: Solver, limit: Limit | None = None, monitor: Monitor | None = None):
        """The clock runs from now on; `monitor` can stop it between two positions."""
        self.solver, self.game = solver, solver.game
        self.limit, self.monitor = limit, monitor or Monitor()
        self.begun = time.monotonic()
        self._known: dict[str, dict[Move, Proven]] = {}

    @property
    def looked(self) -> int:
        """How many positions were asked for."""
        return len(self._known)

    def values(self, position: Any) -> dict[Move, Proven]:
        """The value of every move; `OutOfReachError` if the limit comes first."""
        key = self.game.format_position(position)
        if key not in self._known:
            self._known[key] = self._ask(position)
        return self._known[key]

    def _ask(self, position: Any) -> dict[Move, Proven]:
        spent = time.monotonic() - self.begun
        late = self.limit is not None and spent > (self.limit.seconds or spent)
        if late or self.monitor.stopped:
            raise OutOfReachError(UNPROVEN)
        rest = rest_of(self.limit, self.begun)
        *_, known = (None, *self.solver.analyse(position, rest, Monitor()))
        if known is None or not known.finished:
            raise OutOfReachError(UNPROVEN)
        scores = {report.move: report.score for report in known.moves}
        return {move: score for move, score in scores.items() if isinstance(score, Proven)}


def refutation(prover: Prover, position: Any, goal: int, most: int = MOST_STEPS) -> Step:
    """The smallest refutation by who is to move, who reaches `goal` (1: a win, 0: a draw).

    `OutOfReachError` if not even its first move is proven.
    """
    growing = _Growing(prover, position.player(), goal)
    try:
        whole = growing.answer(position, most)
    except OutOfReachError:
        whole = None
    return whole or growing.longest_defence(position, LONGEST)


class _Growing:
    """The trees of one refutation, by who refutes."""

    def __init__(self, prover: Prover, player: Player, goal: int) -> None:
        self.prover, self.player, self.goal = prover, player, goal
        self.game: Game[Any] = prover.game
        self.before = prover.looked
        self._smallest: dict[str, Step] = {}
        self._too_large: dict[str, int] = {}  # the most steps that did not suffice

    @property
    def may_look(self) -> bool:
        """Whether the smallest tree is still worth the time."""
        return self.prover.looked - self.before <= MOST_LOOKED

    def answer(self, position: Any, room: int) -> Step | None:
        """The refuting move with the smallest tree; None if it has more than `room` steps."""
        key = self.game.format_position(position)
        found = self._smallest.get(key)
        if found is None and self._too_large.get(key, 0) < room:
            found = self._grown(position, room)
            if found is None:
                self._too_large[key] = room
            else:
                self._smallest[key] = found
        return found if found is not None and found.size <= room else None

    def _grown(self, position: Any, room: int) -> Step | None:
        if not self.may_look:
            raise OutOfReachError(UNPROVEN)
        best: Step | None = None
        for step in self.candidates(position):
            # Wins of one distance are equally deep, and only fewer steps would be better.
            left = best.size - 1 if best and self.goal > 0 else room
            replies = self.replies(position.play(step.move), left - 1)
            if replies is None:
                continue
            made = replace(step, answers=replies)
            if best is None or (made.depth, made.size) < (best.depth, best.size):
                best = made
        return best

    def candidates(self, position: Any) -> list[Step]:
        """The moves that reach the goal, of those that win the quickest."""
        values = self.prover.values(position)
        able = {move: score for move, score in values.items() if score.result >= self.goal}
        if self.goal > 0:
            soonest = min(_distance(score) for score in able.values())
            able = {move: score for move, score in able.items() if _distance(score) == soonest}
        return [Step(move, self.player, _after(score)) for move, score in able.items()]

    def replies(self, position: Any, room: int) -> tuple[Step, ...] | None:
        """Every move against it with its answer; None if that takes more than `room` steps."""
        made: list[Step] = []
        listed = self.defences(position) if self.game.legal(position) else []
        for index, step in enumerate(listed):
            room -= 1
            after = position.play(step.move)
            if self.game.legal(after):
                answer = self.answer(after, room - (len(listed) - index - 1))
                if answer is None:
                    return None
                room -= answer.size
                step = replace(step, answers=(answer,))
            made.append(step)
        return tuple(made) if room >= 0 else None

    def defences(self, position: Any) -> list[Step]:
        """All moves of the other side, the longest defence first."""
        values = self.prover.values(position)
        order = sorted(values, key=lambda move: (-_distance(values[move]), move))
        return [Step(move, other(self.player), _after(values[move])) for move in order]

    # --- what is too large ------------------------------------------------------------------------

    def longest_defence(self, position: Any, plies: int) -> Step:
        """The refuting move that leaves the fewest replies, and the longest defence against it."""
        chosen = min(
            self.candidates(position),
            key=lambda step: (len(self.game.legal(position.play(step.move))), step.move),
        )
        after = position.play(chosen.move)
        if not self.game.legal(after):
            return chosen
        if plies <= 1:
            return replace(chosen, is_folded=True)
        try:
            replies = self.defences(after)
        except OutOfReachError:
            return replace(chosen, is_folded=True)
        answered = [
            self._answered(after, step, plies - 2 if i == 0 else 0)
            for i, step in enumerate(replies)
        ]
        return replace(chosen, answers=tuple(answered))

    def _answered(self, position: Any, step: Step, plies: int) -> Step:
        """A reply with its answer; `plies` are those to follow it further, 0 beside the line."""
        after = position.play(step.move)
        if not self.game.legal(after):
            return step
        try:
            answer = self.longest_defence(after, plies) if plies else self._aside(after)
        except OutOfReachError:
            return replace(step, is_folded=True)
        return replace(step, answers=(answer,))

    def _aside(self, position: Any) -> Step:
        found = None
        if self.may_look:
            found = self.answer(position, MOST_ASIDE)
        return found or self.longest_defence(position, 0)


def _distance(score: Proven) -> int:
    return score.distance or 0


def _after(score: Proven) -> int | None:
    """The distance once the move is made."""
    return None if score.distance is None or score.result == 0 else score.distance - 1
