"""A run may begin with a network that has learnt already: its weights, out of its file.

What a file does not hold, the heads that training alone uses, begins untrained; the optimiser
remembers nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from plyground.errors import NetworkFileError, TrainingError
from plyground.folders import read_whole
from plyground.learn.config import TrainingConfig
from plyground.learn.model import BoardNetwork
from plyground.neural.board_layers import NOT_OURS, Layer, read_layers
from plyground.neural.board_network import expected_network
from plyground.neural.network_file import read_network
from plyground.neural.onnx_reader import OtherGraphError, read_graph

FOR_TRAINING = ("keeping", "auxiliary")  # how the names of what no file holds begin


def first_weights(config: TrainingConfig, network: BoardNetwork) -> dict[str, Tensor]:
    """Those of the file that the config starts with; the network's where a file has none."""
    given, wanted = weights_in(config), network.state_dict()
    for name in sorted({*given, *(n for n in wanted if not n.startswith(FOR_TRAINING))}):
        shapes = [tuple(each[name].shape) if name in each else None for each in (given, wanted)]
        if shapes[0] != shapes[1]:
            raise TrainingError(
                f"{config.start} is another network than the configuration describes, with "
                f"width = {config.width}, blocks = {config.blocks}, head = {config.head} and "
                f"outcomes = {config.outcomes}: its {name} has {_size(shapes[0])}, where "
                f"{_size(shapes[1])} would fit"
            )
    return wanted | given


def _size(shape: tuple[int, ...] | None) -> str:
    return "no weights" if shape is None else " x ".join(map(str, shape)) + " weights"


def weights_in(config: TrainingConfig) -> dict[str, Tensor]:
    """The weights in the file that the config starts with, by their names in `model`."""
    path = Path(config.start)
    read_network(path, expected_network(config.games[0]))  # says what is wrong with it
    try:
        found = read_layers(read_graph(read_whole(path)))
    except (*NOT_OURS, OtherGraphError) as error:
        raise NetworkFileError(f"{path} is no network that Plyground has trained") from error
    return {
        f"{name}.{part}": torch.from_numpy(values)
        for name, layer in found.named()
        for part, values in zip(("weight", "bias"), _numbers(layer), strict=True)
    }


def _numbers(layer: Layer) -> tuple[np.ndarray, np.ndarray]:
    """Weights and biases as real numbers."""
    if layer.rounding is None:
        return layer.weights.astype(np.float32), layer.biases.astype(np.float32)
    scales, given = layer.rounding.scales.astype(np.float32), np.float32(layer.rounding.given)
    wide = scales.reshape(-1, *[1] * (layer.weights.ndim - 1))
    biases = layer.biases.astype(np.float32) * (given * scales)
    return layer.weights.astype(np.float32) * wide, biases
