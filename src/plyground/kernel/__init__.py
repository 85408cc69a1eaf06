"""
The bridge between plain Python values and machine code.

`@compiled` marks a NamedTuple (or a helper function) whose code Numba may compile;
`@search_kernel` makes a function the entry into compiled code; `Monitor` and `run_search`
let the outside watch, bound and stop it. Nothing here imports numba before a search kernel
is first called, so that games, `--help` and tests of the rules stay quick.

Not promised: that importing `plyground.kernel.bridge` (Numba's side of the bridge) is cheap.
"""

from plyground.kernel.bits import lowest_bit, mix, popcount, spread
from plyground.kernel.marks import by_reference, compiled, inlined
from plyground.kernel.monitor import Monitor, count_legal_moves, enter_node, stop_requested
from plyground.kernel.running import Helpers, rest_of, run_ready, run_search, stopping
from plyground.kernel.search_kernel import Kernel, interpreted, search_kernel

__all__ = [
    "Helpers",
    "Kernel",
    "Monitor",
    "by_reference",
    "compiled",
    "count_legal_moves",
    "enter_node",
    "inlined",
    "interpreted",
    "lowest_bit",
    "mix",
    "popcount",
    "rest_of",
    "run_ready",
    "run_search",
    "search_kernel",
    "spread",
    "stop_requested",
    "stopping",
]
