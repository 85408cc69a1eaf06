"""
The residual network: convolutions that keep the board's neighbourhoods, and two heads.

    planes --> convolution --> block --> ... --> block --> policy: a logit for each slot
                                                       --> value: from -1 to 1 for the mover

On request the value is a difference of chances, of a win and of a loss; and heads that are used in
training alone say of each move whether it keeps the result, and how the game goes on (`auxiliary`).

A block adds to its input what two convolutions make of it; between them, a summary of the whole
board (mean, mean scaled by the board's size, and maximum of each channel) is added to every cell,
since much in these games depends on the whole board. There is no layer that is tied to a size, so
one network plays every size of its game. On hexagons the two corners of a 3 x 3 convolution that
are no neighbours stay zero. Cells outside the board (channel 0 of the planes) stay zero as well.

There is no normalisation: the last convolution of a block starts at zero, so a deep network begins
as a shallow one, and what is trained on boards of one size means the same on another.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from plyground.learn.auxiliary import AuxiliaryHeads, Targets
from plyground.neural.encoding import Encoding

USUAL_SIDE = 9.0  # of a board; the summary tells smaller and larger ones apart


@dataclass(frozen=True)
class Architecture:
    """All that decides the shapes of the weights."""

    channels: int  # of the planes
    policy_planes: int
    extra: int
    hexagonal: bool
    width: int = 32  # channels between the layers
    blocks: int = 6
    head: int = 32  # units of the heads
    outcomes: bool = False  # the value comes from the chances of a win, a draw and a loss
    keeping: bool = False  # a head says which moves keep the result
    auxiliary: bool = False  # heads say how the game goes on, see `auxiliary`

    @classmethod
    def for_encoding(cls, encoding: Encoding, **sizes: Any) -> Architecture:
        """What fits the planes and slots of an encoding."""
        return cls(
            encoding.channels, encoding.policy_planes, encoding.extra, encoding.hexagonal, **sizes
        )

    def as_dict(self) -> dict[str, Any]:
        """For files."""
        return asdict(self)


class BoardConvolution(nn.Module):
    """A 3 x 3 convolution over squares, or over hexagons in axial coordinates."""

    kernel: Tensor

    def __init__(self, inputs: int, outputs: int, hexagonal: bool, zero: bool = False) -> None:
        """With `zero`, it gives nothing until it has learnt something."""
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, 3, padding=1)
        kernel = torch.ones(1, 1, 3, 3)
        if hexagonal:
            kernel[0, 0, 0, 0] = kernel[0, 0, 2, 2] = 0
        spread = 0.0 if zero else (2 / (inputs * float(kernel.sum()))) ** 0.5
        with torch.no_grad():
            self.convolution.weight.normal_(std=1.0).mul_(spread * kernel)
            self.convolution.bias.zero_()  # type: ignore[union-attr]
        # Weights of cells that are no neighbours are zero and stay so.
        self.register_buffer("kernel", kernel, persistent=False)
        self.convolution.weight.register_hook(self._masked)  # type: ignore[no-untyped-call]

    def _masked(self, slope: Tensor) -> Tensor:
        return slope * self.kernel

    def forward(self, planes: Tensor) -> Tensor:
        """Convolve."""
        convolved: Tensor = self.convolution(planes)
        return convolved


class Boards(NamedTuple):
    """What is the same in all layers: where the boards are, and how large."""

    mask: Tensor  # [position, 1, row, column]
    area: Tensor  # [position, 1]: cells
    scale: Tensor  # [position, 1]: 0 for a board of the usual size

    @classmethod
    def of(cls, planes: Tensor) -> Boards:
        """The boards of an input."""
        mask = planes[:, :1]
        area = mask.sum((2, 3))
        return cls(mask, area, (area.sqrt() - USUAL_SIDE) / USUAL_SIDE)

    def summary(self, planes: Tensor) -> Tensor:
        """Of each channel over the board: mean, mean scaled by the board's size, maximum."""
        mean = planes.sum((2, 3)) / self.area
        return torch.cat([mean, mean * self.scale, planes.amax((2, 3))], 1)


