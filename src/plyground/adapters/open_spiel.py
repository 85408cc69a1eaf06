"""Our games and agents in OpenSpiel.

    import pyspiel
    import plyground.adapters.open_spiel
    game = pyspiel.load_game("plyground_connect_four(width=6)")

Importing this module registers every game that `pg.game_names()` lists, under its name with
`plyground_` before it and with its parameters. A game in a file is registered by `register`. An
action is our move, and the observation is the planes of the game's encoding or, where it has none,
the pieces on its cells. `PlygroundBot` is any of our agents, in our games and in OpenSpiel's own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.adapters.observing import Observer
from plyground.adapters.open_spiel_games import game_class, position_of
from plyground.adapters.open_spiel_rules import PREFIX
from plyground.agents import agent
from plyground.extras import needed
from plyground.game import Game
from plyground.game.registry import game_class as our_game_class
from plyground.game.registry import game_names
from plyground.vocabulary import Limit, Player

with needed("spiel", "games of OpenSpiel need it"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

OURS = "plyground_"


def register(found: type[Game[Any]]) -> str:
    """Make a game of ours known to OpenSpiel; the name that it has there."""
    name, values = OURS + found.name, {each.name: each.default for each in found().parameters}
    if name in pyspiel.registered_names():
        return name
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{found.title} of Plyground",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=values,
    )
    # A class, since OpenSpiel lets go of it after Python has ended; a function would not survive.
    pyspiel.register_game(kind, type(name, (PlygroundGame,), {"kind": kind, "found": found}))
    return name


class PlygroundGame(pyspiel.Game):  # type: ignore[misc]  # the package has no types
    """One of our games with its parameters; `register` makes a class for each game."""

    kind: Any  # what OpenSpiel knows the game as
    found: type[Game[Any]]

    def __init__(self, params: dict[str, int | str] | None = None) -> None:
        """OpenSpiel gives the parameters that it was asked for."""
        self.game = self.found(**params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.move_limit,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_plies,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> PlygroundState:
        """The start of the game."""
        return PlygroundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees: the board; with perfect recall, the moves."""
        board = iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        )
        return (
            BoardObserver(self.game)
            if board
            else IIGObserverForPublicInfoGame(iig_obs_type, params)
        )


class PlygroundState(pyspiel.State):  # type: ignore[misc]
    """A position of one of our games; actions change which one."""

    def __init__(self, game: PlygroundGame) -> None:
        """At the start."""
        super().__init__(game)
        self.game = game.game
        self._move_to(self.game.start())

    def _move_to(self, position: Any) -> None:
        self.position = position
        self._legal = self.game.legal(position)  # OpenSpiel asks many times

    def current_player(self) -> int:
        """Who moves next, or that the game is over."""
        return int(self.position.player() if self._legal else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: Player) -> list[int]:
        return self._legal if player == self.position.player() else []

    def _apply_action(self, action: int) -> None:
        self._move_to(self.position.play(action))

    def _action_to_string(self, player: Player, action: int) -> str:
        return self.game.format_move(action)

    def is_terminal(self) -> bool:
        """Whether nobody can move."""
        return not self._legal

    def returns(self) -> list[float]:
        """1 for who won, -1 for the other; 0 for a draw and while the game goes on."""
        outcome = None if self._legal else self.game.outcome(self.position)
        first = float(outcome.result_for(0)) if outcome else 0.0
        return [first, 0.0 - first]

    def __str__(self) -> str:
        """The position as our text, which tells it from every other."""
        return self.game.format_position(self.position)


class BoardObserver:
    """OpenSpiel's protocol of an observer, by ours."""

    def __init__(self, game: Game[Any]) -> None:
        """A flat tensor, and the same numbers in their shape."""
        self._observer = Observer(game)
        self.tensor = np.zeros(int(np.prod(self._observer.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._observer.shape)}

    def set_from(self, state: PlygroundState, player: Player) -> None:
        """Show a state to a player."""
        self.dict["observation"][...] = self._observer.observation(state.position, player)

    def string_from(self, state: PlygroundState, player: Player) -> str:
        """The position as text, which both see."""
        return str(state)


class PlygroundBot(pyspiel.Bot):  # type: ignore[misc]
    """Any of our agents as a bot, for a game of ours or of OpenSpiel's own."""

    def __init__(
        self, game: Any, spec: str = "strong", seed: int | None = None, limit: Limit | None = None
    ) -> None:
        """`game` is OpenSpiel's object; the bot plays whichever side it is asked for."""
        super().__init__()
        ours = isinstance(game, PlygroundGame)
        self.game = game.game if ours else game_class(PREFIX + str(game))()
        self.agent = agent(self.game, spec, seed)
        self.limit = limit

    def step(self, state: Any) -> int:
        """The action that the agent chooses."""
        ours = isinstance(state, PlygroundState)
        position = state.position if ours else position_of(state)
        return int(self.agent.choose(position, self.limit).move)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Nothing: a state tells all."""

    def restart(self) -> None:
        """Forget the game before."""
        self.agent.new_game()

    def restart_at(self, state: Any) -> None:
        """Forget the game before; the next one goes on from any state."""
        self.agent.new_game()


for _name in game_names():
    register(our_game_class(_name))
