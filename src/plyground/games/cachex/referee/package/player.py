"""A player of Cachex, for the referee of the course: takes at most n * n seconds for a game."""

from __future__ import annotations

import time

from .thinker import Thinker

SHARE = 25  # of the time left, a move may take one part
RESERVE = 0.9  # of n * n seconds are used


class Player:
    """One side of a game."""

    def __init__(self, player: str, n: int) -> None:
        """`player` is "red" or "blue"; n is the size of the board."""
        self.size = n
        self.moves: list[int] = []  # a cell is r * n + q; a steal is n * n
        self.left = RESERVE * n * n
        self.thinker = Thinker(n)

    def action(self) -> tuple[str, int, int] | tuple[str]:
        """The action to take now."""
        begun = time.monotonic()
        move = self.thinker.choose(self.moves, max(0.01, self.left / SHARE))
        self.left -= time.monotonic() - begun
        return ("STEAL",) if move == self.size**2 else ("PLACE", *divmod(move, self.size))

    def turn(self, player: str, action: tuple[str, int, int] | tuple[str]) -> None:
        """Either side has acted."""
        kind, *cell = action
        self.moves.append(
            self.size**2 if kind.upper() == "STEAL" else cell[0] * self.size + cell[1]
        )
