"""The Bamboo report's network in training: fully connected, ReLU, softmax over the moves.

    cells -> 2 * cells -> 2 * cells -> 2 * cells -> moves        (report, IV.D.3 and Figure 6)

PyTorch trains it by cross-entropy with Adam; the file is written with onnx alone, layer by layer.
Equal seeds give equal weights on the same machine.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import FileError
from plyground.extras import needed
from plyground.folders import write_whole
from plyground.learn.imitation import Samples
from plyground.neural.network_file import Metadata

OPERATORS = 17  # version of ONNX's operators, and of its files: what onnxruntime 1.18 reads
FILE_VERSION = 8
MEASURED_AT_ONCE = 4096
Layer = tuple[Any, Any]  # weights [unit, input], biases [unit]
OnEpoch = Callable[["Epoch"], None]


class Training(NamedTuple):
    """How to train; what the report does not say is what is usual."""

    epochs: int = 20
    batch: int = 64
    rate: float = 0.001
    hidden: int = 3  # layers
    width: int = 2  # units of a hidden layer for each cell
    seed: int = 1


class Epoch(NamedTuple):
    """How good the network was after an epoch: mean cross-entropy, and share of moves found."""

    training_loss: float
    training_accuracy: float
    validation_loss: float
    validation_accuracy: float


def torch_module() -> Any:
    """PyTorch, or an error that says how to get it."""
    with needed("train", "training needs PyTorch"):
        return import_module("torch")


def train(
    samples: Samples,
    validation: Samples,
    moves: int,
    settings: Training,
    on_epoch: OnEpoch | None = None,
) -> tuple[list[Layer], list[Epoch]]:
    """The layers after the last epoch, and how each epoch went."""
    torch = torch_module()
    cells = samples.boards.shape[1]
    sizes = [cells, *[settings.width * cells] * settings.hidden, moves]
    chance = torch.Generator().manual_seed(settings.seed)
    history = []
    with _one_thread(torch):
        layers = [_new_layer(torch, *each, chance) for each in itertools.pairwise(sizes)]
        parameters = [part for layer in layers for part in layer]
        optimizer = torch.optim.Adam(parameters, settings.rate)
        for _ in range(settings.epochs):
            order = torch.randperm(len(samples), generator=chance).numpy()
            for start in range(0, len(order), settings.batch):
                chosen = order[start : start + settings.batch]
                optimizer.zero_grad()
                _loss(torch, layers, samples, chosen).backward()
                optimizer.step()
            measured = (*_measure(torch, layers, samples), *_measure(torch, layers, validation))
            history.append(Epoch(*measured))
            if on_epoch is not None:
                on_epoch(history[-1])
    return [(one.detach().numpy(), two.detach().numpy()) for one, two in layers], history


@contextlib.contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Sums do not depend on the number of cores; such a network gains nothing from more."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _new_layer(torch: Any, inputs: int, units: int, chance: Any) -> Layer:
    """Small random weights, as PyTorch begins by default."""
    bound = inputs**-0.5
    parts = (torch.empty(units, inputs), torch.empty(units))
    weights, biases = (part.uniform_(-bound, bound, generator=chance) for part in parts)
    return weights.requires_grad_(), biases.requires_grad_()


def _rated(torch: Any, layers: list[Layer], boards: Any) -> Any:
    """The logarithms of the probabilities, up to a constant: [sample, move]."""
    *hidden, (weights, biases) = layers
    values = torch.from_numpy(boards.astype(np.float32))
    for layer in hidden:
        values = torch.relu(torch.nn.functional.linear(values, *layer))
    return torch.nn.functional.linear(values, weights, biases)


def _loss(torch: Any, layers: list[Layer], samples: Samples, chosen: Any) -> Any:
    rated = _rated(torch, layers, samples.boards[chosen])
    return torch.nn.functional.cross_entropy(rated, torch.from_numpy(samples.moves[chosen]))


def _measure(torch: Any, layers: list[Layer], samples: Samples) -> tuple[float, float]:
    """Mean cross-entropy, and how often the likeliest move is the one that was made."""
    loss, right = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(samples), MEASURED_AT_ONCE):
            part = slice(start, start + MEASURED_AT_ONCE)
            rated = _rated(torch, layers, samples.boards[part])
            made = torch.from_numpy(samples.moves[part])
            loss += torch.nn.functional.cross_entropy(rated, made, reduction="sum").item()
            right += int((rated.argmax(dim=1) == made).sum())
    return loss / len(samples), right / len(samples)


# --- the file ---------------------------------------------------------------------------------


def encode_dense(layers: list[Layer], metadata: Metadata) -> bytes:
    """The bytes of a network file: Gemm and Relu for each layer, the softmax at the end.

    It is the logarithm of the softmax, so that the least likely moves still have an order.
    """
    helper, numpy_helper = onnx_module("onnx.helper"), onnx_module("onnx.numpy_helper")
    nodes, constants, value = [], [], "board"
    for number, (weights, biases) in enumerate(layers):
        names = [f"weights_{number}", f"biases_{number}"]
        for name, array in zip(names, (weights, biases), strict=True):
            constants.append(numpy_helper.from_array(array.astype(np.float32), name))
        nodes.append(helper.make_node("Gemm", [value, *names], [f"sum_{number}"], transB=1))
        value = f"layer_{number}"
        nodes.append(helper.make_node("Relu", [f"sum_{number}"], [value]))
    nodes[-1] = helper.make_node("LogSoftmax", [f"sum_{len(layers) - 1}"], ["policy"], axis=1)
    ends = [
        helper.make_tensor_value_info(name, onnx_module("onnx").TensorProto.FLOAT, ["batch", size])
        for name, size in (("board", layers[0][0].shape[1]), ("policy", layers[-1][0].shape[0]))
    ]
    graph = helper.make_graph(nodes, "dense", ends[:1], ends[1:], constants)
    return encode_graph(graph, metadata)


def encode_graph(graph: Any, metadata: Metadata) -> bytes:
    """The bytes of a network file with that graph, checked."""
    helper = onnx_module("onnx.helper")
    model = helper.make_model(
        graph,
        producer_name="plyground",
        ir_version=FILE_VERSION,
        opset_imports=[helper.make_opsetid("", OPERATORS)],
    )
    helper.set_model_props(model, metadata.properties())
    onnx_module("onnx.checker").check_model(model)
    content: bytes = model.SerializeToString(deterministic=True)
    return content


def onnx_module(name: str) -> Any:
    """A module of onnx, or an error that says how to get it."""
    with needed("train", "files are written by onnx"):
        return import_module(name)


def write_file(content: bytes, path: Path) -> None:
    """Write the file, whole or not at all."""
    try:
        write_whole(path.absolute(), content)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
