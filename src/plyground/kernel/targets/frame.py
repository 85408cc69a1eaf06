"""A kernel's block of memory: what lies where in it, and what is in it at first (see `layout`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.kernel.targets.layout import ALIGNMENT, SLOT, Array, Layout, Record, leaves

WORD = np.dtype("<i8")


@dataclass(frozen=True)
class Place:
    """The contents of an array in a block: where its slots and its contents begin, in bytes."""

    slot: int
    contents: int
    value: Any  # the array itself


@dataclass(frozen=True)
class Frame:
    """The block of one kernel, with the usual arguments in it."""

    name: str
    about: str  # what the kernel does, in a sentence
    result: Layout
    arguments: Record
    values: tuple[Any, ...]

    @property
    def first(self) -> int:
        """The byte at which the arguments begin."""
        return self.result.slots * SLOT

    def places(self) -> list[Place]:
        """The arrays among the arguments, one after the other."""
        end, found = self.first + self.arguments.slots * SLOT, []
        for slot, layout, value in leaves(self.arguments, self.values):
            if isinstance(layout, Array):
                begin = -(-end // ALIGNMENT) * ALIGNMENT
                found.append(Place(self.first + slot * SLOT, begin, value))
                end = begin + value.nbytes
        return found

    @property
    def size(self) -> int:
        """The size of the whole block."""
        ends = [place.contents + int(place.value.nbytes) for place in self.places()]
        last = max([*ends, self.first + self.arguments.slots * SLOT])
        return -(-last // ALIGNMENT) * ALIGNMENT

    def contents(self) -> list[tuple[int, bytes]]:
        """What a new block is not zero at: byte and content; addresses are left out."""
        runs = _runs(self._slots(), self.first)
        for place in self.places():
            runs += _runs(np.ascontiguousarray(place.value), place.contents)
        return runs

    def _slots(self) -> Any:
        """The slots of the arguments; numbers and shapes are in them."""
        slots = np.zeros(self.arguments.slots, WORD)
        for slot, layout, value in leaves(self.arguments, self.values):
            if isinstance(layout, Array):
                slots[slot + 2 : slot + layout.slots] = value.shape
            elif layout.kind == "real":
                slots[slot] = np.float64(value).view(WORD)
            else:
                slots[slot] = value
        return slots

    def described(self) -> dict[str, Any]:
        """The block as data."""
        return {
            "name": self.name,
            "about": self.about,
            "bytes": self.size,
            "result": self.result.described(),
            "arguments": self.arguments.described()["fields"],
        }


def _runs(array: Any, begin: int) -> list[tuple[int, bytes]]:
    """The parts of an array that are not zero: where they begin, and their bytes."""
    if not array.nbytes:
        return []
    octets = array.reshape(-1).view(np.uint8)
    blocks = np.add.reduceat(octets.astype(bool), np.arange(0, len(octets), SLOT)) > 0
    used = np.flatnonzero(blocks)
    runs = np.split(used, np.flatnonzero(np.diff(used) > SLOT) + 1) if len(used) else []
    return [
        (begin + int(run[0]) * SLOT, octets[run[0] * SLOT : (run[-1] + 1) * SLOT].tobytes())
        for run in runs
    ]
