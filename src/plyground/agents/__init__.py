"""Agents: players with a name. `agent(game, "random")` makes one."""

from __future__ import annotations

from typing import Any, Protocol

from plyground.agents.chance import RandomAgent
from plyground.errors import UnknownAgentError
from plyground.game import Game
from plyground.vocabulary import Decision, Limit


class Agent(Protocol):
    """Whoever can choose a move."""

    name: str

    def choose(self, position: Any, limit: Limit | None = None) -> Decision:
        """The move to play in `position`, which is not over, within `limit`."""


AGENTS = {"random": RandomAgent}


def agent(game: Game[Any], name: str, seed: int | None = None) -> Agent:
    """The agent of that name for `game`; equal seeds give equal games."""
    if name not in AGENTS:
        raise UnknownAgentError(f"no agent {name!r}; there are {', '.join(AGENTS)}")
    return AGENTS[name](game, seed)
