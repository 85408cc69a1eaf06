"""How long the first compiled search of a game takes: in a new environment, and afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

CODE = """
import sys, time
import plyground as pg
from plyground.search.perft import count_sequences, perft
game = pg.game(sys.argv[1])
count_sequences.dispatcher
begun = time.perf_counter()
perft(game, game.start(), 3)
print(time.perf_counter() - begun)
"""


def measure(games: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Rows of the table: game, seconds with an empty cache, seconds with a full one.

    Loading Numba itself is not included; it takes the same once in every process.
    """
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            first, second = (_first_search(game, folder) for _ in range(2))
        yield game, f"{first:.2f} s", f"{second:.2f} s"


def _first_search(game: str, folder: str) -> float:
    environment = {**os.environ, "PLYGROUND_CACHE_DIR": folder}
    command = [sys.executable, "-c", CODE, game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)
