"""`Playthrough`: a start position and the moves played from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.game.game import Game
from plyground.render import Picture
from plyground.vocabulary import Move


@dataclass(frozen=True)
class Playthrough:
    """A game as it was played so far. A value: `play` and `undo` return new ones."""

    game: Game[Any]
    start: Any
    moves: tuple[Move, ...] = ()

    @classmethod
    def read(cls, game: Game[Any], position: str | None = None, moves: str = "") -> Playthrough:
        """From text: `moves` played from `position`, or from the game's start."""
        start = game.start() if position is None else game.parse_position(position)
        return cls(game, start).play_all(game.split_moves(moves))

    @cached_property
    def positions(self) -> tuple[Any, ...]:
        """Every position from the start on; the last is the current one."""
        reached = [self.start]
        for move in self.moves:
            reached.append(reached[-1].play(move))
        return tuple(reached)

    @property
    def position(self) -> Any:
        """The current position."""
        return self.positions[-1]

    def play(self, move: str | Move) -> Playthrough:
        """With one more move, which is checked."""
        number = self.game.move_number(move)
        self.game.play(self.position, number)
        return Playthrough(self.game, self.start, (*self.moves, number))

    def play_all(self, moves: Iterable[str | Move]) -> Playthrough:
        """With all these moves, each of them checked."""
        reached = self
        for move in moves:
            reached = reached.play(move)
        return reached

    def undo(self, plies: int = 1) -> Playthrough:
        """Without the last `plies` moves, as far as there are any."""
        kept = self.moves[: max(0, len(self.moves) - plies)]
        return Playthrough(self.game, self.start, kept)

    def format_moves(self) -> str:
        """The moves as text, separated by spaces."""
        return " ".join(map(self.game.format_move, self.moves))

    def picture(self) -> Picture:
        """The current position, the last move marked."""
        if not self.moves:
            return self.game.picture(self.position)
        return self.game.picture(self.position, before=self.positions[-2], move=self.moves[-1])

    def _repr_svg_(self) -> str:
        return self.picture().svg()
