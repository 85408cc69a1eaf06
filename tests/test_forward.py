"""Our own forward pass: as onnxruntime, for every network that comes with the package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper, numpy_helper

import plyground as pg
from plyground.conformance import random_positions
from plyground.game.registry import built_in_names
from plyground.kernel import interpreted, search_kernel
from plyground.kernel.tiles import FOURS, OUTPUTS, PAIRS, Tile, add_products, whole_kinds
from plyground.neural.dense import encode_cells
from plyground.neural.encoding import encoding_of
from plyground.neural.own_session import BoardSession, DenseSession, OtherGraphError, open_own
from plyground.neural.runtime import OnnxruntimeSession

REPORT = "report.onnx"
FILES = [
    (name, file) for name in built_in_names() for file in pg.game(name).knowledge.network_files
]
BOARDS = [(name, file) for name, file in FILES if file.name != REPORT]
WHOLE = next(file for _, file in BOARDS if file.name == "residual-7x6.onnx")
OTHER_SIZES = {"bamboo": {"radius": 3}, "cachex": {"size": 5}, "konane": {"columns": 6}}


def label(case):
    return f"{case.parent.parent.name}-{case.stem}" if isinstance(case, Path) else ""


def positions(game, count):
    """Open positions of random games."""
    found = random_positions(game, 1, 2 * count)
    return [position for position in found if game.legal(position)][:count]


def planes_of(game, count):
    encoding = encoding_of(game)
    return np.stack([encoding.planes_of(each) for each in positions(game, count)])


def both(file):
    content = file.read_bytes()
    session, _ = open_own(content)
    return session, OnnxruntimeSession(onnxruntime, content)


def differences(file, planes):
    own, other = both(file)
    pairs = zip(own.run(planes), other.run(planes), strict=True)
    return [np.abs(a - b).reshape(len(planes), -1).max(axis=1) for a, b in pairs]


@pytest.mark.parametrize(("name", "file"), BOARDS, ids=label)
def test_own_answers_are_those_of_onnxruntime(name, file):
    logits, values = differences(file, planes_of(pg.game(name), 12))
    close = (logits < 1e-3) & (values < 1e-4)
    # A number halfway between two bytes may be rounded to either, by one sum as by the other.
    rounds = b"QuantizeLinear" in file.read_bytes()
    assert close.sum() >= 10 if rounds else close.all()


@pytest.mark.parametrize("name", OTHER_SIZES)
def test_one_network_is_for_all_sizes(name):
    file = next(file for game, file in BOARDS if game == name)
    logits, values = differences(file, planes_of(pg.game(name, **OTHER_SIZES[name]), 5))
    assert max(logits.max(), values.max()) < 1e-3


def test_the_report_s_network_agrees_too():
    game = pg.game("bamboo")
    own, other = both(game.knowledge.folder / "data" / REPORT)
    assert isinstance(own, DenseSession)
    boards = np.stack([encode_cells(game, each) for each in positions(game, 8)]).astype(np.float32)
    assert np.allclose(own.run(boards)[0], other.run(boards)[0], atol=1e-4)


@pytest.mark.parametrize("file", [WHOLE, WHOLE.with_name("residual.onnx")], ids=label)
def test_compiled_and_interpreted_are_the_same(file):
    planes = planes_of(pg.game("connect_four"), 2)
    session, _ = open_own(file.read_bytes())
    compiled = session.run(planes)
    with interpreted():
        plain = session.run(planes)
    for one, other in zip(compiled, plain, strict=True):
        assert np.allclose(one, other, atol=1e-3)


@search_kernel
def one_tile(sums, inputs, weights, cells):
    add_products(sums, inputs, weights, cells, Tile(0, -1, 12, 0, 0))
    return 0


@pytest.mark.parametrize("kinds", [PAIRS, FOURS], ids=["pairs", "fours"])
def test_whole_numbers_are_multiplied_in_groups(kinds):
    if kinds is FOURS and whole_kinds() is not FOURS:
        pytest.skip("this processor has pairs alone")
    chance = np.random.default_rng(1)
    inputs = chance.integers(0, 256, (8, 4)).astype(kinds.inputs)
    plain = chance.integers(-127, 128, (12, OUTPUTS))
    grouped = plain.reshape(-1, kinds.group, OUTPUTS).transpose(0, 2, 1)
    weights = np.ascontiguousarray(grouped.reshape(-1, kinds.group * OUTPUTS), kinds.weights)
    sums, cells = np.ones((8, OUTPUTS), np.int32), np.array([1, 6, 4, 4])
    expected = sums.copy()
    for cell in (1, 4, 6):
        expected[cell] += inputs[cell - 1 : cell + 2].ravel().astype(np.int64) @ plain
    one_tile(sums, inputs, weights, cells)
    assert np.array_equal(sums, expected)


def test_batches_do_not_disturb_each_other():
    """Boards of several shapes and numbers, in memory that is used again."""
    file = next(file for game, file in BOARDS if game == "bamboo")
    session, _ = open_own(file.read_bytes())
    small, large = (planes_of(pg.game("bamboo", radius=radius), 5) for radius in (2, 3))
    alone = session.run(small[4:])
    session.run(large)
    together = session.run(small)
    assert np.allclose(together[0][4], alone[0][0], atol=1e-5)
    assert np.allclose(session.run(small)[0], together[0])


def test_other_files_are_not_ours():
    with pytest.raises(ValueError, match=r"wrong|too early|number"):
        open_own(b"PK\x03\x04 a zip file")
    content = WHOLE.read_bytes()
    with pytest.raises(OtherGraphError):
        open_own(content.replace(b"ReduceMax", b"ReduceMin"))
    typed = onnx.load_from_string(content)
    first = typed.graph.initializer[0]
    numbers = numpy_helper.to_array(first)
    first.CopyFrom(helper.make_tensor(first.name, first.data_type, first.dims, numbers.ravel()))
    with pytest.raises(OtherGraphError):  # a way to write numbers that is not ours
        open_own(typed.SerializeToString())
    session, _ = open_own(content)
    assert isinstance(session, BoardSession)
    with pytest.raises(ValueError, match="3 planes are given, and it reads 8"):
        session.run(np.ones((1, 3, 6, 7), np.float32))


def field(number: int, content: bytes) -> bytes:
    """Bytes as a field of a message."""
    return bytes([number << 3 | 2]) + variable(len(content)) + content


def variable(number: int) -> bytes:
    """A number, seven bits a byte."""
    number %= 1 << 64
    last = bytes([number & 127])
    return last if number < 128 else bytes([number & 127 | 128]) + variable(number >> 7)


def test_a_length_below_zero_is_refused():
    """It would lead back, and so to the same field again."""
    for length in (-11, -1, -(2**63)):
        with pytest.raises(ValueError, match="it ends too early"):
            open_own(b"\x0a" + variable(length))


def test_very_many_parts_are_not_ours():
    """Python would read them one by one."""
    node = field(4, b"Gemm")
    tensor = field(8, b"w") + b"\x10\x01" + field(9, bytes(4))
    for graph in (
        field(1, node) * 30_000,
        field(1, node + b"\x30\0" * 30_000),
        field(5, tensor + b"\x20\0" * 200),
        field(1, node + field(6, bytes(5_000_000))),
    ):
        with pytest.raises(OtherGraphError):
            open_own(field(7, graph))
    with pytest.raises(OtherGraphError):
        open_own(b"\x08\0" * 30_000)


def test_constants_that_grow_are_not_ours():
    model = onnx.load_from_string(WHOLE.read_bytes())
    largest = max(model.graph.initializer, key=lambda each: len(each.raw_data)).name
    copies = [helper.make_node("Cast", [largest], [f"copy_{n}"], to=1) for n in range(100)]
    whole = list(model.graph.node)
    model.graph.node.extend(copies)
    with pytest.raises(OtherGraphError):
        open_own(model.SerializeToString())
    del model.graph.node[len(whole) :]
    column = numpy_helper.from_array(np.ones((4000, 1), np.float32), "column")
    row = numpy_helper.from_array(np.ones((1, 4000), np.float32), "row")
    model.graph.initializer.extend([column, row])
    model.graph.node.insert(0, helper.make_node("Mul", ["column", "row"], ["square"]))
    with pytest.raises(OtherGraphError):
        open_own(model.SerializeToString())
