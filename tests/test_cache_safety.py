"""Nobody else's machine code runs: the cache is a folder of the user's alone, or there is none."""

from __future__ import annotations

import os
import pickle
import stat
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import pytest

import plyground as pg
from fresh_process import FreshProcesses
from plyground import folders
from plyground.errors import CacheWarning, FileError
from plyground.folders import cache_directory, data_directory, keep_own, read_own
from plyground.kernel.cache import checksum_of
from plyground.solvers import trust

SOMEBODY = 12345  # no user has an entry for it
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")

KERNEL = """
from plyground.kernel import search_kernel

@search_kernel
def twice(number):
    return 2 * number
"""
CALL = "import warnings; warnings.simplefilter('always'); import small; print(small.twice(21))"

AS_SOMEBODY = """
import os, sys, tempfile, small
os.setgroups([]), os.setgid(12345), os.setuid(12345)
os.environ.pop("PLYGROUND_CACHE_DIR")
tempfile.tempdir, *home = sys.argv[1:]
os.environ.pop("HOME", None)
os.environ.update({"HOME": place for place in home})
print(small.twice(21))
"""


class Poison:
    """What makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with FreshProcesses(tmp_path_factory.mktemp("processes")) as started:
        yield started


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user without a cache yet, whose temporary files are here."""
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", "")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path / "home"


