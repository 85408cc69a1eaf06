"""`WorkerStatus`: what a worker process is doing, readable from outside at any moment.

A worker that hangs or dies can no longer say so. It therefore writes where it is into a file that
both processes have mapped into memory; that costs about a microsecond a move. The file has no name,
so that nothing is left of it however the processes end.

    byte  0  number of the game, -1 between games
          8  player whose agent is at work, -1 while none is
         16  count of turns: unchanged means that the same agent is still thinking
         24  1 while that agent is made and prepared for the first time, which may take long
         32  player whose process ended while the other one's agent was at work, else -1
         40  milliseconds that a guest has for this turn, 0 if any number, -1 of agents of ours
         48  length of the text that follows
         56  moves played so far after the opening, as text, separated by spaces

Fields are written one after the other, so a reader may catch them in between. What is read of a
process that stands still or has died is exact; of a running one it is good enough to look at.
"""

from __future__ import annotations

import math
import mmap
import os
import struct
import tempfile
from typing import NamedTuple

from plyground.vocabulary import Player

SIZE = 1 << 16
NOBODY = -1
_NUMBER, _PLAYER, _TURN, _PREPARING, _ENDED, _ALLOWED, _LENGTH, _TEXT = range(0, 64, 8)
_field = struct.Struct("<q")


class Reading(NamedTuple):
    """What a worker was doing."""

    number: int | None  # of the game
    player: Player | None  # whose agent was at work
    turn: int
    preparing: bool  # whether the agent may take its time
    ended: Player | None  # whose process ended while the other one's agent was at work
    allowed: float | None  # seconds that a guest has, infinity if unbounded; None of ours
    moves: tuple[str, ...]


def new_page() -> int:
    """The descriptor of a page that says nothing yet."""
    if hasattr(os, "memfd_create"):
        page = os.memfd_create("plyground")
    else:
        with tempfile.TemporaryFile() as file:
            page = os.dup(file.fileno())
    nobody, nothing = _field.pack(NOBODY), _field.pack(0)
    os.write(page, nobody * 2 + nothing * 2 + nobody * 2 + bytes(SIZE - 48))
    return page


class WorkerStatus:
    """One worker's page of shared memory."""

    def __init__(self, page: int) -> None:
        """The page of that descriptor, which may be closed afterwards."""
        self._page = mmap.mmap(page, SIZE)
        self._turn = 0
        self._length = 0

    def begin(self, number: int) -> None:
        """A game begins."""
        self._length = 0
        _field.pack_into(self._page, _LENGTH, 0)
        _field.pack_into(self._page, _NUMBER, number)

    def turn(self, player: Player, preparing: bool = False, allowed: float | None = None) -> None:
        """The player's agent is about to be made or asked; `NOBODY` when it has answered.

        A guest has so many seconds, which may be infinity; an agent of ours has None.
        """
        self._turn += 1
        bounded = 0 if allowed == math.inf else allowed and max(1, round(1000 * allowed))
        _field.pack_into(self._page, _PREPARING, preparing)
        _field.pack_into(self._page, _ALLOWED, NOBODY if bounded is None else bounded)
        _field.pack_into(self._page, _PLAYER, player)
        _field.pack_into(self._page, _TURN, self._turn)

    def moved(self, move: str) -> None:
        """A move was played; of games too long for the page the end is left out."""
        text = move.encode() + b" "
        end = self._length + len(text)
        if _TEXT + end <= SIZE:
            self._page[_TEXT + self._length : _TEXT + end] = text
            self._length = end
            _field.pack_into(self._page, _LENGTH, end)

    def ended(self, player: Player) -> None:
        """The player's process has ended, though it was not its turn."""
        _field.pack_into(self._page, _ENDED, player)

    def end(self) -> None:
        """The game is over."""
        _field.pack_into(self._page, _NUMBER, NOBODY)
        self.turn(NOBODY)

    def read(self) -> Reading:
        """What the worker is doing now."""
        number, player, turn, preparing, ended, allowed, length = struct.unpack_from(
            "<7q", self._page, 0
        )
        text = self._page[_TEXT : _TEXT + length].decode(errors="replace")
        return Reading(
            None if number == NOBODY else number,
            None if player == NOBODY else player,
            turn,
            bool(preparing),
            None if ended == NOBODY else ended,
            None if allowed == NOBODY else allowed / 1000 or math.inf,
            tuple(text.split()),
        )

    def close(self) -> None:
        """Unmap the page."""
        self._page.close()
