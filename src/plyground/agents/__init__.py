"""Agents: players with a name, made from text.

>>> import plyground as pg
>>> from plyground.agents import agent
>>> player = agent(pg.game("tic_tac_toe"), "minimax(depth=9)")
>>> player.choose(pg.game("tic_tac_toe").start()).score
Estimate(value=0, player=0)

Names are looked up among the game's presets, the kinds below, installed packages that offer an
entry point `plyground.agents`, and files: `path/to/file.py` with one class that has `choose`.
"""

from __future__ import annotations

from plyground.agents.agent import Agent, tighter
from plyground.agents.kinds import KINDS, agent_names
from plyground.agents.kinds import make_agent as agent
from plyground.agents.spec import Spec, label_of, parse_spec

__all__ = ["KINDS", "Agent", "Spec", "agent", "agent_names", "label_of", "parse_spec", "tighter"]
