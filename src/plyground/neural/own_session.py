"""Networks that `learn` has written, run by our own code.

Residual networks run in a kernel (`forward`), so in a browser too; the small dense ones in NumPy.
"""

from __future__ import annotations

import numpy as np

from plyground.neural.board_layers import (
    ATTRIBUTES,
    NOT_OURS,
    BoardLayers,
    Layer,
    check_layer,
    filled,
    layers_in,
    width_of,
)
from plyground.neural.forward import Room, judge_boards
from plyground.neural.onnx_reader import Graph, OtherGraphError, read_graph


class BoardSession:
    """A residual network that is ready to run; several threads may."""

    def __init__(self, graph: Graph) -> None:
        """`ValueError` if the graph is another network, `NetworkFileError` if layers do not fit."""
        self.inputs, self.outputs = graph.inputs, graph.outputs
        self._layers = layers_in(graph)
        self._rooms: list[tuple[tuple[int, ...], Room]] = []  # that nobody uses now

    def run(self, planes: np.ndarray) -> list[np.ndarray]:
        """Logits [board, slot] and values [board] of planes [board, channel, row, column]."""
        boards, channels, height, width = planes.shape
        if channels != self._layers.channels:
            raise ValueError(f"{channels} planes are given, and it reads {self._layers.channels}")
        slots = self._layers.planes * height * width + self._layers.extra
        logits = np.empty((boards, slots), np.float32)
        size = planes.shape[:1] + planes.shape[2:]
        room = self._room(size)
        judge_boards(np.ascontiguousarray(planes), self._layers.network, room, logits)
        values = self._values(room.values[:boards])
        self._rooms.append((size, room))
        return [logits, values]

    def _room(self, size: tuple[int, ...]) -> Room:
        """Memory for so many boards, rows and columns, that nobody else uses."""
        try:
            kept, room = self._rooms.pop()
        except IndexError:
            return new_room(self._layers, *size)
        return room if kept == size else new_room(self._layers, *size)

    def _values(self, sums: np.ndarray) -> np.ndarray:
        if not self._layers.outcomes:
            return np.asarray(np.tanh(sums[:, 0]))
        chances = np.exp(sums[:, :3] - sums[:, :3].max(axis=1, keepdims=True))
        won, _, lost = (chances / chances.sum(axis=1, keepdims=True)).T
        return np.asarray(won - lost)


class DenseSession:
    """A network of fully connected layers."""

    def __init__(self, graph: Graph) -> None:
        """`ValueError` if the graph is another network, `NetworkFileError` if layers do not fit."""
        self.inputs, self.outputs = graph.inputs, graph.outputs
        value, self._layers = graph.inputs[0].name, list[Layer]()
        hidden = len(graph.nodes) // 2 - 1
        steps = [*("Gemm", "Relu") * hidden, "Gemm", "LogSoftmax"]
        for node, operator in zip(graph.nodes, steps, strict=True):
            given, *names = node.inputs
            is_ours = node.operator == operator and given == value
            if not is_ours or node.attributes != ATTRIBUTES.get(operator, {}):
                raise ValueError("it has other layers than Plyground writes")
            if operator == "Gemm":
                weights, biases = (graph.constants[name] for name in names)
                self._layers.append(Layer(weights, biases))
            (value,) = node.outputs
        width = width_of(graph)
        for number, layer in enumerate(self._layers, 1):
            units = len(np.atleast_1d(layer.biases))
            check_layer(f"layer {number}", layer, (units, width))
            width = units

    def run(self, values: np.ndarray) -> list[np.ndarray]:
        """The logarithms of the chances of all moves."""
        for number, (weights, biases, *_) in enumerate(self._layers):
            values = (np.maximum(values, 0) if number else values) @ weights.T + biases
        values = values - values.max(axis=1, keepdims=True)
        return [values - np.log(np.exp(values).sum(axis=1, keepdims=True))]


def open_own(content: bytes) -> tuple[BoardSession | DenseSession, dict[str, str]]:
    """The network in these bytes, and its properties.

    `ValueError` if that is no ONNX file; `OtherGraphError` if the network is none that we write;
    `NetworkFileError` if it has the steps of one, but layers that do not fit.
    """
    graph = read_graph(content)
    dense = bool(graph.nodes) and graph.nodes[-1].operator == "LogSoftmax"
    try:
        session = DenseSession(graph) if dense else BoardSession(graph)
    except NOT_OURS as error:
        raise OtherGraphError from error
    return session, dict(graph.properties)


def new_room(layers: BoardLayers, boards: int, height: int, width: int) -> Room:
    """Memory for so many boards of that size."""
    network = layers.network
    inside, head = network.stem.biases.shape[1], network.policy_cells.biases.shape[1]
    cells = boards * ((height + 2) * (width + 1) + 1)
    listed = filled(boards * height * width)

    def reals(count: int, channels: int) -> np.ndarray:
        return np.zeros((count, channels), np.float32)

    return Room(
        cells=np.zeros(listed, np.int64),
        every=np.zeros(listed, np.int64),
        boards=np.zeros(filled(boards), np.int64),
        owners=np.zeros(listed, np.int64),
        sizes=np.zeros(boards, np.int64),
        given=reals(cells, layers.channels),
        inside=reals(cells, inside),
        middle=reals(cells, inside),
        changed=reals(cells, inside),
        rounded=np.zeros((cells, inside), layers.kinds.inputs),
        longs=np.zeros((cells, inside), np.int32),
        summary=reals(boards, 3 * inside),
        added=reals(boards, inside),
        head=reals(cells, head),
        head_added=reals(boards, head),
        policy=reals(cells, filled(layers.planes)),
        extra=reals(boards, filled(layers.extra)),
        hidden=reals(boards, head),
        values=reals(boards, 16),
    )
