"""`pg.check`: does a game keep the contract?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.game import Game
from plyground.game.parameters import Value
from plyground.verbs.arguments import checked
from plyground.verbs.result import GameLike, Result, as_game, describe_game


@dataclass(frozen=True, repr=False)
class Checked(Result):
    """The checks that a game has passed: all of them, or there would have been an error."""

    game: Game[Any]
    passed: dict[str, str]  # what each makes sure of, by name

    def data(self) -> dict[str, Any]:
        return {**describe_game(self.game), "passed": self.passed}

    def rows(self) -> list[dict[str, Any]]:
        """A row a check."""
        return [{"check": name, "says": says} for name, says in self.passed.items()]

    def __str__(self) -> str:
        """A line a check."""
        lines = [check_line(name, says) for name, says in self.passed.items()]
        return "\n".join([*lines, f"{self.game} keeps the contract"])


@checked
def check(
    game: GameLike,
    *,
    seed: int = 0,
    on_check: Callable[[str, str], None] | None = None,
    **parameters: Value,
) -> Checked:
    """
    Run the conformance checks on a game, yours for example.

    The first that fails raises `NonconformingError`, which names the position and the sentence of
    the contract that does not hold. `on_check` is told the name of each that was passed, and what
    it makes sure of.
    """
    from plyground.conformance import CHECKS, run_check

    checked, passed = as_game(game, parameters), {}
    for name, run in CHECKS.items():
        run_check(name, checked, seed)
        passed[name] = (run.__doc__ or " ").splitlines()[0]
        if on_check is not None:
            on_check(name, passed[name])
    return Checked(checked, passed)


def check_line(name: str, says: str) -> str:
    """What is said of a check that was passed."""
    return f"ok  {name:<11} {says}"
