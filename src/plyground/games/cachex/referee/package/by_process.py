"""Who thinks: an agent of Plyground in a process of its own, asked by the engine protocol."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

ENGINE = json.loads(Path(__file__).with_name("engine.json").read_text())


class Thinker:
    """Chooses moves on a board of one size."""

    def __init__(self, size: int) -> None:
        """Start the agent and have it made ready, off the clock."""
        self._size = size
        self._engine = subprocess.Popen(
            ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ask("plyground 1", "ok")
        self._ask(f"game cachex size={size}", "ok")

    def choose(self, moves: list[int], seconds: float) -> int:
        """A move after these."""
        self._say(f"position start moves {' '.join(map(self._name, moves))}".strip())
        return self._move(self._ask(f"go seconds {seconds:.3f}", "bestmove").split()[1])

    def _name(self, move: int) -> str:
        r, q = divmod(move, self._size)
        return "steal" if r == self._size else f"{chr(ord('a') + q)}{r + 1}"

    def _move(self, name: str) -> int:
        if name == "steal":
            return self._size**2
        return (int(name[1:]) - 1) * self._size + ord(name[0]) - ord("a")

    def _say(self, line: str) -> None:
        assert self._engine.stdin
        self._engine.stdin.write(line + "\n")
        self._engine.stdin.flush()

    def _ask(self, line: str, wanted: str) -> str:
        self._say(line)
        for answer in self._engine.stdout or ():
            word = answer.split()[:1]
            if word == [wanted]:
                return answer
            if word == ["error"]:
                raise RuntimeError(answer.strip())
        raise RuntimeError(f"the engine ended: {ENGINE}")

    def __del__(self) -> None:
        """The engine ends with its player."""
        if hasattr(self, "_engine"):
            self._engine.kill()
            self._engine.communicate()
