"""An engine whose answers a test writes, and agents that play by it."""

from __future__ import annotations

import shlex
import sys

import plyground as pg
from plyground.agents.engine import EngineAgent, Patience

PYTHON = [sys.executable, "-I", "-S"]  # starts quickly
PLYGROUND = [sys.executable, "-m", "plyground", "engine"]
GAME = pg.game("tic_tac_toe")
START = GAME.start()
BRISK = Patience(answer=10.0, grace=0.1)

# What each kind of line is answered with; tests replace single answers.
ENGINE = """
import os, sys, time
def say(*lines):
    for line in lines:
        print(line, flush=True)
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "plyground":
        {greeting}
    elif word == "game":
        {accept}
    elif word == "newgame":
        {newgame}
    elif word == "position":
        {position}
    elif word == "legal":
        legal = rest
    elif word == "go":
        {go}
    elif word == "analyse":
        {analyse}
    elif word == "option":
        {option}
    elif word == "stop":
        {stop}
    elif word == "quit":
        break
"""
ANSWERS = {
    "greeting": "say('id name test engine', 'ok')",
    "accept": "say('ok')",
    "newgame": "pass",
    "position": "pass",
    "go": "say('bestmove ' + legal[0])",
    "analyse": "pass",
    "option": "pass",
    "stop": "pass",
}


def engine(patience=BRISK, limit=None, game=GAME, seed=None, **answers):
    code = ENGINE.format(**{**ANSWERS, **answers})
    return EngineAgent(game, "bot", [*PYTHON, "-c", code], limit, patience, seed)


def choose(player, **options):
    """What it chooses; the engine is ended whatever happens."""
    try:
        return player.choose(START, **options)
    finally:
        player.close()


def spec(*command, **arguments):
    words = "".join(f", {name}={value}" for name, value in arguments.items())
    quoted = shlex.join(map(str, command)).replace("\\", "\\\\").replace('"', '\\"')
    return f'engine(cmd="{quoted}"{words})'
