"""Agents that behave in every way, for tests of the arena.

A module that wants them says `pytest_plugins = "arena_bots"` and asks for `bots`.
"""

from __future__ import annotations

import pytest

BOTS = """
import os, time
import plyground as pg

class Base:
    def __init__(self, game, seed=None):
        self.game = game
    def new_game(self):
        pass
    def choose(self, position, limit=None, monitor=None):
        return self.decide(position)

class First(Base):
    def decide(self, position):
        print("not a message")
        return pg.Decision(self.game.legal(position)[0], pg.Estimate(3, position.player()))

class Crash(Base):
    def decide(self, position):
        raise ValueError("boom\\nand more")

class Leave(Base):
    def decide(self, position):
        raise SystemExit

class Hang(Base):
    def decide(self, position):
        while True:
            pass

class Die(Base):
    def decide(self, position):
        os._exit(3)

class DieOnce(Base):
    def decide(self, position):
        if not os.path.exists("died"):
            open("died", "w").close()
            os._exit(3)
        return pg.Decision(self.game.legal(position)[0])

class Illegal(Base):
    def decide(self, position):
        return pg.Decision(0)

class Nonsense(Base):
    def decide(self, position):
        return "e4"

class Unfit(Base):
    def decide(self, position):
        return pg.Decision(self.game.legal(position)[0], score="good")

class Impossible(Base):
    def decide(self, position):
        return pg.Decision(self.game.legal(position)[0], pg.Proven(7, position.player()))

class Uncountable(Base):
    def decide(self, position):
        many = pg.Statistics(nodes=10**30)
        return pg.Decision(self.game.legal(position)[0], statistics=many)

class Unspeakable(Base):
    def decide(self, position):
        raise ValueError("\\udc80")

class Slow(Base):
    def decide(self, position):
        time.sleep(0.4)
        return pg.Decision(self.game.legal(position)[0])

class Large(Base):
    def decide(self, position):
        kept = b"x" * (200 << 20)  # given back at once, and counted all the same
        return pg.Decision(self.game.legal(position)[0])

class Keeper(Base):
    def __init__(self, game, seed=None):
        self.game, self.kept = game, []
    def decide(self, position):
        self.kept.append(b"x" * (60 << 20))
        return pg.Decision(self.game.legal(position)[0])

class Filled(First):
    def __init__(self, game, seed=None):
        self.game, self.kept = game, b"x" * (200 << 20)

class Unborn(Base):
    def new_game(self):
        raise RuntimeError("never")
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
