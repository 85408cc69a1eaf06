"""The replay buffer: what the last games taught, ready to be drawn from."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from plyground.learn.auxiliary import Targets, no_targets
from plyground.learn.samples import SAMPLES, STEPS, SampleBuffer
from plyground.neural.encoding import Encoding


class Batch(NamedTuple):
    """Positions with what is to be learnt about them."""

    planes: Tensor  # [sample, channel, row, column]
    policies: Tensor  # [sample, slot]
    values: Tensor  # [sample]
    extras: Targets | None = None  # what else the games said


class Replay:
    """The newest samples of boards of one size, on the device that trains."""

    def __init__(
        self, encoding: Encoding, capacity: int, device: torch.device, extras: bool = False
    ) -> None:
        """Empty, with room for `capacity` samples, and for their auxiliary targets if wanted."""
        self.capacity = capacity
        self.device = device
        self.added = 0
        shape = encoding.shape
        self._planes = torch.zeros((capacity, *shape), dtype=torch.int8, device=device)
        self._policies = torch.zeros((capacity, encoding.slots), dtype=torch.half, device=device)
        self._values = torch.zeros(capacity, device=device)
        self._extras = no_targets(encoding, capacity, device) if extras else None

    def __len__(self) -> int:
        """How many samples there are."""
        return min(self.added, self.capacity)

    def add(self, buffer: SampleBuffer) -> int:
        """Take all samples out of a buffer, in place of the oldest here; how many there were."""
        count = int(buffer.counts[SAMPLES])
        kept = range(max(0, count - self.capacity), count)  # more would take each other's places
        newest = slice(kept.start, kept.stop)
        places = torch.tensor(kept, dtype=torch.long, device=self.device)
        places = (self.added + places) % self.capacity
        self._planes[places] = torch.from_numpy(buffer.planes[newest]).to(self.device)
        self._policies[places] = torch.from_numpy(buffer.policies[newest]).to(self.device).half()
        self._values[places] = torch.from_numpy(buffer.values[newest]).to(self.device)
        if self._extras is not None:
            given = (buffer.left, buffer.replies, buffer.owners)
            for mine, theirs in zip(self._extras, given, strict=True):
                mine[places] = torch.from_numpy(theirs[newest]).to(self.device)
        self.added += count
        buffer.counts[SAMPLES] = 0
        return count

    def draw(self, count: int) -> Batch:
        """`count` samples, drawn at random."""
        places = torch.randint(len(self), (count,), device=self.device)
        planes = self._planes[places].float() / STEPS
        known = self._extras
        extras = None if known is None else Targets(*(each[places] for each in known))
        return Batch(planes, self._policies[places].float(), self._values[places], extras)
