"""Networks and checkpoints of others: changed in bytes and in structure, or made to do harm."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable
from unittest import mock

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import plyground as pg
from faults.asking import answers
from faults.mutation import mutated_bytes
from faults.rig import Figures, Trial, family
from made_networks import elsewhere, looping, one_step, swelling
from plyground.errors import NetworkFileError
from plyground.learn.block_ranges import ranges_of, sample_planes
from plyground.learn.board_file import board_file
from plyground.learn.checkpoint import Checkpoints
from plyground.learn.dense_network import encode_dense
from plyground.learn.learner import Learner, empty_batch
from plyground.learn.model import Architecture, BoardNetwork
from plyground.learn.training import Progress
from plyground.neural import sessions
from plyground.neural.board_network import board_judge
from plyground.neural.dense import ENCODING, read_dense
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata
from plyground.neural.runtime import Clock
from plyground.neural.sessions import OtherProcessSession
from tiny_training import tiny

GAME = pg.game("tic_tac_toe")
START = GAME.start()
SIZES = (0, 1, 2, 7, 17, 5000)
KINDS = (np.float32, np.float16, np.int8, np.uint8, np.int32, np.int64, np.float64)
NUMBERS = (0, 1, 127, -1, np.nan, np.inf, 1e30)
LARGE = 10**7  # numbers in a tensor, beyond which it is made small
DIMENSIONS = ([2**62], [2**31, 2**31], [-1], [-2, 3], [0], [], [1] * 70)


@functools.cache
def _dense() -> bytes:
    chance = np.random.default_rng(1)
    layers = [
        (chance.normal(size=(b, a)), chance.normal(size=b))
        for a, b in itertools.pairwise((9, 4, 9))
    ]
    return encode_dense(layers, Metadata("tic_tac_toe", ENCODING))


@functools.cache
def _boards() -> list[bytes]:
    """Every format: weights in 16 and 8 bits, and convolutions with whole numbers."""
    encoding, files = encoding_of(GAME), []
    for bits, outcomes, whole in ((16, False, False), (8, True, False), (8, False, True)):
        torch.manual_seed(1)
        shape = Architecture.for_encoding(encoding, width=6, blocks=2, head=5, outcomes=outcomes)
        network = BoardNetwork(shape)
        ranges = ranges_of(network, sample_planes(GAME, 8)) if whole else None
        files.append(board_file(network, Metadata("tic_tac_toe", encoding.name), bits, ranges))
    return files


def _ask_dense(content: bytes) -> None:
    read_dense(GAME, content).rate(START)


def _ask_boards(content: bytes) -> None:
    judge = board_judge(GAME, content)
    judge.judge(np.stack([judge.encoding.planes_of(START)] * 8))


def _changed_tensor(chance: random.Random, values: np.ndarray) -> np.ndarray:
    kind = chance.randrange(5)
    if kind == 0 and values.ndim:
        shape = list(values.shape)
        shape[chance.randrange(len(shape))] = chance.choice(SIZES)
        return np.resize(values, shape if np.prod(shape) < LARGE else (1,))
    with np.errstate(all="ignore"):
        if kind == 1:
            return values.astype(chance.choice(KINDS))
        if kind == 2:
            return np.full(values.shape, chance.choice(NUMBERS)).astype(values.dtype)
    return np.ascontiguousarray(values.T) if kind == 3 else values[None]


def _restructured(chance: random.Random, content: bytes) -> bytes:
    """The network with another tensor, step, name or size in one or two places."""
    model = onnx.load_from_string(content)
    graph = model.graph
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        tensor, step = chance.choice(graph.initializer), chance.choice(graph.node)
        kind = chance.randrange(8)
        if kind < 3:
            made = _changed_tensor(chance, numpy_helper.to_array(tensor))
            tensor.CopyFrom(numpy_helper.from_array(made, tensor.name))
        elif kind == 3:
            del tensor.dims[:]
            tensor.dims.extend(chance.choice(DIMENSIONS))
            break  # such a tensor cannot be read any more
        elif kind == 4:
            step.input[chance.randrange(len(step.input))] = chance.choice(graph.node).output[0]
        elif kind == 5:
            graph.node.remove(step)
        elif kind == 6:
            graph.node.insert(chance.randrange(len(graph.node)), step)
        else:
            port = chance.choice([*graph.input, *graph.output]).type.tensor_type.shape.dim
            chance.choice(port).dim_value = chance.choice((0, -1, 1, 5, 2**40))
    whole: bytes = model.SerializeToString()
    return whole


@family("inputs-networks", 0.5)
def networks(trial: Trial) -> Figures:
    """Networks of our formats; one that is read is run. No other library is there to run them."""
    chance = trial.chance
    made: list[tuple[Callable[[bytes], None], bytes]] = []
    for _ in range(60):
        ask, seeds = chance.choice(((_ask_dense, [_dense()]), (_ask_boards, _boards())))
        change = mutated_bytes if chance.random() < 0.4 else _one_restructured
        made.append((ask, change(chance, seeds)))
    with mock.patch.object(sessions, "find_spec", return_value=None):
        _ask_boards(_boards()[0])  # compiled before the clock runs
        return answers(made, lambda asked: asked[0](asked[1]))


def _one_restructured(chance: random.Random, seeds: list[bytes]) -> bytes:
    return _restructured(chance, chance.choice(seeds))


def _said_of(ask: Callable[[], object]) -> str:
    """The refusal; nothing if there is an answer."""
    try:
        ask()
    except NetworkFileError as error:
        return str(error)
    return ""


@family("networks-of-others", 0.3)
def networks_of_others(trial: Trial) -> Figures:
    """Graphs that loop, swell, read other files or die: one line, and the next network plays."""
    chance = trial.chance
    content = chance.choice(
        (
            looping(chance.choice((2**62, 2**40))),
            swelling(2 ** chance.choice((32, 36, 40, 62))),
            elsewhere(chance.choice(("/etc/passwd", "../" * 9 + "etc/passwd", ".")), True),
            mutated_bytes(chance, [one_step(), looping(3)]),
        )
    )
    with mock.patch.object(sessions, "CLOCK", Clock(10.0, 0.2, 0.0)):
        said = _said_of(lambda: _ask_dense(content))
        assert "\n" not in said
        network = read_dense(GAME, one_step("Sigmoid"))
        before, session = network.rate(START), network.file.session
        assert isinstance(session, OtherProcessSession)
        if chance.random() < 0.5:
            session._process.send_signal(chance.choice((6, 9, 11)))
            session._process.wait()
            assert "ended by SIG" in _said_of(lambda: network.rate(START))
        assert np.array_equal(network.rate(START), before)
    return {"networks": 1, "refused": bool(said)}


@functools.cache
def _learner() -> Learner:
    config = tiny()
    learner = Learner(config, torch.device("cpu"))
    learner.learn(empty_batch(encoding_of(GAME), 4, torch.device("cpu")), 0.01)
    return learner


@family("inputs-checkpoints", 0.2)
def checkpoints(trial: Trial) -> Figures:
    """Checkpoints of trainings; one that is read is gone on from, and learns."""
    learner, kept = _learner(), Checkpoints(trial.folder, tiny())
    kept.save(learner.tensors(), Progress(steps=1), learner.average)
    plain = kept.saved.read_bytes()
    batch = empty_batch(encoding_of(GAME), 4, torch.device("cpu"))

    def ask(content: bytes) -> None:
        kept.saved.write_bytes(content)
        loaded = kept.load()
        assert loaded is not None
        other = Learner(tiny(), torch.device("cpu"))
        other.restore(loaded[0], loaded[1].steps)
        other.learn(batch, 0.01)

    return answers((mutated_bytes(trial.chance, [plain]) for _ in range(8)), ask)
