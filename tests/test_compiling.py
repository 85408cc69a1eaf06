"""What is said while machine code is being made, and who makes it where several want it."""

from __future__ import annotations

import errno
import os
import subprocess
import threading
import time

import pytest

import plyground as pg
from plyground.cli.common import compilation_words, compilations
from plyground.kernel import search_kernel
from plyground.kernel.cache import cost_of
from plyground.kernel.compiling import SECONDS_PER_BYTE, Compilation, Watched, reporting
from plyground.kernel.file_lock import FileLock
from plyground.kernel.search_kernel import Kernel
from plyground.pipes import start_python
from plyground.web import compiler as compilers
from plyground.web.compiler import BackgroundCompiler, Task, everything
from plyground.web.readiness import STAGES
from plyground.web.searching import Searchers
from waiting import PATIENCE, wait_for
from web_server import receive_until, running_server, send

pytestmark = pytest.mark.filterwarnings("error")
needs_locks = pytest.mark.skipif(os.name == "nt", reason="there are no such locks")


def add_up(first: int, count: int) -> int:
    total = 0
    for number in range(count):
        total += first + number
    return total


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(folder))
    return folder


def told_by(kernel: Kernel) -> list[Compilation | None]:
    """What is told while the kernel is prepared."""
    told: list[Compilation | None] = []
    with reporting(told.append):
        assert kernel.prepare(1, 2)
    return told


# --- what is told -----------------------------------------------------------------------------


def test_a_compilation_is_told_with_its_title_and_seconds(cache):
    begun, ended = told_by(search_kernel(title="adding up")(add_up))
    assert begun.title == "adding up"
    assert 0 < begun.expected < 1
    assert begun.expected == pytest.approx(len(add_up.__code__.co_code) * SECONDS_PER_BYTE)
    assert begun.passed >= 0
    assert ended is None


def test_what_comes_from_the_cache_is_not_told(cache):
    told_by(search_kernel(add_up))
    assert told_by(search_kernel(add_up)) == []


def test_a_kernel_without_a_title_has_its_name():
    assert search_kernel(add_up).title == "add up"


def test_an_edited_kernel_is_expected_to_take_as_long_as_before(cache):
    told_by(search_kernel(add_up))
    (file,) = cache.glob("*.code")
    seconds, size = cost_of(file)
    assert seconds > 0
    assert size == len(add_up.__code__.co_code)
    name, _, _ = file.name.rpartition("-")
    file.rename(cache / f"{name}-{'0' * 32}.code")  # of another version
    begun, _ = told_by(search_kernel(add_up))
    assert begun.expected == seconds


def test_a_file_without_its_cost_is_no_error(tmp_path):
    file = tmp_path / "x.code"
    assert cost_of(file) is None
    for content in (b"", b"short", bytes(100)):
        file.write_bytes(content)
        assert cost_of(file) is None


@pytest.mark.parametrize(
    ("expected", "passed", "words"),
    [(8.0, 0.0, "about 8 s"), (8.0, 7.6, "any moment now"), (8.0, 20.0, "longer than the 8 s")],
)
def test_seconds_in_words(expected, passed, words):
    under_way = Compilation("alpha-beta", expected, time.monotonic() - passed)
    said = compilation_words(pg.game("connect_four"), under_way)
    assert said.startswith(f"compiling alpha-beta for Connect Four, once: {words}")


def test_the_terminal_knows_what_is_compiled():
    with compilations() as under_way:
        watched = Watched()
        with watched.at_end:
            watched.begin("minimax", 3.0)
            assert [each.title for each in under_way] == ["minimax"]
        assert under_way == []


# --- one process compiles, the others wait ----------------------------------------------------


@needs_locks
def test_a_lock_is_had_by_one(tmp_path):
    one, other = (FileLock(tmp_path / "kernel.code") for _ in range(2))
    assert one.take()
    assert not other.take()
    assert other.held_for() < PATIENCE
    one.release()
    other.wait(PATIENCE)
    assert not one.take()
    other.release()
    assert list(tmp_path.iterdir()) == []


