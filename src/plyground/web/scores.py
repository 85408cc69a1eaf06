"""Scores in words: what a person reads beside the numbers."""

from __future__ import annotations

import re
from typing import Any

from plyground.game import Game
from plyground.game.judges import SURE
from plyground.search.runner import score_of
from plyground.vocabulary import Estimate, Score
from plyground.web.models import ScoreView

_SIGNED = re.compile(r"(?<![\w.])[+-]\d+\b")


def score_text(score: Score) -> str:
    """A score in words: `win in 5`, `even`, `won` where an evaluator is sure, otherwise `+12`."""
    if not isinstance(score, Estimate):
        return str(score)
    if abs(score.value) >= SURE:
        return "won" if score.value > 0 else "lost"
    return f"{score.value:+g}" if score.value else "even"


def value_text(value: int) -> str:
    """A value of a search tree, for the player at its root: as `score_text`, but 0 is a number."""
    return score_text(score_of(value, 0)) if value else "0"


def reworded(why: str, describe: Any) -> str:
    """A reason of the recorded search, its numbers as `describe` says them."""
    return _SIGNED.sub(lambda number: str(describe(int(number[0]))), why)


def score_view(game: Game[Any], score: Score | None) -> ScoreView | None:
    """A score as the page sees it."""
    if score is None:
        return None
    for_first = 1 if score.player == 0 else -1
    if isinstance(score, Estimate):
        value = float(score.value)
        return ScoreView(
            kind="estimate",
            player=score.player,
            value=value,
            distance=None,
            text=score_text(score),
            advantage=round(for_first * value / (abs(value) + game.knowledge.clear_advantage), 4),
        )
    return ScoreView(
        kind="proven",
        player=score.player,
        value=float(score.result),
        distance=score.distance,
        text=score_text(score),
        advantage=float(for_first * score.result),
    )
