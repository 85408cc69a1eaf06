"""Oracles: the rules of each game written a second time, as plainly as possible.

An oracle is slow and obvious: a dictionary of coordinates, every question answered
from scratch. It shares no code with the package, so that a difference between
the two is a mistake in one of them.

An oracle is a value: `play` returns a new one and leaves the old one alone. `play` trusts
its caller to pass a legal move. The order of `legal_moves` carries no promise; compare
sets or sorted lists.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod

EMPTY = 0


class Oracle(ABC):
    """One position of one game, with the rules that lead on from it."""

    @abstractmethod
    def legal_moves(self) -> list[str]:
        """The legal moves as text; none once the game is over."""

    @abstractmethod
    def play(self, move: str) -> Oracle:
        """The position after `move`, which must be legal."""

    @abstractmethod
    def player(self) -> int:
        """The player whose turn comes next, 0 or 1; player 0 moved first."""

    @abstractmethod
    def winner(self) -> int | str | None:
        """None while the game goes on, else 0 or 1 for the winner, or "draw"."""

    @abstractmethod
    def cells(self) -> dict[str, int]:
        """Every cell by name: 0 empty, 1 a piece of player 0, 2 a piece of player 1."""

    def perft(self, depth: int) -> int:
        """The number of move sequences of exactly `depth` plies from here."""
        if depth == 0:
            return 1
        moves = self.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(self.play(move).perft(depth - 1) for move in moves)


def cell_name(column: int, row: int) -> str:
    """The text of a cell, both coordinates counted from 0: (3, 1) is `d2`."""
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


def make_oracle(name: str, **parameters: int | str) -> Oracle:
    """The oracle of the named game at its start.

    Its module has the name of the game; parameters are those of the game, too.
    """
    module = importlib.import_module(f"oracle.{name}")
    (found,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and issubclass(value, Oracle)
    )
    return found(**parameters)
