"""Residual networks: their files, boards inside larger arrays, hexagons, and how they learn."""

from __future__ import annotations

import functools
import random

import numpy as np
import onnx
import pytest
import torch
from onnx import helper, numpy_helper

import plyground as pg
from example_files import SNORT
from plyground.errors import NetworkFileError
from plyground.learn.block_ranges import ranges_of, sample_planes
from plyground.learn.board_file import board_file
from plyground.learn.checkpoint import Checkpoints, Progress
from plyground.learn.config import Board, TrainingConfig
from plyground.learn.forward import PlainForward, forward_for
from plyground.learn.learner import Learner, empty_batch
from plyground.learn.model import Architecture, BoardNetwork
from plyground.neural.board_network import board_judge
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata, read_network
from plyground.neural.sessions import OtherProcessSession

SIZES = {
    "tic_tac_toe": [{}],
    "connect_four": [{}, {"width": 5, "height": 4}],
    "konane": [{"size": 4}, {"size": 6}],
    "bamboo": [{"radius": 1}, {"radius": 3}, {"radius": 6}],
    "cachex": [{"size": 3}, {"size": 5}, {"size": 9}],
}


pytestmark = pytest.mark.usefixtures("one_torch_thread")


def games(name: str) -> list[pg.Game]:
    return [pg.game(name, **sizes) for sizes in SIZES[name]]


@functools.cache
def made(name: str, seed: int = 1) -> BoardNetwork:
    """A network in which every layer does something."""
    torch.manual_seed(seed)
    architecture = Architecture.for_encoding(encoding_of(games(name)[0]), width=6, blocks=2, head=5)
    network = BoardNetwork(architecture)
    with torch.no_grad():
        for block in network.blocks:
            block.second.convolution.weight.normal_(std=0.2).mul_(block.second.kernel)
        for weights in network.parameters():
            if weights.dim() == 1:
                weights.normal_(std=0.3)
    return network


@functools.cache
def content(name: str) -> bytes:
    return board_file(made(name), Metadata(name, encoding_of(games(name)[0]).name))


def answers(network: BoardNetwork, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return PlainForward(network).judge(planes)


def random_planes(game: pg.Game, count: int = 4) -> np.ndarray:
    """Random numbers on the cells of the board, and nothing outside."""
    encoding, chance = encoding_of(game), np.random.default_rng(3)
    mask = encoding.planes_of(game.start())[0]
    planes = mask * chance.normal(size=(count, *encoding.shape)).astype(np.float32)
    planes[:, 0] = mask
    return planes


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SIZES)
def test_file_computes_what_the_network_does_at_every_size(name):
    for game in games(name):
        encoding, planes = encoding_of(game), random_planes(game)
        judge = board_judge(game, content(name))
        for count in (1, 4):
            logits, values = judge.judge(planes[:count])
            expected, worth = answers(made(name), planes[:count])
            assert logits.shape == (count, encoding.slots)
            assert np.allclose(logits, expected, rtol=5e-3, atol=5e-3)  # weights in 16 bits
            assert np.allclose(values, worth, atol=5e-3)
            assert np.abs(values).max() <= 1
        assert logits.std() > 0.01
        assert values.std() > 0.001


@pytest.mark.parametrize("name", ["connect_four", "bamboo"])
def test_whole_numbers_compute_nearly_the_same(name):
    """Also where numbers are larger than any that was seen."""
    game, network = games(name)[1], made(name)
    metadata = Metadata(name, encoding_of(game).name)
    planes = sample_planes(game, 40)
    whole = board_file(network, metadata, 8, ranges_of(network, planes[:20]))
    operators = {step.op_type for step in onnx.load_from_string(whole).graph.node}
    assert {"QuantizeLinear", "DequantizeLinear"} <= operators
    logits, values = board_judge(game, whole).judge(planes)
    expected, worth = answers(network, planes)
    assert np.abs(logits - expected).max() < 0.1 * np.abs(expected).max()
    assert np.abs(values - worth).max() < 0.05
    assert values.std() > 0.001


