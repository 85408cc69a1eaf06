"""Turns: who may do costly work now, who waits for it, and who is told that the server is busy.

A few turns are taken at once. Of those who wait, whoever has the fewest turns goes first, and then
whoever came first, so that one client with many wishes does not hold up another. With
`counts_time`, those whose turns took the least time while others waited come before the first to
come: costly wishes do not hold up another client's cheap ones. Who has none does not wait for long
searches to end: after a moment it gets a turn beyond the usual ones, and the machine shares its
cores. If too many wait, the newest of the client with the most is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

from plyground.web.problems import BusyError

PATIENCE = 0.25  # seconds that a client without a turn waits while others have theirs
CROWD = 2  # times as many turns as usual, for those who have none


@dataclass(eq=False)
class Turn:
    """The right to one piece of costly work, or the wish for it."""

    client: Hashable
    is_interpreted: bool = False  # keeps Python's lock busy, so one such at a time
    is_late: bool = False  # has waited for a while
    since: float = 0.0  # when it began
    begins: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Turns:
    """Turns of all clients of a server."""

    def __init__(
        self,
        at_once: int,
        most_waiting: int,
        patience: float = PATIENCE,
        counts_time: bool = False,
    ) -> None:
        """Nobody has a turn yet."""
        self.at_once = at_once
        self.most_waiting = most_waiting
        self.patience = patience
        self.counts_time = counts_time
        self.taken: list[Turn] = []
        self.wanted: list[Turn] = []  # in the order in which they came
        self.spent = defaultdict[Hashable, float](float)  # seconds, while anybody waits

    def must_wait(self, is_interpreted: bool = False) -> bool:
        """Whether a new wish could not be granted at once."""
        return len(self.taken) >= self.at_once or (is_interpreted and self._one_interprets())

    async def take(self, client: Hashable, is_interpreted: bool = False) -> Turn:
        """A turn, once there is one; `end` it. `BusyError` if too many wait."""
        turn = Turn(client, is_interpreted)
        self.wanted.append(turn)
        self._give()
        if len(self.wanted) > self.most_waiting:
            self._refuse_one()
        asyncio.get_running_loop().call_later(self.patience, self._insist, turn)
        try:
            await turn.begins
        except BaseException:
            self.end(turn)
            raise
        return turn

    def end(self, turn: Turn) -> None:
        """Give the turn back, or the wish up."""
        if turn in self.taken:
            self.taken.remove(turn)
            if self.counts_time:
                self.spent[turn.client] += time.monotonic() - turn.since
        elif turn in self.wanted:
            self.wanted.remove(turn)
        if not self.wanted:
            self.spent.clear()
        self._give()

    def _insist(self, turn: Turn) -> None:
        turn.is_late = True
        self._give()

    def _give(self) -> None:
        """Let begin who can, those with the fewest turns first."""
        while True:
            has = Counter(turn.client for turn in self.taken)
            able = [turn for turn in self.wanted if self._may_begin(turn, has[turn.client])]
            if not able:
                return
            turn = min(able, key=lambda turn: (has[turn.client], self.spent[turn.client]))
            turn.since = time.monotonic()
            self.wanted.remove(turn)
            self.taken.append(turn)
            turn.begins.set_result(None)

    def _may_begin(self, turn: Turn, has: int) -> bool:
        if turn.begins.done() or (turn.is_interpreted and self._one_interprets()):
            return False
        if len(self.taken) < self.at_once:
            return True
        return turn.is_late and not has and len(self.taken) < CROWD * self.at_once

    def _one_interprets(self) -> bool:
        return any(turn.is_interpreted for turn in self.taken)

    def _refuse_one(self) -> None:
        """Refuse the newest wish of whoever has the most."""
        has = Counter(turn.client for turn in self.wanted)
        refused = max(reversed(self.wanted), key=lambda turn: has[turn.client])
        self.wanted.remove(refused)
        if not refused.begins.done():
            refused.begins.set_exception(
                BusyError(
                    f"{len(self.taken)} searches are running and {len(self.wanted)} are waiting; "
                    "try again in a moment"
                )
            )