@needs_locks
def test_lock_of_another_user(tmp_path, monkeypatch):
    """Their file may be read only; it can be locked, and is not taken while they hold it."""
    theirs, ours = (FileLock(tmp_path / "kernel.code") for _ in range(2))
    assert theirs.take()
    really = os.open

    def as_another(path, flags, mode=0o777):
        if flags & os.O_RDWR:
            raise PermissionError
        return really(path, flags, mode)

    monkeypatch.setattr(os, "open", as_another)
    assert not ours.take()
    os.close(theirs._descriptor)  # they were killed
    assert ours.take()


@needs_locks
def test_a_lock_on_a_file_that_was_deleted_meanwhile_is_none(tmp_path, monkeypatch):
    """Whoever has it gives it back, and deletes its file, between our opening and locking it."""
    import fcntl

    lock, really = FileLock(tmp_path / "kernel.code"), fcntl.flock
    asked = []

    def too_late(descriptor, how):
        if not asked:
            lock.path.unlink()
        asked.append(descriptor)
        really(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", too_late)
    assert lock.take()
    assert len(asked) == 2
    assert not FileLock(tmp_path / "kernel.code").take()
    lock.release()


@needs_locks
def test_where_a_file_system_has_no_locks_everybody_has_it(tmp_path, monkeypatch):
    import fcntl

    def unknown(_descriptor, _how):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", unknown)
    assert all(FileLock(tmp_path / "kernel.code").take() for _ in range(2))


@needs_locks
@pytest.mark.parametrize("crowded", [False, True])
def test_whoever_wants_the_same_waits_for_it(cache, monkeypatch, crowded):
    monkeypatch.setattr("plyground.kernel.machine.is_crowded", lambda: crowded)
    monkeypatch.setattr("plyground.kernel.cache.LEAST_PATIENCE", PATIENCE)
    told_by(search_kernel(add_up))
    (file,) = cache.glob("*.code")
    hidden = file.rename(file.with_suffix(".hidden"))
    other = FileLock(file)  # as of a process that is compiling it
    assert other.take()
    told, ended = [], threading.Event()

    def want() -> None:
        told.extend(told_by(search_kernel(add_up)))
        ended.set()

    threading.Thread(target=want, daemon=True).start()
    if crowded:  # a process of low priority would get no time
        assert ended.wait(PATIENCE)
        assert file.exists()
        other.release()
        return
    assert not ended.wait(0.3)
    before = hidden.stat().st_mtime_ns
    hidden.rename(file)
    other.release()
    assert ended.wait(PATIENCE)
    assert file.stat().st_mtime_ns == before  # nothing was compiled again
    assert told[-1] is None


def test_a_folder_that_cannot_be_written_has_no_lock(tmp_path):
    lock = FileLock(tmp_path / "nowhere" / "kernel.code")
    assert lock.take()
    assert lock.held_for() == 0
    lock.release()


# --- the server -------------------------------------------------------------------------------


def test_the_status_names_what_is_compiled():
    searchers, game, told = Searchers(), pg.game("tic_tac_toe"), []
    with searchers.reporting(game, told.append):
        watched = Watched()
        with watched.at_end:
            watched.begin("alpha-beta", 8.0, passed=2.0)
            (found,) = searchers.status().compiling
            assert (found.game, found.what, found.expected) == ("Tic-tac-toe", "alpha-beta", 8.0)
            assert 2.0 <= found.passed < PATIENCE
            assert searchers.compiling(pg.game("konane")) is None
    assert searchers.status().compiling == []
    assert told == [True, False]


def test_a_page_that_waits_is_told_what_for(monkeypatch):
    go_on = threading.Event()

    def compile_slowly(_game):
        watched = Watched()
        with watched.at_end:
            watched.begin("the rules", 8.0)
            return not go_on.wait(PATIENCE)

    monkeypatch.setattr("plyground.web.searching.runs_interpreted", compile_slowly)
    with running_server() as server, server.live() as live:
        receive_until(live, "hello")
        send(live, type="choose", id="a", game="tic_tac_toe", agent="random")
        told = receive_until(live, "preparing")[-1]
        while told["compiling"] is None:
            told = receive_until(live, "preparing")[-1]
        assert told["compiling"]["game"] == "Tic-tac-toe"
        assert told["compiling"]["what"] == "the rules"
        assert told["compiling"]["expected"] == 8.0
        assert server.http.get("/api/status").json()["compiling"][0]["what"] == "the rules"
        go_on.set()
        receive_until(live, "done")


# --- ahead of time ----------------------------------------------------------------------------


@pytest.fixture
def compiler(monkeypatch):
    """A compiler whose process does nothing but answer, once the test lets it."""
    go_on = threading.Semaphore(0)
    begun: list[str] = []
    made: list[subprocess.Popen] = []

    def read(_answers):
        return b"done" if go_on.acquire(timeout=PATIENCE) else None

    def start(_module, **_options):
        made.append(subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return made[-1]

    monkeypatch.setattr(compilers, "start_python", start)
    monkeypatch.setattr(compilers, "read_framed", read)
    monkeypatch.setattr(compilers, "write_framed", lambda _sink, task: begun.append(task.decode()))
    found = BackgroundCompiler()
    found.go_on, found.begun, found.made = go_on, begun, made
    yield found
    found.close()
    for _ in range(100):
        go_on.release()


def test_the_game_that_was_opened_last_comes_first(compiler):
    compiler.add([Task("a", (), "play"), Task("b", (), "play"), Task("c", (), "play")])
    wait_for(lambda: len(compiler.begun) == 1)
    game = pg.game("tic_tac_toe")
    compiler.open(game)
    for _ in range(6):
        compiler.go_on.release()
    assert compiler.wait(Task("c", (), "play"), PATIENCE)
    wait_for(lambda: len(compiler.begun) == 6)
    assert [each.split('"')[1] for each in compiler.begun] == ["a", *["tic_tac_toe"] * 3, "b", "c"]


def test_the_process_ends_with_its_work_and_with_the_server(compiler):
    compiler.go_on.release()
    compiler.add([Task("a", (), "play")])
    wait_for(lambda: compiler.made and compiler.made[0].poll() is not None)
    compiler.add([Task("a", (), "play")])  # done already
    assert len(compiler.made) == 1
    compiler.add([Task("b", (), "play")])
    wait_for(lambda: len(compiler.made) == 2)
    compiler.close()
    wait_for(lambda: compiler.made[1].poll() is not None)
    compiler.add([Task("c", (), "play")])
    assert len(compiler.made) == 2
    assert not compiler.wait(Task("c", (), "play"), 0.0)


def test_everything_goes_by_stages():
    tasks = everything()
    assert [task.stage for task in tasks[:2]] == ["play", "play"]
    assert {task.stage for task in tasks} == set(STAGES)
    assert {task.reference for task in tasks} >= {"connect_four", "konane"}


@pytest.mark.skipif(os.name == "nt", reason="there are no priorities")
def test_the_process_gives_way_and_ends_with_its_pipe():
    process = start_python("plyground.web.compiler", stderr=subprocess.DEVNULL)
    wait_for(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19)
    assert process.poll() is None
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_a_stage_makes_what_its_screen_needs(monkeypatch):
    prepared = []
    monkeypatch.setattr(
        "plyground.web.readiness.prepare_agent", lambda _game, spec: prepared.append(spec)
    )
    game = pg.game("tic_tac_toe")
    STAGES["play"](game)
    STAGES["hint"](game)
    assert prepared == ["casual", "analyst", "best"]
    STAGES["tree"](game)


def test_serve_has_the_opening_screen_compiled_first(monkeypatch):
    from plyground.cli import serve as command

    done = []
    monkeypatch.setattr(command, "make_ready", lambda game, stage: done.append((game.name, stage)))
    monkeypatch.setattr(
        "plyground.verbs.serve.serve", lambda game, **_: done.append(game and game.name)
    )
    command.serve("tic_tac_toe")
    assert done == [("tic_tac_toe", "play"), "tic_tac_toe"]
    command.serve()
    assert done[2:] == [None]
