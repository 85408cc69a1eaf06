"""What a command starts with: Ctrl-C ends it in one line, and what it prints goes somewhere."""

import io
import os
import re
import signal
import sys
from pathlib import Path
from typing import TextIO

STREAMS = 3  # the numbers 0 to 2 are those of input, output and errors
STOP_AT_A_LETTER = ("strict", "surrogateescape")  # error handlers; the second in the locale C
SIZES = ("COLUMNS", "LINES")
A_SIZE = re.compile(r"0*[1-9][0-9]{0,4}")  # into 0 columns nothing would be printed


def is_command() -> bool:
    """Whether this process is `python -m plyground` or `plyground`, and no worker of one."""
    words = sys.orig_argv[1:3]
    return words == ["-m", "plyground"] or "".join(words[:1]).endswith(f"{os.sep}plyground")


def end_on_interrupt() -> None:
    """Let Ctrl-C end the process at once, unless it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def open_streams() -> None:
    """Let closed standard streams lead nowhere, and open ones take any text.

    Otherwise the next file to be opened would get the output, or an unprintable letter end the
    command.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < STREAMS:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in STOP_AT_A_LETTER:
            stream.reconfigure(errors="replace")


def ignore_impossible_sizes() -> None:
    """Unset the size of the terminal where it is none, so that the usual one is taken."""
    for name in SIZES:
        if not A_SIZE.fullmatch(os.environ.get(name, "1")):
            del os.environ[name]


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _end(_number: int, _frame: object) -> None:
    os.write(2, b"\nplyground: stopped\n")
    os._exit(130)
