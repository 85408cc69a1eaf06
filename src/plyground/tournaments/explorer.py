"""The opening explorer: of each move in a position, how often it was chosen and what became of it.

Positions that are images of each other count as one, so a move in a corner of an empty board has
the games of all corners; moves that lead to images of one position are one row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.tournaments.beginnings import Beginning
from plyground.tournaments.statistics import Tally
from plyground.vocabulary import Move


@dataclass
class Chosen:
    """How a move did for who made it, and who did."""

    tally: Tally = field(default_factory=Tally)
    agents: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Choice:
    """Moves that come down to the same, and how they did; the first stands for all."""

    moves: tuple[Move, ...]
    chosen: Chosen


class Explorer:
    """What was chosen in the games that begin like these."""

    def __init__(self, game: Game[Any], beginnings: Iterable[Beginning]) -> None:
        """Games that break the rules of `game` are left out from there on."""
        self.game = game
        self.games = 0
        self._chosen: dict[tuple[int, int], Chosen] = defaultdict(Chosen)
        for beginning in beginnings:
            self.games += 1
            self._count(beginning)

    def _count(self, beginning: Beginning) -> None:
        position = self.game.start()
        for ply, text in enumerate(beginning.moves):
            player = position.player()
            try:
                after = self.game.play(position, text)
            except PlygroundError:
                return
            if ply >= beginning.given:
                found = self._chosen[self._look(position), self._look(after)]
                found.tally += _result(beginning, player)
                found.agents[beginning.agents[player]] += 1
            position = after

    def _look(self, position: Any) -> int:
        """A number that a position shares with its images."""
        return min(int(position.transform(n).key()) for n in range(self.game.symmetries))

    def choices(self, position: Any) -> list[Choice]:
        """The legal moves, the one chosen most often first."""
        here = self._look(position)
        alike: dict[int, list[Move]] = defaultdict(list)
        for move in self.game.legal(position):
            alike[self._look(position.play(move))].append(move)
        found = [
            Choice(tuple(moves), self._chosen.get((here, look), Chosen()))
            for look, moves in alike.items()
        ]
        return sorted(found, key=lambda choice: -choice.chosen.tally.games)


def _result(beginning: Beginning, player: int) -> Tally:
    if beginning.winner is None:
        return Tally(draws=1)
    return Tally(wins=1) if beginning.winner == player else Tally(losses=1)
