"""The commands `solve`, `book` and `dataset` with Connect Four."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from command_line import plyground
from plyground.cli.common import GentleStop
from tiers import first_usual
from waiting import PATIENCE, wait_for

SMALL = ("connect_four", "-p", "width=5", "-p", "height=4")


def test_solve_command():
    done = plyground("solve", *SMALL, "--moves", "3 3", "--all-moves", "--memory", "8")
    assert done.returncode == 0, done.stderr
    assert "value    draw for Yellow (X)" in done.stdout
    assert "score    +0" in done.stdout
    assert "scores   1: -1  2: -1  3: +0  4: -1  5: -1" in done.stdout
    words = (*SMALL, "--no-distance", "--memory", "8", "--json")
    data = json.loads(plyground("solve", *words).stdout)
    assert (data["low"], data["high"], data["words"]) == (0, 0, "draw for Yellow (X)")
    assert (data["distance"], data["notes"]) == (None, {"score": [0, 0]})
    stopped = plyground("solve", "connect_four", "--no-book", "--nodes", "1000", "--memory", "8")
    assert "not finished" in stopped.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("solve", "connect_four", "--moves", "1 2 1 2 1 2 1"), "the game is over"),
        (("dataset", "bamboo"), "there is no data set of bamboo"),
        (("dataset", "connect_four", "x.txt"), "must end in"),
        (("dataset", "connect_four", "nowhere/x.csv"), "there is no folder nowhere"),
        (("book", "build", "connect_four", "-p", "width=2", "-p", "height=2"), "has only 4 cells"),
        (("book", "build", "connect_four", "nowhere/b.book"), "there is no folder nowhere"),
        (("book", "build", "connect_four", "."), "it is a folder"),
        (("book", "build", "connect_four", "b.book", "--seconds", "nan"), "seconds"),
        (("book", "check", "connect_four", "nowhere.book"), "no book can be read"),
    ],
)
def test_mistakes_end_in_one_line(arguments, complaint):
    done = plyground(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_book_and_dataset_commands(tmp_path):
    path = tmp_path / "small.book"
    size = ("-p", "width=5", "-p", "height=4")
    done = plyground(
        "book", "build", "connect_four", str(path), *size, "--plies", "3", "--memory", "8"
    )
    assert done.returncode == 0, done.stderr
    assert "positions up to ply 3" in done.stdout
    assert "5x4" in plyground("book", "check", "connect_four", str(path)).stdout
    told = json.loads(plyground("book", "check", "connect_four", str(path), "--json").stdout)
    assert (told["board"], told["plies"], told["bytes"]) == ("5x4", 3, path.stat().st_size)
    again = json.loads(
        plyground(
            "book", "build", "connect_four", str(path), *size, "--plies", "3", "--json"
        ).stdout
    )
    assert (again["positions"], again["complete"]) == (told["positions"], True)
    rows = tmp_path / "rows.csv"
    done = plyground("dataset", *SMALL[:1], str(rows), *SMALL[1:], "--plies", "3")
    assert "for the first player" in done.stdout
    told = plyground("dataset", *SMALL[:1], str(rows), *SMALL[1:], "--plies", "3", "--json").stdout
    assert sum(json.loads(told)["counts"].values()) == len(rows.read_text().splitlines()) - 1
    assert rows.exists()


def test_a_book_replaces_books_only(tmp_path):
    path = tmp_path / "b.book"
    path.write_text("a diary")
    size = ("-p", "width=4", "-p", "height=4")
    done = plyground("book", "build", "connect_four", str(path), *size, "--plies", "2")
    assert done.returncode == 2
    assert "is no book of this version; choose another name" in done.stderr
    assert path.read_text() == "a diary"


def test_too_much_memory_is_refused(tmp_path):
    path = str(tmp_path / "b.book")
    done = plyground("book", "build", "connect_four", path, "--plies", "3", "--memory", "1e9")
    assert done.returncode == 2
    assert done.stderr.startswith("plyground: not enough memory")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_book_that_was_interrupted_keeps_what_is_solved(tmp_path):
    path = tmp_path / "large.book"
    size = ("-p", "width=6", "-p", "height=6")  # half a minute, with the first scores at once
    limits = ("--plies", "8", "--memory", "64", "--threads", "1")
    words = ("book", "build", "connect_four", str(path), *size, *limits)
    process = subprocess.Popen([sys.executable, "-m", "plyground", *words], stderr=-1, text=True)
    partial, deadline = tmp_path / "large.book.partial", time.monotonic() + PATIENCE
    while not partial.exists() or partial.stat().st_size <= 16:  # 16 bytes say what is built
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "the same command goes on from here" in errors
    assert not path.exists()
    assert partial.stat().st_size > 16


@pytest.mark.parametrize(
    ("words", "says"),
    first_usual(
        [
            (("connect_four", "--no-book"), "score    from"),
            (("bamboo", "-p", "radius=3", "--keep", "b.proofs"), "proofs   "),
        ]
    ),
)
def test_an_interrupted_proof_says_how_far_it_got(tmp_path, monkeypatch, words, says):
    enter = GentleStop.__enter__

    def interrupt(watch):
        wait_for(lambda: watch.statistics().nodes > 1000)
        os.kill(os.getpid(), signal.SIGINT)

    def enter_and_interrupt(stop):
        threading.Thread(target=interrupt, args=(stop.watch,)).start()
        return enter(stop)

    monkeypatch.setattr(GentleStop, "__enter__", enter_and_interrupt)
    done = plyground("solve", *words, "--memory", "64", cwd=tmp_path)
    assert (done.returncode, done.stderr.strip()) == (130, "plyground: stopped")
    assert "not finished" in done.stdout
    assert says in done.stdout
    assert ("--keep" in words) == (tmp_path / "b.proofs").exists()
