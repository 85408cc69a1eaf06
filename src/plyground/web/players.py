"""Players that are kept for the length of a game, so that tables, trees and clocks live on.

A connection has a few seats: a game, a spec, and which side is played or that the game is analysed.
Each holds an agent, which works for one search at a time. What all of them may hold is bounded:
whoever was needed longest ago is closed first. Threads that search borrow them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from plyground.agents import Agent
from plyground.game import Game
from plyground.kernel import Monitor, machine
from plyground.vocabulary import Move
from plyground.web.agents import AllowedSpec

MOST_OF_ONE = 4  # players of one connection
MOST_OF_ALL = 32
MOST_MEGABYTES = 2048  # that all of them may hold
PATIENCE = 1.0  # seconds to wait for a search that was stopped


class Seat(NamedTuple):
    """What a connection wants a player for; `side` is None for an analysis."""

    game: Game[Any]
    spec: str
    side: int | None


class Player:
    """An agent with the game that it has seen."""

    def __init__(self, agent: Agent, megabytes: float) -> None:
        """In a game that has not begun."""
        self.agent = agent
        self.megabytes = megabytes
        self.search: Monitor | None = None  # that it works for
        self.is_kept = False
        self._seen: tuple[str | None, tuple[Move, ...]] | None = None

    def follow(self, start: str | None, moves: tuple[Move, ...]) -> None:
        """Tell the agent of a new game, unless the moves continue the one that it has seen."""
        if self._seen is not None:
            begun, before = self._seen
            goes_on = len(moves) > len(before) and moves[: len(before)] == before
            if start != begun or not goes_on:
                self.agent.new_game()
        self._seen = start, moves


class Players:
    """The players of all connections; safe to use from any thread."""

    def __init__(self) -> None:
        """Nobody is there."""
        self._kept: OrderedDict[tuple[Any, Seat], Player] = OrderedDict()  # needed last at the end
        self._owners: set[Any] = set()
        self._changed = threading.Condition()

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._kept)

    def has_owners(self) -> bool:
        """Return whether any connection is open."""
        return bool(self._owners)

    def join(self, owner: Any) -> None:
        """Keep the players of `owner` from now on."""
        self._owners.add(owner)

    def leave(self, owner: Any) -> None:
        """Close the players of `owner` and keep no more."""
        self._owners.discard(owner)
        self.close(owner)

    def close(self, owner: Any = None) -> None:
        """Close the players of `owner`, or all; those at work when their search has ended."""
        with self._changed:
            keys = [key for key in self._kept if owner is None or key[0] is owner]
            dropped = [self._kept.pop(key) for key in keys]
            idle = self._dismiss(dropped)
        _close(idle)

    @contextmanager
    def borrow(
        self, owner: Any, seat: Seat, spec: AllowedSpec, search: Monitor
    ) -> Iterator[Player]:
        """The player of that seat, made if there is none; one of its own while that one works."""
        player = self._idle(owner, seat, search)
        if player is None:
            player = Player(spec.make(seat.game), spec.megabytes(seat.game))
            player.search = search
            _close(self._keep(owner, seat, player))
        try:
            yield player
        finally:
            with self._changed:
                player.search = None
                self._changed.notify_all()
                left = not player.is_kept
            if left:
                player.agent.close()

    def _idle(self, owner: Any, seat: Seat, search: Monitor) -> Player | None:
        """The kept player of that seat, now at work for `search`; None if it cannot be had."""
        with self._changed:
            found = self._kept.get((owner, seat))
            if found is None:
                return None
            if found.search is not None and found.search.stopped and machine.has_threads():
                self._changed.wait_for(lambda: found.search is None, PATIENCE)
            if found.search is not None or not found.is_kept:
                return None
            found.search = search
            self._kept.move_to_end((owner, seat))
            return found

    def _keep(self, owner: Any, seat: Seat, player: Player) -> list[Player]:
        """Keep a new player, unless its seat is taken; who has to go for it, and can be closed."""
        with self._changed:
            if owner not in self._owners or (owner, seat) in self._kept:
                return []
            player.is_kept = True
            self._kept[owner, seat] = player
            dropped = []
            while key := self._too_many(owner):
                dropped.append(self._kept.pop(key))
            return self._dismiss(dropped)

    def _too_many(self, owner: Any) -> tuple[Any, Seat] | None:
        """Who has to go first, if anybody; never the newest."""
        others = list(self._kept)[:-1]
        own = [key for key in others if key[0] is owner]
        if len(own) >= MOST_OF_ONE:
            return own[0]
        megabytes = sum(player.megabytes for player in self._kept.values())
        is_full = len(self._kept) > MOST_OF_ALL or megabytes > MOST_MEGABYTES
        return others[0] if is_full and others else None

    def _dismiss(self, dropped: list[Player]) -> list[Player]:
        """Those of the dropped that are idle; the others are closed by who has borrowed them."""
        for player in dropped:
            player.is_kept = False
        return [player for player in dropped if player.search is None]


def _close(players: list[Player]) -> None:
    for player in players:
        player.agent.close()