def test_a_run_writes_whole_numbers(tmp_path):
    config = TrainingConfig("tic_tac_toe", width=6, blocks=2, head=5, whole_numbers=1)
    run = Checkpoints(tmp_path, config)
    run.write_network(made("tic_tac_toe"), Progress(), "network.onnx")
    game = games("tic_tac_toe")[0]
    planes = sample_planes(game, 4)
    logits, _ = board_judge(game, tmp_path / "network.onnx").judge(planes)
    expected, _ = answers(made("tic_tac_toe"), planes)
    assert not np.array_equal(logits, expected)
    assert np.abs(logits - expected).max() < 0.1 * np.abs(expected).max()


def test_equal_networks_have_equal_files():
    again = board_file(made("cachex"), Metadata("cachex", "cachex-1"))
    assert again == content("cachex")


def test_file_says_what_it_is(tmp_path):
    path = tmp_path / "network.onnx"
    about = {"config": {"seed": 1}}
    path.write_bytes(board_file(made("bamboo"), Metadata("bamboo", "bamboo-1", {}, about)))
    assert read_network(path).metadata.about == about
    assert board_judge(pg.game("bamboo", radius=2), path).network.metadata.game == "bamboo"


def refusal(game: pg.Game, source) -> str:
    with pytest.raises(NetworkFileError) as caught:
        board_judge(game, source)
    return str(caught.value)


def test_files_of_others_are_refused(tmp_path):
    konane = pg.game("konane")
    assert "it plays cachex, not konane" in refusal(konane, content("cachex"))
    other = board_file(made("konane"), Metadata("konane", "konane-0"))
    assert "it reads positions as 'konane-0'" in refusal(konane, other)
    assert "there is no network file" in refusal(konane, tmp_path / "none.onnx")
    assert "no ONNX file, or a damaged one" in refusal(konane, content("konane")[:500])
    foreign = board_file(made("cachex"), Metadata("konane", encoding_of(konane).name))
    assert "inputs are" in refusal(konane, foreign)


def test_a_network_with_other_slots_is_refused():
    """Machine code reads a logit for every slot, so there must be one."""
    game = pg.game("cachex", size=3)
    encoding = encoding_of(game)
    known = Architecture(encoding.channels, 1, 0, True, width=4, blocks=1)
    lacking = board_file(BoardNetwork(known), Metadata("cachex", encoding.name))
    assert "answers with shapes (1, 9) and (1,), not (1, 10) and (1,)" in refusal(game, lacking)


def test_a_network_without_numbers_is_refused():
    model = onnx.load_from_string(content("tic_tac_toe"))
    largest = max(model.graph.initializer, key=lambda each: len(each.raw_data))
    largest.raw_data = np.full(len(largest.raw_data) // 4, np.nan, np.float32).tobytes()
    assert "no numbers" in refusal(pg.game("tic_tac_toe"), model.SerializeToString())


def with_tensor(whole: bytes, change) -> bytes:
    """The file with one more tensor changed."""
    model = onnx.load_from_string(whole)
    for each in model.graph.initializer:
        tensor = numpy_helper.to_array(each)
        if (changed := change(tensor)) is not None:
            each.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(changed), each.name))
            return model.SerializeToString()
    raise AssertionError("there is no such tensor")


def of_shape(*shape):
    return lambda tensor: np.resize(tensor, shape[1]) if tensor.shape == shape[0] else None


WEIGHTS = (  # of the network of `made` for Cachex
    ((6, 11, 3, 3), "stem.convolution"),
    ((6, 6, 3, 3), "blocks.0.first.convolution"),
    ((6, 18), "blocks.0.whole"),
    ((5, 6, 1, 1), "policy_cells"),
    ((5, 18), "policy_whole"),
    ((1, 5, 1, 1), "policy"),
    ((1, 18), "extra"),
    ((1, 5), "value"),
)


