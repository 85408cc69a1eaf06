"""Positions as planes: what a convolutional network sees, and where it speaks of each move.

An encoder is a `@compiled` NamedTuple for one game and size, so that searches call it from
machine code. It writes a position into planes [channel, row, column] of 32-bit floats, seen by
the player to move, and gives every move a slot, a place in what the network's policy head says:

    slot        0 ... slots - extra - 1                    slots - extra ... slots - 1
    means       (plane * height + row) * width + column    moves that belong to no cell

Channel 0 is 1 on the cells of the board and 0 elsewhere. Channels, policy planes and extra slots
are the same for all sizes of a game: one network plays every size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from plyground.errors import NonconformingError
from plyground.game import Game
from plyground.vocabulary import Move


class Encoder(Protocol):
    """The verbs of an encoder."""

    def fill_planes(self, position: Any, planes: Any) -> None:
        """Write the position, seen by the player to move, over all of the planes."""

    def slot(self, position: Any, move: Move) -> int:
        """Where the policy head speaks of `move`; legal moves have slots of their own."""


@dataclass(frozen=True)
class Encoding:
    """How the positions of one game become planes, and its moves slots."""

    name: str  # stands in network files; another one where the planes mean something else
    encoder: Encoder
    channels: int
    height: int
    width: int
    policy_planes: int = 1
    extra: int = 0  # slots of moves that belong to no cell
    owners: bool = False  # channels 1 and 2 are stones, and a cell lies in one place for both sides
    hexagonal: bool = False  # True: only (0, ±1), (±1, 0), (+1, -1) and (-1, +1) are neighbours

    @property
    def slots(self) -> int:
        """Every slot is smaller than this."""
        return self.policy_planes * self.height * self.width + self.extra

    @property
    def shape(self) -> tuple[int, int, int]:
        """Channels, rows and columns of the planes."""
        return self.channels, self.height, self.width

    def planes_of(self, position: Any) -> np.ndarray:
        """The position as planes of its own; interpreted, so not for many positions."""
        planes = np.empty(self.shape, np.float32)
        self.encoder.fill_planes(position, planes)
        return planes


def encoding_of(game: Game[Any]) -> Encoding:
    """How positions of `game` become planes: as it declares, or plainly by its cells."""
    encoding = game.knowledge.load(game.knowledge.encoding)
    if encoding is None:
        from plyground.neural.plain_encoding import plain_encoding

        return plain_encoding(game)
    found = encoding(game)
    if not isinstance(found, Encoding):
        raise NonconformingError(f"the encoding of {game} must be an Encoding, not {found!r}")
    return found
