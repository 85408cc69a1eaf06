"""What is kept of a build until the source changes, and of Python's own compiling in a browser."""

from __future__ import annotations

import asyncio
import importlib
import sys
import zipfile
import zipimport
from pathlib import Path

import pytest

import plyground as pg
from example_files import SNORT
from plyground.building import kept
from plyground.building.kept import kept_or_built
from plyground.web import bytecode
from plyground.web.prebuilding import boards_of

ORDER = {"target": "any"}


@pytest.fixture
def builds(tmp_path, monkeypatch):
    """A list of what was built; the cache is empty."""
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    return []


def build(builds, game, order=ORDER, also=()):
    def make(wanted):
        builds.append(wanted)
        return {"number": len(builds)}

    return kept_or_built(game, order, make, also)["number"]


def test_the_same_is_built_once(builds):
    game = pg.game("tic_tac_toe")
    assert [build(builds, game) for _ in range(2)] == [1, 1]
    assert build(builds, game, {"target": "another"}) == 2
    assert build(builds, pg.game("othello")) == 3
    assert build(builds, game) == 1


def test_edited_files_are_built_again_and_take_the_place_of_the_old(builds, tmp_path):
    file, chooser = tmp_path / "mine.py", tmp_path / "chooser.py"
    file.write_text(SNORT.read_text())
    chooser.write_text("1")
    assert build(builds, pg.game(str(file)), also=[chooser]) == 1
    file.write_text(SNORT.read_text() + "# edited\n")
    assert build(builds, pg.game(str(file)), also=[chooser]) == 2
    chooser.write_text("2")
    assert [build(builds, pg.game(str(file)), also=[chooser]) for _ in range(2)] == [3, 3]
    assert len(list((tmp_path / "cache" / "built").iterdir())) == 1


def test_networks_and_the_machine_count_as_source(builds, monkeypatch):
    game, files = pg.game("bamboo"), list(kept._package_files("bamboo"))
    assert set(game.knowledge.network_files) <= set(files)
    assert not set(pg.game("konane").knowledge.network_files) & set(files)
    monkeypatch.setattr(kept, "_package_files", lambda _name: ())
    assert build(builds, game) == 1
    monkeypatch.setattr(kept, "this_machine", lambda: "another")
    assert [build(builds, game) for _ in range(2)] == [2, 2]


def test_a_damaged_file_is_not_used(builds, tmp_path):
    game = pg.game("tic_tac_toe")
    build(builds, game)
    (file,) = (tmp_path / "cache" / "built").iterdir()
    for damaged in (b"{", b"[]", b'{"state": 1}'):
        file.write_bytes(damaged)
        build(builds, game)
    assert len(builds) == 4


def test_browsers_get_kernels_of_all_boards_that_are_no_larger():
    sizes = [board.parameter_values["size"] for board in boards_of(pg.game("cachex"))]
    assert sizes == [8, 3, 4, 5, 7]
    assert boards_of(pg.game("tic_tac_toe")) == [pg.game("tic_tac_toe")]


# --- bytecode ---------------------------------------------------------------------------------


@pytest.fixture
def imported(tmp_path, monkeypatch):
    """A module that was imported from an archive, and one from a file with its bytecode."""
    archive = tmp_path / "library.zip"
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("kept_of_archive.py", "VALUE = 1\n")
        target.writestr("never_imported.py", "VALUE = 2\n")
    (tmp_path / "kept_of_file.py").write_text("VALUE = 3\n")
    monkeypatch.setattr(sys, "path", [str(archive), str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(bytecode, "SETTLING", 0.0)
    modules = [importlib.import_module(name) for name in ("kept_of_archive", "kept_of_file")]
    monkeypatch.setattr(bytecode, "_modules", lambda: iter(modules))
    yield tmp_path
    for module in modules:
        del sys.modules[module.__name__]


def test_the_library_is_kept_with_what_was_compiled_of_it(imported):
    assert bytecode.library_archive() == imported / "library.zip"
    made, edited = imported / "made.zip", imported / "edited.zip"
    made.write_bytes(asyncio.run(bytecode.library_bytecode()))
    with zipfile.ZipFile(made) as archive, zipfile.ZipFile(edited, "w") as other:
        sources = ["kept_of_archive.py", "never_imported.py"]
        assert archive.namelist() == [*sources, "kept_of_archive.pyc"]
        other.writestr("kept_of_archive.pyc", archive.read("kept_of_archive.pyc"))
        other.writestr("kept_of_archive.py", "VALUE = 4444  # never looked at")
    found: dict[str, int] = {}
    exec(zipimport.zipimporter(str(edited)).get_code("kept_of_archive"), found)
    assert found["VALUE"] == 1


def test_bytecode_of_files_is_taken_whatever_their_date(imported, monkeypatch):
    content = asyncio.run(bytecode.module_bytecode())
    (imported / "modules.zip").write_bytes(content)
    source = imported / "kept_of_file.py"
    source.write_text("VALUE = 4444  # a later date and another size: never looked at\n")
    with zipfile.ZipFile(imported / "modules.zip") as archive:
        (name,) = archive.namelist()
        Path("/", name).write_bytes(archive.read(name))
    importlib.invalidate_caches()
    monkeypatch.delitem(sys.modules, "kept_of_file")
    assert importlib.import_module("kept_of_file").VALUE == 3