@pytest.mark.parametrize(("shape", "name"), WEIGHTS, ids=[name for _, name in WEIGHTS])
def test_layers_that_do_not_fit_each_other_are_refused(shape, name):
    """Machine code reads as many weights as the layers before and after make it."""
    game = games("cachex")[0]
    for place in range(len(shape)):
        for size in (0, 1, shape[place] + 1, 20_000):
            other = (*shape[:place], size, *shape[place + 1 :])
            if other != shape:
                said = refusal(game, with_tensor(content("cachex"), of_shape(shape, other)))
                assert f"its layer {name} has {' x '.join(map(str, other))} weights" in said
    for other in ((), shape[:1], (*shape, 1)):
        said = refusal(game, with_tensor(content("cachex"), of_shape(shape, other)))
        assert f"its layer {name} has" in said


def test_offsets_that_do_not_fit_are_refused():
    made = with_tensor(content("cachex"), of_shape((6,), (7,)))
    assert "its layer stem.convolution has 6 x 11 x 3 x 3 weights and 7" in refusal(
        games("cachex")[0], made
    )


def test_steps_that_there_cannot_be_are_refused():
    game, network = games("connect_four")[0], made("connect_four")
    metadata = Metadata("connect_four", encoding_of(game).name)
    whole = board_file(network, metadata, 8, ranges_of(network, sample_planes(game, 20)))
    for wrong in (0, -1, np.inf, np.nan):
        sixes = iter(("offsets of the first layer", "scales of the first that rounds"))

        def change(tensor, wrong=wrong, sixes=sixes):
            is_one = tensor.shape == (6,) and tensor.dtype == np.float32
            return np.full_like(tensor, wrong) if is_one and "scales" in next(sixes) else None

        said = refusal(game, with_tensor(whole, change))
        assert "its layer blocks.0.first.convolution rounds to steps that there cannot be" in said


def test_scales_that_are_infinite_are_refused_without_a_warning():
    """Infinity times a weight of 0 is no number."""
    game, network = games("cachex")[0], made("cachex")
    narrow = board_file(network, Metadata("cachex", encoding_of(game).name), 8)
    infinite = with_tensor(
        narrow, lambda tensor: tensor * np.float32(np.inf) if tensor.shape == (6, 1, 1, 1) else None
    )
    said = refusal(game, infinite)
    assert "its layer stem.convolution has weights that are no numbers" in said


def test_a_network_that_is_too_large_is_refused():
    lean = Architecture.for_encoding(encoding_of(games("cachex")[0]), width=1, blocks=101, head=1)
    metadata = Metadata("cachex", encoding_of(games("cachex")[0]).name)
    made = board_file(BoardNetwork(lean), metadata)
    assert "it has 101 blocks of 1 channels" in refusal(games("cachex")[0], made)


def test_steps_that_are_set_otherwise_are_onnxruntime_s():
    model = onnx.load_from_string(content("cachex"))
    convolution = next(node for node in model.graph.node if node.op_type == "Conv")
    convolution.attribute.extend([helper.make_attribute("strides", [1, 1])])
    other = model.SerializeToString()
    game = games("cachex")[0]
    planes = random_planes(game)
    judges = board_judge(game, content("cachex")), board_judge(game, other)
    assert isinstance(judges[1].network.session, OtherProcessSession)
    for one, two in zip(*(judge.judge(planes) for judge in judges), strict=True):
        assert np.allclose(one, two, atol=1e-4)


def test_a_network_tied_to_another_size_is_refused():
    model = onnx.load_from_string(content("cachex"))
    kept = {each.key: each.value for each in model.metadata_props}
    helper.set_model_props(model, kept | {"parameters": '{"size": 5}'})
    tied = model.SerializeToString()
    assert board_judge(pg.game("cachex", size=5), tied)
    assert "it is for size=5, and this game has size=4" in refusal(pg.game("cachex", size=4), tied)


