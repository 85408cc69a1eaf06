"""Training: what it is told, what it writes, how it goes on after a kill, and what it refuses."""

from __future__ import annotations

import csv
import itertools
import json
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

import plyground as pg
from plyground.agents import agent
from plyground.cli.train import describe, train
from plyground.errors import (
    InvalidParameterError,
    NetworkFileError,
    PlygroundError,
    TrainingError,
    UnknownGameError,
)
from plyground.kernel import interpreted
from plyground.learn import checkpoint, gate, training
from plyground.learn.checkpoint import Checkpoints, Progress
from plyground.learn.config import (
    RANGES,
    Board,
    TrainingConfig,
    config_of,
    read_config,
    shipped_config,
)
from plyground.learn.curve import draw_curves, read_curve, read_strengths
from plyground.learn.games_kernel import SAMPLES, STEPS, new_harvest
from plyground.learn.replay import Replay
from plyground.learn.training import Training, halls_for
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import read_network
from plyground.solvers.files import write_whole

GAME = pg.game("tic_tac_toe")
TINY = {
    "width": 4,
    "blocks": 1,
    "games_at_once": 8,
    "simulations": 8,
    "fast_simulations": 4,
    "batch": 16,
    "first_samples": 64,
    "capacity": 400,
    "minutes": 0.02,
}
CPU = torch.device("cpu")


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    """Threads of tiny networks wait for each other more than they work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def tiny(**changes: Any) -> TrainingConfig:
    return TrainingConfig("tic_tac_toe", **TINY | changes)


def finished(config: TrainingConfig, folder: Path) -> Training:
    """A run that has come to its end, having learnt something."""
    run = Training(config, folder)
    for _ in run.run():
        pass
    return run


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a finished run; not to be written to."""
    folder = tmp_path_factory.mktemp("run")
    minutes = TINY["minutes"]
    while finished(tiny(minutes=minutes), folder).progress.steps == 0:  # a busy machine
        minutes *= 2
    return folder


@pytest.fixture
def copy(trained, tmp_path):
    return Path(shutil.copytree(trained, tmp_path / "copy"))


def told(folder: Path) -> float:
    return json.loads((folder / "config.json").read_text())["minutes"]


# --- a run ------------------------------------------------------------------------------------


def test_a_run_writes_its_files(trained):
    names = {path.name for path in trained.iterdir()}
    assert names == {"config.json", "checkpoint.safetensors", "curve.csv", "network.onnx"}
    lines = list(csv.DictReader((trained / "curve.csv").read_text().splitlines()))
    assert set(lines[-1]) == set(asdict(Progress()))
    assert [float(line["games"]) for line in lines] == sorted(
        float(line["games"]) for line in lines
    )
    assert float(lines[-1]["policy_loss"]) > 0


def test_networks_can_be_kept_as_they_were(tmp_path):
    ticks = itertools.count()
    config = tiny(minutes=4, first_samples=10**8)
    run = Training(config, tmp_path, keep_every=60, clock=lambda: next(ticks))
    ages = [progress.seconds for progress in run.run()]
    kept = sorted(path.name for path in tmp_path.glob("network-*.onnx"))
    assert len(kept) in (3, 4)
    for name in kept:
        about = read_network(tmp_path / name).metadata.about
        assert about["progress"]["seconds"] in ages
        assert name == f"network-{int(about['progress']['seconds']):05}s.onnx"


def test_strengths_are_drawn_beside_losses(tmp_path):
    curve = {"seconds": [60.0], "games": [9.0], "policy_loss": [1.0], "value_loss": [0.5]}
    (tmp_path / "strength.csv").write_text("seconds,score,low,high\n60,0.5,0.4,0.6\n")
    strengths = read_strengths(tmp_path / "strength.csv")
    assert strengths == {"seconds": [60.0], "score": [0.5], "low": [0.4], "high": [0.6]}
    path = draw_curves({"bamboo": curve}, tmp_path / "both.svg", {"bamboo": strengths})
    assert "score of the policy" in path.read_text()
    assert "score of the policy" not in draw_curves({"b": curve}, tmp_path / "b.svg").read_text()
    with pytest.raises(TrainingError, match="no curve"):
        read_curve(tmp_path / "strength.csv")


