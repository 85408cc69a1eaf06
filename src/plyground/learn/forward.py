"""The network at work during self-play: planes in NumPy's arrays to logits and values.

On a GPU the whole network is recorded once as a graph for a fixed number of positions, and each
call replays it: starting its many small steps one by one would cost more than the steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from plyground.learn.model import BoardNetwork

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


class GraphForward:
    """For a GPU, with a fixed number of positions."""

    WARM_UP = 3  # calls before recording, as CUDA wants it

    def __init__(self, network: BoardNetwork, shape: PlaneShape) -> None:
        """Record the network's steps. Nobody else may use the GPU meanwhile."""
        self.network = network
        self.kind = next(network.parameters()).dtype
        self.stream: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        self.given = torch.ones(shape, device="cuda")
        self.entry = torch.ones(shape).pin_memory()
        with torch.cuda.stream(self.stream), torch.inference_mode():
            for _ in range(self.WARM_UP):
                self._run()
            self.stream.synchronize()
            self.graph: Any = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph, stream=self.stream):
                self.found = self._run()
        self.answers = [torch.zeros(each.shape).pin_memory() for each in self.found]

    def _run(self) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values = self.network(self.given.to(self.kind))
        return logits.float(), values.float()

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values, valid until the next call."""
        self.entry.copy_(torch.from_numpy(planes))
        with torch.cuda.stream(self.stream), torch.inference_mode():
            self.given.copy_(self.entry, non_blocking=True)
            self.graph.replay()
            for answer, found in zip(self.answers, self.found, strict=True):
                answer.copy_(found, non_blocking=True)
        self.stream.synchronize()
        logits, values = (answer.numpy() for answer in self.answers)
        return logits, values


def forward_for(
    network: BoardNetwork, shape: PlaneShape, device: torch.device
) -> PlainForward | GraphForward:
    """What fits the device."""
    return GraphForward(network, shape) if device.type == "cuda" else PlainForward(network)
