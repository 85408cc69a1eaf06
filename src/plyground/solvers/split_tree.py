"""A proof in parts: which questions are worth asking next, and what follows from the answers.

The root asks whether the side to move reaches a goal. A part is such a question about a position
below it, and is answered as a whole, or is split into its children:

    yes    if one move leads to a child whose answer is no
    no     if every move leads to a child whose answer is yes

Parts are chosen by proof-number search (Allis 1994) of which each step is a job of its own (Wu et
al. 2013, "Job-level proof number search"): from the root to the child that is least far from a no.
Parts that somebody works at are passed over, and the next best is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
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
    proof: float  # questions that have to be answered for a yes, about
    disproof: float  # and for a no
    parents: list[Part] = field(default_factory=list)
    children: list[Part] = field(default_factory=list)  # none until it is split
    answer: bool | None = None
    nodes: int = 0  # that were looked at for it
    under_way: bool = False

    @property
    def ply(self) -> int:
        """How far below the root it is."""
        return len(self.moves)

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
        rate: Callable[[Any, Move], int],
        known: Callable[[int, int], bool | None],
        on_answer: Callable[[Part], object],
    ) -> None:
        """`key` tells positions at a ply apart; `rate` says which moves to look at first.

        `known` says what is proven of a key and a goal. `on_answer` is told every part whose answer
        follows from its children.
        """
        self.game, self.key, self.rate = game, key, rate
        self.known, self.on_answer = known, on_answer
        self._parts: dict[tuple[int, int], Part] = {}  # by ply and key
        self.root = self._part(position, (), goal, 0)

    def __len__(self) -> int:
        """How many parts there are."""
        return len(self._parts)

    def _part(self, position: Any, moves: tuple[Move, ...], goal: int, rank: int) -> Part:
        key = self.key(position, len(moves))
        part = self._parts.get((len(moves), key))
        if part is None:
            part = Part(position, moves, key, goal, 1, 1 + rank)
            is_over = not self.game.legal(position)
            part.answer = position.result() >= goal if is_over else self.known(key, goal)
            _reckon(part)
            self._parts[len(moves), key] = part
        return part

    def next_part(self) -> Part | None:
        """The most promising part that nobody works at; None if there is none."""
        return self._below(self.root, set())

    def _below(self, part: Part, seen: set[int]) -> Part | None:
        if part.answer is not None or id(part) in seen:
            return None
        seen.add(id(part))
        if not part.children:
            return None if part.under_way else part
        for child in sorted(part.children, key=lambda each: each.disproof):
            found = self._below(child, seen)
            if found is not None:
                return found
        return None

    def look_up(self, part: Part) -> bool:
        """Whether the part is answered by what is known by now."""
        answer = self.known(part.key, part.goal)
        if answer is not None:
            self.settle(part, answer)
        return answer is not None

    def settle(self, part: Part, answer: bool) -> None:
        """Take an answer, and what follows from it."""
        part.answer = answer
        _reckon(part)
        self._tell_parents(part)

    def split(self, part: Part) -> None:
        """Have its children asked instead; that may already answer it."""
        position = part.position
        best_first = sorted(self.game.legal(position), key=lambda move: -self.rate(position, move))
        for rank, move in enumerate(best_first):
            child = self._part(position.play(move), (*part.moves, move), 1 - part.goal, rank)
            if child not in part.children:
                part.children.append(child)
                child.parents.append(part)
        self._follow(part)

    def _follow(self, part: Part) -> None:
        """Reckon a part anew from its children, and its parents if that changed it."""
        before = part.proof, part.disproof
        _reckon(part)
        if part.answer is not None:
            part.nodes += sum(child.nodes for child in part.children)
            self.on_answer(part)
        if before != (part.proof, part.disproof):
            self._tell_parents(part)

    def _tell_parents(self, part: Part) -> None:
        for parent in part.parents:
            if parent.answer is None:
                self._follow(parent)


def _reckon(part: Part) -> None:
    """The answer, if the children give it, and how far it is."""
    if part.answer is None and part.children:
        if any(child.answer is False for child in part.children):
            part.answer = True
        elif all(child.answer for child in part.children):
            part.answer = False
        else:
            part.proof = min(child.disproof for child in part.children)
            part.disproof = sum(child.proof for child in part.children)
    if part.answer is not None:
        part.proof, part.disproof = (0, inf) if part.answer else (inf, 0)
