"""A proof in parts: which questions are worth asking next, and what follows from the answers.

The root asks whether the side to move reaches a goal. A part is such a question about a position
below it, and is answered as a whole, or is split into its children:

    yes    if one move leads to a child whose answer is no
    no     if every move leads to a child whose answer is yes

Of a part that was split, the other children wait until one is answered (Feldmann 1993, "young
brothers wait"): before, the first may well answer the part alone. The more children have failed to
answer it, the more likely all will have to be looked at; so as many of the others are thought to be
needed as have failed, and each one beyond them a step less likely. Parts are given out by the steps
on the way to them, and of equally likely ones the deepest first, as the search of one process does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any

from plyground.game import Game
from plyground.vocabulary import Move


@dataclass(eq=False)
class Part:
    """Does the side to move reach the goal in this position?"""

    position: Any
    moves: tuple[Move, ...]  # from the root
    key: int  # by which its position is known
    goal: int
    parents: list[Part] = field(default_factory=list)
    children: list[Part] = field(default_factory=list)  # best first; none until it is split
    answer: bool | None = None
    nodes: int = 0  # that were looked at for it
    size: int = 0  # nodes that were looked at in it, its parent's search included, about
    under_way: bool = False
    place: Any = None  # whose table knows most of it

    @property
    def ply(self) -> int:
        """How far below the root it is."""
        return len(self.moves)

    @property
    def is_open(self) -> bool:
        """Whether it is still to be answered as a whole."""
        return self.answer is None and not self.children

    @property
    def is_needed(self) -> bool:
        """Whether the root still waits for the answer."""
        above = not self.parents or any(parent.is_needed for parent in self.parents)
        return self.answer is None and above


class SplitTree:
    """The parts of one question."""

    def __init__(
        self,
        game: Game[Any],
        position: Any,
        goal: int,
        key: Callable[[Any, int], int],
        play: Callable[[Any, Move, int], Any],
        rate: Callable[[Any, Move], int],
        known: Callable[[int, int], bool | None],
        on_answer: Callable[[Part], object],
        seen: Any,
    ) -> None:
        """`key` tells positions at a ply apart; `rate` says which moves to look at first.

        `play` makes a move that leads to a ply. `known` says what is proven of a key and a goal.
        `on_answer` is told every part whose answer follows from its children. `seen` is that of
        `exact_search.Memory`: a part that is a game which ended in a draw is noted there at once,
        before any answer can rest on it.
        """
        self.game, self.key, self.play, self.rate = game, key, play, rate
        self.known, self.on_answer, self.seen = known, on_answer, seen
        self._parts: dict[tuple[int, int], Part] = {}  # by ply and key
        self.root = self._part(position, (), goal)

    def __len__(self) -> int:
        """How many parts there are."""
        return len(self._parts)

    def _part(self, position: Any, moves: tuple[Move, ...], goal: int) -> Part:
        key = self.key(position, len(moves))
        part = self._parts.get((len(moves), key))
        if part is None:
            part = Part(position, moves, key, goal)
            if self.game.legal(position):
                part.answer = self.known(key, goal)
            else:
                result = position.result()
                part.answer = result >= goal
                self.seen[0] |= result == 0
            self._parts[len(moves), key] = part
        return part

    def next_parts(self, most: int) -> list[Part]:
        """The parts to be looked at next, at which nobody works, at most so many."""
        found: list[Part] = []
        seen: set[Part] = set()
        turns = count()
        waiting = [(0, 0, 0, self.root)]  # steps, plies from the end, turn
        while waiting and len(found) < most:
            steps, _, _, part = heappop(waiting)
            if part.answer is not None or part in seen:
                continue
            seen.add(part)
            if part.is_open and not part.under_way:
                found.append(part)
            left = [child for child in part.children if child.answer is None]
            failed = len(part.children) - len(left)
            for place, child in enumerate(left if failed else left[:1]):
                further = steps + max(0, place + 1 - max(1, failed))
                heappush(waiting, (further, -child.ply, next(turns), child))
        return found

    def look_up(self, part: Part) -> bool:
        """Whether the part is answered by what is known by now."""
        answer = self.known(part.key, part.goal)
        if answer is not None:
            self.settle(part, answer)
        return answer is not None

    def settle(self, part: Part, answer: bool) -> None:
        """Take an answer, and what follows from it."""
        part.answer = answer
        self._tell_parents(part)

    def split(self, part: Part) -> None:
        """Have its children asked instead; that may already answer it.

        Whoever looked at the part goes on with the first of them, where its search has been.
        """
        position, ply = part.position, part.ply + 1
        best_first = sorted(self.game.legal(position), key=lambda move: -self.rate(position, move))
        for move in best_first:
            moves = (*part.moves, move)
            child = self._part(self.play(position, move, ply), moves, 1 - part.goal)
            if child not in part.children:
                part.children.append(child)
                child.parents.append(part)
        first = next((child for child in part.children if child.is_open), None)
        if first is not None and first.place is None:
            first.place, first.size = part.place, part.size // 2
        self._follow(part)

    def _follow(self, part: Part) -> None:
        """Answer a part from its children, if they suffice, and then its parents."""
        if any(child.answer is False for child in part.children):
            part.answer = True
        elif all(child.answer for child in part.children):
            part.answer = False
        else:
            return
        part.nodes += sum(child.nodes for child in part.children)
        self.on_answer(part)
        self._tell_parents(part)

    def _tell_parents(self, part: Part) -> None:
        for parent in part.parents:
            if parent.answer is None:
                self._follow(parent)
