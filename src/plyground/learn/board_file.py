"""A residual network as an ONNX file, written node by node, so that no exporter is needed.

Weights are stored in 16 bits, which halves the file, or in 8, with a scale for each output of their
layer; they are widened when it is opened. On request the convolutions of the blocks compute
with whole numbers of 8 bits (`block_ranges`). What is used in training alone is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from plyground.learn.block_ranges import BlockRanges, LayerRanges
from plyground.learn.model import USUAL_SIDE, Block, BoardConvolution, BoardNetwork
from plyground.neural.network_file import Metadata

LARGEST = 127  # steps of a weight in 8 bits
BYTE = 255
SMALLEST = 1e-12  # in place of 0, where all weights of an output are
OPERATORS, FILE_VERSION = 18, 9  # of ONNX: read by every onnxruntime since 1.17


class Graph:
    """An ONNX graph that grows; every step returns the name of its result."""

    def __init__(self, bits: int = 16) -> None:
        """Empty; weights will have so many bits, 16 or 8."""
        self.bits = bits
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, values: Any) -> str:
        """A tensor that is part of the file."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def weights(self, tensor: torch.Tensor | None) -> str:
        """Weights of a layer; what is added to its sums, which is little, in 32 bits."""
        values = _numbers(tensor)
        if values.ndim == 1:
            return self.constant(values)
        if self.bits == 16:
            return self.add("Cast", self.constant(values.astype(np.float16)), to=TensorProto.FLOAT)
        steps, scales = in_bytes(values)
        wide = self.add("Cast", self.constant(steps), to=TensorProto.FLOAT)
        return self.add("Mul", wide, self.constant(scales))

    def add(self, operator: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        """One step."""
        name = output or f"step_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def convolve(
        self, planes: str, layer: BoardConvolution, seen: LayerRanges | None = None
    ) -> str:
        """A convolution over neighbours; with what was seen of it, in whole numbers."""
        if seen is not None:
            return self._convolve_whole(planes, layer, seen)
        weights = self.weights(layer.convolution.weight), self.weights(layer.convolution.bias)
        return self.add("Conv", planes, *weights, pads=[1, 1, 1, 1])

    def _convolve_whole(self, planes: str, layer: BoardConvolution, seen: LayerRanges) -> str:
        """The same on planes, weights and sums in 8 bits, which a runtime makes one step of."""
        step = np.float32(max(seen.most, SMALLEST) / LARGEST)
        steps, scales = in_bytes(_numbers(layer.convolution.weight))
        scales = scales.ravel()
        sums = np.round(_numbers(layer.convolution.bias) / (step * scales)).astype(np.int32)
        weights = self.add("DequantizeLinear", *map(self.constant, (steps, scales)), axis=0)
        given = map(self.constant, (sums, step * scales))
        added = self.add("DequantizeLinear", *given, axis=0)
        coarse = self.rounded(planes, step, 0)
        found = self.add("Conv", coarse, weights, added, pads=[1, 1, 1, 1])
        wide = np.float32(max(seen.highest - seen.lowest, SMALLEST) / BYTE)
        return self.rounded(found, wide, round(-seen.lowest / float(wide)))

    def rounded(self, planes: str, step: np.float32, zero: int) -> str:
        """Numbers rounded to steps, of which a byte counts 255, `zero` of them below 0."""
        how = self.constant(step), self.constant(np.uint8(zero))
        return self.add("DequantizeLinear", self.add("QuantizeLinear", planes, *how), *how)

    def convolve_cells(self, planes: str, layer: torch.nn.Conv2d) -> str:
        """A convolution of single cells."""
        return self.add("Conv", planes, self.weights(layer.weight), self.weights(layer.bias))

    def combine(self, values: str, layer: torch.nn.Linear) -> str:
        """A fully connected layer."""
        weights = self.weights(layer.weight), self.weights(layer.bias)
        return self.add("Gemm", values, *weights, transB=1)

    def over_cells(self, values: str) -> str:
        """Values of channels, to be added to every cell."""
        return self.add("Unsqueeze", values, self.constant(np.array([2, 3], np.int64)))

    def positive(self, planes: str, mask: str = "") -> str:
        """Negative numbers as 0, and everything outside the mask."""
        kept = self.add("Relu", planes)
        return self.add("Mul", kept, mask) if mask else kept


def _numbers(tensor: torch.Tensor | None) -> np.ndarray:
    assert tensor is not None
    return tensor.detach().cpu().float().numpy()


