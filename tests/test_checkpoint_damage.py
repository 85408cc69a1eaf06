"""Checkpoints that are damaged, or made by others: refused in one line, and left as they are."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from plyground.errors import NetworkFileError, TrainingError
from plyground.learn import checkpoint
from plyground.learn.learner import empty_batch
from plyground.learn.start import first_weights
from plyground.learn.training import Training
from plyground.neural.encoding import encoding_of
from tiny_training import tiny

pytestmark = pytest.mark.usefixtures("one_torch_thread", "without_threads")

CONFIG = tiny(minutes=100)
CHECKPOINT = "checkpoint.safetensors"
STEM = "network.stem.convolution.weight"
FIRST = "optimiser.0.exp_avg"


@pytest.fixture
def without_threads(monkeypatch):
    """A run prepares no threads, which takes long."""
    monkeypatch.setattr(Training, "_new_groups", lambda _run, _threads: [])


def learn(run: Training) -> None:
    run.learner.learn(empty_batch(encoding_of(CONFIG.games[0]), 4, torch.device("cpu")), 0.01)
    run.progress.steps += 1


@pytest.fixture
def folder(tmp_path):
    """That of a run which has learnt a step."""
    run = Training(CONFIG, tmp_path / "run")
    learn(run)
    run.save()
    run.checkpoints.note(run.progress.line())
    return tmp_path / "run"


def go_on(folder: Path) -> Training:
    run = Training(CONFIG, folder)
    learn(run)
    with run.checkpoints.working():
        run.checkpoints.cut_curve(run.progress)
        run.save()
        run.checkpoints.note(run.progress.line())
    return run


def files_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def refusal(folder: Path) -> str:
    """What is said of the folder, in which nothing is changed."""
    before = files_in(folder)
    with pytest.raises(TrainingError) as caught:
        go_on(folder)
    assert files_in(folder) == before
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 500
    return said


def change(folder: Path, tensors=None, **progress: str) -> None:
    """Write the checkpoint with other tensors, of which None goes, or another progress."""
    path = folder / CHECKPOINT
    with safe_open(path, "pt") as file:
        written = file.metadata()
    whole = {**load_file(path), **(tensors or {})}
    kept = {name: tensor for name, tensor in whole.items() if tensor is not None}
    save_file(kept, path, {**written, **progress})


def test_a_run_that_is_sound_goes_on(folder):
    assert go_on(folder).progress.steps == 2


NO_NUMBER = torch.tensor(torch.nan)


@pytest.mark.parametrize(
    ("name", "made", "says"),
    [
        (STEM, lambda was: was * NO_NUMBER, f"{STEM} has weights that are no numbers"),
        (STEM, lambda was: was.long(), f"{STEM} has weights that are no numbers"),
        ("average.value.bias", lambda was: was / 0, "average.value.bias has weights"),
        (FIRST, lambda was: was * NO_NUMBER, f"{FIRST} has weights that are no numbers"),
        (FIRST, lambda was: None, "the optimiser remembers of weights 0 does not fit"),
        (FIRST, lambda was: was.double(), "the optimiser remembers of weights 0 does not fit"),
        (FIRST, lambda was: was[:1], "the optimiser remembers of weights 0 does not fit"),
        ("optimiser.0.step", lambda was: None, "the optimiser remembers of weights 0"),
        ("optimiser.0.step", lambda was: was - 5, "the optimiser remembers of weights 0"),
        ("optimiser.0.exp_avg_sq", lambda was: was - 5, "the optimiser remembers of weights 0"),
        (STEM, lambda was: None, "the checkpoint holds another network"),
        (STEM, lambda was: was[:1], "the checkpoint holds another network"),
    ],
)
def test_tensors_that_do_not_fit(folder, name, made, says):
    change(folder, {name: made(load_file(folder / CHECKPOINT)[name])})
    assert says in refusal(folder)


def test_what_the_optimiser_remembers_may_have_gone(folder):
    names = [name for name in load_file(folder / CHECKPOINT) if name.startswith("optimiser")]
    change(folder, dict.fromkeys(names))
    assert go_on(folder).progress.steps == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("seconds", text) for text in ("nan", "inf", "-5", "1e400")),
        *(("steps", text) for text in ("-1", "9" * 40, "1.5")),
        ("samples", "9" * 4000),
    ],
)
def test_progress_that_there_cannot_be(folder, name, text):
    change(folder, **{name: text})
    assert "is damaged" in refusal(folder)


@pytest.mark.parametrize("name", [CHECKPOINT, "config.json", "curve.csv", "network.onnx"])
def test_what_is_no_plain_file_is_refused(folder, name):
    """A pipe would be waited for, and a device read without an end."""
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert f"{name} is no plain file" in refusal(folder)
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")
    assert f"{name} is no plain file" in refusal(folder)


class Harm:
    """What is made when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_pickle_is_not_opened(folder, tmp_path):
    victim = tmp_path / "victim"
    torch.save(Harm(victim), folder / CHECKPOINT)
    assert "is damaged" in refusal(folder)
    config = tiny(start=str(folder / CHECKPOINT))
    with pytest.raises(NetworkFileError, match="no ONNX file"):
        first_weights(config, Training(tiny(), tmp_path / "other").learner.network)
    assert not victim.exists()


def test_a_file_that_may_not_be_read(folder, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(checkpoint, "safe_open", refuse)
    assert "checkpoint.safetensors cannot be read: [Errno 13] Permission denied" in refusal(folder)


def test_a_full_disk_leaves_what_was_saved(folder, monkeypatch):
    run = Training(CONFIG, folder)
    before = files_in(folder)

    def full(file: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(checkpoint, "write_whole", full)
    for ask in (lambda: go_on(folder), run.save, lambda: run.checkpoints.cut_curve(run.progress)):
        with pytest.raises(TrainingError, match="No space left on device"):
            ask()
    assert files_in(folder) == before


def test_weights_that_ran_away_are_not_saved(folder):
    run = Training(CONFIG, folder)
    before = files_in(folder)
    with torch.no_grad():
        next(run.learner.network.parameters()).fill_(torch.nan)
    run.save()
    assert files_in(folder) == before


def test_a_curve_that_cannot_be_written_loses_no_learning(folder, monkeypatch):
    """At the end of a run, weights come first."""
    run = Training(CONFIG, folder, machines=None)
    saved = []
    monkeypatch.setattr(run, "save", lambda: saved.append(run.progress.steps))

    def refuse(_line):
        raise TrainingError("it cannot be written")

    monkeypatch.setattr(run.checkpoints, "note", refuse)
    monkeypatch.setattr(run, "_work", lambda *_: learn(run))
    with pytest.raises(TrainingError, match="it cannot be written"):
        list(run.run())
    assert saved == [2]


def test_another_folder_s_checkpoint_is_another_network(folder, tmp_path):
    other = Training(tiny(minutes=100, width=5), tmp_path / "other")
    learn(other)
    other.save()
    shutil.copy(tmp_path / "other" / CHECKPOINT, folder)
    assert "another network than the configuration describes" in refusal(folder)
