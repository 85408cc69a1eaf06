"""What threads are busy with, so that none does again what another is doing.

Threads that search one position share a table, and an array of *slots*. Who begins a piece of work
writes its number there; others who come to the same work leave it for later, when its result may
be in the table.

Numbers are not 0. Several may fall on one slot, and then the last one counts; nothing is locked.
So not promised: that no work is done twice. No result depends on it. A single thread has an array
without slots, and nothing is ever taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import compiled

SLOTS = 8191


def new_busy(threads: int) -> Any:
    """Slots for so many threads, all free; none for a single one."""
    return np.zeros(SLOTS if threads > 1 else 0, np.int64)


@compiled
def is_shared(busy: Any) -> bool:
    """Whether there are other threads."""
    return bool(busy.shape[0] > 0)


@compiled
def is_taken(busy: Any, work: int) -> bool:
    """Whether another thread is at that work; it may just have finished. 0 is never taken."""
    return bool(busy.shape[0] > 0 and work != 0 and busy[(work >> 1) % busy.shape[0]] == work)


@compiled
def take(busy: Any, work: int) -> None:
    """Tell the other threads that this one is at that work; 0 is no work."""
    if busy.shape[0] > 0 and work != 0:
        busy[(work >> 1) % busy.shape[0]] = work


@compiled
def release(busy: Any, work: int) -> None:
    """Tell the other threads that this one is done with that work."""
    if busy.shape[0] > 0 and work != 0:
        busy[(work >> 1) % busy.shape[0]] = 0
