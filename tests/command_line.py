"""The command `plyground` as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys


def plyground(*arguments, **options):
    """What the command said and how it ended; options are those of `subprocess.run`."""
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "120"},
        check=False,
        **options,
    )
