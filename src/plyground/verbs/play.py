"""`pg.agent` and `pg.play`: an agent for a game, and one game between two agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from plyground.game import Playthrough
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game, as_playthrough, describe_game
from plyground.vocabulary import Decision, Limit, Move, Outcome

if TYPE_CHECKING:
    from plyground.agents import Agent


class Chooser(Protocol):
    """All that an object needs in order to play."""

    def choose(self, position: Any, limit: Limit | None = None) -> Decision:
        """The move to play."""


@checked
def agent(
    game: GameLike, spec: str = "strong", *, seed: int | None = None, **parameters: Value
) -> Agent:
    """
    The agent that the spec describes; equal seeds give equal games.

    >>> import plyground as pg
    >>> position = pg.game("connect_four").start()
    >>> pg.agent("connect_four", "alphabeta(depth=6)").choose(position).move
    3
    """
    from plyground.agents import agent as make_agent

    return make_agent(as_game(game, parameters), spec, seed)


@dataclass(frozen=True, repr=False)
class Played(Result):
    """One game from its start to its end."""

    agents: tuple[str, str]
    playthrough: Playthrough
    decisions: tuple[Decision, ...]  # for the moves that were chosen, the last ones
    outcome: Outcome

    @property
    def winner(self) -> str | None:
        """The agent that won; None after a draw."""
        return None if self.outcome.winner is None else self.agents[self.outcome.winner]

    @property
    def moves(self) -> list[str]:
        """Every move."""
        return list(map(self.playthrough.game.format_move, self.playthrough.moves))

    def data(self) -> dict[str, Any]:
        game = self.playthrough.game
        return {
            **describe_game(game),
            "agents": list(self.agents),
            "start": game.format_position(self.playthrough.start),
            "moves": self.moves,
            "winner": self.outcome.winner,
            "reason": self.outcome.reason,
        }

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move that was chosen."""
        game, first = self.playthrough.game, len(self.playthrough.moves) - len(self.decisions)
        return [
            {
                "ply": ply + 1,
                "player": game.players[self.playthrough.positions[ply].player()],
                "move": game.format_move(decision.move),
                "score": None if decision.score is None else str(decision.score),
                "nodes": decision.statistics.nodes,
                "seconds": decision.statistics.seconds,
            }
            for ply, decision in enumerate(self.decisions, first)
        ]

    def picture(self) -> str:
        """The last position."""
        return self.playthrough.picture().svg()

    def __str__(self) -> str:
        """The board, how it ended, and the moves."""
        ended = self.playthrough.game.describe(self.outcome)
        between = " v ".join(self.agents)
        return f"{self.playthrough.picture()}\n\n{between}: {ended}\n{' '.join(self.moves)}"


@checked
def play(
    game: GameLike | Playthrough,
    first: str | Chooser = "casual",
    second: str | Chooser = "casual",
    *,
    position: Any = None,
    moves: str | Sequence[str | Move] = "",
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int | None = None,
    on_move: Callable[[Playthrough], None] | None = None,
    **parameters: Value,
) -> Played:
    """
    Let two agents play one game: specs, or objects with a method `choose`.

    Their mistakes are errors here; in `pg.arena` they cost the game instead. The limits are for a
    move. `on_move` is shown the game after every move.
    """
    reached = as_playthrough(game, position, moves, parameters)
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth).or_none()
    decisions: list[Decision] = []
    with ExitStack() as held:
        players = []
        for side, given in enumerate((first, second)):
            if isinstance(given, str):
                own_seed = None if seed is None else 2 * seed + side
                given = held.enter_context(agent(reached.game, given, seed=own_seed))
            players.append(given)
        while (outcome := reached.game.outcome(reached.position)) is None:
            player = players[reached.position.player()]
            decisions.append(player.choose(reached.position, limit))
            reached = reached.play(decisions[-1].move)
            if on_move is not None:
                on_move(reached)
    names = (_name(first), _name(second))
    return Played(names, reached, tuple(decisions), outcome)


def _name(given: str | Chooser) -> str:
    from plyground.agents import label_of

    if isinstance(given, str):
        return label_of(given)
    return getattr(given, "name", type(given).__name__)