def test_the_file_plays(trained):
    file = trained / "network.onnx"
    about = read_network(file).metadata.about
    assert about["config"]["width"] == 4
    assert about["progress"]["steps"] > 0
    for spec in (f'policy(file="{file}")', f'alphazero(nodes=20, file="{file}")'):
        assert agent(GAME, spec).choose(GAME.start()).move in range(9)


def test_the_file_is_the_average(trained):
    run = Training(tiny(minutes=told(trained)), trained)
    planes = np.ones((3, *encoding_of(GAME).shape), np.float32)
    logits, values = read_network(trained / "network.onnx").run(planes)
    with torch.no_grad():
        expected, worth = run.learner.average(torch.from_numpy(planes))
        newest, _ = run.learner.network(torch.from_numpy(planes))
    assert np.allclose(logits, expected, atol=1e-5)
    assert np.allclose(values, worth, atol=1e-5)
    assert not np.allclose(logits, newest, atol=1e-7)


def test_a_finished_run_has_nothing_left_to_do(copy):
    run = Training(tiny(minutes=told(copy)), copy)
    before = asdict(run.progress)
    assert list(run.run()) == []
    after = asdict(run.progress)
    assert before.pop("seconds") == pytest.approx(after.pop("seconds"), abs=5)
    assert before["steps"] == after["steps"]


def test_more_time_lets_it_go_on(copy):
    config = tiny(minutes=told(copy) + 0.02)
    first = Training(config, copy).progress
    assert first.steps > 0
    run = finished(config, copy)
    assert run.progress.seconds > first.seconds
    assert run.progress.games > first.games
    lines = (copy / "curve.csv").read_text().splitlines()
    assert sum(line.startswith("seconds") for line in lines) == 1


def test_a_killed_run_goes_on_from_its_last_save(tmp_path, monkeypatch):
    """What lies in the folder in the middle of a run is all that is left after a kill."""
    monkeypatch.setattr(training, "REPORT_SECONDS", 0.3)
    monkeypatch.setattr(training, "SAVE_SECONDS", 0.0)
    folder, left = tmp_path / "run", tmp_path / "left"
    config, saved = tiny(minutes=5), None
    run = Training(config, folder)
    progress = run.run()
    for seen in progress:
        if saved is not None and saved.steps > 0:
            break
        saved = seen
    shutil.copytree(folder, left)
    (left / "checkpoint.safetensors.new").write_bytes(b"half written")
    next(progress)
    progress.close()
    again = Training(config, left)
    assert again.progress == saved
    assert again.learner.steps == saved.steps
    kept = load_file(left / "checkpoint.safetensors")
    for name, tensor in again.learner.tensors().items():
        assert torch.equal(tensor, kept[name]), name
    assert torch.equal(again.learner.player.value.weight, kept["average.value.weight"])
    more = again.run()
    after = next(more)
    more.close()
    assert after.games > saved.games
    assert after.seconds > saved.seconds
    # Stopping in the middle saves as well.
    assert Training(config, left).progress.games >= after.games


def test_an_error_in_self_play_ends_the_run_and_keeps_it(tmp_path, monkeypatch):
    run = Training(tiny(minutes=5), tmp_path)

    def broken(self):
        raise ValueError("broken")

    monkeypatch.setattr(training.Hall, "play_on", broken)
    with pytest.raises(ValueError, match="broken"):
        list(run.run())
    assert (tmp_path / "checkpoint.safetensors").exists()


