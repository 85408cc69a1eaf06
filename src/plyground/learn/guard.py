"""The guard: a run whose loss jumps goes back to the last good weights, and on at half the rate.

There is no normalisation in the network, so that a rate that is fast enough to learn well is near
one at which the weights run away.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from plyground.learn.learner import Learner

KEEP_STEPS = 200  # between two copies of the weights
FIRST_STEPS = 300  # in which the loss may do what it likes
JUMP = 3.0  # times the usual loss
SMOOTHING = 0.8  # of the usual loss


class Guard:
    """Watches one learner."""

    def __init__(self, learner: Learner) -> None:
        """The weights of now are the first good ones."""
        self.learner = learner
        self.factor = 1.0  # of the rate
        self.restored = 0  # how often
        self._usual = math.inf
        self._kept = 0  # steps at the last copy
        both = (learner.network, learner.average)
        self._weights: list[Tensor] = [w.data for network in both for w in network.parameters()]
        self._safe = [each.clone() for each in self._weights]

    def check(self, loss: float) -> None:
        """Told the loss of a step, go back if it is much higher than before."""
        early = self.learner.steps < FIRST_STEPS
        if not math.isfinite(loss) or (not early and loss > JUMP * self._usual):
            torch._foreach_copy_(self._weights, self._safe)
            self.learner.forget()
            self.factor *= 0.5
            self.restored += 1
            return
        known = not early and math.isfinite(self._usual)
        self._usual = SMOOTHING * self._usual + (1 - SMOOTHING) * loss if known else loss
        if self.learner.steps - self._kept >= KEEP_STEPS:
            self._kept = self.learner.steps
            torch._foreach_copy_(self._safe, self._weights)
