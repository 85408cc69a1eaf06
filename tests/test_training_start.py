"""Runs that begin with a network, and lessons on other boards than the first."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import torch

import plyground as pg
from plyground.errors import InvalidParameterError, NetworkFileError, TrainingError
from plyground.learn.block_ranges import ranges_of, sample_planes
from plyground.learn.board_file import board_file
from plyground.learn.cluster_play import sources_of
from plyground.learn.config import Board, TrainingConfig, read_config
from plyground.learn.learner import architecture_of
from plyground.learn.lessons import KEPT_BACK
from plyground.learn.model import BoardNetwork
from plyground.learn.samples import SAMPLES, STEPS, SampleBuffer, new_sample_buffer
from plyground.learn.start import first_weights
from plyground.learn.training import Training, boards_for, threads_that_judge
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import Metadata
from plyground.solvers.lessons import WRONG
from tiny_training import TINY, tiny

ADDED = 0.01  # what is added to sums of whole numbers is rounded as they are
SMALL = {"width": 6, "blocks": 2, "head": 5}


def network_of(config: TrainingConfig, seed: int = 5) -> BoardNetwork:
    """A network whose weights are all by chance."""
    torch.manual_seed(seed)
    network = BoardNetwork(architecture_of(config))
    with torch.no_grad():
        for block in network.blocks:
            kernel = block.second.kernel
            block.second.convolution.weight.normal_(std=0.1).mul_(kernel)
            block.second.convolution.bias.normal_(std=0.1)
    return network


def file_of(config: TrainingConfig, path, bits: int = 16, whole: bool = False) -> BoardNetwork:
    """Writes a network; the network itself."""
    network, game = network_of(config), config.games[0]
    ranges = ranges_of(network, sample_planes(game, 8)) if whole else None
    metadata = Metadata(config.game, encoding_of(game).name)
    path.write_bytes(board_file(network, metadata, bits, ranges))
    return network


@pytest.mark.parametrize(
    ("game", "outcomes", "bits", "whole"),
    [("tic_tac_toe", 0, 16, False), ("bamboo", 1, 8, False), ("cachex", 0, 8, True)],
)
def test_weights_come_out_of_a_file_as_they_went_in(tmp_path, game, outcomes, bits, whole):
    path = tmp_path / "network.onnx"
    config = TrainingConfig(game, outcomes=outcomes, start=str(path), **SMALL)
    wanted = file_of(config, path, bits, whole).state_dict()
    found = first_weights(config, network_of(config, seed=6))
    assert set(found) == set(wanted)
    for name, weights in wanted.items():
        step = float(weights.abs().max()) * (1e-3 if bits == 16 else 1 / 127)
        assert torch.allclose(found[name], weights, atol=max(step, ADDED), rtol=0), name


def test_heads_for_training_alone_begin_untrained(tmp_path):
    path = tmp_path / "network.onnx"
    plain = tiny()
    wanted = file_of(plain, path).state_dict()
    config = tiny(start=str(path), lessons=0.5, keeping_weight=0.5, left_weight=0.5)
    network = network_of(config, seed=6)
    found, before = first_weights(config, network), network.state_dict()
    assert any(name.startswith("keeping") for name in found)
    assert any(name.startswith("auxiliary") for name in found)
    for name, weights in found.items():
        expected = wanted[name] if name in wanted else before[name]
        assert torch.allclose(weights, expected, atol=2e-3)


def test_other_networks_are_refused(tmp_path):
    path = tmp_path / "network.onnx"
    file_of(tiny(), path)
    for changes, says in (
        ({"width": 5}, "width = 5.*its .* has 4 weights, where 5 weights"),
        ({"blocks": 2}, "blocks = 2.*has no weights"),
        ({"blocks": 0}, "would fit"),
        ({"outcomes": 1}, "outcomes = 1.*value"),
    ):
        config = tiny(start=str(path), **changes)
        with pytest.raises(TrainingError, match=says):
            first_weights(config, network_of(config))
    cachex = TrainingConfig("cachex", start=str(path), **SMALL)
    with pytest.raises(NetworkFileError, match="it plays tic_tac_toe, not cachex"):
        first_weights(cachex, network_of(cachex))
    missing = tiny(start=str(tmp_path / "none.onnx"))
    with pytest.raises(NetworkFileError, match="there is no network file"):
        first_weights(missing, network_of(missing))
    with pytest.raises(InvalidParameterError, match="start = 3 is not the path"):
        tiny(start=3)


def test_weights_that_are_no_numbers_are_refused(tmp_path):
    path = tmp_path / "network.onnx"
    config = tiny(start=str(path))
    network = network_of(config)
    with torch.no_grad():
        network.value.bias.fill_(torch.nan)
    metadata = Metadata(config.game, encoding_of(config.games[0]).name)
    path.write_bytes(board_file(network, metadata, 16, None))
    with pytest.raises(NetworkFileError, match=r"its layer value has weights that are no numbers"):
        first_weights(config, network_of(config))


@pytest.fixture
def without_threads(monkeypatch):
    """A run prepares no threads, which takes long."""
    monkeypatch.setattr(Training, "_new_groups", lambda _run, _threads: [])


def test_a_run_begins_with_the_network_and_goes_on_without_it(tmp_path, without_threads):
    path, folder = tmp_path / "network.onnx", tmp_path / "run"
    network = file_of(tiny(), path)
    planes = torch.ones((2, *encoding_of(pg.game("tic_tac_toe")).shape))
    expected = network(planes)[0].detach()
    run = Training(tiny(start=str(path)), folder)
    for each in (run.learner.network, run.learner.average, run.learner.player):
        assert torch.allclose(each(planes)[0], expected, atol=1e-2)
    run.progress.steps = run.learner.steps = 1
    run.save()
    path.unlink()
    assert Training(tiny(start=str(path)), folder).progress.steps == 1


BOARDS = (Board({"radius": 1}), Board({"radius": 2}, share=0, lessons=1))


def test_boards_have_shares_of_the_lessons():
    config = TrainingConfig("bamboo", BOARDS, lessons=0.25)
    assert (config.shares, config.taught) == ([1, 0], [0, 1])
    found = [(each.board, each.judged, each.share) for each in sources_of(config)]
    assert found == [(1, True, 0.25), (0, False, 0.75)]
    plain = TrainingConfig("bamboo", (Board({"radius": 1}), Board({"radius": 2})), lessons=0.25)
    assert plain.taught == [1, 0]
    assert plain.changed(lessons=0).taught == [0, 0]
    assert boards_for([0.5, 0, 0.5], 4) == [0, 2, 0, 2]
    assert boards_for([0.0, 1.0], 3) == [1, 1, 1]
    assert boards_for([0.0, 0.0], 4) == []


def test_threads_give_lessons_by_their_share_or_as_many_as_are_wanted():
    assert threads_that_judge(0.9, 10) == 9
    assert threads_that_judge(0.9, 10, wanted=4) == 4
    assert threads_that_judge(0.1, 3, wanted=8) == 2  # one plays
    assert threads_that_judge(0, 3, wanted=2) == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[boards]]\nlessons = 1", "say how many, as in lessons = 0.2"),
        ("lessons = 0.5\n[[boards]]\nshare = 0\nlessons = 1", "a size with a share above 0"),
        ("lessons = 0.5\n[[boards]]\nlessons = -1", "share above 0, or with lessons"),
    ],
)
def test_wrong_shares_of_lessons_are_refused(text, says):
    with pytest.raises(InvalidParameterError, match=says):
        read_config(f'game = "tic_tac_toe"\n{text}')


def filled(game: pg.Game, count: int = 40) -> SampleBuffer:
    """Samples by chance, the first of them for the exam."""
    buffer, chance = new_sample_buffer(encoding_of(game), count), np.random.default_rng(4)
    buffer.planes[:, 0] = STEPS * encoding_of(game).planes_of(game.start())[0]
    buffer.planes[:, 1] = chance.integers(0, 2, buffer.planes[:, 1].shape) * STEPS
    buffer.policies[:, 0], buffer.policies[:, 1] = 1, WRONG
    buffer.plies[0] = KEPT_BACK
    buffer.counts[SAMPLES] = count
    return buffer


def test_lessons_on_another_board_are_learnt(tmp_path, without_threads):
    config = TrainingConfig("bamboo", BOARDS, lessons=0.5, **TINY | {"exam": 10})
    run = Training(config, tmp_path)
    small, taught = config.games
    assert list(run.lessons) == [taught]
    assert run._keep(SimpleNamespace(game=small, judged=False), filled(small)) == 40
    assert run._is_ready()  # lessons may come late
    run._learn()
    assert run._keep(SimpleNamespace(game=taught, judged=True), filled(taught)) == 39
    assert run._taught() == [0, 1]
    before = run.learner.network.state_dict()["stem.convolution.weight"].clone()
    for _ in range(20):
        run._learn()
    assert run.progress.steps == run.learner.steps == 21
    assert not torch.equal(run.learner.network.state_dict()["stem.convolution.weight"], before)
    assert len(run.exam) == 1
    assert 0 <= run.exam.share_kept(run.learner.average) <= 1
