"""Scores as they go over the wire."""

from __future__ import annotations

from typing import Any

from plyground.game import Game
from plyground.game.judges import SURE
from plyground.search.runner import score_of
from plyground.vocabulary import Estimate, Score
from plyground.web.models import ScoreView, ValueView


def is_sure(score: Score) -> bool:
    """Whether an evaluator says that the next moves decide."""
    return isinstance(score, Estimate) and abs(score.value) >= SURE


def score_text(score: Score) -> str:
    """A score in words: `win in 5`, `even`, `won` where an evaluator is sure, otherwise `+12`."""
    if not isinstance(score, Estimate):
        return str(score)
    if is_sure(score):
        return "won" if score.value > 0 else "lost"
    return f"{score.value:+g}" if score.value else "even"


def _value_view(score: Score) -> ValueView:
    if isinstance(score, Estimate):
        value = float(score.value)
        return ValueView(kind="estimate", value=value, distance=None, sure=is_sure(score))
    value = float(score.result)
    return ValueView(kind="proven", value=value, distance=score.distance, sure=False)


def tree_value_view(value: int) -> ValueView:
    """A value of a search tree, for the player at its root."""
    return _value_view(score_of(value, 0))


def score_view(game: Game[Any], score: Score | None) -> ScoreView | None:
    """A score as the page sees it."""
    if score is None:
        return None
    worth = _value_view(score)
    size = 1 if worth.kind == "proven" else abs(worth.value) + game.knowledge.clear_advantage
    for_first = 1 if score.player == 0 else -1
    return ScoreView(
        **worth.model_dump(),
        player=score.player,
        text=score_text(score),
        advantage=round(for_first * worth.value / size, 4),
    )
