"""Agents that send signals to their opponent's process and to ours: no game is won by it."""

from __future__ import annotations

import contextlib
import os
from functools import cache

from faults.rig import Figures, Trial, family
from plyground.tournaments import Conditions, Tournament, local_workplace, make_plan
from plyground.tournaments.confinement import confine_signals

SIGNALS = ("SIGKILL", "SIGTERM", "SIGSTOP", "SIGSEGV", "SIGINT", "SIGHUP", "SIGABRT", "SIGQUIT")
WAYS = (
    "attack()",
    "Thread(target=attack).start()",
    "if not os.fork(): os.setsid(); attack(); os._exit(0)",
)
LIFE = ("init", "new_game", "choose")
AGENT = """
import os, signal
from pathlib import Path
from threading import Thread
import plyground as pg

OURS, PARENT = os.getpid(), os.getppid()

def parent_of(process):
    try:
        return int(Path(f"/proc/{{process}}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0

def attack():
    processes = map(int, filter(str.isdigit, os.listdir("/proc")))
    for process in [*(p for p in processes if parent_of(p) == PARENT and p != OURS), PARENT]:
        try:
            os.kill(process, signal.{signal})
        except OSError:
            pass

class Killer:
    def __init__(self, game):
        self.game = game
        {init}
    def prepare(self, position):
        pass
    def new_game(self):
        {new_game}
    def choose(self, position, limit=None, monitor=None):
        {choose}
        return pg.Decision(self.game.legal(position)[0])

class Victim:
    def __init__(self, game):
        self.game = game
    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(self.game.legal(position)[0])
"""


@cache
def signals_are_confined() -> bool:
    """Whether this system can confine the signals of a process; another one tries."""
    tried = os.fork()
    if not tried:
        os._exit(confine_signals())
    return os.waitstatus_to_exitcode(os.waitpid(tried, 0)[1]) == 1


@family("siblings")
def attack_siblings(trial: Trial) -> Figures:
    """Send a signal to all processes of the parent, and to it, somewhere in a game."""
    chance = trial.chance
    places = dict.fromkeys(LIFE, "pass") | {chance.choice(LIFE): chance.choice(WAYS)}
    code = AGENT.format(signal=SIGNALS[trial.number % len(SIGNALS)], **places)
    (trial.folder / "agents.py").write_text(code)
    killer, victim = "agents.py:Killer", "agents.py:Victim"
    with contextlib.chdir(trial.folder):
        plan = make_plan(
            *("tic_tac_toe", [killer, victim]),
            pairs=1,
            conditions=Conditions(move_timeout=4.0),
        )
        tournament = Tournament(plan, workplace=local_workplace(1))
        records = tournament.run()
    if signals_are_confined():
        assert [record.reason for record in records if record.forfeit] == []
        assert tournament.unplayable == {}
    return {"games": len(records), "void": len(tournament.unplayable)}
