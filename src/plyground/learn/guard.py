"""The guard: a run whose loss jumps goes back to the last good weights, and on at half the rate.

There is no normalisation in the network, so that a rate that is fast enough to learn well is near
one at which the weights run away. What is usual is known for each kind of step apart: lessons on a
small board have a tenth of the loss of games on a large one.
"""

from __future__ import annotations

import math
from collections.abc import Hashable

import torch
from torch import Tensor

from plyground.learn.learner import Learner

KEEP_STEPS = 200  # between two copies of the weights
FIRST_STEPS = 300  # in which the loss may do what it likes
JUMP = 3.0  # times the usual loss
LEAST_JUMP = 0.2  # above that; the smallest losses differ by much from batch to batch
SMOOTHING = 0.8  # of the usual loss


class Guard:
    """Watches one learner."""

    def __init__(self, learner: Learner) -> None:
        """The weights of now are the first good ones."""
        self.learner = learner
        self.factor = 1.0  # of the rate
        self.restored = 0  # how often
        self._usual: dict[Hashable, float] = {}  # by the kind of step
        self._kept = 0  # steps at the last copy
        both = (learner.network, learner.average)
        self._weights: list[Tensor] = [w.data for network in both for w in network.parameters()]
        self._safe = [each.clone() for each in self._weights]

    def check(self, loss: float, kind: Hashable = None) -> None:
        """Told the loss of a step, go back if it is much higher than in others of its kind."""
        early = self.learner.steps < FIRST_STEPS
        usual = loss if early else self._usual.get(kind, loss)
        if not math.isfinite(loss) or loss > JUMP * usual + LEAST_JUMP:
            torch._foreach_copy_(self._weights, self._safe)
            self.learner.forget()
            self.factor *= 0.5
            self.restored += 1
            return
        self._usual[kind] = SMOOTHING * usual + (1 - SMOOTHING) * loss
        if self.learner.steps - self._kept >= KEEP_STEPS:
            self._kept = self.learner.steps
            torch._foreach_copy_(self._safe, self._weights)
