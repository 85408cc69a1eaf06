"""
Auxiliary targets: what a finished game says beside its result, for training alone.

    left     how many plies the game still took        one number for the position
    replies  what the opponent played next             a logit for each slot
    owners   whose stone a cell held at the end        a number for each cell, -1 to 1

They are not played by and stand in no file. A network that has to know them sees more in each
sample than a policy and a result (Wu, "Accelerating self-play learning in Go", 2019).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from plyground.neural.encoding import Encoding

LEFT_UNIT = 10.0  # plies


class Targets(NamedTuple):
    """What is known of each sample."""

    left: Tensor  # [sample]
    replies: Tensor  # [sample]: slots, negative for none
    owners: Tensor  # [sample, row, column]


def no_targets(encoding: Encoding, count: int, device: torch.device) -> Targets:
    """Room for those of so many samples."""
    board = (count, encoding.height, encoding.width)
    return Targets(
        torch.zeros(count, device=device),
        torch.zeros(count, dtype=torch.long, device=device),
        torch.zeros(board, dtype=torch.int8, device=device),
    )


class Weights(NamedTuple):
    """How much each target counts."""

    left: float
    reply: float
    owner: float


class AuxiliaryHeads(nn.Module):
    """The heads, on top of what the others see."""

    def __init__(self, width: int, head: int, policy_planes: int, extra: int) -> None:
        """Untrained."""
        super().__init__()
        self.left = nn.Linear(3 * width, 1)
        self.reply = nn.Conv2d(head, policy_planes, 1)
        self.reply_extra = nn.Linear(3 * width, extra) if extra else None
        self.owner = nn.Conv2d(width, 1, 1)

    def forward(self, inside: Tensor, cells: Tensor, whole: Tensor) -> Targets:
        """What they say; replies are logits [sample, slot]."""
        replies = self.reply(cells).flatten(1)
        if self.reply_extra is not None:
            replies = torch.cat([replies, self.reply_extra(whole)], 1)
        owners = torch.tanh(self.owner(inside)).squeeze(1)
        return Targets(self.left(whole).squeeze(1), replies, owners)


def auxiliary_loss(said: Targets, known: Targets, mask: Tensor, weights: Weights) -> Tensor:
    """How far the heads are from what happened; `mask` [sample, row, column] is the board."""
    left = functional.smooth_l1_loss(said.left.float(), known.left / LEFT_UNIT)
    chances = functional.log_softmax(said.replies.float(), 1)
    there = known.replies >= 0
    found = chances.gather(1, known.replies.clamp(min=0)[:, None]).squeeze(1)
    reply = -torch.where(there, found, 0.0).sum() / there.sum().clamp(min=1)
    apart = (said.owners.float() - known.owners) ** 2 * mask
    owner = apart.sum() / mask.sum().clamp(min=1)
    return weights.left * left + weights.reply * reply + weights.owner * owner
