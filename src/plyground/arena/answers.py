"""What agents answer, turned into plain data: other people's code may answer anything."""

from __future__ import annotations

import math
import operator
from dataclasses import fields
from typing import Any

from plyground.vocabulary import Decision, Estimate, Player, Proven, Score, Statistics

LONGEST_REASON = 300
LARGEST_COUNT = 2**63 - 1  # that the store can hold
_counters = operator.attrgetter(*(counter.name for counter in fields(Statistics)))


class UnfitAnswerError(Exception):
    """An answer that no game can go on with; the text is the reason of a forfeit."""


def plain_decision(answer: Any, player: Player) -> Decision:
    """The answer's move, score and counts as numbers of ours; its line is left out."""
    try:
        move = operator.index(answer.move)
        if abs(move) > LARGEST_COUNT:
            raise ValueError("no move of any game is so large")
    except BaseException as error:
        raise UnfitAnswerError(
            f"illegal move: answered {_shown(answer)}, which is no decision"
        ) from error
    try:
        return Decision(move, _score(answer, player), (), _statistics(answer))
    except BaseException as error:
        raise UnfitAnswerError(f"crash: its decision is unfit: {said(error)}") from error


def said(error: BaseException) -> str:
    """What the error says, if it can, as one line; there is room for more beside it."""
    try:
        return shortened(f"{error}", LONGEST_REASON - 100)
    except BaseException:
        return "(it does not say why)"


def shortened(reason: str, longest: int = LONGEST_REASON) -> str:
    """The reason as one line that fits into a table of results."""
    line = " ".join(reason.encode(errors="replace").decode().split())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def _shown(answer: Any) -> str:
    try:
        return f"{answer!r:.80}"
    except BaseException:
        return f"a {type(answer).__name__}"


def _score(answer: Any, player: Player) -> Score | None:
    """The score for the player who moves; None for none or an infinite one."""
    score = answer.score
    if score is None:
        return None
    seen = score.seen_by(player)
    if isinstance(seen, Proven):
        distance = None if seen.distance is None else int(seen.distance)
        if seen.result not in (-1, 0, 1) or not 0 <= (distance or 0) <= LARGEST_COUNT:
            raise ValueError(f"{seen!r} is no proven score")
        return Proven(int(seen.result), player, distance)
    value = float(seen.value)
    return Estimate(value, player) if math.isfinite(value) else None


def _statistics(answer: Any) -> Statistics:
    numbers = [int(number) for number in _counters(answer.statistics)]
    if min(numbers) < 0 or max(numbers) > LARGEST_COUNT:
        raise ValueError(f"counts must be from 0 to {LARGEST_COUNT}")
    return Statistics(*numbers)
