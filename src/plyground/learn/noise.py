"""Chance in self-play: numbers, noise for the priors at a root."""

from __future__ import annotations

import math
from typing import Any

from plyground.kernel import compiled
from plyground.kernel.chance import next_seed, pick

PARTS = 1 << 31  # numbers between 0 and 1 are multiples of its inverse


@compiled
def draw(state: Any) -> float:
    """A number between 0 and 1, neither of them. Moves the state's seed on."""
    state["seed"] = next_seed(int(state["seed"]))
    return (1 + pick(int(state["seed"]), PARTS - 1)) / PARTS


@compiled
def draw_gamma(state: Any, shape: float) -> float:
    """A number of the gamma distribution for 0 < `shape` <= 1 (Ahrens and Dieter)."""
    bound = 1.0 + shape / math.e
    while True:
        place = bound * draw(state)
        if place <= 1.0:
            number = math.pow(place, 1.0 / shape)
            if draw(state) <= math.exp(-number):
                return number
        else:
            number = -math.log((bound - place) / shape)
            if draw(state) <= math.pow(number, shape - 1.0):
                return number


@compiled
def add_noise(state: Any, priors: Any, count: int, rules: Any, scratch: Any) -> None:
    """Mix a sample of a Dirichlet distribution into the priors, which still add up to 1.

    `scratch` has room for `count` numbers. Where the sample is too small for numbers, the priors
    stay as they are.
    """
    shape, total = min(1.0, float(rules.concentration) / count), 0.0
    for i in range(count):
        scratch[i] = draw_gamma(state, shape)
        total += float(scratch[i])
    if total <= 0.0:
        return
    for i in range(count):
        share = float(scratch[i]) / total
        priors[i] = (1.0 - rules.noise) * float(priors[i]) + rules.noise * share
