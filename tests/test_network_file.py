"""Network files: what is written is read back, and everything else is refused with the reason."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import threading

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper, numpy_helper

import plyground as pg
from plyground.errors import NetworkFileError, PlygroundError
from plyground.game.knowledge import REPORT, RESIDUAL
from plyground.learn.dense_network import encode_dense, encode_graph, write_file
from plyground.neural import network_file
from plyground.neural.dense import ENCODING, encode_cells, expected, read_dense
from plyground.neural.network_file import Metadata, read_network
from plyground.neural.runtime import OnnxruntimeSession

GAME = pg.game("tic_tac_toe")


def layers(*sizes, seed=1):
    chance = np.random.default_rng(seed)
    pairs = itertools.pairwise(sizes)
    return [(chance.normal(size=(b, a)), chance.normal(size=b)) for a, b in pairs]


def content(sizes=(9, 18, 9), game="tic_tac_toe", encoding=ENCODING, parameters=None):
    about = {"from": "a test"}
    return encode_dense(layers(*sizes), Metadata(game, encoding, parameters or {}, about))


def with_properties(**properties):
    model = onnx.load_from_string(content())
    kept = {each.key: each.value for each in model.metadata_props} | properties
    helper.set_model_props(model, {k: v for k, v in kept.items() if v is not None})
    return model.SerializeToString()


def refusal(source, wanted=None):
    with pytest.raises(NetworkFileError) as caught:
        read_network(source, wanted or expected(GAME))
    return str(caught.value)


def test_names_that_no_file_and_no_text_can_have(capfd):
    assert "there is no network file" in refusal("x" * 5000)
    for name in (b"batch", b"board"):
        assert "can't decode" in refusal(content().replace(name, b"\x80" + name[1:]))
    assert capfd.readouterr() == ("", "")


# --- what is written is read ------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "a network.onnx"
    write_file(content(), path)
    found = read_network(path)
    assert found.metadata == Metadata("tic_tac_toe", ENCODING, {}, {"from": "a test"})
    assert [file.name for file in tmp_path.iterdir()] == ["a network.onnx"]


def test_file_computes_what_its_layers_say():
    made = layers(9, 18, 18, 9)
    found = read_network(encode_dense(made, Metadata("tic_tac_toe", ENCODING)))
    boards = np.random.default_rng(2).integers(-1, 2, (5, 9)).astype(np.float32)
    values = boards.astype(np.float64)
    for weights, biases in made[:-1]:
        values = np.maximum(values @ weights.T + biases, 0)
    values = values @ made[-1][0].T + made[-1][1]
    values -= np.log(np.exp(values).sum(axis=1, keepdims=True))
    (rated,) = found.run(boards)
    assert np.allclose(rated, values, atol=1e-4)


def test_equal_networks_have_equal_bytes():
    assert content() == content()


def test_a_changed_file_is_read_anew(tmp_path):
    path, board = tmp_path / "n.onnx", np.ones((1, 9), np.float32)
    answers = []
    for seed in (1, 2):
        made = encode_dense(layers(9, 4, 9, seed=seed), Metadata("tic_tac_toe", ENCODING))
        write_file(made, path)
        answers.append(read_network(path).run(board)[0])
    assert not np.allclose(*answers)


def test_several_threads_may_read_and_run():
    board, answers = np.ones((1, 9), np.float32), []

    def use():
        answers.append(read_network(content((9, 5, 9))).run(board)[0])

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert all(np.array_equal(answers[0], answer) for answer in answers)


def test_a_network_runs_on_one_thread():
    options = OnnxruntimeSession(onnxruntime, content()).made.get_session_options()
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (1, 1)


# --- what is refused --------------------------------------------------------------------------


def test_no_file(tmp_path):
    assert "there is no network file" in refusal(tmp_path / "none.onnx")
    assert "there is no network file" in refusal(tmp_path)


def test_a_file_that_is_too_large(tmp_path, monkeypatch):
    path = tmp_path / "large.onnx"
    with path.open("wb") as file:
        file.truncate(1 << 33)
    monkeypatch.setattr(network_file, "LARGEST_FILE", 1 << 20)
    assert "larger than 1 MB" in refusal(path)


def test_layers_that_do_not_fit_each_other():
    """Named, before anything is computed."""
    for sizes, said in (
        (((18, 9), 18, (9, 17), 9), "layer 2 has 9 x 17 weights and 9 offsets, where 9 x 18"),
        (((18, 9), 17, (9, 18), 9), "layer 1 has 18 x 9 weights and 17 offsets, where 17 x 9"),
        (((18, 8), 18, (9, 18), 9), "layer 1 has 18 x 8 weights and 18 offsets, where 18 x 9"),
        (((18, 9, 1), 18, (9, 18), 9), "layer 1 has 18 x 9 x 1 weights"),
    ):
        model = onnx.load_from_string(content((9, 18, 9)))
        for each, size in zip(model.graph.initializer, sizes, strict=True):
            each.CopyFrom(numpy_helper.from_array(np.ones(size, np.float32), each.name))
        assert f"its {said}" in refusal(model.SerializeToString())


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_weights_that_are_no_numbers(wrong):
    model = onnx.load_from_string(content((9, 18, 9)))
    last = model.graph.initializer[3]
    last.CopyFrom(numpy_helper.from_array(np.full(9, wrong, np.float32), last.name))
    assert "its layer 2 has weights that are no numbers" in refusal(model.SerializeToString())


@pytest.mark.parametrize(
    "damaged",
    [b"", b"PK\x03\x04 a zip file", b"\x80\x04\x95 a pickle", content()[:-200], content()[:100]],
    ids=["empty", "zip", "pickle", "truncated", "head"],
)
def test_damaged_files(damaged, tmp_path):
    path = tmp_path / "damaged.onnx"
    path.write_bytes(damaged)
    said = refusal(path)
    assert str(path) in said
    assert "no ONNX file, or a damaged one" in said or "without the property" in said


def test_random_damage_is_refused_or_harmless():
    whole, chance, refused = content((9, 4, 9)), random.Random(1), 0
    for number in range(60):
        damaged = bytearray(whole)
        for _ in range(1 + number // 3):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            found = read_network(bytes(damaged), expected(GAME))
            policy, *_ = found.run(np.zeros((1, 9), np.float32))
            assert policy.shape == (1, 9)
        except NetworkFileError:
            refused += 1
    assert 0 < refused < 60


@pytest.mark.parametrize(
    ("properties", "reason"),
    [
        ({"plyground": None}, "without the property 'plyground'"),
        ({"plyground": "2"}, "its format is '2', and this version reads '1'"),
        ({"game": None, "about": None}, "it lacks the properties game, about"),
        ({"parameters": "[3]"}, "its property 'parameters' is '[3]', not a JSON object"),
        ({"about": "{"}, "its property 'about' is '{', not a JSON object"),
        ({"game": "bamboo"}, "it plays bamboo, not tic_tac_toe"),
        ({"encoding": "planes-7"}, "reads positions as 'planes-7', but 'cells-1' is wanted"),
        ({"parameters": '{"size": 4}'}, "it is for size=4, and this game has no size"),
    ],
)
def test_other_properties(properties, reason):
    assert reason in refusal(with_properties(**properties))


def test_other_size():
    made = content((19, 4, 19), "bamboo", parameters={"radius": 2})
    assert "it is for radius=2, and this game has radius=3" in refusal(
        made, expected(pg.game("bamboo", radius=3))
    )
    assert read_network(made, expected(pg.game("bamboo", radius=2)))


@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        ((8, 4, 9), "its inputs are tensor(float)[any, 8]; tensor(float)[any, 9] was expected"),
        ((9, 4, 7), "its outputs are tensor(float)[any, 7]; tensor(float)[any, 9] was expected"),
    ],
)
def test_other_shapes(sizes, reason):
    assert reason in refusal(content(sizes))


def value(name, kind=onnx.TensorProto.FLOAT, size=9):
    return helper.make_tensor_value_info(name, kind, ["batch", size])


def test_other_inputs():
    node = helper.make_node("Add", ["a", "b"], ["c"])
    graph = helper.make_graph([node], "two", [value("a"), value("b")], [value("c")])
    made = encode_graph(graph, Metadata("tic_tac_toe", ENCODING))
    assert "it has 2 inputs; one was expected" in refusal(made)


def test_other_types():
    node = helper.make_node("Neg", ["a"], ["c"])
    whole = onnx.TensorProto.INT64
    graph = helper.make_graph([node], "whole", [value("a", whole)], [value("c", whole)])
    made = encode_graph(graph, Metadata("tic_tac_toe", ENCODING))
    assert "its inputs are tensor(int64)[any, 9]" in refusal(made)


def test_answers_that_are_no_numbers():
    node = helper.make_node("Log", ["a"], ["c"])
    graph = helper.make_graph([node], "log", [value("a")], [value("c")])
    found = read_network(encode_graph(graph, Metadata("tic_tac_toe", ENCODING)), expected(GAME))
    with pytest.raises(NetworkFileError, match="infinities"):
        found.run(np.full((1, 9), -1, np.float32))


def test_an_input_of_the_wrong_shape():
    with pytest.raises(NetworkFileError, match="cannot be run"):
        read_network(content()).run(np.zeros((1, 4), np.float32))


def test_without_onnxruntime(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert read_network(content((9, 3, 9)), expected(GAME))
    node = helper.make_node("Exp", ["a"], ["c"])
    graph = helper.make_graph([node], "another", [value("a")], [value("c")])
    made = encode_graph(graph, Metadata("tic_tac_toe", ENCODING))
    assert "pip install 'plyground[neural]'" in refusal(made)


def test_without_onnx(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx.helper", None)
    with pytest.raises(PlygroundError, match=r"install .*\[train\]'"):
        content()


def test_a_folder_that_cannot_be_written(tmp_path):
    with pytest.raises(PlygroundError, match="cannot write"):
        write_file(b"", tmp_path / "none" / "network.onnx")


def test_playing_needs_neither_torch_nor_onnx():
    code = (
        "import sys, plyground as pg; from plyground.agents import agent; g = pg.game('bamboo');"
        "agent(g, 'network').choose(g.start());"
        "print([m for m in ('torch', 'onnx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- what comes with the package --------------------------------------------------------------


def test_shipped_files():
    path = pg.game("bamboo").knowledge.network(REPORT, {})
    assert path is not None
    assert path.stat().st_size < 600_000
    assert pg.game("tic_tac_toe").knowledge.network(RESIDUAL, {}) is None


def test_every_size_of_board_is_encoded_from_the_movers_side():
    for name in ("bamboo", "cachex", "connect_four", "konane", "tic_tac_toe"):
        game = pg.game(name)
        position = game.start()
        for _ in range(3):
            cells = list(game.cells(position))
            mine = 1 + position.player()
            signs = [0 if not cell else 1 if cell == mine else -1 for cell in cells]
            assert encode_cells(game, position).tolist() == signs
            position = position.play(game.legal(position)[-1])


def test_no_network_for_this_game():
    with pytest.raises(NetworkFileError) as caught:
        read_dense(GAME)
    assert "plyground imitate tic_tac_toe --output FILE" in str(caught.value)
    with pytest.raises(NetworkFileError) as caught:
        read_dense(pg.game("bamboo", radius=3))
    assert "plyground imitate bamboo -p radius=3 --output FILE" in str(caught.value)
    assert "it is for radius=5, and this game has radius=3" in str(caught.value)
