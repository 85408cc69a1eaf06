"""What a solver has taught, sorted by phase of the game, ready to be drawn from in fixed shares.

A lesson is of the kind of its phase, which is known by its plies, or of the last kind if only its
result is known. Each kind has room for `capacity` samples, of which the newest are kept, and a
share of every batch; a kind without samples leaves its share to the others.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from plyground.learn.config import TrainingConfig
from plyground.learn.lessons import KEPT_BACK
from plyground.learn.replay import Batch
from plyground.learn.samples import SAMPLES, STEPS, SampleBuffer
from plyground.neural.encoding import Encoding


class LessonStore:
    """Lessons on boards of one size, on the device that trains."""

    def __init__(self, encoding: Encoding, config: TrainingConfig, device: torch.device) -> None:
        """Empty."""
        self.device, self.capacity = device, config.capacity if config.lessons else 1
        self.starts = np.asarray(config.lesson_plies, np.int64)  # of the phases after the first
        self.shares = np.asarray(config.kinds, np.float64)
        self.added = np.zeros(len(self.shares), np.int64)
        room = self.capacity * len(self.shares)
        self._planes = torch.zeros((room, *encoding.shape), dtype=torch.int8, device=device)
        self._worths = torch.zeros((room, encoding.slots), dtype=torch.half, device=device)
        self._results = torch.zeros(room, dtype=torch.int8, device=device)
        self._kinds: dict[tuple[int, tuple[bool, ...]], Tensor] = {}  # of each sample of a batch

    @property
    def lengths(self) -> np.ndarray:
        """How many samples there are of each kind."""
        return np.minimum(self.added, self.capacity)

    def __len__(self) -> int:
        """How many samples there are."""
        return int(self.lengths.sum())

    def add(self, buffer: SampleBuffer) -> int:
        """Take all lessons out of a buffer but for those kept back; how many were taken."""
        count, taken = int(buffer.counts[SAMPLES]), 0
        kinds = np.searchsorted(self.starts, buffer.plies[:count], side="right")
        kinds[~buffer.policies[:count].any(1)] = len(self.shares) - 1
        kinds[buffer.plies[:count] == KEPT_BACK] = KEPT_BACK
        for kind in range(len(self.shares)):
            chosen = np.flatnonzero(kinds == kind)
            taken += len(chosen)
            kept = chosen[-self.capacity :]  # more would take each other's places
            self._put(kind, buffer, kept)
            self.added[kind] += len(kept)
        buffer.counts[SAMPLES] = 0
        return taken

    def _put(self, kind: int, buffer: SampleBuffer, chosen: np.ndarray) -> None:
        """Write samples in place of the oldest of their kind."""
        if len(chosen) == 0:
            return
        places = (self.added[kind] + np.arange(len(chosen))) % self.capacity + kind * self.capacity
        where = torch.from_numpy(places).to(self.device)
        self._planes[where] = torch.from_numpy(buffer.planes[chosen]).to(self.device)
        self._worths[where] = torch.from_numpy(buffer.policies[chosen]).to(self.device).half()
        results = torch.from_numpy(buffer.values[chosen].astype(np.int8))
        self._results[where] = results.to(self.device)

    def draw(self, count: int) -> Batch:
        """`count` samples, drawn at random, so many of each kind as its share says."""
        lengths = self.lengths
        kinds = self._kinds_of(count, tuple((lengths > 0).tolist()))
        long = torch.from_numpy(lengths).to(self.device)[kinds]
        within = (torch.rand(count, device=self.device, dtype=torch.float64) * long).long()
        places = kinds * self.capacity + within
        planes = self._planes[places].float() / STEPS
        return Batch(planes, self._worths[places].float(), self._results[places].float())

    def _kinds_of(self, count: int, there: tuple[bool, ...]) -> Tensor:
        """The kind of each sample of a batch."""
        if (count, there) not in self._kinds:
            shares = self.shares * there
            if not shares.any():
                shares = np.asarray(there, np.float64)
            ends = np.round(count * np.cumsum(shares) / shares.sum()).astype(int)
            kinds = np.searchsorted(ends, np.arange(count), side="right")
            self._kinds[count, there] = torch.from_numpy(kinds).to(self.device)
        return self._kinds[count, there]
