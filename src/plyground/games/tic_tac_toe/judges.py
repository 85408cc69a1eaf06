"""Judging tic-tac-toe: lines that are still open, and the usual order of cells."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.games.tic_tac_toe.rules import LINES
from plyground.kernel import compiled
from plyground.vocabulary import Move

CENTRE = 4


@compiled
def open_lines(others: int) -> int:
    """How many of the eight lines hold none of `others`."""
    count = 0
    for line in LINES:
        if others & line == 0:
            count += 1
    return count


@compiled
class OpenLines(NamedTuple):
    """Lines that a player can still complete, own minus the opponent's."""

    weight: int = 1

    def evaluate(self, position: Any) -> int:
        """An empty line is open for both."""
        return self.weight * (open_lines(position.theirs) - open_lines(position.mine))


@compiled
class CentreFirst(NamedTuple):
    """The centre, then the corners, then the edges."""

    weight: int = 1

    def rate(self, position: Any, move: Move) -> int:
        """2 for the centre, 1 for a corner, 0 for an edge, times the weight."""
        if move == CENTRE:
            return 2 * self.weight
        return self.weight if move % 2 == 0 else 0
