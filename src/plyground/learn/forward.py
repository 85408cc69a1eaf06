"""The network at work during self-play: planes in NumPy's arrays to logits and values.

On a GPU the whole network is recorded once for a fixed number of positions (see `recording`).
"""

from __future__ import annotations

import numpy as np
import torch

from plyground.learn.model import BoardNetwork
from plyground.learn.recording import Recording

PlaneShape = tuple[int, int, int, int]


class PlainForward:
    """For the CPU."""

    def __init__(self, network: BoardNetwork) -> None:
        """The network may learn meanwhile."""
        self.network = network

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values."""
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(planes))
        return logits.numpy(), values.numpy()


class RecordedForward:
    """For a GPU, with a fixed number of positions."""

    def __init__(self, network: BoardNetwork, shape: PlaneShape) -> None:
        """Record the network's steps. Nobody else may use the GPU meanwhile."""
        self.network = network
        self.kind = next(network.parameters()).dtype
        self.given = torch.ones(shape, device="cuda")
        self.entry = torch.ones(shape).pin_memory()
        with torch.inference_mode():
            self.recording = Recording(self._run)
        self.answers = [torch.zeros(each.shape).pin_memory() for each in self.recording.found]

    def _run(self) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values = self.network(self.given.to(self.kind))
        return logits.float(), values.float()

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values, valid until the next call."""
        self.entry.copy_(torch.from_numpy(planes))
        stream = self.recording.stream
        with torch.cuda.stream(stream), torch.inference_mode():
            self.given.copy_(self.entry, non_blocking=True)
            for answer, found in zip(self.answers, self.recording.replay(), strict=True):
                answer.copy_(found, non_blocking=True)
        stream.synchronize()
        logits, values = (answer.numpy() for answer in self.answers)
        return logits, values


def forward_for(
    network: BoardNetwork, shape: PlaneShape, device: torch.device
) -> PlainForward | RecordedForward:
    """What fits the device."""
    return RecordedForward(network, shape) if device.type == "cuda" else PlainForward(network)
