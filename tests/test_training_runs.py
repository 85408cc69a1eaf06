"""Runs of training and their command: files, going on after a kill, refusals, the gate."""

from __future__ import annotations

import csv
import itertools
import json
import os
import re
import shutil
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

import plyground as pg
from command_line import plyground
from heaps import heap
from plyground.agents import agent
from plyground.errors import (
    InvalidParameterError,
    NetworkFileError,
    PlygroundError,
    TrainingError,
    UnknownGameError,
)
from plyground.folders import write_whole
from plyground.kernel import interpreted
from plyground.learn import checkpoint, gate, training
from plyground.learn.checkpoint import Checkpoints, Progress
from plyground.learn.config import Board, TrainingConfig
from plyground.learn.learner import Learner
from plyground.learn.training import Training
from plyground.neural.encoding import encoding_of
from plyground.neural.network_file import read_network
from plyground.verbs.train import describe, nothing_learnt
from tiny_training import TINY, tiny

pytestmark = pytest.mark.usefixtures("one_torch_thread")

GAME = pg.game("tic_tac_toe")
HEX = str(Path(__file__).parents[1] / "docs/examples/hex.py")


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


def minutes_of(folder: Path) -> float:
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
    kept = Checkpoints(trained, tiny(minutes=minutes_of(trained))).load()
    assert lines[-1] == kept[1].line()  # the end, with the last exam


def test_a_network_of_a_users_game_can_be_played_with(tmp_path):
    config = TrainingConfig(HEX, (Board({"size": 2}),), **TINY)
    network = Learner(config, torch.device("cpu")).average
    Checkpoints(tmp_path, config).write_network(network, Progress(), "network.onnx")
    game = pg.game(HEX, size=2)
    assert agent(game, f'policy(file="{tmp_path}/network.onnx")').choose(
        game.start()
    ).move in range(4)


