"""What an agent is: whoever can choose a move.

    prepare     has ready what choosing needs, machine code for example; never on a clock
    choose      a move, within a limit
    analyse     what is known about every legal move, better and better
    new_game    forgets the game before
    close       gives back what is held, another program for example
    verify      refuses to play at all, before a tournament is planned

The arena, the page, the terminal, the engine server and tuning use nothing else of an agent. A
class of the user's needs `choose` alone, and need not derive from `Agent`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Self

from plyground.game import Game
from plyground.kernel import Monitor
from plyground.vocabulary import Analysis, Decision, Limit, MoveReport


class Agent(ABC):
    """A player for one game; `name` is the text that describes it."""

    scores_moves: bool = False  # whether `analyse` gives every legal move a value

    def __init__(self, game: Game[Any], name: str) -> None:
        """For one game, with its parameters fixed."""
        self.game = game
        self.name = name

    @abstractmethod
    def choose(
        self, position: Any, limit: Limit | None = None, monitor: Monitor | None = None
    ) -> Decision:
        """The move to play in a position that is not over, within the limit.

        Without a limit, the agent decides for itself how long to think. `monitor` shows progress
        and can be stopped.
        """

    def prepare(self, position: Any) -> None:  # noqa: B027  nothing, unless there is something
        """Have ready what choosing needs in positions like this; chooses nothing, keeps no time."""

    def analyse(
        self,
        position: Any,
        limit: Limit | None = None,
        monitor: Monitor | None = None,
        step: int | None = None,
    ) -> Iterator[Analysis]:
        """What is known about all legal moves, best first, told again whenever more is known.

        A search that counts simulations tells it after every `step` of them, if that is given.
        Agents that do not score moves tell what they would choose, and nothing of the others.
        """
        found = self.choose(position, limit, monitor)
        chosen = MoveReport(found.move, found.score, found.statistics.depth, tuple(found.line))
        rest = (MoveReport(m) for m in self.game.legal(position) if m != found.move)
        yield Analysis((chosen, *rest), found.statistics, finished=True)

    def new_game(self) -> None:  # noqa: B027
        """Forget the game before."""

    def close(self) -> None:  # noqa: B027
        """Give back what is held; the agent is not used any more."""

    def verify(self) -> None:  # noqa: B027
        """Raise the error that would end every game, such as a program that does not answer."""

    def __enter__(self) -> Self:
        """Itself, to be closed at the end of a `with` block."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close."""
        self.close()


def tighter(one: Limit | None, two: Limit | None) -> Limit:
    """Both limits at once: the smaller of each bound."""
    if one is None or two is None:
        return one or two or Limit()
    bounds = {}
    for name in ("seconds", "nodes", "depth"):
        values = [v for v in (getattr(one, name), getattr(two, name)) if v is not None]
        bounds[name] = min(values, default=None)
    return Limit(**bounds)
