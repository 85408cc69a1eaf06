"""What an agent is: whoever can choose a move."""

from __future__ import annotations

from typing import Any, Protocol

from plyground.kernel import Monitor
from plyground.vocabulary import Decision, Limit


class Agent(Protocol):
    """A player for one game.

    `choose` gets a position that is not over, and must answer within the limit; without one, the
    agent decides for itself how long to think. `monitor` shows progress and can be stopped.
    `new_game` tells the agent to forget what it kept of the last one.
    """

    name: str

    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The move to play, and why."""

    def new_game(self) -> None:
        """Forget the game before."""


def tighter(one: Limit | None, two: Limit | None) -> Limit:
    """Both limits at once: the smaller of each bound."""
    if one is None or two is None:
        return one or two or Limit()
    bounds = {}
    for name in ("seconds", "nodes", "depth"):
        values = [v for v in (getattr(one, name), getattr(two, name)) if v is not None]
        bounds[name] = min(values, default=None)
    return Limit(**bounds)
