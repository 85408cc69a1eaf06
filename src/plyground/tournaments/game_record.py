"""`GameRecord`: a game that was played, and what it cost each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.vocabulary import Player, Score, Statistics


@dataclass(frozen=True)
class MoveRecord:
    """One move: as text, how it was judged, and what finding it cost."""

    move: str
    score: Score | None = None
    statistics: Statistics = field(default_factory=Statistics)


@dataclass(frozen=True)
class GameRecord:
    """A finished game between two agents.

    Player 0 moves first in the game, and `agents[player]` is the spec of who plays that side. The
    `opening` moves were given to both; `moves` they chose. Two games of one `pair` have the same
    opening and the sides swapped. In a forfeit the loser crashed, stalled, overran the clock, took
    too much memory or played illegally, and `reason` says what happened.
    """

    game: str
    parameters: Mapping[str, int | str]
    agents: tuple[str, str]
    opening: tuple[str, ...]
    moves: tuple[MoveRecord, ...]
    winner: Player | None  # None for a draw
    reason: str
    forfeit: bool = False
    pair: int = 0
    seed: int = 0
    start: str | None = None  # the position before the opening; None for the game's own

    @property
    def winning_agent(self) -> str | None:
        """The spec that won; None for a draw."""
        return None if self.winner is None else self.agents[self.winner]
