"""Every game as a PettingZoo environment: two agents that take turns, with masks of legal moves.

    from plyground.adapters.pettingzoo import env
    game = env("connect_four", render_mode="ansi")

Observations are `{"observation": planes, "action_mask": mask}`. The winner's reward is 1, the
loser's -1; whoever plays an illegal move loses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.adapters.observing import RENDER_MODES, Observer, check_render_mode, rendered
from plyground.extras import needed
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.game.registry import game as make_game
from plyground.vocabulary import Player

with needed("gym", "environments need PettingZoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

AGENTS = ["player_0", "player_1"]


def env(game: str | Game[Any], render_mode: str | None = None, **parameters: Value) -> PlygroundEnv:
    """The environment of a game: by its name or file, with these parameters."""
    made = game if isinstance(game, Game) else make_game(str(game), **parameters)
    return PlygroundEnv(made, render_mode)


class PlygroundEnv(AECEnv):  # type: ignore[misc]  # the package has no types
    """One game."""

    def __init__(self, game: Game[Any], render_mode: str | None = None) -> None:
        """`render_mode` is human (prints), ansi (text) or rgb_array (pixels)."""
        super().__init__()
        check_render_mode(render_mode)
        self.metadata = {
            "name": f"plyground_{game.name}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self._observer = Observer(game)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, self._observer.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (game.move_limit,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: spaces.Discrete(game.move_limit) for agent in AGENTS}
        self.position: Any = game.start()

    def observation_space(self, agent: str) -> Any:
        """What the agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Every move of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin, at the position that `options` may name; nothing is random, whatever the seed."""
        text = (options or {}).get("position")
        self.position = self.game.start() if text is None else self.game.parse_position(text)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.player()]
        self._end_if_over()

    def step(self, action: int | None) -> None:
        """Play the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        player = AGENTS.index(agent)
        if action is None or int(action) not in self.game.legal(self.position):
            self.infos[agent] = {"illegal": action}
            self._end(1 - player)
        else:
            self.position = self.position.play(int(action))
            self._end_if_over()
        self.agent_selection = AGENTS[self._next_player(player)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _next_player(self, player: Player) -> Player:
        return 1 - player if self.terminations[AGENTS[0]] else int(self.position.player())

    def _end_if_over(self) -> None:
        outcome = self.game.outcome(self.position)
        if outcome is not None:
            self._end(outcome.winner)

    def _end(self, winner: Player | None) -> None:
        """Give both their rewards, and terminate."""
        for player, agent in enumerate(AGENTS):
            self.rewards[agent] = 0 if winner is None else 1 if winner == player else -1
            self.terminations[agent] = True

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The planes; the mask is empty for the agent whose turn it is not."""
        mask = self._observer.mask(self.position)
        turn = agent == self.agent_selection and not self.terminations[agent]
        return {
            "observation": self._observer.observation(self.position, AGENTS.index(agent)),
            "action_mask": mask if turn else np.zeros_like(mask),
        }

    def render(self) -> Any:
        """The board, as the render mode says."""
        return rendered(self.game.picture(self.position), self.render_mode)

    def close(self) -> None:
        """Nothing is held."""
