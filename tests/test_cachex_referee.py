"""The player for the referee of the course, under a referee as the rules describe it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

import plyground as pg
from command_line import plyground
from plyground.games.cachex.referee import PACKAGE

COLOURS = ("red", "blue")
# A process that has nothing but the standard library, and the folder of the player.
ALONE = """
import importlib.util, json, sys
folder, size = sys.argv[1], int(sys.argv[2])
sys.path.insert(0, folder)
from my_player import Player
assert not any(map(importlib.util.find_spec, ("plyground", "numba", "numpy", "llvmlite")))
players = {colour: Player(colour, size) for colour in ("red", "blue")}
for line in sys.stdin:
    order, colour, *action = json.loads(line)
    if order == "action":
        print(json.dumps(players[colour].action()), flush=True)
    else:
        for player in players.values():
            player.turn(colour, tuple(action[0]))
"""


class Alone:
    """Players of an exported folder in a process of their own, which has no packages at all."""

    def __init__(self, folder, size):
        python = getattr(sys, "_base_executable", sys.executable)
        self.process = subprocess.Popen(
            [python, "-I", "-S", "-c", ALONE, str(folder), str(size)],
            env={},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def __call__(self, colour, size):
        """One side, as the referee makes it."""
        return SimpleNamespace(
            action=lambda: tuple(self.say("action", colour, answered=True)),
            turn=lambda who, action: colour == "red" and self.say("turn", who, action),
        )

    def say(self, *order, answered=False):
        self.process.stdin.write(json.dumps(order) + "\n")
        return json.loads(self.process.stdout.readline()) if answered else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()
        assert self.process.returncode == 0


def load(folder):
    """The class `Player` of a package, as a referee loads it."""
    name = f"exported_{folder.name}"
    place = folder / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        name, place, submodule_search_locations=[str(folder)]
    )
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Player


def text_of(action) -> str:
    if action == ("STEAL",):
        return "steal"
    kind, r, q = action
    assert kind == "PLACE"
    assert type(r) is type(q) is int
    return f"{chr(ord('a') + q)}{r + 1}"


def refereed(player_class, size: int) -> pg.Outcome:
    """Both sides by the same class; every action is checked by our rules, which know its cells."""
    game = pg.game("cachex", size=size)
    players, position = [player_class(colour, size) for colour in COLOURS], game.start()
    while (outcome := game.outcome(position)) is None:
        turn = position.player()
        action = players[turn].action()
        position = game.play(position, text_of(action))
        for player in players:
            player.turn(COLOURS[turn], action)
    return outcome


def test_a_whole_game_is_played(tmp_path):
    folder = tmp_path / "anybody"
    done = plyground("export-player", "cachex", "--to", str(folder), "--agent", "random")
    names = ["README.md", "__init__.py", "engine.json", "player.py", "thinker.py"]
    assert done.stdout.split() == [str(folder / name) for name in names]
    assert refereed(load(folder), 3).reason


def test_nothing_of_ours_is_in_the_referees_process(tmp_path):
    folder = tmp_path / "alone"
    plyground("export-player", "cachex", "--to", str(folder), "--agent", "random")
    code = (
        "import sys; from alone import Player; player = Player('red', 4)\n"
        "assert player.action()[0] == 'PLACE'\n"
        "print([name for name in ('plyground', 'numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 5])
def test_the_library_needs_nothing_but_python(tmp_path, size):
    folder = tmp_path / "my_player"
    plyground("export-player", "cachex", "--to", str(folder), "-p", f"size={size}")
    with Alone(tmp_path, size) as players:
        assert refereed(players, size).reason


@pytest.mark.slow
def test_all_boards_are_known_and_time_is_kept(tmp_path):
    folder = tmp_path / "everywhere"
    plyground("export-player", "cachex", "--to", str(folder))
    for size in range(3, 16):
        player = load(folder)("red", size)
        player.left = 1.0
        position, game = pg.game("cachex", size=size).start(), pg.game("cachex", size=size)
        for _ in range(4):
            action = player.action()
            position = game.play(position, text_of(action))
            player.turn(COLOURS[1 - position.player()], action)
        assert 0 < player.left < 1
    with pytest.raises(ValueError, match=r"knows boards of 3, 4, .* not 16"):
        load(folder)("red", 16)


class Stopped(dict):
    """A block of a kernel by the rules in Python: `search` knows no move until it is stopped."""

    def __init__(self, name):
        super().__init__(monitor=[0])
        self.name = name

    def run(self, position, move=None, last_depth=None):
        if self.name == "play":
            return position.play(move)
        if self.name == "look":
            self["moves"] = pg.game("cachex", size=3).legal(position)
            return {}
        while not self["monitor"][0]:
            pass
        return {"move": -1}


def test_a_search_is_stopped_in_time_and_some_move_is_played(tmp_path, monkeypatch):
    """The thinker beside a stand-in for the libraries, which would have to be built."""
    folder, game = tmp_path / "stand_in", pg.game("cachex", size=3)
    folder.mkdir()
    for name, source in {
        "thinker": "by_library",
        "player": "player",
        "__init__": "__init__",
    }.items():
        (folder / f"{name}.py").write_text((PACKAGE / f"{source}.py").read_text())
    (folder / "loader.py").write_text("load = None")
    (folder / "boards.json").write_text('{"3": {"library": "none.so", "start": null}}')
    player_class = load(folder)
    thinker = sys.modules["exported_stand_in.thinker"]
    kernels = SimpleNamespace(constants={"STOP": 0}, block=Stopped)
    monkeypatch.setattr(thinker, "load", lambda file: kernels)
    player = player_class("blue", 3)
    player.thinker._position, player.left = game.start(), 0.0
    player.turn("red", ("PLACE", 0, 1))
    assert player.action() == ("PLACE", 0, 0)
    player.turn("blue", ("STEAL",))
    assert player.moves == [1, 9]
    with pytest.raises(ValueError, match="knows boards of 3 cells, not 4"):
        player_class("red", 4)


def test_mistakes_are_told(tmp_path):
    refused = plyground("export-player", "konane", "--to", str(tmp_path / "x"))
    assert "Konane has no referee that we know; there is one for cachex" in refused.stderr
    refused = plyground("export-player", "cachex", "--to", str(tmp_path))
    assert "is there already" in refused.stderr
    refused = plyground("export-player", "cachex", "--to", str(tmp_path / "x"), "--agent", "nobody")
    assert "no agent 'nobody'" in refused.stderr
