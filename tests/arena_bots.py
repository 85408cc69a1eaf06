"""Agents that behave in every way, for tests of the arena.

A module that wants them says `pytest_plugins = "arena_bots"` and asks for `bots`.
"""

from __future__ import annotations

import pytest

BOTS = """
import os, random, signal, sys, time
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
    def prepare(self, position):
        pass
    def decide(self, position):
        time.sleep(60)

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

class SlowStart(Base):
    started = False
    def prepare(self, position):
        if not SlowStart.started:
            time.sleep(1.6)
        SlowStart.started = True
    def decide(self, position):
        return pg.Decision(self.game.legal(position)[0])

class Unready(Base):
    def prepare(self, position):
        time.sleep(60)

class Silent(Exception):
    def __str__(self):
        raise SystemExit

class Speechless(Base):
    def decide(self, position):
        raise Silent

class Trap(Base):
    def decide(self, position):
        raise_exit = property(lambda self: sys.exit(5))
        return type("Answer", (), {"move": raise_exit})()

class Sly(Base):
    def prepare(self, position):
        pass
    def decide(self, position):
        def compute(self):
            while True:
                pass
        return type("Answer", (), {"move": property(compute)})()

class Gone(Base):
    def __init__(self, game, seed=None):
        os._exit(7)

class Clinging(Base):
    def prepare(self, position):
        pass
    def decide(self, position):
        return pg.Decision(self.game.legal(position)[0])
    def close(self):
        time.sleep(60)

class Closer(Base):
    def prepare(self, position):
        pass
    def decide(self, position):
        os.closerange(3, 1024)
        return pg.Decision(self.game.legal(position)[0])

def surroundings():
    streams = sys.stdin, sys.stdout, sys.stderr
    files = [os.fstat(number).st_ino for number in (0, 1, 2)]
    return os.getcwd(), dict(os.environ), sys.getrecursionlimit(), streams, sys.path[:], files

class Sensitive(Base):
    def new_game(self):
        self.before, self.expected = surroundings(), None
    def decide(self, position):
        assert surroundings() == self.before
        drawn = random.random()
        assert self.expected is None or drawn == self.expected, "drawn by somebody else"
        peek = random.Random()
        peek.setstate(random.getstate())
        self.expected = peek.random()
        time.sleep(0.06)
        return pg.Decision(self.game.legal(position)[0])

class Nuisance(Base):
    def prepare(self, position):
        pass
    def decide(self, position):
        self.annoy()
        return pg.Decision(self.game.legal(position)[0])

class Wander(Nuisance):
    def annoy(self):
        os.chdir("/")

class Poison(Nuisance):
    def annoy(self):
        os.environ.clear()
        sys.path.clear()

class Shallow(Nuisance):
    def annoy(self):
        sys.setrecursionlimit(90)

class Gamble(Nuisance):
    def annoy(self):
        random.seed(0)

class Shut(Nuisance):
    def annoy(self):
        os.closerange(0, 3)

class Mute(Nuisance):
    def annoy(self):
        sys.stdin = sys.stdout = sys.stderr = None

class Alarm(Nuisance):
    def annoy(self):
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        time.sleep(60)

class Abort(Nuisance):
    def annoy(self):
        os.abort()

class Lurk(Nuisance):
    def annoy(self):
        import threading
        def change():
            while True:
                os.chdir("/")
                random.seed(0)
                time.sleep(0.001)
        threading.Thread(target=change, daemon=True).start()

class Ponder(Base):
    ticks = 0
    def __init__(self, game):
        import threading
        self.game, self.last = game, None
        threading.Thread(target=self.think, daemon=True).start()
    def think(self):
        while True:
            time.sleep(0.04)
            self.ticks += 1
    def decide(self, position):
        assert self.last is None or self.ticks - self.last < 5, "thought in another's time"
        self.last = self.ticks
        return pg.Decision(self.game.legal(position)[0])

class Rewrite(Nuisance):
    def annoy(self):
        os.getcwd = lambda: "/nowhere"
        random.random = lambda: 7.0
        type(self.game).legal = None

class Forge(Nuisance):
    def annoy(self):
        for number in range(3, 256):
            try:
                os.write(number, b"\\x02\\0\\0\\0{}")
            except OSError:
                pass

class Endless(Base):
    def decide(self, position):
        return pg.Decision(10**5000)

class Unborn(Base):
    def new_game(self):
        raise RuntimeError("never")
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
