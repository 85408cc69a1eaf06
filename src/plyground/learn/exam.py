"""The exam: positions that are never taught, and how often a network plays right in them."""

from __future__ import annotations

import numpy as np
import torch

from plyground.learn.lessons import KEPT_BACK
from plyground.learn.model import BoardNetwork
from plyground.learn.samples import SAMPLES, STEPS, SampleBuffer

AT_ONCE = 1024  # positions that the network is asked about


class Exam:
    """Positions in which a move can err, as lessons bring them, until there are enough."""

    def __init__(self, size: int) -> None:
        """No position yet."""
        self.size = size
        self._planes: list[np.ndarray] = []
        self._worths: list[np.ndarray] = []
        self._seen: set[bytes] = set()

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self._planes)

    def take(self, buffer: SampleBuffer) -> None:
        """Copy what a buffer of lessons has for the exam."""
        count = int(buffer.counts[SAMPLES]) if len(self) < self.size else 0
        for sample in np.flatnonzero(buffer.plies[:count] == KEPT_BACK):
            worths, planes = buffer.policies[sample], buffer.planes[sample]
            if worths.any() and planes.tobytes() not in self._seen and len(self) < self.size:
                self._seen.add(planes.tobytes())
                self._worths.append(worths.copy())
                self._planes.append(planes.copy())  # last: it is what counts

    def share_kept(self, network: BoardNetwork) -> float:
        """In which share of the positions the likeliest move keeps the value.

        Those that other threads add meanwhile do not count yet.
        """
        device, right = next(network.parameters()).device, 0
        there = len(self)
        for first in range(0, there, AT_ONCE):
            some = slice(first, min(first + AT_ONCE, there))
            planes = np.stack(self._planes[some])
            worths = torch.from_numpy(np.stack(self._worths[some])).to(device)
            with torch.inference_mode():
                logits, _ = network(torch.from_numpy(planes).to(device).float() / STEPS)
            chosen = logits.float().masked_fill(worths == 0, -torch.inf).argmax(1, keepdim=True)
            says = torch.isfinite(logits).all(1, keepdim=True)  # no numbers are no choice
            right += int(((worths.gather(1, chosen) > 0) & says).sum())
        return right / max(there, 1)
