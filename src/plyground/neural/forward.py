"""A residual network's forward pass as a kernel.

It computes what `learn.model` draws and `learn.board_file` writes. Boards lie one after another,
row by row, as cells of channels; a cell of zeros ends each row and begins the next, and rows of
zeros are above and below, so that a neighbour is always at the same distance:

    0 0 0 0            cell (row, column) of a board is number
    0 a b c            first of the board + (row + 1) * pitch + column + 1,
    0 d e f            pitch = columns + 1
    0 0 0 0 0

Channels are filled up with zeros to multiples of 16 (`kernel.tiles`). Only cells of the board,
where channel 0 of the planes is 1, are computed; the others stay zero.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import compiled, search_kernel
from plyground.kernel.tiles import CELLS, OUTPUTS, Tile, add_products

ZERO, BYTE = np.float32(0), np.float32(255)
USUAL_SIDE = 9.0  # as `learn.model` has it


@compiled
class RealLayers(NamedTuple):
    """Layers of one shape, computed with 32-bit floating-point numbers."""

    weights: Any  # [row, 16]: by layer, sixteen outputs, row of neighbours, neighbour and input
    biases: Any  # [layer, output]

    def apply(self, layer: int, inputs: Any, sums: Any, area: Any, room: Any) -> None:
        """Write what a layer makes of the inputs."""
        for i in range(area.size):
            row = sums[area.cells[i]]
            for j in range(sums.shape[1]):
                row[j] = self.biases[layer, j]
        depth, lines = area.lines * inputs.shape[1], area.lines
        panels = sums.shape[1] // OUTPUTS
        for panel in range(panels):
            first = (layer * panels + panel) * lines * depth
            for at in range(0, area.size, CELLS):
                for line in range(lines):
                    shift = (line - lines // 2) * area.pitch - lines // 2
                    tile = Tile(at, shift, depth, first + line * depth, panel * OUTPUTS)
                    add_products(sums, inputs, self.weights, area.cells, tile)


@compiled
class WholeLayers(NamedTuple):
    """Convolutions of one shape, computed with whole numbers: inputs, weights and sums are rounded.

    As onnxruntime does it, so that both round the same number.
    """

    weights: Any  # [row, 16 * group]: as above, in groups (`kernel.tiles`)
    biases: Any  # [layer, output]
    factors: Any  # [layer, output]: steps of the result for each of the sum
    steps: Any  # [layer, 3]: of the inputs, of the result, and how many of those are below 0

    def apply(self, layer: int, inputs: Any, sums: Any, area: Any, room: Any) -> None:
        """Write what a layer makes of the inputs, which are not negative."""
        self.round_inputs(layer, inputs, area, room)
        depth, lines = area.lines * inputs.shape[1], area.lines
        panels, group = sums.shape[1] // OUTPUTS, self.weights.shape[1] // OUTPUTS
        for panel in range(panels):
            first = (layer * panels + panel) * lines * depth
            for at in range(0, area.size, CELLS):
                for line in range(lines):
                    shift = (line - lines // 2) * area.pitch - lines // 2
                    row = (first + line * depth) // group
                    tile = Tile(at, shift, depth, row, panel * OUTPUTS)
                    add_products(room.longs, room.rounded, self.weights, area.cells, tile)
        self.round_sums(layer, sums, area, room)

    def round_inputs(self, layer: int, inputs: Any, area: Any, room: Any) -> None:
        """Write down the inputs as bytes, and what the sums begin with."""
        step = self.steps[layer, 0]
        for i in range(area.size):
            given, rounded = inputs[area.cells[i]], room.rounded[area.cells[i]]
            longs = room.longs[area.cells[i]]
            for j in range(inputs.shape[1]):
                rounded[j] = np.int32(min(np.rint(given[j] / step), BYTE))
            for j in range(longs.shape[0]):
                longs[j] = self.biases[layer, j]

    def round_sums(self, layer: int, sums: Any, area: Any, room: Any) -> None:
        """Write the sums as numbers of which there are 256."""
        wide, zero = self.steps[layer, 1], self.steps[layer, 2]
        for i in range(area.size):
            made, longs = sums[area.cells[i]], room.longs[area.cells[i]]
            for j in range(sums.shape[1]):
                steps = np.rint(np.float32(longs[j]) * self.factors[layer, j]) + zero
                made[j] = (min(max(steps, ZERO), BYTE) - zero) * wide


@compiled
class Network(NamedTuple):
    """The layers of a network; those of the blocks are together, block by block."""

    stem: Any
    first: Any
    whole: Any
    second: Any
    policy_cells: Any
    policy_whole: Any
    policy: Any
    extra: Any
    hidden: Any
    value: Any


@compiled
class Area(NamedTuple):
    """The cells that a layer is applied to, and how far it looks from each."""

    cells: Any  # [place]; as many as tiles need, the last one several times
    size: int  # how many there are
    pitch: int  # cells from one row to the next
    lines: int  # rows that are looked at: three, or only the cell itself


@compiled
class Room(NamedTuple):
    """Memory for the numbers between layers, for some boards of one size."""

    cells: Any  # [place]: of the boards
    every: Any  # [place]: of the rectangles in which the boards lie
    boards: Any  # [place]: numbers of the boards themselves
    owners: Any  # [place]: the board of each of `cells`
    sizes: Any  # [board]: how many cells it has
    given: Any  # [cell, channel of the planes]
    inside: Any  # [cell, channel]: so for the following four
    middle: Any
    changed: Any
    rounded: Any
    longs: Any
    summary: Any  # [board, 3 * channel]
    added: Any  # [board, channel]
    head: Any  # [cell, unit]
    head_added: Any  # [board, unit]
    policy: Any  # [cell, plane]
    extra: Any  # [board, slot]
    hidden: Any  # [board, unit]
    values: Any  # [board, 16]


@compiled
def fill_up(places: Any, count: int) -> None:
    """Repeat the last of `count` places until the tile is full."""
    while count % CELLS != 0:
        places[count] = places[count - 1]
        count += 1


@compiled
def lay_out(planes: Any, room: Any) -> int:
    """Write the planes into cells, and which cells there are; how many are on the boards."""
    boards, channels, height, width = planes.shape
    pitch, found, seen = width + 1, 0, 0
    for board in range(boards):
        before = found
        for place in range(height * width):
            row, column = place // width, place % width
            cell = board * ((height + 2) * pitch + 1) + (row + 1) * pitch + column + 1
            for channel in range(channels):
                room.given[cell, channel] = planes[board, channel, row, column]
            room.every[seen] = cell
            seen += 1
            if planes[board, 0, row, column] > ZERO:
                room.cells[found], room.owners[found] = cell, board
                found += 1
                continue
            for channel in range(room.inside.shape[1]):
                room.inside[cell, channel] = room.middle[cell, channel] = ZERO
                room.rounded[cell, channel] = 0
        room.sizes[board] = found - before
        room.boards[board] = board
    fill_up(room.cells, found)
    fill_up(room.every, seen)
    fill_up(room.boards, boards)
    return found


@compiled
def rectify(sums: Any, area: Any) -> None:
    """Make negative numbers 0."""
    for i in range(area.size):
        row = sums[area.cells[i]]
        for j in range(sums.shape[1]):
            row[j] = max(row[j], ZERO)


@compiled
def summarise(sums: Any, area: Any, room: Any) -> None:
    """Write mean, mean scaled by the board's size, and maximum of each channel of each board.

    Requires numbers that are not negative.
    """
    width, boards = sums.shape[1], len(room.sizes)
    for board in range(boards):
        for j in range(3 * width):
            room.summary[board, j] = ZERO
    for i in range(area.size):
        row, summary = sums[area.cells[i]], room.summary[room.owners[i]]
        for j in range(width):
            summary[j] += row[j]
            summary[2 * width + j] = max(summary[2 * width + j], row[j])
    for board in range(boards):
        size = max(room.sizes[board], 1)
        scale = np.float32((math.sqrt(float(size)) - USUAL_SIDE) / USUAL_SIDE)
        summary = room.summary[board]
        for j in range(width):
            summary[j] /= np.float32(size)
            summary[width + j] = summary[j] * scale


@compiled
def apply_block(network: Any, block: int, area: Any, boards: Any, room: Any) -> None:
    """Add to what is inside what a block makes of it."""
    network.first.apply(block, room.inside, room.middle, area, room)
    rectify(room.middle, area)
    summarise(room.middle, area, room)
    network.whole.apply(block, room.summary, room.added, boards, room)
    for i in range(area.size):
        row, added = room.middle[area.cells[i]], room.added[room.owners[i]]
        for j in range(room.middle.shape[1]):
            row[j] = max(row[j] + added[j], ZERO)
    network.second.apply(block, room.middle, room.changed, area, room)
    for i in range(area.size):
        row, changed = room.inside[area.cells[i]], room.changed[area.cells[i]]
        for j in range(room.inside.shape[1]):
            row[j] = max(row[j] + changed[j], ZERO)


@compiled
def apply_policy(network: Any, every: Any, boards: Any, room: Any, logits: Any) -> None:
    """Write the logits of all slots."""
    network.policy_cells.apply(0, room.inside, room.head, every, room)
    network.policy_whole.apply(0, room.summary, room.head_added, boards, room)
    cells = every.size // boards.size
    for i in range(every.size):
        row, added = room.head[every.cells[i]], room.head_added[i // cells]
        for j in range(room.head.shape[1]):
            row[j] = max(row[j] + added[j], ZERO)
    network.policy.apply(0, room.head, room.policy, every, room)
    network.extra.apply(0, room.summary, room.extra, boards, room)
    for i in range(every.size):
        for slot in range(i % cells, logits.shape[1] // cells * cells, cells):
            logits[i // cells, slot] = room.policy[every.cells[i], slot // cells]
    for board in range(boards.size):
        first = logits.shape[1] // cells * cells
        for slot in range(first, logits.shape[1]):
            logits[board, slot] = room.extra[board, slot - first]


@search_kernel(title="the network")
def judge_boards(planes: Any, network: Any, room: Any, logits: Any) -> int:
    """Write the logits of boards, and into the room their values; how many boards.

    Planes are [board, channel, row, column]; logits [board, slot].
    """
    boards, _, height, width = planes.shape
    area = Area(room.cells, lay_out(planes, room), width + 1, 3)
    every = Area(room.every, boards * height * width, 0, 1)
    wholes = Area(room.boards, boards, 0, 1)
    network.stem.apply(0, room.given, room.inside, area, room)
    rectify(room.inside, area)
    for block in range(network.first.biases.shape[0]):
        apply_block(network, block, area, wholes, room)
    summarise(room.inside, area, room)
    apply_policy(network, every, wholes, room, logits)
    network.hidden.apply(0, room.summary, room.hidden, wholes, room)
    rectify(room.hidden, wholes)
    network.value.apply(0, room.hidden, room.values, wholes, room)
    return int(boards)