def test_several_sizes_are_played_and_learnt(tmp_path):
    boards = (Board({"radius": 1}, 3), Board({"radius": 2}, 1))
    config = TrainingConfig("bamboo", boards, **TINY | {"first_samples": 8, "games_at_once": 2})
    with interpreted():
        run = Training(config, tmp_path, threads=1)
        assert [hall.game.radius for hall in run._halls] == [1, 2]
        assert not run._is_ready()
        for hall in run._halls:
            while not run._is_ready() and len(run._replay_of[hall.game]) < 6:
                harvest = hall.play_on()
                if harvest.counts[SAMPLES]:
                    run._keep(hall.game, harvest)
    assert run._is_ready()
    assert [len(replay) > 0 for replay in run.replays] == [True, True]
    for _ in range(12):
        run._learn()
    assert run.progress.steps == 12
    assert run.progress.policy_loss > 0
    drawn = [run._board() for _ in range(400)]
    assert np.mean(drawn) == pytest.approx(0.25, abs=0.1)


def test_every_board_has_a_thread():
    assert halls_for([0.7, 0.2, 0.1], 1) == [0, 1, 2]
    assert sorted(halls_for([0.7, 0.2, 0.1], 10)) == [0] * 7 + [1] * 2 + [2]
    assert halls_for([1.0], 3) == [0, 0, 0]


def test_the_rate_rises_and_falls(tmp_path):
    with interpreted():
        run = Training(tiny(rate=0.01, minutes=1), tmp_path)
    assert run._rate() == pytest.approx(0.0001)
    run.progress.steps = 1000
    assert run._rate() == pytest.approx(0.01)
    run.progress.seconds = 30
    assert run._rate() == pytest.approx(0.0055)
    run.progress.seconds = 1e9
    assert run._rate() == pytest.approx(0.001)


# --- folders ----------------------------------------------------------------------------------


def test_a_folder_of_another_configuration_is_refused(copy):
    for changes in ({"seed": 2}, {"width": 5}, {"trust": 0.5}):
        with pytest.raises(TrainingError, match="holds a run with another configuration"):
            Checkpoints(copy, tiny(minutes=told(copy), **changes))
    same = Checkpoints(copy, tiny(minutes=99, games_at_once=3, notes="longer"))
    assert same.load() is not None


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe", b""])
def test_a_damaged_configuration_is_refused(copy, content):
    (copy / "config.json").write_bytes(content)
    with pytest.raises(TrainingError, match="another configuration"):
        Checkpoints(copy, tiny())


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingError, match="cannot be the folder of a run"):
        Checkpoints(tmp_path / "file", tiny())


@pytest.mark.parametrize("size", [0, 5, 1000])
def test_a_damaged_checkpoint_is_refused(copy, size):
    path = copy / "checkpoint.safetensors"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(TrainingError, match=r"is damaged .*; delete it to begin anew"):
        Training(tiny(minutes=told(copy)), copy)


@pytest.mark.parametrize("metadata", [None, {"steps": "3"}, {"steps": "many"}], ids=str)
def test_a_checkpoint_without_progress_is_refused(copy, metadata):
    path = copy / "checkpoint.safetensors"
    whole = {name: str(value) for name, value in asdict(Progress()).items()}
    if metadata == {"steps": "many"}:
        metadata = whole | metadata
    save_file(load_file(path), path, metadata)
    with pytest.raises(TrainingError, match="is damaged"):
        Checkpoints(copy, tiny()).load()


def test_a_checkpoint_of_another_network_is_refused(copy):
    (copy / "config.json").unlink()
    with interpreted(), pytest.raises(TrainingError, match="another network"):
        Training(tiny(width=5), copy)


