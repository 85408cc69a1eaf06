"""What holds for all commands, and the commands that help with others."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import plyground as pg
from command_line import plyground, plyground_process
from plyground.cli import every_command
from plyground.cli.new import agent as new_agent
from plyground.extras import install_line

NOTHING_TO_PRINT = {  # commands without data for programs, and why
    "play": "a person types",
    "engine": "it speaks the engine protocol",
    "mcp": "it speaks the Model Context Protocol",
    "serve": "it serves until it is stopped",
    "results export": "--format json",
}
BY_CHANCE = {
    *("play", "analyse", "accuracy", "puzzles", "check", "arena", "engine", "imitate", "train"),
    *("tune", "lab run", "ratings"),
}
LEAVES = {name: each for name, each in every_command().items() if not hasattr(each, "commands")}


def options_of(command):
    return {name for param in command.params for name in param.opts}


@pytest.mark.parametrize("name", LEAVES)
def test_json_and_seed_wherever_they_could_be(name):
    options = options_of(LEAVES[name])
    assert ("--json" in options) == (name not in NOTHING_TO_PRINT)
    assert ("--seed" in options) == (name in BY_CHANCE)


def test_exceptions_are_commands():
    assert {*NOTHING_TO_PRINT, *BY_CHANCE} <= set(LEAVES)


@pytest.mark.parametrize("name", every_command())
def test_help_of_flags_names_no_value(name):
    shown = plyground(*name.split(), "--help").stdout
    assert "--help" in shown
    assert "<bool>" not in shown


@pytest.mark.parametrize("name", ["show", "analyse", "solve", "perft", "play"])
def test_a_position_follows_the_game(name):
    game, position, *_ = [p for p in LEAVES[name].params if p.param_type_name == "argument"]
    assert (game.metavar, position.metavar) == ("GAME", "[POSITION]")
    assert "--position" in options_of(LEAVES[name])
    done = plyground(name, "tic_tac_toe", "XO", "--position", "XO")
    assert (done.returncode, "given twice" in done.stderr) == (2, True)


def test_play_begins_at_the_position():
    shown = plyground("play", "tic_tac_toe", "XX./OO./... X", "--vs", "human", input="c3\n").stdout
    assert "X won: three in a line" in shown
    counted = plyground("perft", "tic_tac_toe", "XX./OO./... X", "--depth", "1", "--json").stdout
    assert json.loads(counted)["counts"] == [5]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["show", "conect_four"], "connect_four"),
        (["play", "tic_tac_toe", "--vs", "minmax"], "minimax"),
        (["play", "tic_tac_toe", "--vs", "minimax(dept=3)"], "depth"),
        (["analyse", "tic_tac_toe", "--agent", "minimax(evaluate=line)"], "lines"),
        (["show", "bamboo", "-p", "radios=2"], "radius"),
        (["lab", "show", "bamboo-tabel-2"], "bamboo-table-2"),
    ],
)
def test_what_was_meant(arguments, meant):
    done = plyground(*arguments)
    assert done.returncode == 2
    assert done.stderr.endswith(f"; did you mean {meant}?\n")


def test_which_command_was_meant():
    assert "Did you mean 'perft'?" in plyground("prft").stderr
    assert "did you mean" not in plyground("show", "chess").stderr


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("plyground show ba", {"bamboo"}),
        ("plyground arena tic_tac_toe plain", {"plain_minimax"}),
        ("plyground play bamboo --vs network", {"network"}),
        ("plyground pla", {"play"}),
    ],
)
def test_shells_complete(line, offered, monkeypatch):
    monkeypatch.setenv("_PLYGROUND_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    assert set(plyground().stdout.split()) == offered


def test_an_unfinished_proof_has_exit_code_1():
    done = plyground("solve", "tic_tac_toe", "--nodes", "1", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["low"], found["high"]) == (-1, 1)
    assert plyground("solve", "tic_tac_toe", "XX./OO./... X").returncode == 0


def test_agents_are_those_that_can_play():
    listed = {
        name: json.loads(plyground("agents", *name.split(), "--json").stdout)["kinds"]
        for name in ("tic_tac_toe", "bamboo", "bamboo -p radius=2")
    }
    assert not {"network", "policy"} & set(listed["tic_tac_toe"])
    assert {"network", "policy"} <= set(listed["bamboo"])
    assert {"network", "policy"} & set(listed["bamboo -p radius=2"]) == {"policy"}


# --- new --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_new_files_work(tmp_path):
    """Their tests pass: the game keeps the contract, and the agent plays in the arena."""
    for kind in ("game", "agent"):
        made = plyground("new", kind, f"my_{kind}", "--json", cwd=tmp_path)
        assert json.loads(made.stdout)["files"] == [f"my_{kind}.py", f"test_my_{kind}.py"]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "."]
    ran = subprocess.run(tests, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    game = pg.game(str(tmp_path / "my_game.py"))
    assert pg.play(game, str(tmp_path / "my_agent.py"), "random", seed=1).moves


def test_new_says_what_its_tests_need(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pytest", None)
    new_agent("my_agent", tmp_path)
    assert "pip install pytest" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["game", "konane"], "there is a game konane already"),
        (["agent", "My Agent"], "is no name: write small letters, digits and _, as in my_agent"),
        (["agent", "class"], "is no name"),
        (["game", "mine", "--folder", "nowhere"], "cannot write nowhere/mine.py"),
    ],
)
def test_new_refuses(arguments, says, tmp_path):
    done = plyground("new", *arguments, cwd=tmp_path)
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert says in done.stderr


@pytest.mark.parametrize("there", ["mine.py", "test_mine.py"])
def test_new_overwrites_nothing(there, tmp_path):
    (tmp_path / there).write_text("kept")
    done = plyground("new", "game", "mine", cwd=tmp_path)
    assert (done.returncode, (tmp_path / there).read_text()) == (2, "kept")
    assert f"{there} is there already, and nothing was written" in done.stderr
    assert len(list(tmp_path.iterdir())) == 1


# --- doctor -----------------------------------------------------------------------------------


def test_doctor_finds_nothing_wrong(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    done = plyground("doctor", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["problems"]) == (0, [])
    assert found["versions"]["plyground"] == pg.__version__
    assert found["folders"]["cache"] == {"path": str(tmp_path / "cache"), "files": 0, "bytes": 0}
    assert found["compiling"]["small_kernel_seconds"] > 0
    assert 1 <= found["usable_cores"] <= found["cores"]
    extras = {each["extra"]: each for each in found["extras"]}
    assert extras["neural"]["install"] == install_line("neural")
    assert "dev" not in extras


def test_doctor_says_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "open"))
    monkeypatch.setenv("PLYGROUND_INTERPRET", "1")
    monkeypatch.setattr("plyground.cli.doctor.NEEDED", ("numpy", "no_such_package"))
    done = plyground("doctor")
    assert done.returncode == 1
    told = done.stdout.partition("What to do:\n")[2].splitlines()
    assert [line.startswith("- ") for line in told] == [True] * 3
    assert told[0] == "- no_such_package is not installed: pip install no_such_package"
    assert "other users may write it" in told[1]
    assert told[2].startswith("- PLYGROUND_INTERPRET is set")


def test_doctor_in_a_process():
    done = plyground_process("doctor")
    assert "compiling" in done.stdout
    assert not done.stderr
