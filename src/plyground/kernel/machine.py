"""What the machine can do that this process runs on.

Python in a browser (Emscripten) has one thread, no processes and no compiler. Whatever would start
a thread asks here first, and does the work itself where there are none. Large files may still be
with the host of the page; whoever reads one has it brought first.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from plyground.errors import UsageError

CROWD = 2  # processes at work for each core
# Variables that keep Numba from being imported, or end the process: what each may be, in words too
NUMBA_TAKES = {
    "NUMBA_NUM_THREADS": (r"(0*[1-9][0-9]*)?", "a number of threads from 1 on"),
    "NUMBA_COLOR_SCHEME": (
        "(no_color|dark_bg|light_bg|blue_bg|jupyter_nb)?",
        "no_color, dark_bg, light_bg, blue_bg or jupyter_nb",
    ),
    "NUMBA_CPU_FEATURES": (r"([+-][^,]*(,[+-][^,]*)*)?", "features as in +avx2,-fma"),
}
_left: dict[Path, Callable[[], bytes]] = {}  # files that are not here yet
_needed: list[bool] = []  # one for each time that the cores were said to be needed elsewhere


def has_threads() -> bool:
    """Whether threads can be started here."""
    return sys.platform != "emscripten"


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_crowded() -> bool:
    """Whether many more processes are at work than there are cores, as far as that is known."""
    if not hasattr(os, "getloadavg"):
        return False
    return os.getloadavg()[0] > CROWD * (os.cpu_count() or 1)


def leave_cores() -> None:
    """Have no core used unasked but one's own: there are other processes with work for them."""
    _needed.append(True)


def spare_cores() -> int:
    """How many cores besides one's own may be put to work although nobody has asked for it."""
    return usable_cores() - 1 if has_threads() and not _needed else 0


@cache
def has_compiler() -> bool:
    """Whether Numba is installed; without it, kernels that are not prebuilt run interpreted."""
    return find_spec("numba") is not None


def check_compiler() -> None:
    """Raise `UsageError` if Numba cannot be used with what the environment tells it."""
    for name, (pattern, allowed) in NUMBA_TAKES.items():
        value = os.environ.get(name, "")
        if not re.fullmatch(pattern, value):
            raise UsageError(
                f"nothing can be compiled with {name}={value!a}: set {allowed}, or unset it"
            )


def leave_files(files: Iterable[str], fetch: Callable[[str], bytes]) -> None:
    """Files that belong here, which `fetch` gives the content of when somebody needs one."""
    for file in files:
        _left[Path(file)] = lambda file=file: fetch(file)  # type: ignore[misc]


def bring(file: Path) -> None:
    """Have a file here that was left elsewhere; nothing for any other. `OSError` if it fails."""
    fetch = _left.get(file)
    if fetch is None or file.exists():
        return
    try:
        content = fetch()
    except Exception as error:  # of the browser's
        raise OSError(0, f"it cannot be fetched ({error})") from error
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
