"""The part of a recorded search that is kept: its first nodes whole, and the top plies of the rest.

A search may have more nodes than anybody can look at. Half of the room is for the nodes that it
enters first, however deep they lie; the other half for as many plies of the whole tree as fit, but
always for the moves of the root. What is left out is counted at the node above it that is kept:

    root ─┬─ a1 ─── ... every node, down to the leaves
          ├─ a2 ─┬─ b1  +1,234
          │      └─ b2  +987
          └─ a3 ─── ...
"""

from __future__ import annotations

import sys
from collections import Counter

from plyground.search.trace import Enter, Event


class Recording:
    """The events of at most `room` nodes, unless the root's moves need more than half of it."""

    def __init__(self, room: int) -> None:
        self.events: list[Event] = []
        self.hidden: Counter[int] = Counter()  # by node: those below it that are left out
        self._room = room
        self._whole = room // 2  # nodes that are kept whatever their ply
        self._deepest = sys.maxsize  # the last ply that is kept of all others
        self._kept: dict[int, Enter] = {}
        self._path: list[int] = []  # by ply: the node, or the one above it that is kept

    def add(self, event: Event) -> None:
        """Keep the event of a search, or count it; they come in the order of the search."""
        if isinstance(event, Enter):
            self._enter(event)
        elif event.node in self._kept:
            self.events.append(event)

    def _enter(self, event: Enter) -> None:
        del self._path[event.ply :]
        if event.ply > self._deepest and event.node >= self._whole:
            self.hidden[self._path[-1]] += 1
            self._path.append(self._path[-1])
            return
        self._kept[event.node] = event
        self._path.append(event.node)
        self.events.append(event)
        if len(self._kept) > self._room and self._deepest > 1:
            self._fold()

    def _fold(self) -> None:
        """Leave out the deepest ply, of all nodes but the first ones."""
        foldable = [each for each in self._kept.values() if each.node >= self._whole]
        self._deepest = max(1, max((each.ply for each in foldable), default=1) - 1)
        for each in reversed(foldable):  # children before their parents
            if each.ply > self._deepest and each.parent is not None:
                self.hidden[each.parent] += 1 + self.hidden.pop(each.node, 0)
                del self._kept[each.node]
        self.events = [event for event in self.events if event.node in self._kept]
        for ply, node in enumerate(self._path):
            self._path[ply] = node if node in self._kept else self._path[ply - 1]
