"""Evaluators and raters that serve every game.

An *evaluator* judges a position: `evaluate(position)` is an integer, larger is better for the
player to move, and smaller in size than `BOUND`. A *rater* judges a move: `rate(position, move)`
is an integer, larger is better for the player who makes it. Both are NamedTuples whose fields are
their weights, so that they compile and can be tuned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel import compiled
from plyground.kernel.bits import FULL_WORD, mix
from plyground.vocabulary import Move

BOUND = 1_000_000
SURE = 100_000  # from here on, an evaluator calls the game decided


@compiled
class Nothing(NamedTuple):
    """Judges every position alike, so that only the ends of games count."""

    value: int = 0

    def evaluate(self, position: Any) -> int:
        """The same for every position."""
        return self.value


@compiled
class AsListed(NamedTuple):
    """Rates every move alike, so that moves stay in ascending order."""

    value: int = 0

    def rate(self, position: Any, move: Move) -> int:
        """The same for every move."""
        return self.value


@compiled
class ByChance(NamedTuple):
    """Rates moves by a hash of the position, so that their order is arbitrary but repeatable."""

    seed: int = 0

    def rate(self, position: Any, move: Move) -> int:
        """Twenty bits without meaning."""
        return mix(mix(position.key(), move), self.seed & FULL_WORD) & 0xFFFFF


@compiled
class ByEvaluation(NamedTuple):
    """Rates a move by the evaluation of the position that it leads to."""

    evaluator: Any

    def rate(self, position: Any, move: Move) -> int:
        """Good for the mover is bad for the next."""
        return -int(self.evaluator.evaluate(position.play(move)))
