"""What a network is to make small: how far its answers are from what was played or proven.

`worths` are those of `solvers.lessons` [sample, slot]: above 0 for a right move, below 0 for one
that gives the result away, 0 for what is no move; all are 0 where nothing is known of the moves.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from plyground.learn.model import Answers
from plyground.solvers.lessons import BEST

IMPOSSIBLE = -1e30  # the logarithm of no chance


def played_moves_loss(logits: Tensor, policies: Tensor) -> Tensor:
    """The cross-entropy with the shares that a search gave the moves."""
    return -(policies * functional.log_softmax(logits, 1)).sum(1).mean()


def right_moves_loss(logits: Tensor, worths: Tensor, right: Tensor) -> Tensor:
    """How unlikely it is that one of the moves that are `right` is played: any of them will do.

    Only legal moves count. Where no move is right, nothing is known of them, and nothing is learnt.
    """
    known = right.any(1)
    legal = torch.logsumexp(logits.masked_fill(worths == 0, IMPOSSIBLE), 1)
    chance = torch.logsumexp(logits.masked_fill(~right, IMPOSSIBLE), 1) - legal
    return -torch.where(known, chance, 0.0).sum() / known.sum().clamp(min=1)


def judged_moves_loss(logits: Tensor, worths: Tensor, best_weight: float) -> Tensor:
    """Any move that keeps the result is right; with some weight, only a best one is."""
    keeps = right_moves_loss(logits, worths, worths > 0)
    return keeps + best_weight * right_moves_loss(logits, worths, worths == BEST)


def keeping_loss(keeping: Tensor, worths: Tensor) -> Tensor:
    """How wrong the network is about each single move: does it keep the result?"""
    known = worths != 0
    each = functional.binary_cross_entropy_with_logits(
        keeping, (worths > 0).float(), reduction="none"
    )
    return (each * known).sum() / known.sum().clamp(min=1)


def value_loss(answers: Answers, values: Tensor) -> Tensor:
    """Of the value, or of the chances of a win, a draw and a loss where the network gives them."""
    if answers.outcomes is None:
        return functional.mse_loss(answers.values.float(), values)
    win, loss = values.clamp(min=0), (-values).clamp(min=0)
    target = torch.stack([win, 1 - win - loss, loss], 1)
    return -(target * functional.log_softmax(answers.outcomes.float(), 1)).sum(1).mean()
