"""What needs a library that is not installed says in one line what installs it."""

import os
import sys
from pathlib import Path

import pytest

from command_line import plyground
from plyground import extras
from plyground.errors import MissingDependencyError
from plyground.verbs.result import Result

HIDDEN = (
    *("anywidget", "distributed", "gymnasium", "matplotlib", "matplotlib.figure", "mcp", "onnx"),
    *("mcp.server.mcpserver", "open_spiel", "optuna", "pandas", "pettingzoo", "pyspiel"),
    *("safetensors", "torch", "ziglang"),
)
TUNED = ("minimax(depth=1, evaluate=utility)", "-p", "evaluate.twos=1..9", "--store", "new.db")
COMMANDS = [
    ("train", ["imitate", "tic_tac_toe", "random", "-o", "new.onnx"]),
    ("train", ["train", "tic_tac_toe", "--minutes", "1", "--output", "new"]),
    ("tune", ["tune", "connect_four", *TUNED]),
    ("build", ["build", "tic_tac_toe", "--to", "new"]),
    ("build", ["export-player", "cachex", "--to", "new"]),
    ("build", ["publish", "tic_tac_toe", "--to", "new"]),
    ("cluster", ["arena", "tic_tac_toe", "random", "random", "--cluster", "tcp://localhost:1"]),
    ("plots", ["arena", "tic_tac_toe", "random", "random", "--plot", "new.svg"]),
    ("mcp", ["mcp"]),
    ("spiel", ["perft", "openspiel:tic_tac_toe", "1"]),
]


@pytest.fixture(autouse=True)
def bare(monkeypatch):
    """An installation without any extra."""
    for name in HIDDEN:
        monkeypatch.setitem(sys.modules, name, None)
    loaded = dict(sys.modules)
    for name, module in loaded.items():
        if name.startswith(("plyground.adapters", "plyground.learn", "plyground.verbs.board")):
            monkeypatch.delitem(sys.modules, name)
            parent, _, own = name.rpartition(".")
            monkeypatch.setattr(loaded[parent], own, module, raising=False)  # put back afterwards


@pytest.mark.parametrize(("extra", "arguments"), COMMANDS)
def test_a_command_says_what_installs_its_extra(extra, arguments, tmp_path):
    done = plyground(*arguments, cwd=tmp_path)
    assert done.returncode != 0
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert f"[{extra}]'" in done.stderr
    assert done.stderr.rstrip().endswith(line_from(extra, tmp_path))
    assert not list(tmp_path.glob("new*"))


def test_so_do_functions():
    import plyground as pg

    with pytest.raises(MissingDependencyError, match=r"\[notebook\]"):
        pg.board("tic_tac_toe")
    with pytest.raises(MissingDependencyError, match=r"\[notebook\]"):
        Result.to_dataframe(None)
    for name in ("gymnasium", "pettingzoo"):
        with pytest.raises(MissingDependencyError, match=r"\[gym\]"):
            __import__(f"plyground.adapters.{name}")


def test_the_environment_of_the_repository_is_named(tmp_path, monkeypatch):
    scripts = "Scripts" if os.name == "nt" else "bin"
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(extras, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    pip = Path(".venv") / scripts / "pip"
    assert line_from("train", tmp_path) == f"{pip} install -e '.[train]'"
    assert extras.install_line("train") == f"{tmp_path / pip} install -e '{tmp_path}[train]'"
    monkeypatch.setattr(sys, "prefix", "/usr")
    assert extras.install_line("train") == "pip install 'plyground[train]'"


def line_from(extra, folder):
    """What it says to who is in that folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        return extras.install_line(extra)
    finally:
        os.chdir(before)
