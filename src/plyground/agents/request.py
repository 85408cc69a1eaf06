"""What kinds of agents are made for, and the checks of the arguments that they share."""

from __future__ import annotations

from typing import Any

from plyground.agents.spec import Argument, Spec
from plyground.errors import InvalidParameterError, InvalidSpecError
from plyground.game import Game
from plyground.vocabulary import Limit

MOST_MEGABYTES = 1_000_000
MOST_LEVEL = 10_000


class Request:
    """What a kind is made for: the game, the agent's name and its chance."""

    def __init__(self, game: Game[Any], name: str, seed: int | None) -> None:
        """`name` is the spec's text, under which results are kept."""
        self.game = game
        self.name = name
        self.seed = seed

    def evaluator(self, argument: Argument) -> Any:
        """The evaluator named; `default` is the game's best, `report` that of its report."""
        name, weights = _name_and_weights(argument)
        return self.game.knowledge.evaluator(name, **weights)

    def rater(self, argument: Argument) -> Any:
        """The rater that an argument names; `evaluation` rates by the game's evaluator."""
        name, weights = _name_and_weights(argument)
        if name == "evaluation":
            from plyground.game.judges import ByEvaluation

            by = weights.pop("by", "default")
            if weights:
                raise InvalidSpecError(
                    f"evaluation has no parameter {next(iter(weights))!r}; it has by"
                )
            return ByEvaluation(self.evaluator(by))
        return self.game.knowledge.rater(name, **weights)


def _name_and_weights(argument: Argument) -> tuple[str, dict[str, Any]]:
    if isinstance(argument, Spec):
        return argument.name, dict(argument.arguments)
    return str(argument), {}


def judging(request: Request, evaluate: Argument, depth: int) -> Any:
    """What judges moves; it looks at the reply at least."""
    from plyground.search.runner import MoveJudge

    return MoveJudge(request.evaluator(evaluate), request.rater("default"), max(2, depth))


def clock_of(seconds: float | None) -> Any:
    """A clock with that many seconds for a game; None without."""
    from plyground.agents.searching import GameClock

    return None if seconds is None else GameClock(Limit(seconds=seconds).seconds or 0)


def percent_of(value: Any) -> int:
    """The value of `drop`, checked."""
    if not isinstance(value, int) or not 0 <= value < 100:
        raise InvalidParameterError(f"drop={value} must be a percentage from 0 to 99")
    return value


def depth_of(value: Any) -> int:
    """The value of `depth`, checked."""
    if not isinstance(value, int) or not 1 <= value <= 120:
        raise InvalidParameterError(f"depth={value} must be a whole number from 1 to 120")
    return value


def level_of(value: Any) -> float:
    """The value of `level`, checked."""
    if not isinstance(value, (int, float)) or not -MOST_LEVEL <= value <= MOST_LEVEL:
        raise InvalidParameterError(
            f"level={value} must be a rating, a number from -{MOST_LEVEL} to {MOST_LEVEL}"
        )
    return value


def memory_of(value: Any) -> float:
    """The value of `memory`, checked."""
    if not isinstance(value, (int, float)) or not 0 < value <= MOST_MEGABYTES:
        raise InvalidParameterError(
            f"memory={value} must be a number of megabytes above 0 and at most {MOST_MEGABYTES}"
        )
    return value


def threads_of(value: Any) -> int:
    """The value of `threads`, checked."""
    if not isinstance(value, int) or not 1 <= value <= 64:
        raise InvalidParameterError(f"threads={value} must be a whole number from 1 to 64")
    return value
