"""Every game as a Gymnasium environment: one side learns, the other is an agent of ours.

    from plyground.adapters.gymnasium import Versus
    env = Versus("connect_four", "casual", side="second", render_mode="ansi")

Observations are planes, as in `plyground.adapters.pettingzoo`; `info["action_mask"]` and
`env.action_masks()` say which moves are legal. The reward is 1 for a win and -1 for a loss or an
illegal move, both of which end the episode.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.adapters.observing import RENDER_MODES, Observer, check_render_mode, rendered
from plyground.agents import Agent, agent
from plyground.errors import InvalidParameterError
from plyground.extras import needed
from plyground.game import Game
from plyground.game.parameters import Value
from plyground.game.registry import game as make_game
from plyground.vocabulary import Limit

with needed("gym", "environments need Gymnasium"):
    import gymnasium
    from gymnasium import spaces

SIDES = ("first", "second", "random")


class Versus(gymnasium.Env[np.ndarray, np.int64]):
    """A game against one of our agents, which answers every move at once."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str | Game[Any],
        opponent: str = "casual",
        side: str = "first",
        render_mode: str | None = None,
        limit: Limit | None = None,
        **parameters: Value,
    ) -> None:
        """`opponent` is a spec; `side` is first, second, or random for another each time."""
        if side not in SIDES:
            raise InvalidParameterError(f"side={side!r} must be one of {', '.join(SIDES)}")
        check_render_mode(render_mode)
        self.game = game if isinstance(game, Game) else make_game(str(game), **parameters)
        self.opponent = opponent
        self.side = side
        self.render_mode = render_mode
        self.limit = limit
        self._observer = Observer(self.game)
        self.observation_space = spaces.Box(-np.inf, np.inf, self._observer.shape, np.float32)
        self.action_space = spaces.Discrete(self.game.move_limit)
        self._opponent: Agent | None = None
        self.position: Any = self.game.start()
        self.player = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin; if the learner is second, the agent has made its first move."""
        super().reset(seed=seed)
        if self._opponent is None or seed is not None:
            self.close()
            chance = int(self.np_random.integers(2**31))
            self._opponent = agent(self.game, self.opponent, chance)
        self._opponent.new_game()
        random = int(self.np_random.integers(2))
        self.player = {"first": 0, "second": 1, "random": random}[self.side]
        self.position = self.game.start()
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play a move, and let the agent answer."""
        if int(action) not in self.game.legal(self.position):
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": int(action)}
        self.position = self.position.play(int(action))
        self._let_opponent_move()
        outcome = self.game.outcome(self.position)
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.player else -1.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, outcome is not None, False, self._info()

    def _let_opponent_move(self) -> None:
        assert self._opponent is not None
        while self.game.legal(self.position) and self.position.player() != self.player:
            chosen = self._opponent.choose(self.position, self.limit)
            self.position = self.position.play(chosen.move)

    def _observation(self) -> np.ndarray:
        return self._observer.observation(self.position, self.player)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> np.ndarray:
        """1 for each legal move; libraries that mask actions ask for it by this name."""
        return self._observer.mask(self.position)

    def render(self) -> Any:
        """The board, as the render mode says."""
        return rendered(self.game.picture(self.position), self.render_mode)

    def close(self) -> None:
        """Close the agent."""
        if self._opponent is not None:
            self._opponent.close()
            self._opponent = None