@pytest.fixture
def temporary(home):
    """Where the cache of a user without a home belongs."""
    return home.parent / "temporary" / f"plyground-{os.geteuid()}"


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def refused():
    """The folder of the cache, and what was said about it."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = cache_directory()
    assert {warning.category for warning in said} <= {CacheWarning}
    return found, [str(warning.message) for warning in said]


def anyone_may_write(path):
    path.chmod(0o777)


def group_may_write(path):
    path.chmod(0o770)


def give_away(path):
    os.chown(path, SOMEBODY, SOMEBODY)


UNSAFE = [
    pytest.param(anyone_may_write, "other users may write it"),
    pytest.param(group_may_write, "other users may write it"),
    pytest.param(give_away, "it belongs to another user (12345)", marks=as_root),
]


# --- machine code ---------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["folder", "file"])
@pytest.mark.parametrize(("change", "why"), UNSAFE)
def test_poisoned_machine_code_does_not_run(tmp_path, processes, what, change, why):
    cache, victim = tmp_path / "cache", tmp_path / "poisoned"
    (tmp_path / "small.py").write_text(KERNEL)
    assert processes.run(CALL, [], tmp_path, cache) == (0, "42\n")
    (file,) = cache.glob("*.code")
    payload = pickle.dumps(Poison(victim))
    file.write_bytes(checksum_of(file, payload) + payload)
    changed = cache if what == "folder" else file
    change(changed)
    status, printed = processes.run(CALL, [], tmp_path, cache)
    assert not victim.exists()
    assert status == 0
    said, *rest = [line for line in printed.splitlines() if "CacheWarning" in line]
    assert f"{changed} is not used, since {why}" in said
    assert "PLYGROUND_CACHE_DIR" in said
    assert not rest
    assert printed.splitlines()[-1] == "42"


def test_poison_would_run_from_a_folder_that_is_ours(tmp_path, processes):
    """The test above could fail: what only the user can have written is trusted."""
    cache, victim = tmp_path / "cache", tmp_path / "poisoned"
    (tmp_path / "small.py").write_text(KERNEL)
    processes.run(CALL, [], tmp_path, cache)
    (file,) = cache.glob("*.code")
    payload = pickle.dumps(Poison(victim))
    file.write_bytes(checksum_of(file, payload) + payload)
    processes.run(CALL, [], tmp_path, cache)
    assert victim.exists()


def test_machine_code_of_another_kernel_is_not_used(tmp_path, processes):
    """Each file says which it is, so that two that were exchanged are no files of the cache."""
    cache = tmp_path / "cache"
    (tmp_path / "small.py").write_text(KERNEL + KERNEL.replace("twice", "thrice").replace("2", "3"))
    call = CALL.replace("small.twice(21)", "small.twice(21), small.thrice(21)")
    assert processes.run(call, [], tmp_path, cache) == (0, "42 63\n")
    one, two = cache.glob("*.code")
    one.write_bytes(two.read_bytes())
    assert processes.run(call, [], tmp_path, cache) == (0, "42 63\n")


def test_poisoned_file_is_replaced(tmp_path, processes):
    cache = tmp_path / "cache"
    (tmp_path / "small.py").write_text(KERNEL)
    processes.run(CALL, [], tmp_path, cache)
    (file,) = cache.glob("*.code")
    file.chmod(0o666)
    processes.run(CALL, [], tmp_path, cache)
    assert mode_of(file) == 0o600
    assert processes.run(CALL, [], tmp_path, cache) == (0, "42\n")


# --- the folder -----------------------------------------------------------------------------------


def test_folder_is_closed_to_others(home):
    before = os.umask(0)
    try:
        assert cache_directory() == home / ".cache" / "plyground"
    finally:
        os.umask(before)
    assert mode_of(home / ".cache" / "plyground") == 0o700


@pytest.mark.parametrize("place", ["/", "somewhere", ""])
def test_without_a_home_the_cache_is_temporary(monkeypatch, temporary, place):
    monkeypatch.setenv("HOME", place)
    assert cache_directory() == temporary
    assert mode_of(temporary) == 0o700
    assert data_directory() == temporary


def no_entry(name=None):
    raise KeyError("uid not found")


def test_user_without_an_entry(monkeypatch, temporary):
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", no_entry)
    assert cache_directory() == temporary
    assert data_directory() == temporary


@pytest.mark.parametrize(("change", "why"), UNSAFE)
def test_temporary_folder_that_others_prepared(monkeypatch, temporary, change, why):
    monkeypatch.setenv("HOME", "/")
    temporary.mkdir()
    change(temporary)
    found, said = refused()
    assert found is None
    assert len(said) == 1
    assert said[0].startswith(f"{temporary} is not used, since {why}; everything is compiled anew")
    assert refused() == (None, [])
    ask = "from plyground.folders import cache_directory; print(cache_directory())"
    command = [sys.executable, "-W", "error", "-c", ask]
    assert subprocess.run(command, capture_output=True).stdout == b"None\n"
    with pytest.raises(FileError, match=r"results cannot be kept in .*; set HOME"):
        data_directory()


@as_root
def test_link_that_others_made(monkeypatch, home, temporary):
    """It could lead to any folder of ours."""
    monkeypatch.setenv("HOME", "/")
    home.mkdir()
    temporary.symlink_to(home)
    assert cache_directory() == temporary
    os.chown(temporary, SOMEBODY, SOMEBODY, follow_symlinks=False)
    found, said = refused()
    assert found is None
    assert "it belongs to another user (12345)" in said[0]


def test_home_that_cannot_be_written(home, temporary):
    home.write_text("no folder")
    assert cache_directory() == temporary


def test_nothing_can_be_written(monkeypatch, home):
    home.write_text("no folder")

    def nowhere():
        raise FileNotFoundError("no usable temporary directory found")

    monkeypatch.setattr(folders, "_make", lambda _folder: False)
    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    assert refused() == (None, [])


@as_root
@pytest.mark.parametrize("home", [[], ["/"], ["/nonexistent"], ["/root"]], ids=str)
@pytest.mark.parametrize("mode", [0o1777, 0o755])
def test_containers(tmp_path, processes, home, mode):
    """A user without an entry, who may write temporary files, or nothing at all."""
    (tmp_path / "small.py").write_text(KERNEL)
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(mode)
        arguments = [temporary, *home]
        assert processes.run(AS_SOMEBODY, arguments, tmp_path, tmp_path) == (0, "42\n")
        kept = list(Path(temporary).glob(f"plyground-{SOMEBODY}/*.code"))
        assert len(kept) == (mode == 0o1777)


# --- files ----------------------------------------------------------------------------------------


def test_only_plain_files_are_read(tmp_path):
    plain, link, pipe = tmp_path / "plain", tmp_path / "link", tmp_path / "pipe"
    plain.write_bytes(b"content")
    link.symlink_to(plain)
    os.mkfifo(pipe, 0o600)
    assert read_own(plain) == b"content"
    assert [read_own(path) for path in (link, pipe, tmp_path, tmp_path / "none")] == [None] * 4


def test_links_and_pipes_of_the_cache_make_way(tmp_path):
    plain, link, pipe = tmp_path / "plain", tmp_path / "link", tmp_path / "pipe"
    plain.write_bytes(b"content")
    link.symlink_to(plain)
    os.mkfifo(pipe, 0o600)
    assert all(keep_own(path, b"new") for path in (link, pipe))
    assert [read_own(path) for path in (link, pipe)] == [b"new"] * 2
    assert plain.read_bytes() == b"content"


def test_notes_of_others_are_not_believed(monkeypatch, home):
    """A game that others say is checked is checked again, and the note is then ours."""
    checked = []
    monkeypatch.setattr(trust, "run_check", lambda name, *_: checked.append(name))
    game = pg.game("docs/examples/snort.py")
    trust.check_once.__wrapped__(game)
    assert checked
    (note,) = cache_directory().glob("*.checked")
    assert mode_of(note) == 0o600
    checked.clear()
    trust.check_once.__wrapped__(game)
    assert not checked
    note.chmod(0o666)
    with pytest.warns(CacheWarning, match=r"checked is not used, since other users may write it"):
        trust.check_once.__wrapped__(game)
    assert checked
    assert mode_of(note) == 0o600
