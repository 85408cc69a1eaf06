"""Processes that have just started, but need not import Numba again.

One process has imported all that is needed, and has compiled something, so that Numba has loaded
what it loads then. For each call it makes a copy of itself, which knows no game yet.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SERVER = """
import json, os, sys, traceback
from typing import NamedTuple
import plyground as pg
from plyground.kernel import search_kernel
from plyground.search.perft import perft, count_sequences

@pg.compiled
class Pair(NamedTuple):
    one: int

    def twice(self):
        return 2 * self.one

@search_kernel
def begin(pair):
    return pair.twice()

begin(Pair(1))
for line in sys.stdin:
    order = json.loads(line)
    child = os.fork()
    if not child:
        status = 1
        try:
            output = os.open(order["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1), os.dup2(output, 2)
            os.chdir(order["folder"])
            os.environ["PLYGROUND_CACHE_DIR"] = order["cache"]
            sys.argv = ["-c", *order["arguments"]]
            exec(order["code"], {"__name__": "__main__"})
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class FreshProcesses:
    """Runs code in processes of its own; use it in a `with` statement."""

    def __init__(self, folder: Path) -> None:
        self._output = folder / "output.txt"
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        self._server = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environment, "PLYGROUND_CACHE_DIR": str(folder / "cache")},
        )

    def __enter__(self) -> FreshProcesses:
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.communicate()

    def run(self, code: str, arguments: list[str], folder: Path, cache: Path) -> tuple[int, str]:
        """The exit status of the code, run in that folder, and what it printed."""
        order = {
            "code": code,
            "arguments": arguments,
            "folder": str(folder),
            "cache": str(cache),
            "output": str(self._output),
        }
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        status = int(self._server.stdout.readline())
        return status, self._output.read_text()
