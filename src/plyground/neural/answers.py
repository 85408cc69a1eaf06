"""A network's answers, kept for positions that come again: by other moves, or in later searches."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from plyground.neural.encoding import Encoding

MEGABYTES = 16.0
ENTRY_BYTES = 200  # of an entry in Python's own tables


class Judge(Protocol):
    """A network for one game at one size."""

    @property
    def encoding(self) -> Encoding:
        """How it reads positions."""

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [position, slot] and values [position] of planes [position, channel, ...]."""


class RememberingJudge:
    """A judge that is asked once about equal planes, as long as there is room.

    An answer depends on the planes alone, so what is kept is what would be computed again. Planes
    are compared as they are, not by a hash of theirs.
    """

    def __init__(self, judge: Judge, megabytes: float = MEGABYTES) -> None:
        """Room for so many megabytes of planes and answers, and for 32 of them at least."""
        self.encoding, self._asked = judge.encoding, judge
        channels, height, width = self.encoding.shape
        each = 4 * (channels * height * width + self.encoding.slots) + ENTRY_BYTES
        self._most = max(int(megabytes * 1e6) // each, 32)
        self._known: dict[bytes, tuple[np.ndarray, np.float32]] = {}  # the oldest first
        self.spared = 0  # positions that the network was not asked about

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [position, slot] and values [position] of planes [position, channel, ...]."""
        keys = [each.tobytes() for each in planes]
        new = {key: place for place, key in enumerate(keys) if key not in self._known}
        if new:
            logits, values = self._asked.judge(planes[list(new.values())])
            self._known.update(zip(new, zip(logits, values, strict=True), strict=True))
        self.spared += len(keys) - len(new)
        found = [self._known[key] for key in keys]
        while len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return np.stack([each for each, _ in found]), np.array([value for _, value in found])
