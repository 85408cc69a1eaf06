"""Ctrl-C while the command line starts: it ends in one line, not in the middle of an import."""

import os
import signal
import sys


def is_command() -> bool:
    """Whether this process is `python -m plyground` or `plyground`, and no worker of one."""
    words = sys.orig_argv[1:3]
    return words == ["-m", "plyground"] or "".join(words[:1]).endswith(f"{os.sep}plyground")


def end_on_interrupt() -> None:
    """Let Ctrl-C end the process at once, unless it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"\nplyground: stopped\n")
    os._exit(130)
