"""
Work recorded on a GPU: a graph that is replayed as one.

Starting the hundreds of small steps of a small network one by one would cost more than they do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import torch

Found = TypeVar("Found")
WARM_UP = 3  # runs before recording, as CUDA wants it


class Recording(Generic[Found]):
    """Work on fixed tensors, and the tensors it leaves its results in."""

    def __init__(self, work: Callable[[], Found]) -> None:
        """Run and record it. Nobody else may use the GPU meanwhile."""
        self.stream: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(WARM_UP):
                work()
        torch.cuda.current_stream().wait_stream(self.stream)
        self.stream.synchronize()
        self._graph: Any = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self.stream):
            self.found = work()

    def replay(self) -> Found:
        """The same work on what the tensors hold now, on the stream that is current."""
        self._graph.replay()
        return self.found