def test_after_an_interrupt_the_same_command_goes_on(monkeypatch):
    def stopped(*_given, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("plyground.verbs.train.train", stopped)
    done = plyground("train", "tic_tac_toe")
    assert done.returncode == 130
    assert "the same command goes on from here" in done.stderr


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


def test_the_file_plays(trained):
    file = trained / "network.onnx"
    about = read_network(file).metadata.about
    assert about["config"]["width"] == 4
    assert about["progress"]["steps"] > 0
    for spec in (f'policy(file="{file}")', f'alphazero(nodes=20, file="{file}")'):
        assert agent(GAME, spec).choose(GAME.start()).move in range(9)


def test_the_file_is_the_average(trained):
    run = Training(tiny(minutes=minutes_of(trained)), trained)
    planes = np.ones((3, *encoding_of(GAME).shape), np.float32)
    logits, values = read_network(trained / "network.onnx").run(planes)
    with torch.no_grad():
        expected, worth = run.learner.average(torch.from_numpy(planes))
        newest, _ = run.learner.network(torch.from_numpy(planes))
    assert np.allclose(logits, expected, atol=1e-2)  # weights are stored in 16 bits
    assert np.allclose(values, worth, atol=1e-2)
    assert not np.allclose(logits, newest, atol=1e-7)


def test_a_finished_run_has_nothing_left_to_do(copy):
    run = Training(tiny(minutes=minutes_of(copy)), copy)
    before = asdict(run.progress)
    assert list(run.run()) == []
    after = asdict(run.progress)
    assert before.pop("seconds") == pytest.approx(after.pop("seconds"), abs=5)
    assert before["steps"] == after["steps"]


def test_more_time_lets_it_go_on(copy):
    config = tiny(minutes=minutes_of(copy) + 0.02)
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
    before = (left / "curve.csv").read_text().splitlines()
    assert again.learner.steps == saved.steps
    kept = load_file(left / "checkpoint.safetensors")
    for name, tensor in again.learner.tensors().items():
        assert torch.equal(tensor, kept[name]), name
    assert torch.equal(again.learner.player.value.weight, kept["average.value.weight"])
    more = again.run()
    after = next(more)
    more.close()
    lines = (left / "curve.csv").read_text().splitlines()
    assert ",".join(saved.line().values()) in lines
    assert before[-1] not in lines  # what came after the save is gone
    assert after.games > saved.games
    assert after.seconds > saved.seconds
    # Stopping in the middle saves as well.
    assert Training(config, left).progress.games >= after.games


def test_an_error_in_self_play_ends_the_run_and_keeps_it(tmp_path, monkeypatch):
    run = Training(tiny(minutes=5), tmp_path)

    def broken(self):
        raise ValueError("broken")

    monkeypatch.setattr(training.GameGroup, "play_on", broken)
    with pytest.raises(ValueError, match="broken"):
        list(run.run())
    assert (tmp_path / "checkpoint.safetensors").exists()


# --- folders ----------------------------------------------------------------------------------


def test_a_folder_of_another_configuration_is_refused(copy):
    for changes in ({"seed": 2}, {"width": 5}, {"trust": 0.5}):
        with pytest.raises(TrainingError, match="holds a run with another configuration"):
            Checkpoints(copy, tiny(minutes=minutes_of(copy), **changes))
    same = Checkpoints(copy, tiny(minutes=99, games_at_once=3, notes="longer"))
    assert same.load() is not None


def test_a_folder_in_which_nothing_was_learnt_takes_another_configuration(copy):
    path = copy / "checkpoint.safetensors"
    nothing = {name: str(value) for name, value in asdict(Progress(seconds=3.0)).items()}
    save_file(load_file(path), path, nothing)
    other = Checkpoints(copy, tiny(width=5))
    assert other.load() is None
    assert not (copy / "curve.csv").exists()
    assert json.loads((copy / "config.json").read_text())["width"] == 5


def test_a_folder_without_a_checkpoint_takes_another_configuration(tmp_path):
    """As one whose run could not begin, for its --from was mistyped."""
    with pytest.raises(NetworkFileError, match="there is no network file"):
        Training(tiny(start="nowhere.onnx"), tmp_path)
    assert Checkpoints(tmp_path, tiny()).load() is None
    (tmp_path / "network.onnx").touch()  # but one whose checkpoint was deleted has learnt
    with pytest.raises(TrainingError, match="another configuration"):
        Checkpoints(tmp_path, tiny(width=5))


def test_only_one_process_trains_in_a_folder(tmp_path):
    first = Training(tiny(minutes=5), tmp_path).run()
    next(first)
    with pytest.raises(TrainingError, match="another process is training in"):
        Training(tiny(minutes=5), tmp_path)
    first.close()
    Training(tiny(minutes=5), tmp_path)
    assert not (tmp_path / "checkpoint.lock").exists()


def test_a_run_that_another_process_went_on_with_meanwhile(tmp_path):
    one, other = (Training(tiny(), tmp_path) for _ in range(2))
    for _ in one.run():
        pass
    with pytest.raises(TrainingError, match="another process has trained in"):
        next(other.run())


def test_a_run_by_other_rules_is_not_gone_on_with(tmp_path):
    config = {**TINY, "minutes": 0.05}
    file = tmp_path / "mine.py"
    heap(file)
    run, rules = tmp_path / "run", ("MOST = 3", "MOST = 2")
    while finished(TrainingConfig(str(file), **config), run).progress.steps == 0:
        config["minutes"] *= 2
    heap(file, ('"""Take one to some;', '"""Take some;'))
    Checkpoints(run, TrainingConfig(str(file), **config))
    heap(file, rules)
    with pytest.raises(TrainingError, match="as it was before its rules were changed"):
        Checkpoints(run, TrainingConfig(str(file), **config))


def test_a_damaged_curve(copy):
    config, curve = tiny(minutes=2 * minutes_of(copy)), copy / "curve.csv"
    curve.write_bytes(b"\xff\xfe\x00seconds")
    with pytest.raises(TrainingError, match=r"curve\.csv is damaged .*; delete it to go on"):
        finished(config, copy)
    curve.write_text("\n")
    finished(config, copy)
    assert curve.read_text().startswith("seconds,")


def test_the_curve_may_have_gone(copy):
    (copy / "curve.csv").unlink()
    found = train_again(copy)
    assert (found.rows(), found.picture()) == ([], "")


def train_again(copy):
    """What `pg.train` says of a run whose time is over."""
    changes = {name: value for name, value in TINY.items() if name != "minutes"}
    return pg.train("tic_tac_toe", config=toml_of(copy.parent), output=copy, changes=changes)


def toml_of(folder):
    file = folder / "plain.toml"
    file.write_text('game = "tic_tac_toe"\nminutes = 0.001\n')
    return file


def test_a_run_that_is_over_says_so(copy):
    found = train_again(copy)
    assert found.was_over
    assert "its minutes had all passed before" in str(found)
    assert "no lessons" not in str(found)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (
            {"changes": {"game": "connect_four"}},
            "'game' cannot be changed; the game and its boards are not settings",
        ),
        ({"changes": {"gumble": 8}}, "no setting is called 'gumble'; did you mean gumbel"),
        ({"changes": ["rate=1"]}, "must be a dict, as in {'gumbel': 8}"),
        ({"keep_every": 0}, "keep_every=0 must be 5 seconds or more"),
        ({"keep_every": "5"}, "keep_every='5' must be a number"),
        ({"threads": 0}, "threads=0 must be a whole number from 1 to 256"),
        ({"threads": "2"}, "threads='2' must be a whole number"),
    ],
)
def test_what_cannot_be_asked_for(given, complaint, tmp_path):
    with pytest.raises(PlygroundError, match=re.escape(complaint)):
        pg.train("tic_tac_toe", minutes=0.01, output=tmp_path, **given)


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
        Training(tiny(minutes=minutes_of(copy)), copy)


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