def in_bytes(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights as whole numbers of steps, and how large a step is for each output of the layer."""
    highest = np.abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True)
    scales = np.maximum(highest, SMALLEST) / LARGEST
    return np.round(values / scales).astype(np.int8), scales.astype(np.float32)


class BoardSteps:
    """What all positions of an input share: the mask and how large the board is."""

    def __init__(self, graph: Graph, planes: str) -> None:
        """`planes` names the input."""
        self.graph = graph
        bounds = [graph.constant(np.array([number], np.int64)) for number in (0, 1, 1)]
        self.mask = graph.add("Slice", planes, *bounds)
        self.cells = graph.constant(np.array([2, 3], np.int64))
        self.area = graph.add("ReduceSum", self.mask, self.cells, keepdims=0)
        side, usual = graph.add("Sqrt", self.area), graph.constant(np.float32(USUAL_SIDE))
        self.scale = graph.add("Div", graph.add("Sub", side, usual), usual)

    def summary(self, planes: str) -> str:
        """As `model.Boards.summary`."""
        add = self.graph.add
        mean = add("Div", add("ReduceSum", planes, self.cells, keepdims=0), self.area)
        highest = add("ReduceMax", planes, self.cells, keepdims=0)
        return add("Concat", mean, add("Mul", mean, self.scale), highest, axis=1)

    def block(self, planes: str, layers: Block, seen: BlockRanges | None) -> str:
        """As `model.Block`; with what was seen in it, its convolutions use whole numbers."""
        graph = self.graph
        first, second = (None, None) if seen is None else (seen.first, seen.second)
        inside = graph.positive(graph.convolve(planes, layers.first, first), self.mask)
        whole = graph.over_cells(graph.combine(self.summary(inside), layers.whole))
        inside = graph.positive(graph.add("Add", inside, whole), self.mask)
        changed = graph.convolve(inside, layers.second, second)
        return graph.positive(graph.add("Add", planes, changed), self.mask)


def board_file(
    network: BoardNetwork,
    metadata: Metadata,
    bits: int = 16,
    ranges: Sequence[BlockRanges] | None = None,
) -> bytes:
    """The network as a file: input planes, outputs logits and values; weights in 16 or 8 bits.

    With the ranges of its blocks, their convolutions compute with whole numbers of 8 bits.
    """
    graph = Graph(bits)
    boards = BoardSteps(graph, "planes")
    inside = graph.positive(graph.convolve("planes", network.stem), boards.mask)
    for number, layers in enumerate(network.blocks):
        assert isinstance(layers, Block)
        inside = boards.block(inside, layers, None if ranges is None else ranges[number])
    whole = boards.summary(inside)
    cells = graph.convolve_cells(inside, network.policy_cells)
    cells = graph.add("Add", cells, graph.over_cells(graph.combine(whole, network.policy_whole)))
    cells = graph.convolve_cells(graph.positive(cells), network.policy)
    last = "" if network.extra is not None else "logits"
    logits = graph.add("Flatten", cells, output=last, axis=1)
    if network.extra is not None:
        more = graph.combine(whole, network.extra)
        graph.add("Concat", logits, more, output="logits", axis=1)
    hidden = graph.positive(graph.combine(whole, network.value_hidden))
    value = graph.combine(hidden, network.value)
    if network.architecture.outcomes:
        worths = graph.constant(np.array([[1], [0], [-1]], np.float32))
        value = graph.add("MatMul", graph.add("Softmax", value, axis=1), worths)
    else:
        value = graph.add("Tanh", value)
    graph.add("Squeeze", value, graph.constant(np.array([1], np.int64)), output="values")
    return _model(graph, network.architecture.channels, metadata)


def _model(graph: Graph, channels: int, metadata: Metadata) -> bytes:
    def tensor(name: str, shape: list[Any]) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    made = helper.make_graph(
        graph.nodes,
        "board network",
        [tensor("planes", ["positions", channels, "rows", "columns"])],
        [tensor("logits", ["positions", "slots"]), tensor("values", ["positions"])],
        graph.constants,
    )
    model = helper.make_model(
        made, opset_imports=[helper.make_opsetid("", OPERATORS)], ir_version=FILE_VERSION
    )
    helper.set_model_props(model, metadata.properties())
    onnx.checker.check_model(model)
    content: bytes = model.SerializeToString()
    return content