class Block(nn.Module):
    """Two convolutions whose result is added to the input."""

    def __init__(self, width: int, hexagonal: bool) -> None:
        """Begins as nothing."""
        super().__init__()
        self.first = BoardConvolution(width, width, hexagonal)
        self.whole = nn.Linear(3 * width, width)
        self.second = BoardConvolution(width, width, hexagonal, zero=True)

    def forward(self, planes: Tensor, boards: Boards) -> Tensor:
        """The input and what was made of it."""
        inside = functional.relu(self.first(planes)) * boards.mask
        whole = self.whole(boards.summary(inside))[:, :, None, None]
        inside = functional.relu(inside + whole) * boards.mask
        return functional.relu(planes + self.second(inside)) * boards.mask


class Answers(NamedTuple):
    """All that a network says of positions."""

    logits: Tensor  # [position, slot]
    values: Tensor  # [position]
    outcomes: Tensor | None  # [position, 3]: logits of a win, a draw and a loss
    keeping: Tensor | None  # [position, slot]: logits
    extras: Targets | None = None


class BoardNetwork(nn.Module):
    """Planes to logits and values."""

    def __init__(self, architecture: Architecture) -> None:
        """Untrained."""
        super().__init__()
        self.architecture = architecture
        known, width = architecture, architecture.width
        self.stem = BoardConvolution(known.channels, width, known.hexagonal)
        self.blocks = nn.ModuleList(Block(width, known.hexagonal) for _ in range(known.blocks))
        self.policy_cells = nn.Conv2d(width, known.head, 1)
        self.policy_whole = nn.Linear(3 * width, known.head)
        self.policy = nn.Conv2d(known.head, known.policy_planes, 1)
        self.extra = nn.Linear(3 * width, known.extra) if known.extra else None
        self.value_hidden = nn.Linear(3 * width, known.head)
        self.value = nn.Linear(known.head, 3 if known.outcomes else 1)
        self.keeping: nn.Module | None = None
        self.keeping_extra: nn.Module | None = None
        if known.keeping:
            self.keeping = nn.Conv2d(known.head, known.policy_planes, 1)
            self.keeping_extra = nn.Linear(3 * width, known.extra) if known.extra else None
        self.auxiliary: nn.Module | None = None
        if known.auxiliary:
            sizes = known.head, known.policy_planes, known.extra
            self.auxiliary = AuxiliaryHeads(width, *sizes)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [position, slot] and values [position] of planes [position, channel, ...]."""
        answers = self.answers(planes, learning=False)
        return answers.logits, answers.values

    def answers(self, planes: Tensor, learning: bool = True) -> Answers:
        """What all heads say, those for training alone only while `learning`."""
        boards = Boards.of(planes)
        inside = functional.relu(self.stem(planes)) * boards.mask
        for block in self.blocks:
            inside = block(inside, boards)
        whole = boards.summary(inside)
        cells = self.policy_cells(inside) + self.policy_whole(whole)[:, :, None, None]
        cells = functional.relu(cells)
        logits = _slots(self.policy(cells), self.extra, whole)
        value = self.value(functional.relu(self.value_hidden(whole)))
        keeping, extras = None, None
        if learning and self.auxiliary is not None:
            extras = self.auxiliary(inside, cells, whole)
        if learning and self.keeping is not None:
            keeping = _slots(self.keeping(cells), self.keeping_extra, whole)
        if not self.architecture.outcomes:
            return Answers(logits, torch.tanh(value).squeeze(1), None, keeping, extras)
        chances = functional.softmax(value.float(), 1)
        return Answers(logits, chances[:, 0] - chances[:, 2], value, keeping, extras)


def _slots(planes: Tensor, extra: nn.Module | None, whole: Tensor) -> Tensor:
    """One number for each slot: those of the cells, then the extra ones."""
    cells = planes.flatten(1)
    return cells if extra is None else torch.cat([cells, extra(whole)], 1)
