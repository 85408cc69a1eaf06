"""The opening explorer: of each move in a position, how often it was chosen and what became of it.

Positions that are images of each other count as one, so a move in a corner of an empty board has
the games of all corners; moves that are images of each other are one row. Only the position that is
asked about is turned and mirrored, not those of the games, of which there are many.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import InvalidMoveError
from plyground.game import Game
from plyground.tournaments.beginnings import Beginning
from plyground.tournaments.statistics import Tally, result_of
from plyground.vocabulary import Move


@dataclass
class Chosen:
    """How a move did for who made it, and who did."""

    tally: Tally = field(default_factory=Tally)
    agents: Counter[str] = field(default_factory=Counter)

    def add(self, result: Tally, agent: str) -> None:
        """Count one more game."""
        self.tally += result
        self.agents[agent] += 1


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
        self._chosen: dict[int, dict[Move, Chosen]] = {}  # by the key of the position
        for beginning in beginnings:
            self.games += 1
            self._count(beginning)

    def _count(self, beginning: Beginning) -> None:
        position = self.game.start()
        for ply, text in enumerate(beginning.moves):
            player = position.player()
            try:
                move = self.game.parse_move(text)
            except InvalidMoveError:
                return
            if move not in self.game.legal(position):
                return
            if ply >= beginning.given:
                here = self._chosen.setdefault(int(position.key()), defaultdict(Chosen))
                here[move].add(result_of(beginning.winner, player), beginning.agents[player])
            position = position.play(move)

    def choices(self, position: Any) -> list[Choice]:
        """The legal moves, the one chosen most often first."""
        keys = [int(position.transform(n).key()) for n in range(self.game.symmetries)]
        images = {key: n for n, key in reversed(list(enumerate(keys)))}  # each look once
        same = [n for n, key in enumerate(keys) if key == keys[0]]  # under which it stays as it is
        found, seen = [], set[Move]()
        for move in self.game.legal(position):
            alike = sorted({int(position.transform_move(n, move)) for n in same})
            if not seen.intersection(alike):
                found.append(Choice(tuple(alike), self._sum(position, alike, images)))
            seen.update(alike)
        return sorted(found, key=lambda choice: -choice.chosen.tally.games)

    def _sum(self, position: Any, moves: list[Move], images: dict[int, int]) -> Chosen:
        """How some moves did, in all images of a position."""
        whole = Chosen()
        for key, n in images.items():
            for move in moves:
                chosen = self._chosen.get(key, {}).get(int(position.transform_move(n, move)))
                if chosen is not None:
                    whole.tally += chosen.tally
                    whole.agents += chosen.agents
        return whole
