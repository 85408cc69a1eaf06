"""Odd environments and odd files: a command works or ends in one line, and prints what it has."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import plyground as pg
from faults.rig import Figures, Trial, family
from odd_files import ODD_FILES, READERS
from plyground.errors import PlygroundError

STORE = "arena.db"
ODD = {
    "COLUMNS": ("0", "-1", "1", "x", "\u00b2", "9" * 30),
    "LC_ALL": ("C", "POSIX", "nowhere"),
    "LINES": ("0", "-1"),
    "NO_COLOR": ("", "1"),
    "NUMBA_COLOR_SCHEME": ("x",),
    "NUMBA_CPU_FEATURES": ("x",),
    "NUMBA_NUM_THREADS": ("0", "-1", "x"),
    "OMP_NUM_THREADS": ("0", "x"),
    "PYTHONCOERCECLOCALE": ("0",),
    "PYTHONIOENCODING": ("ascii", "latin-1", "utf-16"),
    "PYTHONUTF8": ("0", "1"),
    "TERM": ("", "dumb", "x"),
    "TMPDIR": ("/nonexistent", "/proc", "/dev/null"),
}


@family("environments")
def environments(trial: Trial) -> Figures:
    """Show stored games under variables that mean nothing."""
    chance, store = trial.chance, trial.folder / STORE
    pg.arena("tic_tac_toe", "random", "two=random", pairs=1, store=store, workers=1)
    names = chance.sample(sorted(ODD), chance.randint(1, 5))
    odd = {name: chance.choice(ODD[name]) for name in names}
    command = [sys.executable, "-m", "plyground", "results", "show", str(store)]
    done = subprocess.run(
        command, env={**os.environ, **odd}, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, (odd, done.stderr)
    assert b"Traceback" not in done.stderr, (odd, done.stderr)
    assert len(done.stdout.splitlines()) > 12, odd
    return {"variables": len(odd)}


@family("odd files", 0.3)
def odd_files(trial: Trial) -> Figures:
    """Hand a file that never ends, or is none, to what reads files of the user's."""
    kind, reader = trial.chance.choice(sorted(ODD_FILES)), trial.chance.choice(sorted(READERS))
    file = ODD_FILES[kind](trial.folder)
    with pytest.raises(PlygroundError) as refusal:
        READERS[reader](file)
    assert "\n" not in str(refusal.value)
    return {kind: 1}
