"""Agents that misbehave, in a hundred ways: each loses its own games, for the reason that is true.

A kind is something that an agent does (raise, exit, hang, ...) at some point of its life (while it
is made, prepared, told of a new game, asked for a move or closed), or something that it answers.
"""

from __future__ import annotations

import contextlib
import re
from typing import NamedTuple
from unittest.mock import patch

from faults.rig import Figures, Trial, family
from plyground.arena import Conditions, local_workplace, make_plan, play_tournament

MOVE_SECONDS = 4.0  # patience with an agent that hangs; the process of one that does not starts
PREPARE_SECONDS = 8.0  # well within it, however busy the machine is

AGENT = """
import ctypes, os, signal, sys, threading, time
import numpy as np
import plyground as pg

class Silent(Exception):
    def __str__(self):
        raise ValueError

class Strange(BaseException):
    pass

def act(self=None, position=None):
    {act}

class Bad:
    def __init__(self, game):
        self.game = game
        {init}
    def prepare(self, position):
        {prepare}
    def new_game(self):
        {new_game}
    def choose(self, position, limit=None, monitor=None):
        legal = self.game.legal(position)
        {choose}
    def close(self):
        {close}

class Good:
    def __init__(self, game):
        self.game = game
    def choose(self, position, limit=None, monitor=None):
        return pg.Decision(self.game.legal(position)[0])
"""
FIRST = "return pg.Decision(legal[0])"

RAISED = {
    "raise ValueError('boom')": r"^crash: ValueError: boom \(agent\.py, line \d+\)$",
    "raise SystemExit": "^crash: SystemExit",
    "sys.exit('enough')": "^crash: SystemExit: enough",
    "raise KeyboardInterrupt": "^crash: KeyboardInterrupt",
    "raise Silent": r"^crash: Silent: \(it does not say why\)",
    "raise Strange('x')": "^crash: Strange: x",
    "raise ValueError('long ' * 10**5)": r"^crash: ValueError: long .*\.\.\. \(agent\.py, line",
    r"raise ValueError('\udc80')": "^crash: ValueError",
    "raise StopIteration": "^crash: StopIteration",
    "raise GeneratorExit": "^crash: GeneratorExit",
    "act()": "^crash: RecursionError",
    "1 / 0": "^crash: ZeroDivisionError",
    "np.empty(10**15)": r"^crash: (numpy\.)?\w*MemoryError",
    "import nowhere": "^crash: ModuleNotFoundError",
    "sys.stdout.close(); print('x')": "^crash: ValueError",
}
DEADLY = {
    "os._exit(3)": "^death: its process ended with exit code 3$",
    "os._exit(0)": "^death: its process ended with exit code 0$",
    "os.abort()": "^death: its process was ended by SIGABRT$",
    "ctypes.string_at(0)": "^death: its process was ended by SIGSEGV$",
    "os.kill(os.getpid(), signal.SIGKILL)": "^death: its process was ended by SIGKILL$",
    "os.kill(os.getpid(), signal.SIGTERM)": "^death: its process was ended by SIGTERM$",
    "os.closerange(3, 1024)": "^death: it closed the file descriptors of its process$",
    "os.execv('/bin/true', ['true'])": "^death: its process ended with exit code 0$",
}
HANGING = {
    "while True: pass": "^stall: ",
    "time.sleep(10**6)": "^stall: ",
    "threading.Lock().acquire() and threading.Event().wait()": "^stall: ",
    "os.kill(os.getpid(), signal.SIGSTOP)": "^stall: ",
}
ANSWERS = {
    "None": "^illegal move: answered None, which is no decision$",
    "'e4'": "^illegal move: answered 'e4', which is no decision$",
    "legal[0]": r"^illegal move: answered \d+, which is no decision$",
    "act": "^illegal move: answered <function act",
    "(legal[0],)": r"^illegal move: answered \(\d+,\), which is no decision$",
    "pg.Decision(None)": "^illegal move: answered Decision",
    "pg.Decision(0.5)": "^illegal move: answered Decision",
    "pg.Decision(-1)": "^illegal move: ",
    "pg.Decision(99)": "^illegal move: ",
    "pg.Decision(10**5000)": "^illegal move: answered a Decision",
    "pg.Decision(0)": "^illegal move: a1 is illegal",
    "pg.Decision(legal[0], 'good')": "^crash: its decision is unfit",
    "pg.Decision(legal[0], pg.Proven(7, 0))": "^crash: its decision is unfit",
    "pg.Decision(legal[0], statistics=None)": "^crash: its decision is unfit",
    "pg.Decision(legal[0], statistics=pg.Statistics(nodes=-1))": "^crash: its decision is unfit",
    "pg.Decision(legal[0], statistics=pg.Statistics(nodes=10**30))": "^crash: .* is unfit",
    "type('D', (), {'move': property(lambda self: 1 / 0)})()": "^illegal move: answered <",
    "type('D', (), {'move': property(lambda self: sys.exit())})()": "^illegal move: answered <",
}
LIFE = ("choose", "new_game", "prepare", "init")


class Kind(NamedTuple):
    """One way to misbehave."""

    act: str
    at: str  # the method in which it happens
    reason: str

    def code(self) -> str:
        """The file of an agent of that kind."""
        places = dict.fromkeys((*LIFE, "close"), "pass") | {"choose": FIRST}
        done = f"return {self.act}" if self.at == "answer" else f"act(self); {places[self.at]}"
        places["choose" if self.at == "answer" else self.at] = done
        return AGENT.format(act="pass" if self.at == "answer" else self.act, **places)


BY_RAISING = [Kind(act, at, reason) for act, reason in RAISED.items() for at in LIFE]
BY_DYING = [Kind(act, at, reason) for act, reason in DEADLY.items() for at in (*LIFE, "close")]
BY_HANGING = [Kind(act, at, reason) for act, reason in HANGING.items() for at in (*LIFE, "close")]
BY_ANSWERING = [Kind(answer, "answer", reason) for answer, reason in ANSWERS.items()]
QUICK = [kind for kinds in (BY_RAISING, BY_ANSWERING, BY_DYING) for kind in kinds]


@family("misbehaviour", share=3)
def misbehave(trial: Trial) -> Figures:
    """Agents that raise, die or answer nonsense."""
    return _blamed(QUICK[trial.number % len(QUICK)], trial)


@family("stalls", share=3)
def hang(trial: Trial) -> Figures:
    """Agents that hang."""
    return _blamed(BY_HANGING[trial.number % len(BY_HANGING)], trial)


def _blamed(kind: Kind, trial: Trial) -> Figures:
    """Let an agent of that kind play a good one; all its games are lost for the reason given."""
    (trial.folder / "agent.py").write_text(kind.code())
    conditions = Conditions(move_timeout=MOVE_SECONDS)
    opponent = trial.chance.choice(["random", "agent.py:Good"])
    with (
        contextlib.chdir(trial.folder),
        patch("plyground.arena.worker_pool.PREPARE_SECONDS", PREPARE_SECONDS),
    ):
        plan = make_plan(
            "tic_tac_toe",
            ["agent.py:Bad", opponent],
            pairs=1,
            openings=[("a1", "b2")],
            conditions=conditions,
        )
        records = play_tournament(plan, workplace=local_workplace(1))
    assert len(records) == 2
    for record in records:
        assert record.forfeit, f"{kind}: no forfeit"
        assert record.winning_agent == opponent, f"{kind}: {record.reason}"
        assert re.search(kind.reason, record.reason), f"{kind}: {record.reason}"
    return {"games": len(records)}
