"""A training that is small enough for tests."""

from __future__ import annotations

from typing import Any

from plyground.learn.config import TrainingConfig

TINY = {
    "width": 4,
    "blocks": 1,
    "games_at_once": 8,
    "simulations": 8,
    "fast_simulations": 4,
    "batch": 16,
    "first_samples": 64,
    "capacity": 400,
    "minutes": 0.02,
    "exam": 0,
}


def tiny(**changes: Any) -> TrainingConfig:
    return TrainingConfig("tic_tac_toe", **TINY | changes)
