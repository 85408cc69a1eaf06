"""Ctrl-C ends a command at any moment: in one line, at once, with exit code 130."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import pytest

from tiers import first_usual
from waiting import PATIENCE

START = """
import plyground
print("begun", flush=True)
from plyground.cli import main
main()
"""
INTERRUPTED_IMPORT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
from plyground.cli import main
main()
"""
LONG_WORK = ("solve", "bamboo", "-p", "radius=4", "--memory", "16")


def begin(folder, script):
    """A command as it runs after installation, with an empty cache of machine code."""
    file = folder / "plyground"
    file.write_text(script)
    environment = {**os.environ, "PLYGROUND_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, str(file), *LONG_WORK]
    return subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=environment)


@pytest.mark.parametrize(
    "module", first_usual(["numba.core", "typer", "plyground.vocabulary", "numpy"], 2)
)
def test_while_importing(tmp_path, module):
    process = begin(tmp_path, INTERRUPTED_IMPORT.format(module=module))
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "\nplyground: stopped\n")


@pytest.mark.parametrize(
    "seed",
    first_usual([3, 0, 1, 2, 4, 5]),
)
def test_at_any_moment(tmp_path, seed):
    """While the rest is imported, while it compiles, while it searches: whichever it is."""
    process = begin(tmp_path, START)
    assert process.stdout.readline() == "begun\n"
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(random.Random(seed).uniform(0, 5))
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "\nplyground: stopped\n")
