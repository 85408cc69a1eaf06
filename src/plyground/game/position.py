"""
The contract of a position, written once for every game.

A position is a `typing.NamedTuple` marked `@compiled`: integers (non-negative, below 2**62),
tuples of them, nested NamedTuples or NumPy arrays, and the methods below. It is a value: no
method changes it. It trusts its caller: `Game` checks what comes from outside. Its code runs
interpreted and compiled, and must mean the same both times.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

from plyground.vocabulary import Move, Player

if TYPE_CHECKING:
    from plyground.game.game import Game

Moves: TypeAlias = MutableSequence[int]


class Position(Protocol):
    """The verbs that searches, agents and boards rely on."""

    def fill_moves(self, moves: Moves) -> int:
        """Write the legal moves into `moves`, ascending, and return how many; 0 once over."""

    def play(self, move: Move) -> Self:
        """The position after `move`. Requires a legal move."""

    def result(self) -> int:
        """-1, 0 or +1 for the player to move. Requires a finished game."""

    def key(self) -> int:
        """Below 2**62; equal positions have equal keys, different ones almost never."""

    def player(self) -> Player:
        """Who moves next, 0 or 1; in a finished game, who would."""


class SymmetricPosition(Position, Protocol):
    """A position of a game with `symmetries` > 1; symmetry 0 is the identity."""

    def transform(self, symmetry: int) -> Self:
        """The position reflected or rotated."""

    def transform_move(self, symmetry: int, move: Move) -> Move:
        """The move that corresponds to `move` after `transform(symmetry)`."""


def keep_position(position: Any, symmetry: int) -> Any:
    """The position itself: what `transform` does in games without symmetries."""
    return position


def keep_move(position: Any, symmetry: int, move: Move) -> Move:
    """The move itself: what `transform_move` does in games without symmetries."""
    return move


def least_key(game: Game[Any], position: Any) -> int:
    """The least of the keys of the position's images: the same for all of them."""
    images = (position.transform(symmetry) for symmetry in range(1, game.symmetries))
    return min([int(position.key()), *(int(image.key()) for image in images)])
