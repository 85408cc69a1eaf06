"""What the machine can do that this process runs on.

Python in a browser (Emscripten) has one thread, no processes and no compiler. Whatever would start
a thread asks here first, and does the work itself where there are none.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec


def has_threads() -> bool:
    """Whether threads can be started here."""
    return sys.platform != "emscripten"


@cache
def has_compiler() -> bool:
    """Whether Numba is installed; without it, kernels that are not prebuilt run interpreted."""
    return find_spec("numba") is not None
