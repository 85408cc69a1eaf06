"""Sums of products in tiles: the inner loop of a network's layers.

A tile is four cells by sixteen outputs. In machine code (`tile_code`) its sums stay in the
processor's vectors while the products are added; the bodies below are what runs interpreted.

    inputs     [cell, channel]     neighbours in a row of the board are beside each other
    weights    [row, 16]           of one input for sixteen outputs
    sums       [cell, output]

Processors multiply small whole numbers in groups: two of 16 bits at a time, some also four of 8
bits. Then weights are [row, 16 * group], and a row has those of as many inputs: of output j in the
columns from group * j on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import machine
from plyground.kernel.marks import compiled, instructions_in
from plyground.kernel.search_kernel import is_interpreting

CELLS = 4  # of a tile
OUTPUTS = 16

instructions_in("plyground.kernel.tile_code")


@compiled
class Tile(NamedTuple):
    """Which products are added, and to which sums."""

    at: int  # the first of four places in the list of cells
    shift: int  # from a cell to the one where its inputs begin
    depth: int  # inputs, which may go on in the next cells; for whole numbers, full groups
    row: int  # of the weights of the first input
    column: int  # of the sums: the first of sixteen


class Kinds(NamedTuple):
    """Of whole numbers that are multiplied."""

    group: int
    inputs: Any
    weights: Any


PAIRS, FOURS = Kinds(2, np.int16, np.int16), Kinds(4, np.uint8, np.int8)


def whole_kinds() -> Kinds:
    """The whole numbers that are multiplied fastest here.

    Code that is built for other machines, and what is interpreted, has pairs.
    """
    if is_interpreting() or not machine.has_compiler():
        return PAIRS
    from plyground.kernel import tile_code

    return FOURS if tile_code.has_fours() else PAIRS


def add_products(sums: Any, inputs: Any, weights: Any, cells: Any, tile: Any) -> None:
    """Add inputs times weights to the sums of four cells; one that is named twice counts once."""
    group = weights.shape[1] // OUTPUTS
    grouped = weights[tile.row : tile.row + tile.depth // group].reshape(-1, OUTPUTS, group)
    rows = grouped.transpose(0, 2, 1).reshape(-1, OUTPUTS).astype(sums.dtype)
    end = tile.column + OUTPUTS
    for cell in set(cells[tile.at : tile.at + CELLS].tolist()):
        first = (cell + tile.shift) * inputs.shape[1]
        known = inputs.reshape(-1)[first : first + tile.depth].astype(sums.dtype)
        sums[cell, tile.column : end] += known @ rows
