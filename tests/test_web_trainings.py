"""Trainings on the page: read from their folders, whatever state these are in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from plyground.web.trainings import MOST_POINTS, trainings

DOCS = Path(__file__).parents[1] / "docs" / "training"
EMPTY = "seconds,steps,games,samples,simulations,policy_loss,value_loss,kept\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PLYGROUND_TRAINING", raising=False)
    return tmp_path / "training"


def add(folder: Path, name: str, curve: str | Path, config: str = "{}", age: float = 0) -> Path:
    run = folder / name
    run.mkdir(parents=True)
    (run / "curve.csv").write_text(curve if isinstance(curve, str) else curve.read_text())
    (run / "config.json").write_text(config)
    changed = (run / "curve.csv").stat().st_mtime - age
    os.utime(run / "curve.csv", (changed, changed))
    return run


def test_there_may_be_none(folder):
    assert trainings().trainings == []
    assert trainings().folder == str(folder)


def test_a_training_that_runs_comes_first(folder):
    old = add(folder, "konane", DOCS / "konane.csv", age=3600)
    shutil.copy(DOCS / "konane-strength.csv", old / "strength.csv")
    config = '{"game": "connect_four", "minutes": 10}'
    add(folder, "mine/four", DOCS / "connect_four-7x6.csv", config)
    four, konane = trainings().trainings
    assert (four.name, four.game, four.running, four.planned) == (
        "mine/four", "connect_four", True, 10
    )  # fmt: skip
    assert (konane.name, konane.game, konane.running, konane.planned) == (
        "konane", None, False, None
    )  # fmt: skip
    assert four.minutes == pytest.approx(522.083 / 60)
    assert four.points[-1].kept == pytest.approx(0.9855)
    assert len(four.points) <= MOST_POINTS
    assert konane.points[0].kept is None
    assert (four.strengths, konane.strengths[1].high) == ([], 0.1288)


def test_what_cannot_be_read_is_left_out(folder, monkeypatch):
    add(folder, "first_games", EMPTY, "no JSON")
    add(folder, "cut_off", EMPTY + "5.0,10")
    add(folder, "other", "name,age\nx,1\n")
    assert [each.name for each in trainings().trainings] == ["first_games"]
    monkeypatch.setenv("PLYGROUND_TRAINING", str(folder / "elsewhere"))
    assert trainings().trainings == []
