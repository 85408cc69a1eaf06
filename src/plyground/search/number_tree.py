"""A tree of numbers written as text, searched like a game: `((3 12 8) (2 4 6) (14 5 2))`.

The first player maximises. Moves are 0, 1, ... from the left, written 1, 2, ...; numbers at the
leaves are for the first player. Brackets may be round or square, commas may stand between numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count as counting
from typing import Any, NamedTuple

from plyground.errors import InvalidPositionError
from plyground.kernel import interpreted
from plyground.search.trace import VARIANTS, Count, Judge, Trace, TraceSwitches, count
from plyground.vocabulary import Move

DEEPEST = 20
LARGEST = 1_000_000
_TOKEN = re.compile(r"\s*(?:(?P<number>[-+]?\d{1,7}(?![\d.]))|(?P<sign>[()\[\],]))")


@dataclass(frozen=True)
class NumberTree:
    """A node: children, or a number. It has the verbs of a position."""

    children: tuple[NumberTree, ...]
    number: int
    ply: int
    identity: int  # unique in its tree

    def fill_moves(self, moves: Any) -> int:
        """One move for each child."""
        for move in range(len(self.children)):
            moves[move] = move
        return len(self.children)

    def play(self, move: Move) -> NumberTree:
        """The child."""
        return self.children[move]

    def result(self) -> int:
        """Nobody wins; the numbers count."""
        return 0

    def key(self) -> int:
        """Equal subtrees in different places are different positions."""
        return self.identity

    def player(self) -> int:
        """The maximiser moves first."""
        return self.ply % 2

    @property
    def height(self) -> int:
        """Plies to the deepest leaf."""
        return 1 + max(child.height for child in self.children) if self.children else 0

    @property
    def width(self) -> int:
        """The most children of any node."""
        return max([len(self.children), *(child.width for child in self.children)])

    def value(self) -> int:
        """The minimax value for the player to move."""
        if not self.children:
            return self.number if self.ply % 2 == 0 else -self.number
        return max(-child.value() for child in self.children)

    def __str__(self) -> str:
        """As it is written."""
        if not self.children:
            return str(self.number)
        return f"({' '.join(map(str, self.children))})"


class Numbers(NamedTuple):
    """Judges leaves by their number, and moves by what they are truly worth."""

    def evaluate(self, position: NumberTree) -> int:
        """The number, for the player to move."""
        return position.value()

    def rate(self, position: NumberTree, move: Move) -> int:
        """The ideal order: by the value of the child."""
        return -position.play(move).value()


NUMBERS = Judge(Numbers(), Numbers(), judges_ends=True)


def format_number_move(move: Move) -> str:
    """The child's place from the left, from 1."""
    return str(move + 1)


def parse_number_tree(text: str) -> NumberTree:
    """The tree that the text describes; `InvalidPositionError` says where it goes wrong."""
    tokens, place = list[str](), 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            rest = text[place:].strip()[:20]
            raise InvalidPositionError(f"{rest!r} is neither a whole number nor a bracket")
        tokens.append(match.group().strip())
        place = match.end()
    reader = _Reader([token for token in tokens if token != ","])
    tree = reader.node(0)
    if reader.tokens:
        raise InvalidPositionError(f"{reader.tokens[0]!r} after the tree means nothing")
    return tree


class _Reader:
    """Reads a tree token by token."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.identities = counting(1)

    def node(self, ply: int) -> NumberTree:
        if not self.tokens:
            raise InvalidPositionError("the tree ends too early; write it as ((3 12 8) (2 4 6))")
        if ply > DEEPEST:
            raise InvalidPositionError(f"the tree is deeper than {DEEPEST} plies")
        token, identity = self.tokens.pop(0), next(self.identities)
        if token not in "([":
            return NumberTree((), self._number(token), ply, identity)
        closing, children = ")" if token == "(" else "]", list[NumberTree]()
        while self.tokens and self.tokens[0] not in ")]":
            children.append(self.node(ply + 1))
        if not children or not self.tokens or self.tokens.pop(0) != closing:
            raise InvalidPositionError(
                f"a {token!r} needs numbers or brackets, and then {closing!r}"
            )
        return NumberTree(tuple(children), 0, ply, identity)

    def _number(self, token: str) -> int:
        if token in ")]" or abs(int(token)) > LARGEST:
            raise InvalidPositionError(
                f"{token!r} is no number from -{LARGEST} to {LARGEST}, nor an opening bracket"
            )
        return int(token)


def trace_numbers(tree: NumberTree, switches: TraceSwitches) -> Trace:
    """The search of the whole tree; iterate over it inside `interpreted()`."""
    return Trace(tree, tree.height, NUMBERS, switches, most_moves=tree.width)


def count_number_variants(tree: NumberTree, *more: TraceSwitches) -> list[Count]:
    """What each variant, and `more`, costs; a table finds nothing in a tree."""
    found = []
    with interpreted():
        for switches in (*VARIANTS, *more):
            if not switches.table:
                found.append(
                    count(
                        switches,
                        lambda s, m: Trace(tree, tree.height, NUMBERS, s, m, tree.width).run(),
                    )
                )
    return found
