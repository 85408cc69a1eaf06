"""Sums of products in tiles: the inner loop of a network's layers.

A tile is four cells by sixteen outputs. In machine code (`tile_code`) its sums stay in the
processor's vectors while the products are added; the bodies below are what runs interpreted.

    inputs     [cell, channel]     neighbours in a row of the board are beside each other
    weights    [row, 16]           of one input for sixteen outputs
    sums       [cell, output]

With whole numbers of 16 bits, weights are [row, 32], and a row has those of two inputs: of output j
in the columns 2 * j and 2 * j + 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyground.kernel.marks import compiled, instructions_in

CELLS = 4  # of a tile
OUTPUTS = 16

instructions_in("plyground.kernel.tile_code")


@compiled
class Tile(NamedTuple):
    """Which products are added, and to which sums."""

    at: int  # the first of four places in the list of cells
    shift: int  # from a cell to the one where its inputs begin
    depth: int  # inputs, which may go on in the next cells; even for whole numbers
    row: int  # of the weights of the first input
    column: int  # of the sums: the first of sixteen


def add_products(sums: Any, inputs: Any, weights: Any, cells: Any, tile: Any) -> None:
    """Add inputs times weights to the sums of four cells; one that is named twice counts once."""
    rows, end = weights[tile.row : tile.row + tile.depth], tile.column + OUTPUTS
    for cell in set(cells[tile.at : tile.at + CELLS].tolist()):
        first = (cell + tile.shift) * inputs.shape[1]
        sums[cell, tile.column : end] += inputs.reshape(-1)[first : first + tile.depth] @ rows


def add_whole_products(sums: Any, inputs: Any, weights: Any, cells: Any, tile: Any) -> None:
    """The same with 16-bit numbers, in pairs, and 32-bit sums."""
    pairs = weights[tile.row : tile.row + tile.depth // 2].reshape(-1, OUTPUTS, 2)
    rows = pairs.transpose(0, 2, 1).reshape(-1, OUTPUTS).astype(sums.dtype)
    end = tile.column + OUTPUTS
    for cell in set(cells[tile.at : tile.at + CELLS].tolist()):
        first = (cell + tile.shift) * inputs.shape[1]
        known = inputs.reshape(-1)[first : first + tile.depth].astype(sums.dtype)
        sums[cell, tile.column : end] += known @ rows
