"""How long the first move of a new installation takes: from `plyground serve` to the reply.

    python -m benchmarks.first_move [PYTHON]

measures the installation of that Python, by default of this one, whose cache of machine code is
empty each time: without [prebuilt kernels](../docs/architecture.md) everything is compiled.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from websockets.sync.client import connect

GAMES = {"connect_four": "4", "tic_tac_toe": "b2", "konane": "h1", "cachex": "c3"}
OPPONENT = "casual"  # whom the page offers first
TICKS = os.sysconf("SC_CLK_TCK")


def measure(python: str = sys.executable) -> Iterator[tuple[str, ...]]:
    """Rows of the table: game, seconds by the clock until it listens and until the reply, CPU."""
    for game, move in GAMES.items():
        listening, replied, cpu = first_move(python, game, move)
        yield game, f"{listening:.2f} s", f"{replied:.2f} s", f"{cpu:.2f} s"


def first_move(python: str, game: str, move: str) -> tuple[float, float, float]:
    """Seconds from the start until the page can be opened, until the reply, and CPU until then."""
    with tempfile.TemporaryDirectory() as cache:
        command = [python, "-m", "plyground", "serve", game, "--port", "0", "--no-open"]
        environment = {**os.environ, "PLYGROUND_CACHE_DIR": cache}
        begun = time.perf_counter()
        with subprocess.Popen(
            command, env=environment, cwd=cache, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                address = _address(server)
                listening = time.perf_counter() - begun
                _reply(address, game, move)
                return listening, time.perf_counter() - begun, _cpu_seconds(server.pid)
            finally:
                server.terminate()


def _address(server: subprocess.Popen[str]) -> str:
    """Where the server says that it is."""
    for line in server.stdout or ():
        if found := re.search(r"http://(\S+?)/", line):
            return found[1]
    raise RuntimeError("the server ended before it listened")


def _reply(address: str, game: str, move: str) -> None:
    """Click on a move, and wait for the opponent's."""
    with connect(f"ws://{address}/api/live", origin=f"http://{address}") as line:  # type: ignore[arg-type]
        question = {"type": "play", "id": "first", "game": game, "moves": "", "move": move}
        line.send(json.dumps({**question, "reply": {"agent": OPPONENT}}))
        while True:
            answer = json.loads(line.recv())
            if answer["type"] == "done":
                return
            if answer["type"] == "error":
                raise RuntimeError(answer)


def _cpu_seconds(process: int) -> float:
    """Processor time of a process so far, by Linux."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    for row in measure(*sys.argv[1:2]):
        print(*row, sep="\t")
