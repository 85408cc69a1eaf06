"""Samples: positions with what a game, or a solver, taught about them, as arrays.

Beside the policy and the value, a finished game says three things that only training asks for:
how many plies were left, what the opponent replied, and whose stone each cell held at the end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled
from plyground.neural.encoding import Encoding

STEPS = 64.0  # what a byte of a plane counts in: from about -2 to 2
SAMPLES, GAMES, PLIES, FIRST_WINS, DRAWS, SIMULATIONS = range(6)  # what the buffer counts
NO_REPLY = -1


@compiled
class SampleBuffer(NamedTuple):
    """What was learnt from finished games."""

    planes: Any  # [sample, channel, row, column]: in bytes, STEPS for 1
    policies: Any  # [sample, slot]
    values: Any  # [sample]
    plies: Any  # [sample]: before the position, of a solver's lessons alone
    left: Any  # [sample]: plies until the game was over or its result was proven
    replies: Any  # [sample]: the slot of the opponent's next move, or NO_REPLY
    owners: Any  # [sample, row, column]: 1 for the mover's stone at the end, -1 for the other's
    counts: Any  # see SAMPLES and the others


def new_sample_buffer(encoding: Encoding, samples: int) -> SampleBuffer:
    """Room for that many samples."""
    return SampleBuffer(
        planes=np.zeros((samples, *encoding.shape), np.int8),
        policies=np.zeros((samples, encoding.slots), np.float32),
        values=np.zeros(samples, np.float32),
        plies=np.zeros(samples, np.int64),
        left=np.zeros(samples, np.float32),
        replies=np.full(samples, NO_REPLY, np.int64),
        owners=np.zeros((samples, encoding.height, encoding.width), np.int8),
        counts=np.zeros(6, np.int64),
    )


@compiled
def write_planes(picture: Any, planes: Any) -> None:
    """Planes as bytes."""
    channels, height, width = picture.shape
    for channel in range(channels):
        for row in range(height):
            for column in range(width):
                value = STEPS * float(picture[channel, row, column])
                planes[channel, row, column] = round(min(max(value, -127.0), 127.0))


@compiled
def write_owners(picture: Any, sign: int, owners: Any) -> None:
    """Whose stones the planes of a last position show; `sign` -1 if its mover is the other."""
    height, width = owners.shape
    for row in range(height):
        for column in range(width):
            difference = float(picture[1, row, column]) - float(picture[2, row, column])
            owners[row, column] = sign * round(difference)
