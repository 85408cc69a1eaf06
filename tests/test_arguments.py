"""Every public function, called with every argument that it does not take: one line, and why."""

from __future__ import annotations

import inspect
import math
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground import PlygroundError
from plyground.errors import InvalidInputError
from plyground.kernel import interpreted
from tiers import rest_slow

GAME = pg.game("tic_tac_toe")
LATE = {"game": GAME, "moves": "b2 a1 c3 a3 a2 b1"}  # two cells are left
USUAL = {  # a call of each verb that is quick
    "accuracy": {"game": GAME, "agents": "random"},
    "agent": {"game": GAME, "spec": "random"},
    "analyse": {**LATE, "agent": "minimax", "depth": 1},
    "arena": {"game": GAME, "agents": ["random", "two=random"]},
    "board": LATE,
    "build": {"game": GAME, "to": "out"},
    "check": {"game": GAME},
    "explore": {**LATE, "seconds": 0},
    "game": {"reference": "tic_tac_toe"},
    "play": {**LATE, "first": "random", "second": "random"},
    "publish": {"games": GAME, "to": "out"},
    "serve": {"game": "tic_tac_toe", "open": False},
    "solve": LATE,
    "solve_many": {"game": GAME, "positions": ["X../.O./..X O"]},
    "train": {"game": GAME, "minutes": 0.001, "output": "out"},
    "tree": {**LATE, "depth": 1},
    "why": LATE,
}
# What would take long, or begins once all arguments are known to be right.
WORK = (
    "plyground.tournaments.accuracy.Examiner.judged_positions",
    "plyground.tournaments.tournament.Tournament.run",
    "plyground.tournaments.store_file._create",
    "plyground.verbs.build.write",
    "plyground.verbs.publish.write_site",
    "plyground.conformance.run_check",
    "plyground.web.server.bind",
)
HOSTILE = (None, 0, -1, 2**70, math.nan, math.inf, "", "x", "\0", "\ud800", b"x", [], [None])
HOSTILE += (object(), Path("nowhere"), True, np.int64(3), np.float64(0.5))
QUICK = ("agent", "game", "play", "solve", "solve_many", "tree", "why")
CASES = [(verb, name) for verb in USUAL for name in inspect.signature(getattr(pg, verb)).parameters]


class AtWorkError(Exception):
    """The arguments were taken."""


@pytest.fixture(autouse=True)
def no_work(request, monkeypatch, tmp_path):
    def begin(*_arguments, **_named):
        raise AtWorkError

    training = "plyground.learn.training.Training.__init__"  # which imports PyTorch
    for work in (*WORK, *([training] if "train-" in request.node.name else [])):
        monkeypatch.setattr(work, begin)
    monkeypatch.chdir(tmp_path)
    with interpreted():
        yield


def called(verb, name, value):
    """Call the verb with this argument besides its usual ones."""
    given = {**USUAL[verb], **({"width": value} if name == "parameters" else {name: value})}
    first = [given.pop("game")] if "agents" in given else []
    return getattr(pg, verb)(*first, *([given.pop("agents")] if first else []), **given)


@pytest.mark.parametrize(("verb", "name"), rest_slow(CASES, lambda case: case[0] in QUICK))
def test_arguments_of_other_kinds_are_refused_in_one_line(verb, name):
    for value in HOSTILE:
        try:
            called(verb, name, value)
        except AtWorkError:
            continue
        except PlygroundError as error:
            said = str(error)
            assert "\n" not in said, said
            shown = (repr(value), str(value).strip("[]"), name, "width", "position")
            assert any(words in said for words in shown), said


@pytest.mark.parametrize(
    ("verb", "name", "value", "words"),
    [
        ("solve", "moves", 0, "moves=0 must be text or a list"),
        ("solve", "memory", "x", "memory='x' must be a number or None"),
        ("solve", "memory", math.nan, "memory=nan must be from 1 to 1000000 megabytes"),
        ("solve", "keep", "\0", r"keep='\\x00' cannot be the name of a file"),
        ("tree", "pruning", 1, "pruning=1 must be True or False"),
        ("play", "first", 7, "first=7 must be text or an object with a method choose"),
    ],
)
def test_what_is_said(verb, name, value, words):
    with pytest.raises(InvalidInputError, match=words):
        called(verb, name, value)


def test_numbers_of_numpy_are_numbers():
    played = pg.play(GAME, "random", "random", seed=np.int64(3), nodes=np.int64(10))
    assert played.moves == pg.play(GAME, "random", "random", seed=3, nodes=10).moves
