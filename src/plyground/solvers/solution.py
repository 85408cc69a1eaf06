"""What a solver answers, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from plyground.vocabulary import Move, Player, Proven, Statistics


@dataclass(frozen=True)
class Note:
    """Something that only one solver tells: what JSON can hold, and the same in words."""

    data: Any
    words: str


class LaterNotes(Mapping[str, Note]):
    """Notes that are made when somebody looks at them: agents on a clock do not."""

    def __init__(self, make: Callable[[], Mapping[str, Note]]) -> None:
        """`make` is called once at most."""
        self._make = cache(make)

    def __getitem__(self, name: str) -> Note:
        """The note of that name."""
        return self._make()[name]

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._make())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._make())


@dataclass(frozen=True)
class Solution:
    """What was proven of a position: its result lies from `low` to `high`, for who is to move."""

    low: int
    high: int
    player: Player
    distance: int | None = None
    moves: Mapping[Move, Proven] = field(default_factory=dict)  # where asked for
    line: tuple[Move, ...] = ()  # best play; shorter where the search was stopped
    statistics: Statistics = field(default_factory=Statistics)
    megabytes: float = 0.0  # of memory, used by tables
    notes: Mapping[str, Note] = field(default_factory=dict)  # by name
    within: int | None = None  # nobody wins in so many plies, where that was asked and is sure

    @property
    def value(self) -> Proven | None:
        """The value for the side to move, None if the search was stopped before it was known."""
        if self.low != self.high:
            return None
        return Proven(self.low, self.player, self.distance)