def test_games_without_a_network():
    message = refusal(pg.game("tic_tac_toe"), None)
    assert "no network comes with Plyground for tic_tac_toe" in message
    assert "plyground train tic_tac_toe" in message


def test_a_game_of_the_users_has_no_network():
    message = refusal(pg.game(str(SNORT)), None)
    assert "no network comes with Plyground for snort" in message


# --- boards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bamboo", "cachex", "connect_four", "konane"])
def test_what_lies_around_the_board_does_not_matter(name):
    game = games(name)[1]
    encoding, planes = encoding_of(game), random_planes(game)
    count, channels, height, width = planes.shape
    larger = np.zeros((count, channels, height + 5, width + 3), np.float32)
    larger[:, :, 2 : 2 + height, 1 : 1 + width] = planes
    logits, values = answers(made(name), planes)
    around, same = answers(made(name), larger)
    cells = encoding.policy_planes * height * width
    inside = around[:, : encoding.policy_planes * (height + 5) * (width + 3)]
    inside = inside.reshape(count, encoding.policy_planes, height + 5, width + 3)
    inside = inside[:, :, 2 : 2 + height, 1 : 1 + width]
    board = planes[:, :1] > 0
    expected = logits[:, :cells].reshape(inside.shape)
    assert np.allclose(np.where(board, inside, 0), np.where(board, expected, 0), atol=1e-4)
    assert np.allclose(same, values, atol=1e-5)
    more = around.shape[1] - encoding.extra
    assert np.allclose(around[:, more:], logits[:, cells:], atol=1e-4)


