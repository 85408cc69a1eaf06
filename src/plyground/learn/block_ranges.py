"""How large the numbers in a network's blocks are, so that they can be rounded to 8 bits.

Processors multiply and add bytes about three times faster than 32-bit numbers. A file may so have
the convolutions of the blocks, which take nearly all of its time, compute with whole numbers. What
a convolution is given is counted in steps of a 127th of the largest number that was seen, and a
byte holds twice as much; what it gives, in steps of a 255th of the range that was seen.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import torch

from plyground.game import Game
from plyground.learn.model import Block, BoardNetwork, Boards
from plyground.neural.encoding import encoding_of

POSITIONS = 256
AT_ONCE = 64


class LayerRanges(NamedTuple):
    """What was seen of a convolution; what it is given is never negative."""

    most: float  # that it was given
    lowest: float  # that it gave; 0 if only positive numbers count
    highest: float


class BlockRanges(NamedTuple):
    """What was seen of a block's convolutions."""

    first: LayerRanges
    second: LayerRanges


def sample_planes(game: Game[Any], count: int = POSITIONS, seed: int = 1) -> np.ndarray:
    """Planes of positions from random games, as [position, channel, row, column]."""
    chance, encoding, found = random.Random(seed), encoding_of(game), list[np.ndarray]()
    while len(found) < count:
        position, passed = game.start(), list[Any]()
        while legal := game.legal(position):
            passed.append(position)
            position = position.play(chance.choice(legal))
        found.append(encoding.planes_of(chance.choice(passed)))
    return np.stack(found)


def ranges_of(network: BoardNetwork, *samples: np.ndarray) -> list[BlockRanges]:
    """What is seen in each block while the network judges positions, of boards of any size."""
    device, parts = next(network.parameters()).device, list[list[BlockRanges]]()
    for planes in samples:
        for first in range(0, len(planes), AT_ONCE):
            part = torch.from_numpy(planes[first : first + AT_ONCE]).to(device)
            with torch.inference_mode():
                parts.append(_ranges(network, part))
    return [_joined(seen) for seen in zip(*parts, strict=True)]


def _ranges(network: BoardNetwork, planes: torch.Tensor) -> list[BlockRanges]:
    boards, seen = Boards.of(planes), list[BlockRanges]()
    inside = torch.relu(network.stem(planes)) * boards.mask
    for block in network.blocks:
        assert isinstance(block, Block)
        made = block.first(inside)
        middle = torch.relu(made) * boards.mask
        whole = block.whole(boards.summary(middle))[:, :, None, None]
        middle = torch.relu(middle + whole) * boards.mask
        changed = block.second(middle)
        first = LayerRanges(float(inside.max()), 0.0, max(0.0, float(made.max())))
        low, high = min(0.0, float(changed.min())), max(0.0, float(changed.max()))
        seen.append(BlockRanges(first, LayerRanges(float(middle.max()), low, high)))
        inside = torch.relu(inside + changed) * boards.mask
    return seen


def _joined(seen: tuple[BlockRanges, ...]) -> BlockRanges:
    """The widest of several."""

    def widest(layers: list[LayerRanges]) -> LayerRanges:
        most, lowest, highest = zip(*layers, strict=True)
        return LayerRanges(max(most), min(lowest), max(highest))

    return BlockRanges(widest([s.first for s in seen]), widest([s.second for s in seen]))