def test_what_is_no_plain_file_is_never_replaced(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match="it is no plain file"):
            write_whole(path, b"new")
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_a_link_stays_and_its_file_is_written(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere" / "file")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "elsewhere" / "file").read_bytes() == b"new"


# --- the command ------------------------------------------------------------------------------


def test_help_of_the_command():
    done = plyground("train", "--help")
    assert done.returncode == 0
    assert "Train a network by self-play" in done.stdout


@pytest.mark.slow
def test_the_command_trains_and_goes_on(tmp_path):
    config, output = tmp_path / "my.toml", tmp_path / "run"
    lines = (f"{name} = {value}" for name, value in TINY.items() if name != "minutes")
    config.write_text("\n".join(['game = "tic_tac_toe"', *lines]))
    options = ("--config", str(config), "--output", str(output), "--seed", "3", "--device", "cpu")
    said = []
    for minutes in ("0.01", "0.02", "0.1"):  # nothing may be learnt at first: a busy machine
        done = plyground("train", "tic_tac_toe", *options, "--threads", "1", "--minutes", minutes)
        said += done.stdout.splitlines()
    assert said[0].startswith(f"Preparing tic_tac_toe in {output} on cpu")
    assert said[-1].startswith(f"{output / 'network.onnx'}: ")
    assert json.loads((output / "config.json").read_text())["seed"] == 3


def test_mistakes_at_the_command(tmp_path, trained):
    with pytest.raises(UnknownGameError, match="no game 'chess'"):
        pg.train("chess", output=tmp_path)
    with pytest.raises(InvalidParameterError, match="there is no configuration"):
        pg.train("tic_tac_toe", config=tmp_path / "none.toml", output=tmp_path)
    with pytest.raises(PlygroundError, match="--device tpu: there is"):
        pg.train("bamboo", output=tmp_path, device="tpu")
    with pytest.raises(NetworkFileError, match="there is no network file"):
        pg.train("bamboo", output=tmp_path, device="cpu", gate=tmp_path / "none.onnx")
    with pytest.raises(NetworkFileError, match="it plays tic_tac_toe, not bamboo"):
        pg.train("bamboo", output=tmp_path, device="cpu", gate=trained / "network.onnx")
    with pytest.raises(TrainingError, match="cannot be the folder of a run"):
        pg.train("bamboo", output=trained / "network.onnx", device="cpu")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        (("konane",), [6, 4]),
        ((pg.game("konane", size=8),), [8]),
        (("konane", ("size", 10)), [10]),
    ],
    ids=["a name", "a game", "parameters"],
)
def test_which_sizes_are_trained(given, sizes, tmp_path, monkeypatch):
    """A name means those of the configuration; a game, or parameters, mean that one."""

    class Asked(Exception):  # noqa: N818
        pass

    def asked(config, *_, **__):
        raise Asked([game.size for game in config.games])

    monkeypatch.setattr("plyground.learn.training.Training", asked)
    config = tmp_path / "two.toml"
    boards = "".join(f"[[boards]]\nparameters = {{ size = {size} }}\n" for size in (6, 4))
    config.write_text(f'game = "konane"\n{boards}')
    game, *parameters = given
    with pytest.raises(Asked, match=re.escape(str(sizes))):
        pg.train(game, config=config, output=tmp_path, **dict(parameters))