def reach(name: str, height: int = 9) -> np.ndarray:
    """Which logits a single stone in the middle changes directly, without a view of the whole."""
    network = made(name)
    planes = torch.zeros(1, network.architecture.channels, height, height)
    planes[:, 0] = 1
    changed = planes.clone()
    changed[0, 1, height // 2, height // 2] = 1
    with torch.no_grad():
        both = network.stem(planes), network.stem(changed)
    return (both[0] != both[1]).any(1)[0].numpy()


def test_hexagons_have_six_neighbours_and_squares_eight():
    squares, hexagons = reach("konane"), reach("cachex")
    assert squares.sum() == 9
    assert squares[3:6, 3:6].all()
    assert hexagons.sum() == 7
    # A neighbour of (4, 4) sees it; the cells at (3, 3) and (5, 5) are none.
    assert not hexagons[3, 3]
    assert not hexagons[5, 5]


def test_boards_of_a_batch_do_not_meet():
    planes = random_planes(pg.game("bamboo", radius=3))
    logits, values = answers(made("bamboo"), planes)
    for i in range(len(planes)):
        alone, worth = answers(made("bamboo"), planes[i : i + 1])
        assert np.allclose(alone[0], logits[i], atol=1e-5)
        assert worth[0] == pytest.approx(values[i], abs=1e-5)


def test_size_of_the_board_is_seen():
    """The same stones everywhere, on a small and on a large board."""
    values = []
    for side in (3, 9):
        planes = np.ones((1, 11, side, side), np.float32)
        values.append(float(answers(made("cachex"), planes)[1][0]))
    assert values[0] != pytest.approx(values[1], abs=1e-4)


def test_forward_fits_the_device():
    network = made("tic_tac_toe")
    forward = forward_for(network, (2, 3, 3, 3), torch.device("cpu"))
    planes = random_planes(pg.game("tic_tac_toe"), 2)
    for found, expected in zip(forward.judge(planes), answers(network, planes), strict=True):
        assert found.dtype == np.float32
        assert found.flags.c_contiguous
        assert (found == expected).all()


# --- learning ---------------------------------------------------------------------------------


def learner(name: str = "cachex", **changes) -> Learner:
    sizes = {"cachex": {"size": 3}, "bamboo": {"radius": 2}}.get(name, {})
    whole = {"width": 4, "blocks": 1, "batch": 16, "averaging": 0.9} | changes
    return Learner(TrainingConfig(name, (Board(sizes),), **whole), torch.device("cpu"))


def batch_of(name: str, sizes: dict, count: int = 16, seed: int = 5):
    """Positions of random games with policies and values to be learnt by heart."""
    game, chance = pg.game(name, **sizes), random.Random(seed)
    encoding = encoding_of(game)
    batch = empty_batch(encoding, count, torch.device("cpu"))
    batch.policies.zero_()
    for i in range(count):
        position = game.start()
        for _ in range(chance.randrange(4)):
            position = position.play(chance.choice(game.legal(position)))
        batch.planes[i] = torch.from_numpy(encoding.planes_of(position))
        move = chance.choice(game.legal(position))
        batch.policies[i, encoding.encoder.slot(position, move)] = 1
        batch.values[i] = chance.choice([-1.0, 1.0])
    return batch


def test_learning_lowers_the_loss():
    taught, batch = learner(), batch_of("cachex", {"size": 3})
    losses = [tuple(map(float, taught.learn(batch, 0.01))) for _ in range(120)]
    assert losses[0][0] == pytest.approx(np.log(10), abs=0.7)
    assert losses[-1][0] < 0.7 * losses[0][0]
    assert losses[-1][1] < 0.5 * losses[0][1]


def test_nothing_is_learnt_at_rate_0():
    taught, batch = learner(), batch_of("cachex", {"size": 3})
    before = [weights.clone() for weights in taught.network.parameters()]
    taught.learn(batch, 0.0)
    for old, new in zip(before, taught.network.parameters(), strict=True):
        assert torch.equal(old, new)


@pytest.mark.parametrize(("name", "sizes"), [("cachex", {"size": 3}), ("bamboo", {"radius": 2})])
def test_corners_of_hexagons_stay_zero(name, sizes):
    taught, batch = learner(name, decay=0.1), batch_of(name, sizes)
    for _ in range(10):
        taught.learn(batch, 0.01)
    for network in (taught.network, taught.average):
        layers = [network.stem, *(c for b in network.blocks for c in (b.first, b.second))]
        for layer in layers:
            weights = layer.convolution.weight
            assert not weights[:, :, 0, 0].any()
            assert not weights[:, :, 2, 2].any()
            assert weights[:, :, 0, 2].any()
            assert weights[:, :, 1, 1].any()


def test_average_follows_and_plays_when_refreshed():
    taught, batch = learner(), batch_of("cachex", {"size": 3})
    start = taught.player.value.weight.clone()
    first = [weights.clone() for weights in taught.average.parameters()]
    taught.learn(batch, 0.01)
    for mean, old, new in zip(
        taught.average.parameters(), first, taught.network.parameters(), strict=True
    ):
        assert torch.allclose(mean, (old + new) / 2)  # of two networks
    assert torch.equal(taught.player.value.weight, start)
    taught.refresh()
    assert torch.equal(taught.player.value.weight, taught.average.value.weight)
    before = taught.average.value.weight.clone()
    taught.steps = 10**6
    taught.learn(batch, 0.01)
    now = before + 0.1 * (taught.network.value.weight - before)
    assert torch.allclose(taught.average.value.weight, now)


def test_restored_learner_goes_on_alike():
    one, two = learner(), learner(seed=2)
    batch = batch_of("cachex", {"size": 3})
    for _ in range(5):
        one.learn(batch, 0.01)
    kept = {name: tensor.detach().clone() for name, tensor in one.tensors().items()}
    two.restore(kept, one.steps)
    assert torch.equal(two.player.value.weight, one.average.value.weight)
    for _ in range(3):
        assert one.learn(batch, 0.01) == two.learn(batch, 0.01)
    for name, tensor in one.tensors().items():
        assert torch.equal(tensor, two.tensors()[name]), name


def test_equal_seeds_begin_alike():
    one, two, other = learner(), learner(), learner(seed=2)
    assert torch.equal(one.network.value.weight, two.network.value.weight)
    assert not torch.equal(one.network.value.weight, other.network.value.weight)
