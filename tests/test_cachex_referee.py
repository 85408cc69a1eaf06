"""The player for the referee of the course, under a referee as the rules describe it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

import plyground as pg
from command_line import plyground

COLOURS = ("red", "blue")


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
    assert done.stdout.split() == [str(folder / "__init__.py"), str(folder / "player.py")]
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
@pytest.mark.parametrize("size", [3, 8, 15])
def test_the_best_agent_keeps_to_its_time(tmp_path, size):
    import time

    folder = tmp_path / f"best_{size}"
    plyground("export-player", "cachex", "--to", str(folder))
    player, spent = load(folder)("red", size), 0.0
    for _ in range(5):
        begun = time.monotonic()
        action = player.action()
        spent += time.monotonic() - begun
        player.turn("red", action)
        game = pg.game("cachex", size=size)
        reached = pg.Playthrough.read(game, moves=" ".join(player.moves))
        if game.outcome(reached.position) is not None:
            break
        player.turn("blue", ("PLACE", *_first_legal(game, reached.position)))
    assert spent < size * size


def _first_legal(game, position):
    text = next(move for move in game.legal_moves(position) if move != "steal")
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def test_mistakes_are_told(tmp_path):
    refused = plyground("export-player", "konane", "--to", str(tmp_path / "x"))
    assert "Konane has no referee that we know; there is one for cachex" in refused.stderr
    refused = plyground("export-player", "cachex", "--to", str(tmp_path))
    assert "is there already" in refused.stderr
    refused = plyground("export-player", "cachex", "--to", str(tmp_path / "x"), "--agent", "nobody")
    assert "no agent 'nobody'" in refused.stderr