def test_a_run_that_learns_nothing_is_refused(tmp_path):
    config, output = tmp_path / "my.toml", tmp_path / "run"
    never = TINY | {"first_samples": 100_000, "capacity": 100_000}
    lines = (f"{name} = {value}" for name, value in never.items())
    config.write_text("\n".join(['game = "tic_tac_toe"', *lines]))
    with pytest.raises(TrainingError, match=r"nothing was learnt: .* give it more --minutes"):
        pg.train(
            "tic_tac_toe", config=config, output=output, minutes=0.005, device="cpu", threads=1
        )
    assert not (output / "network.onnx").exists()


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("konane", "no lessons on konane; take a smaller board, as with -p size=6, or set lessons"),
        ("connect_four", "as with -p width=5 -p height=4, or set lessons below 1"),
        ("tic_tac_toe", "brought no lessons on tic_tac_toe; set lessons below 1"),
    ],
)
def test_a_solver_that_brings_no_lessons_is_named(game, says):
    settings = TrainingConfig(game, (Board(pg.game(game).parameter_values),), lessons=1)
    found = nothing_learnt(Progress(lessons=0), settings)
    assert says in found
    assert "first_samples" not in found


def test_too_few_lessons_do_not_blame_the_games():
    found = nothing_learnt(Progress(samples=40, lessons=30), tiny(lessons=1))
    assert found.endswith("give it more --minutes, or a configuration with smaller first_samples")


def test_progress_in_words():
    line = describe(Progress(10.0, 1200, 34, 5600, 70_000, 1.234, 0.5))
    assert line == (
        "34 games, 7,000 simulations/s, 5,600 positions, 1,200 steps, losses 1.23 0.500"
    )
    taught = describe(Progress(10.0, 1200, 0, 5600, 0, 1.234, 0.5, 0.9876))
    assert taught == ("5,600 positions, 1,200 steps, losses 1.23 0.500, keeps the value in 98.8%")
    assert "simulations" not in describe(Progress())
    assert describe(Progress(lessons=0)).endswith(", no lessons from the solver yet")
    assert (Progress().line()["lessons"], Progress(lessons=3).line()["lessons"]) == ("", "3")


def test_the_gate_is_a_contest_between_the_files(trained, tmp_path, monkeypatch):
    champion = tmp_path / 'the "champion".onnx'
    shutil.copy(trained / "network.onnx", champion)
    monkeypatch.setattr(gate, "PAIRS", 1)
    result = gate.contest_of(tiny(), trained / "network.onnx", champion, nodes=4)
    assert result.games == 2
    assert result.state.verdict == "continue"
    with pytest.raises(InvalidParameterError, match="two different agents"):
        gate.contest_of(tiny(), champion, champion)
