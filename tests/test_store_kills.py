"""Whoever is killed loses nothing: tournaments go on from their store, to the same results."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from arena_outcomes import outcomes
from plyground.tournaments import Store
from waiting import PATIENCE, wait_for

KILL_POINTS = 1
GAMES = 600
PLAN = ["tic_tac_toe", "random", "random(prefer=default)", "random(prefer=evaluation)"]
PLAN += ["--pairs", "100"]


def start(store, folder):
    command = [sys.executable, "-m", "plyground", "arena", *PLAN, "--store", str(store)]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stored(file):
    with Store(file, create=False) as store:
        run = store.run()
        return run, outcomes(store.records(run.number))


def games_in(file):
    """How many games the store holds, none if there is no store yet."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as base:
        return base.execute("SELECT count(*) FROM games").fetchone()[0]


def kill_somewhere(process, file, seconds, chance):
    """Kill the process at any time, or as soon as it has written any number of games."""
    if chance.random() < 0.3:
        time.sleep(chance.uniform(0, seconds))
    else:
        wanted = chance.randrange(1, GAMES)
        while games_in(file) < wanted and process.poll() is None:
            time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    return games_in(file)


def survive_kills(folder, points):
    """How often a tournament was killed between its first and its last game."""
    begun = time.monotonic()
    whole = start("whole.db", folder)
    whole.communicate(timeout=PATIENCE)
    seconds = time.monotonic() - begun
    expected = stored(folder / "whole.db")[1]
    assert len(expected) == GAMES
    chance, between = random.Random(time.time_ns()), 0
    for point in range(points):
        file = folder / f"killed{point}.db"
        kept = kill_somewhere(start(file.name, folder), file, seconds, chance)
        between += 0 < kept < GAMES
        again = start(file.name, folder)
        said = again.communicate(timeout=PATIENCE)
        assert again.returncode == 0, said
        run, games = stored(file)
        assert run.complete
        assert games == expected
        with closing(sqlite3.connect(file)) as base:
            assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return between


def test_killed_tournaments_resume_to_the_same_results(tmp_path):
    survive_kills(tmp_path, KILL_POINTS)


@pytest.mark.slow
def test_a_hundred_kills(tmp_path):
    assert survive_kills(tmp_path, 100) > 30


def test_workers_end_with_a_killed_tournament(tmp_path):
    tournament = start("r.db", tmp_path)
    children = []

    def has_children():
        listed = subprocess.run(
            ["pgrep", "-P", str(tournament.pid)], capture_output=True, text=True, check=False
        )
        children.extend(listed.stdout.split())
        return children

    wait_for(has_children)
    os.kill(tournament.pid, signal.SIGKILL)
    tournament.communicate()
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


@pytest.mark.slow
def test_two_processes_at_one_store(tmp_path):
    both = [start("r.db", tmp_path) for _ in range(2)]
    said = [process.communicate(timeout=PATIENCE) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert said[0][0].splitlines()[:8] == said[1][0].splitlines()[:8]
    run, games = stored(tmp_path / "r.db")
    assert run.complete
    assert len(games) == GAMES