def test_files_are_replaced_as_a_whole(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")

    def killed(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(checkpoint.Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"


# --- the replay buffer ------------------------------------------------------------------------


def harvest_of(*values: float) -> Any:
    """Samples that say in all their parts which value they have."""
    harvest = new_harvest(encoding_of(GAME), 20)
    for i, value in enumerate(values):
        harvest.planes[i] = int(value * STEPS)
        harvest.policies[i] = value
        harvest.values[i] = value
    harvest.counts[SAMPLES] = len(values)
    return harvest


def held(replay: Replay) -> set[float]:
    planes, policies, values = replay.draw(400)
    assert (planes == values[:, None, None, None]).all()
    assert (policies == values[:, None]).all()
    return set(values.tolist())


def test_replay_keeps_the_newest():
    replay = Replay(encoding_of(GAME), 4, CPU)
    assert len(replay) == 0
    first = harvest_of(0.25, 0.5, -0.25)
    assert replay.add(first) == 3
    assert first.counts[SAMPLES] == 0
    assert held(replay) == {0.25, 0.5, -0.25}
    replay.add(harvest_of(1, -1))
    assert len(replay) == 4
    assert held(replay) == {0.5, -0.25, 1, -1}
    assert replay.add(harvest_of()) == 0
    assert replay.add(harvest_of(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75)) == 7
    assert held(replay) == {0.375, 0.5, 0.625, 0.75}
    replay.add(harvest_of(-0.5))
    assert held(replay) == {0.5, 0.625, 0.75, -0.5}
    assert replay.added == 13


# --- what a run is told -----------------------------------------------------------------------


def wrong(text: str) -> str:
    with pytest.raises(PlygroundError) as caught:
        read_config(text, "my.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "my.toml is not TOML"),
        ("", "my.toml: a training must say which game; it has averaging, batch"),
        ('game = "tic_tac_toe"\nwitdh = 3', "a training has no 'witdh'; it has averaging"),
        ("game = 3", "my.toml: game = 3 is not the name of a game"),
        ('game = "chess"', "no game 'chess'"),
        ('game = "tic_tac_toe"\nwidth = 2.5', "width = 2.5 must be a whole number"),
        ('game = "tic_tac_toe"\nwidth = "x"', "width = 'x' is not a number"),
        ('game = "tic_tac_toe"\nseed = true', "seed = True is not a number"),
        ('game = "tic_tac_toe"\nrate = nan', "rate = nan must be from"),
        ('game = "tic_tac_toe"\nboards = 3', "my.toml: a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\nboards = []', "[[boards]] must name a size"),
        ('game = "tic_tac_toe"\n[boards]\nshare = 1', "a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\n[[boards]]\nsize = 1', "a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = 0', "each with a share above 0"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = nan', "each with a share above 0"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = inf', "each with a share above 0"),
        ('game = "tic_tac_toe"\n[[boards]]\nshare = "x"', "a board is written as [[boards]]"),
        ('game = "tic_tac_toe"\n[[boards]]\n[[boards]]', "name tic_tac_toe twice"),
        (
            'game = "tic_tac_toe"\n[[boards]]\nparameters = { size = 4 }',
            "tic_tac_toe has no parameter 'size'",
        ),
        (
            'game = "bamboo"\n[[boards]]\nparameters = { radius = 99 }',
            "radius=99 is not a whole number from 1",
        ),
    ],
)
def test_wrong_configurations_say_what_is_right(text, says):
    assert says in wrong(text)


@pytest.mark.parametrize(("name", "low", "high"), RANGES)
def test_every_number_has_its_range(name, low, high):
    for value in (low, high):
        assert getattr(tiny(**{name: value}), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(InvalidParameterError, match=f"{name} = .* must be from"):
            tiny(**{name: value})


BOARDS = """
[[boards]]
parameters = { radius = 2 }
share = 3
[[boards]]
parameters = { radius = 3 }
"""


def test_a_configuration_is_read():
    config = read_config(f'game = "bamboo"\nminutes = 3\nreuse = 2{BOARDS}')
    assert [str(game) for game in config.games] == ["bamboo(radius=2)", "bamboo(radius=3)"]
    assert config.shares == [0.75, 0.25]
    assert (config.minutes, config.reuse) == (3, 2)
    other = read_config(f'game = "bamboo"\nminutes = 3\nreuse = 2\nseed = 5{BOARDS}')
    assert config.changed(minutes=None, seed=5) == other
    with pytest.raises(InvalidParameterError, match="minutes = -1"):
        config.changed(minutes=-1)


@pytest.mark.parametrize("name", ["bamboo", "cachex", "konane", "connect_four"])
def test_shipped_configurations(name):
    assert shipped_config(name).game == name


def test_a_game_without_an_encoding_is_refused(tmp_path):
    path = tmp_path / "mine.py"
    source = "from plyground.games.tic_tac_toe import *\n"
    path.write_text(f"{source}class Mine(TicTacToe):\n    name = 'mine'\n    title = 'Mine'\n")
    with pytest.raises(PlygroundError, match="no network can play mine"):
        TrainingConfig(f"{path}:Mine")


def test_configurations_by_path(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('game = "tic_tac_toe"')
    assert config_of("tic_tac_toe", path).game == "tic_tac_toe"
    with pytest.raises(InvalidParameterError, match="trains tic_tac_toe, not konane"):
        config_of("konane", path)
    with pytest.raises(InvalidParameterError, match="there is no configuration"):
        config_of("konane", tmp_path / "none.toml")
    path.write_bytes(b"game = '\xff'")
    with pytest.raises(InvalidParameterError, match="cannot be read"):
        config_of("konane", path)
    with pytest.raises(InvalidParameterError, match="no configuration comes with Plyground for"):
        config_of("tic_tac_toe", None)
    with pytest.raises(UnknownGameError, match="no game 'chess'"):
        config_of("chess", None)


# --- the command ------------------------------------------------------------------------------


def test_help_of_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "train", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Train a network by self-play" in done.stdout


def test_the_command_trains_and_goes_on(tmp_path, capsys):
    config, output = tmp_path / "my.toml", tmp_path / "run"
    lines = (f"{name} = {value}" for name, value in TINY.items() if name != "minutes")
    config.write_text("\n".join(['game = "tic_tac_toe"', *lines]))
    for minutes in (0.01, 0.02):
        train("tic_tac_toe", config, output, minutes, seed=3, device="cpu", threads=1)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"Preparing tic_tac_toe in {output} on cpu")
    assert said[-1].startswith(f"{output / 'network.onnx'}: ")
    assert json.loads((output / "config.json").read_text())["seed"] == 3


def test_mistakes_at_the_command(tmp_path, trained):
    with pytest.raises(UnknownGameError, match="no game 'chess'"):
        train("chess", output=tmp_path)
    with pytest.raises(InvalidParameterError, match="there is no configuration"):
        train("tic_tac_toe", tmp_path / "none.toml", tmp_path)
    with pytest.raises(PlygroundError, match="--device tpu: there is"):
        train("bamboo", output=tmp_path, device="tpu")
    with pytest.raises(NetworkFileError, match="there is no network file"):
        train("bamboo", output=tmp_path, device="cpu", gate=tmp_path / "none.onnx")
    with pytest.raises(NetworkFileError, match="it plays tic_tac_toe, not bamboo"):
        train("bamboo", output=tmp_path, device="cpu", gate=trained / "network.onnx")
    with pytest.raises(TrainingError, match="cannot be the folder of a run"):
        train("bamboo", output=trained / "network.onnx", device="cpu")
    assert list(tmp_path.iterdir()) == []


def test_progress_in_words():
    line = describe(Progress(10.0, 1200, 34, 5600, 70_000, 1.234, 0.5))
    assert line == (
        "34 games, 5,600 positions, 7,000 simulations/s, 1,200 steps, losses 1.23 0.500"
    )
    assert "0 simulations/s" in describe(Progress())


def test_the_gate_is_a_contest_between_the_files(trained, tmp_path, monkeypatch):
    champion = tmp_path / 'the "champion".onnx'
    shutil.copy(trained / "network.onnx", champion)
    monkeypatch.setattr(gate, "PAIRS", 1)
    result = gate.contest_of(tiny(), trained / "network.onnx", champion, nodes=4)
    assert result.games == 2
    assert result.state.verdict == "continue"
    with pytest.raises(InvalidParameterError, match="two different agents"):
        gate.contest_of(tiny(), champion, champion)
