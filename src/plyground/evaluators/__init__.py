"""Evaluators and raters: who judges positions and moves, one module a game.

They are found by game and name, lazily: `evaluator("bamboo", "groups_moves")`. Games without
any of their own, a user's for example, have the plain ones.
"""

from __future__ import annotations

import importlib
from typing import Any

from plyground.errors import InvalidParameterError

# The first of each game is its default, the strongest measured; the last is its report's own.
EVALUATORS: dict[str, dict[str, str]] = {
    "tic_tac_toe": {"lines": "tic_tac_toe:OpenLines"},
    "connect_four": {
        "threats": "connect_four:ThreatParity",
        "utility": "connect_four:Utility",
    },
    "konane": {
        "movers": "konane:MoversFirst",
        "mobility": "konane:Mobility",
        "sequential": "konane:SequentialMobility",
    },
    "bamboo": {"spread": "bamboo:Spread", "groups_moves": "bamboo:GroupsAndMoves"},
    "cachex": {"bridges": "cachex:Bridges", "path": "cachex:PathDifference"},
}
RATERS: dict[str, dict[str, str]] = {
    "tic_tac_toe": {"centre": "tic_tac_toe:CentreFirst"},
    "connect_four": {"centre": "connect_four:Centre", "threats": "connect_four:Threats"},
    "konane": {"report": "konane:ReportOrder"},
    "bamboo": {
        "outer": "bamboo:Outer",
        "groups": "bamboo:MostGroups",
        "sparsity": "bamboo:Sparsity",
        "sparsity_outer": "bamboo:SparsityThenOuter",
        "squares": "bamboo:SumOfSquares",
    },
    "cachex": {
        "central": "cachex:Central",
        "captures": "cachex:CapturesFirst",
        "beside": "cachex:BesideStones",
    },
}
# Points of the default evaluator that are a clear advantage, for bars and graphs; 10 elsewhere.
CLEAR_ADVANTAGE = {"tic_tac_toe": 4, "connect_four": 50, "konane": 10, "bamboo": 300, "cachex": 50}
PLAIN_EVALUATORS = {"nothing": "plain:Nothing"}
PLAIN_RATERS = {"listed": "plain:AsListed", "chance": "plain:ByChance"}


def evaluator_names(game: str) -> list[str]:
    """The evaluators that `game` can be judged with; the default first."""
    return [*EVALUATORS.get(game, {}), *PLAIN_EVALUATORS]


def report_evaluator(game: str) -> str:
    """The evaluator of the report on `game`; judging nothing where there is no report."""
    return [*PLAIN_EVALUATORS, *EVALUATORS.get(game, {})][-1]


def clear_advantage(game: str) -> int:
    """Points that fill half of an advantage bar."""
    return CLEAR_ADVANTAGE.get(game, 10)


def rater_names(game: str) -> list[str]:
    """The raters that moves of `game` can be judged with; the default first."""
    return [*RATERS.get(game, {}), *PLAIN_RATERS]


def evaluator(game: str, name: str, **weights: Any) -> Any:
    """The evaluator of that name with its weights."""
    return _make(game, "evaluator", name, {**EVALUATORS.get(game, {}), **PLAIN_EVALUATORS}, weights)


def rater(game: str, name: str, **weights: Any) -> Any:
    """The rater of that name with its weights."""
    return _make(game, "rater", name, {**RATERS.get(game, {}), **PLAIN_RATERS}, weights)


def _make(game: str, kind: str, name: str, known: dict[str, str], weights: dict[str, Any]) -> Any:
    if name not in known:
        names = ", ".join(known)
        raise InvalidParameterError(f"{game} has no {kind} {name!r}; it has {names}")
    module, _, class_name = known[name].partition(":")
    found = getattr(importlib.import_module(f"plyground.evaluators.{module}"), class_name)
    for weight, value in weights.items():
        if weight not in found._fields:
            fields = ", ".join(found._fields)
            raise InvalidParameterError(f"{name} has no weight {weight!r}; it has {fields}")
        if not isinstance(value, int):
            raise InvalidParameterError(f"{weight}={value} of {name} must be a whole number")
    return found(**weights)
