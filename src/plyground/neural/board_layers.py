"""The layers of a residual network's file as arrays for `forward`.

A file is a graph of steps; ours are always the same steps in the same order (`learn.board_file`),
so layers are told by their place. A graph of other steps is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import NetworkFileError
from plyground.kernel.tiles import OUTPUTS, PAIRS, Kinds, whole_kinds
from plyground.neural.forward import Network, RealLayers, WholeLayers
from plyground.neural.onnx_reader import Graph, Node

BOARDS = ("Slice", "ReduceSum", "Sqrt", "Sub", "Div")
SUMMARY = ("ReduceSum", "Div", "ReduceMax", "Mul", "Concat")
LARGEST_BYTE = 255
ROUNDING = ("QuantizeLinear", "DequantizeLinear")
MASKED = ("Relu", "Mul")
OUTCOMES = ("Softmax", "MatMul")
SUMMARY_PARTS = 3
ALONG_CHANNELS, OVER_CELLS = {"axis": 1}, {"keepdims": 0}
ATTRIBUTES: dict[str, Mapping[str, Any]] = {  # that steps have; the others have none
    "Gemm": {"transB": 1},
    "ReduceSum": OVER_CELLS,
    "ReduceMax": OVER_CELLS,
    **dict.fromkeys(("Concat", "Flatten", "Softmax", "LogSoftmax"), ALONG_CHANNELS),
}
PADDED = {"pads": (1, 1, 1, 1)}  # of a convolution over neighbours
NOT_OURS = (ValueError, IndexError, KeyError, StopIteration, TypeError, AttributeError)
WIDEST, MOST_BLOCKS = 1024, 100  # channels, units of a head, and blocks of a network
MOST_SLOTS = 1 << 16  # planes of the policy, and slots beside them
COMPUTED = 3  # times the numbers in a file: so many may be made of them


class Rounding(NamedTuple):
    """How a convolution with whole numbers rounds its inputs and its sums."""

    scales: np.ndarray  # [output]: how large a step of a weight is
    given: float  # how large a step of the inputs is
    made: float  # and of the result
    zero: int  # steps of the result that are below 0


class Layer(NamedTuple):
    """One layer: its weights [output, input, ...], which are whole numbers if it rounds."""

    weights: np.ndarray
    biases: np.ndarray
    rounding: Rounding | None = None
    padded: bool = False


class BoardLayers(NamedTuple):
    """A network, and what cannot be seen in its arrays."""

    network: Network
    channels: int  # of the input
    planes: int  # of the policy
    extra: int  # slots
    outcomes: bool  # the value comes from the chances of a win, a draw and a loss
    kinds: Kinds  # of whole numbers


class FileLayers(NamedTuple):
    """The layers of a network as its file has them."""

    stem: Layer
    blocks: Sequence[tuple[Layer, Layer, Layer]]  # first convolution, whole board, second
    policy_cells: Layer
    policy_whole: Layer
    policy: Layer
    extra: Layer | None
    hidden: Layer
    value: Layer
    outcomes: bool  # the value comes from the chances of a win, a draw and a loss
    rounds: bool  # blocks compute with whole numbers

    def named(self) -> Iterator[tuple[str, Layer]]:
        """The layers with their names in `learn.model.BoardNetwork`."""
        yield "stem.convolution", self.stem
        for number, (first, whole, second) in enumerate(self.blocks):
            yield f"blocks.{number}.first.convolution", first
            yield f"blocks.{number}.whole", whole
            yield f"blocks.{number}.second.convolution", second
        yield "policy_cells", self.policy_cells
        yield "policy_whole", self.policy_whole
        yield "policy", self.policy
        if self.extra is not None:
            yield "extra", self.extra
        yield "value_hidden", self.hidden
        yield "value", self.value

    def check(self, channels: int) -> None:
        """Refuse layers that do not fit each other, or so many channels of the planes."""
        width, head = len(self.stem.biases), len(self.policy_cells.biases)
        planes, extra = len(self.policy.biases), 0 if self.extra is None else len(self.extra.biases)
        if not (1 <= width <= WIDEST and 1 <= head <= WIDEST and len(self.blocks) <= MOST_BLOCKS):
            raise NetworkFileError(
                f"it has {len(self.blocks)} blocks of {width} channels and a head of {head} units; "
                f"at most {MOST_BLOCKS} blocks, {WIDEST} channels and {WIDEST} units can be run"
            )
        if not (1 <= planes <= MOST_SLOTS and extra <= MOST_SLOTS):
            raise NetworkFileError(f"its policy has {planes} planes and {extra} more slots")
        inside, summary = (width, width, 3, 3), SUMMARY_PARTS * width
        block = [(inside, self.rounds), ((width, summary), False), (inside, self.rounds)]
        shapes = [((width, channels, 3, 3), False), *block * len(self.blocks)]
        shapes += [((head, width, 1, 1), False), ((head, summary), False)]
        shapes += [((planes, head, 1, 1), False)]
        shapes += [((extra, summary), False)] * (self.extra is not None)
        shapes += [((head, summary), False), ((3 if self.outcomes else 1, head), False)]
        for (name, layer), (shape, rounds) in zip(self.named(), shapes, strict=True):
            check_layer(f"layer {name}", layer, shape, rounds)
            if len(shape) == 4 and layer.padded != (shape[2] > 1):
                raise NetworkFileError(f"its layer {name} is padded otherwise than it would fit")


def check_layer(name: str, layer: Layer, shape: tuple[int, ...], rounds: bool = False) -> None:
    """Refuse a layer that has other weights, or numbers that cannot be computed with."""
    weights, biases, rounding = layer[:3]
    if weights.shape != shape or biases.shape != shape[:1]:
        has, right = (" x ".join(map(str, each)) for each in (weights.shape, shape))
        raise NetworkFileError(
            f"its {name} has {has or 'no'} weights and {biases.size} offsets, where {right} "
            f"and {shape[0]} would fit"
        )
    kinds = ("int8", "int32") if rounds else ("float32", "float32")
    if (weights.dtype.name, biases.dtype.name) != kinds or (rounding is not None) != rounds:
        raise NetworkFileError(f"its {name} has weights of another kind than its steps need")
    if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
        raise NetworkFileError(f"its {name} has weights that are no numbers")
    if rounding is not None:
        steps = np.append(rounding.scales, (rounding.given, rounding.made))
        whole = rounding.scales.shape == shape[:1] and 0 <= rounding.zero <= LARGEST_BYTE
        if not (whole and np.isfinite(steps).all() and steps.min() > 0):
            raise NetworkFileError(f"its {name} rounds to steps that there cannot be")


def width_of(graph: Graph) -> int:
    """The second size of the input: its channels, or its cells."""
    size = graph.inputs[0].shape[1]
    if not isinstance(size, int):
        raise ValueError("it leaves open how many numbers it is given")
    return size


def read_layers(graph: Graph) -> FileLayers:
    """The layers in a file; `ValueError` for other steps than `learn.board_file` writes.

    `NetworkFileError` if they do not fit each other.
    """
    steps, layers = _read(graph)
    blocks = max((len(layers) - 6) // 3, 0)
    rounds, extra = ROUNDING[0] in steps, len(layers) - 3 * blocks == 7
    outcomes = steps[-3:-1] == OUTCOMES
    if steps != _steps_of(blocks, rounds, extra, outcomes):
        raise ValueError("it has other layers than Plyground writes")
    stem, inside, ends = layers[0], layers[1 : 1 + 3 * blocks], layers[1 + 3 * blocks :]
    threes = list(zip(inside[0::3], inside[1::3], inside[2::3], strict=True))
    cells, whole, policy, hidden, value = *ends[:3], *ends[-2:]
    more = ends[3] if extra else None
    made = FileLayers(stem, threes, cells, whole, policy, more, hidden, value, outcomes, rounds)
    made.check(width_of(graph))
    return made


def layers_in(graph: Graph) -> BoardLayers:
    """The layers in a file as arrays; `ValueError` as in `read_layers`."""
    found = read_layers(graph)
    wide = found.policy_whole.weights.shape[1]
    more = found.extra or Layer(np.zeros((0, wide), np.float32), np.zeros(0, np.float32))
    kinds = whole_kinds() if found.rounds else PAIRS
    first, whole, second = ([block[place] for block in found.blocks] for place in range(3))
    network = Network(
        stem=_packed([found.stem], kinds, pad=False),
        first=_packed(first, kinds),
        whole=_packed(whole, kinds, SUMMARY_PARTS),
        second=_packed(second, kinds),
        policy_cells=_packed([found.policy_cells], kinds),
        policy_whole=_packed([found.policy_whole], kinds, SUMMARY_PARTS),
        policy=_packed([found.policy], kinds),
        extra=_packed([more], kinds, SUMMARY_PARTS),
        hidden=_packed([found.hidden], kinds, SUMMARY_PARTS),
        value=_packed([found.value], kinds),
    )
    channels, slots = found.stem.weights.shape[1], (len(found.policy.weights), len(more.weights))
    return BoardLayers(network, channels, *slots, found.outcomes, kinds)


def _steps_of(blocks: int, rounds: bool, extra: bool, outcomes: bool) -> tuple[str, ...]:
    """The steps of such a network, but for those that only prepare weights."""
    convolution = (*ROUNDING, "Conv", *ROUNDING) if rounds else ("Conv",)
    first = (*convolution, *MASKED, *SUMMARY, "Gemm", "Unsqueeze", "Add", *MASKED)
    block = (*first, *convolution, "Add", *MASKED)
    policy = (*SUMMARY, "Conv", "Gemm", "Unsqueeze", "Add", "Relu", "Conv", "Flatten")
    more = ("Gemm", "Concat") if extra else ()
    value = ("Gemm", "Relu", "Gemm", *(OUTCOMES if outcomes else ("Tanh",)), "Squeeze")
    return (*BOARDS, "Conv", *MASKED, *blocks * block, *policy, *more, *value)


# --- out of the graph -------------------------------------------------------------------------


def _read(graph: Graph) -> tuple[tuple[str, ...], list[Layer]]:
    """The steps that depend on the input, and the layers among them."""
    known: dict[str, Any] = dict(graph.constants)
    room = COMPUTED * sum(values.size for values in graph.constants.values())
    steps, layers = [], []
    for node in graph.nodes:
        if all(name in known for name in node.inputs):
            known[node.outputs[0]] = made = _computed(node, [known[name] for name in node.inputs])
            room -= made.values.size if isinstance(made, _Steps) else made.size
            if room < 0:
                raise ValueError("it makes more numbers than Plyground does")
            continue
        steps.append(node.operator)
        if node.attributes != ATTRIBUTES.get(node.operator, {}) and (
            node.operator != "Conv" or node.attributes != PADDED
        ):
            raise ValueError("its steps are set otherwise than Plyground does")
        if node.operator in ("Conv", "Gemm"):
            layers.append(_layer(node, graph, known))
    return tuple(steps), layers


class _Steps(NamedTuple):
    """Whole numbers, and how large a step is for each output."""

    values: np.ndarray
    scales: np.ndarray


def _computed(node: Node, values: Sequence[Any]) -> Any:
    """What a step makes of constants."""
    if node.operator == "Cast":
        return values[0].astype(np.float32)
    if (
        node.operator == "Mul"
        and np.broadcast_shapes(*(v.shape for v in values)) == values[0].shape
    ):
        return values[0] * values[1]
    if node.operator == "DequantizeLinear":
        return _Steps(values[0], values[1])
    raise ValueError(f"it has a step {node.operator} that Plyground does not write")


def _layer(node: Node, graph: Graph, known: dict[str, Any]) -> Layer:
    if any(name not in known for name in node.inputs[1:]) or len(node.inputs) != 3:
        raise ValueError("it has a layer without weights of its own")
    weights, biases = (known[name] for name in node.inputs[1:])
    if not isinstance(weights, _Steps):
        return Layer(weights, biases, padded=bool(node.attributes == PADDED))
    before = next(each for each in graph.nodes if node.inputs[0] in each.outputs)
    after = next(each for each in graph.nodes if node.outputs[0] in each.inputs)
    given, shift = (float(known[name]) for name in before.inputs[1:])
    made, zero = (float(known[name]) for name in after.inputs[1:])
    if shift != 0:
        raise ValueError("it rounds otherwise than Plyground does")
    rounding = Rounding(weights.scales, given, made, int(zero))
    return Layer(weights.values, biases.values, rounding, bool(node.attributes == PADDED))


# --- into arrays ------------------------------------------------------------------------------


def filled(number: int) -> int:
    """The number of channels that are kept for so many."""
    return -(-number // OUTPUTS) * OUTPUTS


def _packed(layers: Sequence[Layer], kinds: Kinds, parts: int = 1, pad: bool = True) -> Any:
    """Layers of one shape; their inputs consist of so many parts, each filled up by itself."""
    rows = np.stack([_rows(layer.weights, parts, pad) for layer in layers])
    biases = np.stack([_filled_up(layer.biases) for layer in layers])
    rounding = [layer.rounding for layer in layers if layer.rounding is not None]
    if not rounding:
        return RealLayers(_made(rows.reshape(-1, OUTPUTS), np.float32), _made(biases, np.float32))
    grouped = rows.reshape(-1, kinds.group, OUTPUTS).transpose(0, 2, 1)
    factors = [np.float32(r.given) * r.scales / np.float32(r.made) for r in rounding]
    return WholeLayers(
        _made(grouped.reshape(-1, kinds.group * OUTPUTS), kinds.weights),
        _made(biases, np.int32),
        _made(np.stack([_filled_up(each) for each in factors]), np.float32),
        np.array([(r.given, r.made, r.zero) for r in rounding], np.float32),
    )


def _rows(weights: np.ndarray, parts: int, pad: bool) -> np.ndarray:
    """Weights [output, input, ...] as `forward.RealLayers` has them."""
    outputs, inputs = weights.shape[:2]
    each = inputs // parts
    kernel = weights.shape[2:] or (1, 1)
    room = filled(each) if pad else each
    wide = np.zeros((filled(outputs), parts, room, *kernel), weights.dtype)
    wide[:outputs, :, :each] = weights.reshape(outputs, parts, each, *kernel)
    split = wide.reshape(-1, OUTPUTS, parts * room, *kernel)
    return split.transpose(0, 3, 4, 2, 1)  # [sixteen outputs, row, column, input, output]


def _filled_up(values: np.ndarray) -> np.ndarray:
    return np.pad(values, (0, filled(len(values)) - len(values)))


def _made(values: np.ndarray, kind: Any) -> np.ndarray:
    return np.ascontiguousarray(values, kind)
