"""Which cases of a test every run takes; the rest are slow tests, which `make test-all` runs too.

A test of many cases keeps in every run those that show each side of what it says; the slow ones
repeat it for all games, boards and kinds. Mostly it is compiling that costs: searches are compiled
in every run for the games of `USUAL_GAMES` alone, rules and judges for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

USUAL_GAMES = ("tic_tac_toe", "connect_four")


def rest_slow(cases: Iterable[Any], usual: Callable[[Any], bool]) -> list[ParameterSet]:
    """The cases as parameters, slow ones but for those that are usual."""
    found = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=[] if usual(case) else [pytest.mark.slow]))
    return found


def first_usual(cases: Iterable[Any], count: int = 1) -> list[ParameterSet]:
    """The cases, slow ones after the first `count`."""
    cases = list(cases)
    return rest_slow(cases, lambda case: any(case is each for each in cases[:count]))


def usual_games(cases: Iterable[Any], *more: str) -> list[ParameterSet]:
    """Cases that are games, names of games or begin with either; slow ones but for a few games."""

    def is_usual(case: Any) -> bool:
        game = case[0] if isinstance(case, tuple) else case
        return (game if isinstance(game, str) else game.name) in (*USUAL_GAMES, *more)

    return rest_slow(cases, is_usual)
