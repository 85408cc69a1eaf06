"""A player for the referee of the course that Cachex comes from: a package with a class `Player`.

The referee calls `Player("red", n)`, then `action()` for `("PLACE", r, q)` or `("STEAL",)`, and
`turn(player, action)` for the actions of both sides. The package needs nothing but Python: it asks
an agent of Plyground that thinks in a process of its own, by the engine protocol. So neither Numba
nor its compiling is in the referee's process, which hardly grows.
"""

from __future__ import annotations

import sys
from pathlib import Path

from plyground.errors import FileError

INIT = '''"""A player of Cachex."""

from .player import Player as Player
'''
PLAYER = '''"""A player of Cachex, for the referee of the course.

An agent of Plyground thinks in a process of its own; this one only asks it. It takes at most
n * n seconds for a game.
"""

import subprocess
import time

ENGINE = {engine}
SHARE = 25  # of the time left, a move may take one part
RESERVE = 0.9  # of n * n seconds are used


class Player:
    """One side of a game."""

    def __init__(self, player, n):
        """`player` is "red" or "blue"; n is the size of the board. The agent is made ready here."""
        self.moves = []
        self.left = RESERVE * n * n
        self.engine = subprocess.Popen(
            ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ask("plyground 1", "ok")
        self._ask(f"game cachex size={{n}}", "ok")

    def action(self):
        """The action to take now."""
        begun = time.monotonic()
        self._say(f"position start moves {{' '.join(self.moves)}}".strip())
        seconds = max(0.01, self.left / SHARE)
        move = self._ask(f"go seconds {{seconds:.3f}}", "bestmove").split()[1]
        self.left -= time.monotonic() - begun
        if move == "steal":
            return ("STEAL",)
        return ("PLACE", int(move[1:]) - 1, ord(move[0]) - ord("a"))

    def turn(self, player, action):
        """Either side has acted."""
        if action[0].upper() == "STEAL":
            self.moves.append("steal")
        else:
            self.moves.append(f"{{chr(ord('a') + action[2])}}{{action[1] + 1}}")

    def _say(self, line):
        self.engine.stdin.write(line + "\\n")
        self.engine.stdin.flush()

    def _ask(self, line, wanted):
        self._say(line)
        for answer in self.engine.stdout:
            word = answer.split()[:1]
            if word == [wanted]:
                return answer
            if word == ["error"]:
                raise RuntimeError(answer.strip())
        raise RuntimeError(f"the engine ended: {{ENGINE}}")

    def __del__(self):
        """The engine ends with its player."""
        if hasattr(self, "engine"):
            self.engine.kill()
            self.engine.wait()
            self.engine.stdin.close()
            self.engine.stdout.close()
'''


def write_player(folder: Path, spec: str) -> list[Path]:
    """Write the package into a new folder; the files that were written."""
    if folder.exists():
        raise FileError(f"{folder} is there already; name a folder that is not")
    engine = [sys.executable, "-m", "plyground", "engine", spec]
    try:
        folder.mkdir(parents=True)
        files = {"__init__.py": INIT, "player.py": PLAYER.format(engine=engine)}
        for name, content in files.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot write {folder}: {error.strerror or error}") from error
    return [folder / name for name in files]
