"""The command `plyground arena`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import plyground
from example_files import SNORT
from waiting import PATIENCE, wait_for

pytest_plugins = ("arena_bots", "interpreting")
pytestmark = pytest.mark.usefixtures("interpreted_processes")


def test_command(tmp_path):
    done = plyground(
        *("arena", "tic_tac_toe", "minimax(depth=1)", "random", "--sweep", "depth=1..2"),
        *("--pairs", "5", "--store", "r.db", "--csv", "r.csv", "--plot", "r.svg"),
        *("--plot-time", "t.svg", "--markdown"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert "| `minimax(depth=2)` |" in done.stdout
    assert (tmp_path / "r.csv").read_text().startswith("depth,")
    assert (tmp_path / "r.svg").read_text().startswith("<?xml")
    assert (tmp_path / "t.svg").exists()


def test_command_in_colour_swapped_gauntlet(tmp_path):
    (tmp_path / "openings").write_text("a1 b2\nc3 b2\n")
    done = plyground(
        *("arena", "tic_tac_toe", "random", "minimax", "easy", "--gauntlet"),
        *("--openings", "openings", "--workers", "1", "--nodes", "50", "--store", "r.db"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    listed = plyground("results", "list", "r.db", cwd=tmp_path).stdout
    assert "tic_tac_toe" in listed
    assert "8 of 8 games" in listed
    told = json.loads(plyground("results", "show", "r.db", "--json", cwd=tmp_path).stdout)
    assert (len(told["games"]), set(told["agents"])) == (8, {"random", "minimax", "easy"})
    plyground("results", "export", "r.db", "-o", "games.txt", cwd=tmp_path)
    read = json.loads(plyground("results", "read", "games.txt", "--json", cwd=tmp_path).stdout)
    assert read["games"] == told["games"]


def test_command_stops_when_the_test_is_decided(tmp_path):
    strong = "minimax(depth=9, pruning=1)"
    done = plyground(
        *("arena", "tic_tac_toe", strong, "random", "--pairs", "400", "--sprt", "0..200"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "accept after" in done.stdout
    assert int(re.search(r"accept after (\d+) games", done.stdout)[1]) < 800


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tic_tac_toe", "random"], "two agents at least, or --sweep"),
        (["tic_tac_toe", "random", "easy", "--gauntlet", "--sweep", "depth=1..2"], "take one"),
        (["tic_tac_toe", "minimax", "--sweep", "depth"], "write it as depth=1..6"),
        (["tic_tac_toe", "minimax", "--sweep", "depth=6..1"], "a range goes up"),
        (["tic_tac_toe", "minimax", "--sweep", "depth=a..b"], "a range goes up"),
        (["tic_tac_toe", "random", "easy", "--openings", "none.txt"], "no file 'none.txt'"),
        (["tic_tac_toe", "random", "easy", "--openings", "a1 a1"], "line 1: a1 is illegal"),
        (["tic_tac_toe", "random", "easy", "--csv", "no/r.csv"], "there is no folder no"),
        (["tic_tac_toe", "random", "easy", "--csv", "."], "it is a folder"),
        (["tic_tac_toe", "minimax", "--sweep", "depth=1,,2"], "a value is empty"),
        (["tic_tac_toe", "random", "easy", "--sprt", "10"], "write it as 0..10"),
        (["tic_tac_toe", "random", "easy", "minimax", "--sprt", "0..9"], "two different agents"),
        (["tic_tac_toe", "random", "easy", "--plot", "r.gif"], "a figure is saved as .svg"),
        (["tic_tac_toe", "random", "easy", "--seconds", "-1"], "must be positive"),
        (
            ["tic_tac_toe", "random", "easy", "--workers", "1", "--cluster", "tcp://x:1"],
            "--workers is for this machine",
        ),
    ],
)
def test_mistakes_end_in_one_line(arguments, said, tmp_path):
    done = plyground("arena", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_rules_that_fail_show_in_the_exit_code(bots, tmp_path):
    source = SNORT.read_text()
    (tmp_path / "broken.py").write_text(source.replace("return -1\n", "return 1 // 0\n"))
    done = plyground("arena", "broken.py", "random", "bots.py:First", "--pairs", "1")
    assert done.returncode == 1
    assert "2 games could not be played: " in done.stderr


SLEEPY = """
import pathlib, time
import plyground as pg

class Sleepy:
    def __init__(self, game):
        self.game = game
    def choose(self, position, limit=None, monitor=None):
        if not pathlib.Path("awake").exists():
            pathlib.Path("asleep").touch()
            time.sleep(1000)
        return pg.Decision(self.game.legal(position)[0])
"""


def test_interrupt_stops_cleanly_and_says_how_to_resume(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("sleepy.py").write_text(SLEEPY)
    command = ["arena", "tic_tac_toe", "sleepy.py", "random", "--pairs", "3", "--store", "r.db"]
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", *command, "--move-timeout", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(Path("asleep").exists)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "of 6 games are in r.db; the same command goes on from there" in said
    assert "Traceback" not in said
    Path("awake").touch()
    done = plyground(*command, "--move-timeout", "1000")
    assert done.returncode == 0
    assert "6 of 6 games" in plyground("results", "list", "r.db").stdout
