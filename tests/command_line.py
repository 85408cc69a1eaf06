"""The command `plyground`: run in this process, or as a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import warnings
from subprocess import CompletedProcess
from unittest import mock

from plyground.cli import main

WIDE = {"COLUMNS": "120"}


def plyground(*arguments, input="", cwd="."):
    """What the command said and how it ended; it runs here, with the kernels that are loaded."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.ExitStack() as here:
        here.enter_context(mock.patch.object(sys, "argv", ["plyground", *arguments]))
        here.enter_context(mock.patch.object(sys, "stdin", io.StringIO(input)))
        here.enter_context(mock.patch.dict(os.environ, WIDE))
        here.enter_context(warnings.catch_warnings())
        warnings.simplefilter("default")
        here.enter_context(contextlib.chdir(cwd))
        here.enter_context(contextlib.redirect_stdout(out))
        here.enter_context(contextlib.redirect_stderr(err))
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    return CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def plyground_process(*arguments, **options):
    """The same from a process of its own; options are those of `subprocess.run`."""
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **WIDE},
        check=False,
        **options,
    )


def output(*arguments, **options):
    """What a command prints that goes well."""
    done = plyground(*arguments, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout
