"""The command line, as a person meets it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time

import pytest

import plyground as pg
from boards import SMALL
from command_line import plyground, plyground_process
from plyground.agents.presets import presets_of
from plyground.game.registry import built_in_names
from test_registry import TINY
from tiers import usual_games
from waiting import PATIENCE


def output(*arguments, **options):
    done = plyground(*arguments, **options)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def test_games_are_listed():
    listed = output("games")
    assert "connect_four   Connect Four: Drop discs into columns" in listed
    assert "-p width=7  number of columns; a whole number from 1 to 31" in listed
    data = {game["name"]: game for game in json.loads(output("games", "--json"))}
    assert data["connect_four"]["parameters"][0] == {
        "name": "width",
        "default": 7,
        "help": "number of columns",
        "low": 1,
        "high": 31,
        "choices": [],
    }


def test_perft():
    last = output("perft", "connect_four", "--depth", "6").splitlines()[-1].split()
    assert last[:2] == ["6", "117649"]


def test_perft_as_json():
    arguments = ["-p", "width=6", "-p", "height=5", "--moves", "3 3", "--depth", "3", "--split"]
    data = json.loads(output("perft", "connect_four", *arguments, "--json"))
    assert data["counts"] == [6, 36, 216]
    assert data["parameters"] == {"width": 6, "height": 5}
    assert data["split"] == {str(column): 36 for column in range(1, 7)}


def test_perft_from_position_and_moves():
    position = "...../...../...../..O../..X.. X"
    size = ("-p", "width=5", "-p", "height=5")
    both = json.loads(
        output("perft", "connect_four", *size, "--position", position, "--moves", "3 3", "--json")
    )
    assert both["position"] == "...../..O../..X../..O../..X.. X"


def test_show():
    shown = output("show", "tic_tac_toe", "X.O/.X./... O")
    assert "3  X . O" in shown
    assert "O to move" in shown
    assert "moves     a1 b1 c1 a2 c2 b3" in shown
    assert "position  X.O/.X./... O" in shown


def test_show_as_json_and_picture(tmp_path):
    file = tmp_path / "board.svg"
    arguments = ["--moves", "1122334", "--svg", str(file), "--theme", "dark"]
    data = json.loads(output("show", "connect_four", *arguments, "--json"))
    assert data["outcome"] == {"winner": 0, "reason": "four in a line"}
    assert data["legal_moves"] == []
    assert file.read_text().startswith("<svg")
    assert "Yellow (X) won: four in a line" in output("show", "connect_four", *arguments)


def test_check(tmp_path):
    assert "tic_tac_toe keeps the contract" in output("check", "tic_tac_toe")
    broken = tmp_path / "heap.py"
    broken.write_text(TINY.replace("return self.turn", "return 0"))
    done = plyground("check", str(broken))
    assert done.returncode == 2
    assert "X moves twice in a row" in done.stderr


def test_game_that_does_not_compile_runs_with_a_warning(tmp_path):
    file = tmp_path / "heap.py"
    file.write_text(TINY.replace("min(self.size, LARGEST)", "min([self.size, LARGEST], key=int)"))
    done = plyground("perft", str(file), "--depth", "2")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].split()[:2] == ["2", "9"]
    assert "Heap.fill_moves (heap.py, line 15) cannot be compiled" in done.stderr
    assert "It runs interpreted instead" in done.stderr
    assert "Traceback" not in done.stderr


def test_play_a_whole_game():
    typed = "help\nmoves\n4\nundo\n9\n1\n1\n2\n2\n3\n3\n4\n"
    shown = output("play", "connect_four", "--vs", "human", input=typed)
    assert "a move is a column from 1 to 7" in shown
    assert "'9' is no move" in shown
    assert "[X|X|X|X]" in shown
    assert "Yellow (X) won: four in a line.  Moves: 1 1 2 2 3 3 4" in shown


def test_play_against_chance_is_repeatable():
    arguments = ("play", "tic_tac_toe", "--vs", "random", "--seed", "5")
    games = {output(*arguments, input="b2\na1\nhint\nquit\n") for _ in range(2)}
    assert len(games) == 1
    assert "random plays" in games.pop()


def test_play_asks_for_the_opponent_and_tells_its_time():
    """The report's menu: minimax or alpha-beta, and the time that each move took."""
    names = list(presets_of(pg.game("tic_tac_toe")))
    number = 1 + names.index("report")
    shown = output("play", "tic_tac_toe", "--vs", "ask", input=f"{number}\nb2\nquit\n")
    assert f"{number}  report: " in shown
    assert "report plays a1" in shown
    assert re.search(r"Evaluation time: 0\.\d{6} s", shown)
    shown = output("play", "tic_tac_toe", "--vs", "ask", input="minimax(depth=9)\nb2\nquit\n")
    assert "minimax(depth=9) plays a1" in shown


