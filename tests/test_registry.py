"""Games are found by name, through entry points, in files and by registration."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import plyground as pg
from plyground.game import files, registry
from plyground.games.tic_tac_toe import TicTacToe
from test_stale_code import GAME, HELPER

TINY = GAME.replace("from {helper} import LARGEST, heap_after", "LARGEST = 3\n").replace(
    "heap_after(self.size, move)", "self.size - move"
)


@pytest.fixture
def tiny(tmp_path):
    file = tmp_path / "tiny.py"
    file.write_text(TINY)
    return file


def test_built_in_names():
    assert pg.game_names()[:2] == ["bamboo", "cachex"]
    assert str(pg.game("connect_four", width=6)) == "connect_four(width=6)"
    assert str(pg.game("connect_four")) == "connect_four"


def test_commands_are_told_a_game_by_its_name_or_file(tiny, monkeypatch, tmp_path):
    assert registry.words_for_commands(pg.game("konane")) == "konane"
    assert registry.words_for_commands(pg.game("konane", size=6)) == "konane -p size=6"
    monkeypatch.chdir(tmp_path)
    assert registry.words_for_commands(pg.game(str(tiny))) == "tiny.py"
    monkeypatch.chdir("/")
    assert registry.words_for_commands(pg.game(str(tiny))).endswith("/tiny.py")
    several = tmp_path / "both of them.py"
    several.write_text(TINY + "\n\nclass Other(HeapGame):\n    name = 'other'\n")
    monkeypatch.chdir(tmp_path)
    assert registry.words_for_commands(pg.game(f"{several}:Other")) == "'both of them.py:Other'"


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(
        pg.UnknownGameError, match=r"no game 'go'; there are bamboo, cachex, connect"
    ):
        pg.game("go")


def test_parameters_are_given_apart():
    with pytest.raises(pg.UnknownGameError, match="give konane alone, and its parameters apart"):
        pg.game("konane(rows=5, columns=6)")


@pytest.mark.parametrize("name", ["x" * 5000, "x" * 5000 + ".py", "a/" * 3000, "\0", "\ud800"])
def test_name_that_no_file_can_have(name):
    with pytest.raises(pg.UnknownGameError) as caught:
        pg.game(name)
    assert len(str(caught.value)) < 500
    for found in (name, f"{name}.py"):
        with pytest.raises(pg.UnknownGameError):
            registry.class_in_data(found)


def test_game_in_a_file(tiny):
    game = pg.game(str(tiny))
    assert game.name == "heap"
    assert pg.game(f"{tiny}:HeapGame") == game
    assert type(pg.game(str(tiny))) is type(game)


def test_one_game_may_be_written_in_several_ways(tiny, monkeypatch):
    monkeypatch.chdir(tiny.parent)
    for other in (tiny.name, f"./{tiny.name}", f"{tiny.name}:Tiny"):
        assert registry.mean_the_same(str(tiny), other)
    assert not registry.mean_the_same(f"{tiny}:Tiny", f"{tiny}:Other")
    assert not registry.mean_the_same("konane", "othello")


def test_edited_file_is_loaded_again(tiny):
    assert len(pg.game(str(tiny)).legal(pg.game(str(tiny)).start())) == 3
    tiny.write_text(TINY.replace("LARGEST = 3", "LARGEST = 4"))
    assert len(pg.game(str(tiny)).legal(pg.game(str(tiny)).start())) == 4


def test_file_may_import_its_neighbours(tmp_path):
    (tmp_path / "neighbour_of_heap.py").write_text(HELPER)
    (tmp_path / "heap.py").write_text(GAME.format(helper="neighbour_of_heap"))
    assert pg.game(str(tmp_path / "heap.py")).name == "heap"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("x = 1\n", "defines no subclass of Game"),
        ("def broken(:\n", r"broken.py, line 1: SyntaxError"),
        ("a = 1\nb = 1 / 0\n", r"broken.py, line 2: ZeroDivisionError: division by zero"),
        ("from plyground.nowhere import x\n", r"line 1: ModuleNotFoundError"),
        (
            TINY + TINY.replace("HeapGame", "Second"),
            r"several games: HeapGame, Second; say .*:NAME",
        ),
    ],
)
def test_useless_file_is_refused(tmp_path, content, says):
    file = tmp_path / "broken.py"
    file.write_text(content)
    with pytest.raises(pg.UnknownGameError, match=says):
        pg.game(str(file))


def test_missing_file_and_class(tiny):
    with pytest.raises(pg.UnknownGameError, match=r"no file nowhere\.py"):
        pg.game("nowhere.py")
    with pytest.raises(pg.UnknownGameError, match="has no game 'Other'; it has HeapGame"):
        pg.game(f"{tiny}:Other")


def test_entry_points(monkeypatch):
    offers = {
        "noughts": EntryPoint(
            "noughts", "plyground.games.tic_tac_toe:TicTacToe", registry.ENTRY_POINTS
        ),
        "nothing": EntryPoint("nothing", "plyground.errors:PlygroundError", registry.ENTRY_POINTS),
    }

    def entry_points(group, name=None):
        assert group == "plyground.games"
        return [entry for entry in offers.values() if name in (None, entry.name)]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    assert pg.game_names()[-2:] == ["nothing", "noughts"]
    assert pg.game("noughts") == TicTacToe()
    with pytest.raises(pg.UnknownGameError, match=r"not a subclass of plyground\.Game"):
        pg.game("nothing")


def test_registration(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})

    @pg.register
    class Noughts(TicTacToe):
        name = "noughts"

    assert isinstance(pg.game("noughts"), Noughts)
    assert pg.game_names()[-1] == "noughts"


def test_games_do_not_share_helpers(tmp_path):
    for name, largest in (("one", 3), ("two", 5)):
        (tmp_path / name).mkdir()
        helper = HELPER.replace("LARGEST = 3", f"LARGEST = {largest}")
        (tmp_path / name / "shared_name.py").write_text(helper)
        (tmp_path / name / "heap.py").write_text(GAME.format(helper="shared_name"))
    for name, largest in (("one", 3), ("two", 5), ("one", 3)):
        game = pg.game(str(tmp_path / name / "heap.py"))
        assert len(game.legal(game.start())) == largest


def test_edited_helper_is_loaded_again(tmp_path):
    (tmp_path / "edited_helper.py").write_text(HELPER)
    (tmp_path / "heap.py").write_text(GAME.format(helper="edited_helper"))
    for largest in (3, 6):
        helper = HELPER.replace("LARGEST = 3", f"LARGEST = {largest}")
        (tmp_path / "edited_helper.py").write_text(helper)
        game = pg.game(str(tmp_path / "heap.py"))
        assert len(game.legal(game.start())) == largest


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("    def start(self):", "    def begin(self):", "HeapGame lacks start"),
        ('    title: ClassVar = "Heap"\n', "", "HeapGame lacks title"),
        ("    def key(self):", "    def hash(self):", r"HeapGame lacks Heap\.key"),
    ],
)
def test_incomplete_game_is_refused(tiny, old, new, says):
    assert old in TINY
    tiny.write_text(TINY.replace(old, new))
    with pytest.raises(pg.UnknownGameError, match=says):
        pg.game(str(tiny))


def test_other_threads_may_import_and_load_meanwhile(tiny, monkeypatch):
    class Busy(str):
        """A name of a module; while somebody looks at it, others are imported and loaded."""

        def __format__(self, spec):
            monkeypatch.setitem(sys.modules, "imported_meanwhile", sys)
            return str(self)

        @property
        def module(self):
            monkeypatch.setitem(files._loaded, Path("loaded_meanwhile"), self)

    monkeypatch.setitem(sys.modules, Busy("busy"), sys)
    monkeypatch.setattr(files, "_loaded", {Path("busy"): Busy()})
    found = pg.game(str(tiny))
    assert registry.reference_of(type(found)) == f"{tiny}:{type(found).__name__}"
