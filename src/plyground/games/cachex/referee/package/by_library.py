"""Who thinks: alpha-beta in a shared library, which needs nothing but this folder and Python."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from .loader import load

HERE = Path(__file__).parent
DEEPEST = 120  # plies that a search looks ahead at most


class Thinker:
    """Chooses moves on a board of one size."""

    def __init__(self, size: int) -> None:
        """Load the library for boards of that size."""
        boards = json.loads((HERE / "boards.json").read_text())
        if str(size) not in boards:
            raise ValueError(f"this player knows boards of {', '.join(boards)} cells, not {size}")
        board = boards[str(size)]
        kernels = load(HERE / board["library"])
        self._stop = kernels.constants["STOP"]
        self._look, self._play, self._search = map(kernels.block, ("look", "play", "search"))
        self._position: Any = board["start"]
        self._played = 0  # moves that led to the position

    def choose(self, moves: list[int], seconds: float) -> int:
        """A move after these, which go on from those of the last call."""
        for move in moves[self._played :]:
            self._position = self._play.run(position=self._position, move=move)
        self._played = len(moves)
        is_over = threading.Event()
        threading.Thread(target=self._end, args=(seconds, is_over), daemon=True).start()
        found = self._search.run(position=self._position, last_depth=DEEPEST)
        is_over.set()
        if found["move"] >= 0:
            return int(found["move"])
        self._look.run(position=self._position)
        return int(self._look["moves"][0])  # stopped before it knew any

    def _end(self, seconds: float, is_over: threading.Event) -> None:
        """Stop the search after so many seconds; again and again, since it may begin later."""
        monitor = self._search["monitor"]
        while not is_over.wait(seconds):
            monitor[self._stop] = 1
            seconds = 0.01
