"""Agents in processes of their own: none of them ends another's game, and none keeps us waiting."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path

import pytest

import plyground as pg
from plyground.errors import WorkerWarning
from plyground.tournaments import Conditions, Tournament, local_workplace, make_plan
from plyground.tournaments.memory import MemoryMeter
from plyground.tournaments.worker_pool import WorkerPool

pytest_plugins = ("arena_bots", "interpreting")
pytestmark = [
    pytest.mark.usefixtures("interpreted_processes"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="siblings are found in /proc"),
]

KILLER = """
import os, signal, subprocess
from pathlib import Path
import plyground as pg

def parent_of(process):
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0

class Killer:
    def __init__(self, game):
        self.game = game
    def prepare(self, position):
        pass
    def choose(self, position, limit=None, monitor=None):
        for process in map(int, filter(str.isdigit, os.listdir("/proc"))):
            if parent_of(process) == os.getppid() and process != os.getpid():
                try:
                    os.kill(process, signal.SIGKILL)
                except PermissionError:
                    pass
        return pg.Decision(self.game.legal(position)[0])

class Starter(Killer):
    def choose(self, position, limit=None, monitor=None):
        started = subprocess.Popen(["sleep", "60"])
        started.kill()
        assert started.wait(10) == -signal.SIGKILL
        return pg.Decision(self.game.legal(position)[0])
"""
UNCONFINED = """
import plyground.tournaments.confinement as confinement
confinement.CREATE_RULESET = -1  # as a system call that there is not
"""


@pytest.fixture
def killer(bots):
    """Agents in files, one of which kills the processes of its parent."""
    Path("killer.py").write_text(KILLER)


@pytest.fixture
def unconfined(killer, monkeypatch):
    """Processes of a system that confines no signals."""
    Path("sitecustomize.py").write_text(UNCONFINED)
    monkeypatch.setenv("PYTHONPATH", f"{Path.cwd()}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


def play(agents, pairs=2, **conditions):
    plan = make_plan("tic_tac_toe", agents, pairs=pairs, conditions=Conditions(**conditions))
    tournament = Tournament(plan, workplace=local_workplace(1))
    return tournament, tournament.run()


def test_an_agent_that_kills_its_siblings_wins_nothing_by_it(killer):
    """It may not where signals are confined; elsewhere its games have no record."""
    tournament, records = play(["killer.py:Killer", "bots.py:First"])
    assert [record.reason for record in records if record.forfeit] == []
    assert len(records) + len(tournament.unplayable) == 4


def test_where_signals_are_not_confined_such_games_count_for_none(unconfined, monkeypatch):
    monkeypatch.setattr("plyground.tournaments.worker_pool.DEATHS", 2)
    tournament, records = play(["killer.py:Killer", "bots.py:First"], pairs=1)
    assert records == []
    assert set(tournament.unplayable.values()) == {
        "while killer.py:Killer was at work, bots.py:First was lost: its process was ended by "
        "SIGKILL; this system cannot keep agents from ending each other"
    }


def test_an_agent_may_end_what_it_has_started(killer):
    _, records = play(["killer.py:Starter", "random"])
    assert [record.reason for record in records if record.forfeit] == []
    assert len(records) == 4


def test_a_guest_that_ended_between_games_costs_none(bots):
    """Its memory can no longer be measured then, which was taken for its crash."""
    ended = []

    def end_guests(_record) -> None:
        if not ended:
            for worker in [*pool._busy, *pool._free]:
                ended.extend(children_of(worker.process.pid))
            for process in ended:
                os.kill(process, signal.SIGKILL)

    workplace = local_workplace(1)
    pool: WorkerPool = workplace._pool
    plan = make_plan(
        "tic_tac_toe", ["bots.py:First", "random"], pairs=20, conditions=Conditions(memory=500)
    )
    records = Tournament(plan, workplace=workplace, on_game=end_guests).run()
    assert ended
    assert len(records) == 40
    assert [record.reason for record in records if record.forfeit] == []


def children_of(process: int) -> list[int]:
    folder = Path(f"/proc/{process}/task")
    return [int(n) for task in folder.iterdir() for n in (task / "children").read_text().split()]


def test_the_memory_of_a_process_that_has_ended_is_no_error():
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    meter = MemoryMeter()
    with pytest.raises(KeyError), meter.at_work(0, child):
        raise KeyError  # what asking such a process raises comes out
    assert meter.most == [0, 0]


def test_a_guest_without_a_limit_that_keeps_a_game_waiting_is_named(bots, monkeypatch):
    monkeypatch.setattr("plyground.tournaments.worker_pool.SIGN_SECONDS", 0.1)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        _, (record, *_) = play(["bots.py:Hang", "random"], pairs=1, move_timeout=1.0)
    assert record.reason == "stall: no answer after 1 s"
    assert {each.category for each in warned} == {WorkerWarning}
    assert (
        "bots.py:Hang has been thinking about a move for 0.1 s; it loses the game if it has not "
        "ended after 1 s, or sooner with a limit in time (--seconds)"
    ) in {str(each.message) for each in warned}


def test_a_guest_with_a_limit_in_time_ends_soon_after_it(bots, monkeypatch):
    monkeypatch.setattr("plyground.tournaments.worker_pool.COURTESY", 0.5)
    _, records = play(["bots.py:Hang", "random"], pairs=1, limit=pg.Limit(seconds=0.2))
    assert {record.reason for record in records} == {"stall: no answer after 0.8 s"}