def test_play_as_second_and_leave():
    shown = output("play", "tic_tac_toe", "--as", "second", "--seed", "1", input="undo\n")
    assert "There is nothing to take back." in shown
    assert "Left after: " in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "chess"], "no game 'chess'; there are bamboo, cachex"),
        (["perft", "connect_four", "--depth", "zero"], "Invalid value for '--depth'"),
        (["perft", "connect_four", "--depth", "0"], "Invalid value for '--depth'"),
        (["perft", "connect_four", "--dept", "3"], "No such option: --dept"),
        (["perft"], "Missing argument"),
        (["prft", "connect_four"], "No such command 'prft'"),
        (["perft", "connect_four", "-p", "width=90"], "width=90 is not a whole number"),
        (["perft", "connect_four", "-p", "width=x"], "width=x is not a whole number from 1"),
        (["perft", "connect_four", "-p", "width"], "write it as -p NAME=VALUE"),
        (
            ["perft", "connect_four", "-p", "size=3"],
            "has no parameter 'size'; it has width, height",
        ),
        (["perft", "connect_four", "--moves", "4 4 9"], "'9' is no move of Connect Four"),
        (["perft", "connect_four", "--moves", "4444444"], "column 4 is full; legal: 1 2 3 5 6 7"),
        (["show", "tic_tac_toe", "XO"], "rows of 2 cells"),
        (["show", "tic_tac_toe", "XO", "--position", "XO"], "given twice"),
        (
            ["show", "tic_tac_toe", "--svg", "/nowhere/at/all.svg"],
            "cannot write /nowhere/at/all.svg",
        ),
        (["show", "tic_tac_toe", "--svg", "x.svg", "--theme", "pink"], "no theme 'pink'"),
        (
            ["play", "tic_tac_toe", "--vs", "alphago"],
            "no agent 'alphago' for tic_tac_toe; there are beginner",
        ),
        (["check", "nowhere.py"], "no file nowhere.py"),
    ],
)
def test_mistakes_end_in_one_line_and_code_2(arguments, says):
    done = plyground(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("plyground: ")
    assert says in done.stderr


@pytest.mark.parametrize(
    "command", ["games", "agents", "show", "play", "analyse", "perft", "check"]
)
def test_every_command_has_help(command):
    shown = output(command, "--help")
    assert len(shown.splitlines()) > 5


def test_without_a_command_help_is_shown():
    done = plyground_process()
    assert "perft" in done.stdout
    assert output("--version").startswith("plyground ")


def test_a_process_ends_as_the_command_does():
    done = plyground_process("perft", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == plyground("perft", "chess").stderr


@pytest.mark.parametrize(
    ("old", "new", "command", "says"),
    [
        (
            "return self.turn",
            "return self.size // 0",
            "show",
            "heap.py, line 30: ZeroDivisionError",
        ),
        ("return Heap(9, 0)", "return 1 + None", "show", "heap.py, line 47: TypeError"),
        ("max_moves: ClassVar = 9", "max_moves: ClassVar = 2", "check", "more than max_moves=2"),
        ("self.size - move", "self.size", "check", "a game lasts longer than 9 plies"),
        ("return -1", "return 1 // 0", "check", "ZeroDivisionError"),
    ],
)
def test_mistakes_in_a_game_end_in_one_line(tmp_path, old, new, command, says):
    assert old in TINY
    file = tmp_path / "heap.py"
    file.write_text(TINY.replace(old, new, 1))
    done = plyground(command, str(file))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr


def test_interrupt_is_acknowledged():
    command = [sys.executable, "-m", "plyground", "perft", "connect_four", "--depth", "30"]
    process = subprocess.Popen(command, stdout=-1, stderr=-1, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.strip() == "plyground: stopped"


@pytest.mark.parametrize("name", usual_games(built_in_names()))
def test_analyse(name):
    size = [
        word for known, value in SMALL.get(name, {}).items() for word in ("-p", f"{known}={value}")
    ]
    data = json.loads(output("analyse", name, *size, "--agent", "alphabeta(depth=3)", "--json"))
    assert data["line"][0] == data["move"]
    assert data["statistics"]["depth"] == 3
    assert data["score"]["player"] == 0


def test_analyse_for_people():
    shown = output("analyse", "connect_four", "--moves", "4 1 4 1 4 2", "--depth", "3")
    rows = [line.split() for line in shown.splitlines()]
    assert ["move", "for", "Yellow", "(X)", "depth", "line"] in rows
    best = rows[rows.index(["move", "for", "Yellow", "(X)", "depth", "line"]) + 1]
    assert best[:4] == ["4", "win", "in", "1"]
    over = plyground("analyse", "connect_four", "--moves", "1122334")
    assert over.returncode == 2
    assert "the game is over" in over.stderr


def test_agents_are_listed():
    assert "sparsity_outer" in output("agents", "bamboo")
    data = json.loads(output("agents", "konane", "--json"))
    assert data["evaluators"][0] == "movers"
    assert data["kinds"]["mcts"]["c"] == 0.4
