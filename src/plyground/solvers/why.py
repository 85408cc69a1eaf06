"""Why a move is a mistake: what it was worth, what would have been better, and its refutation.

Nothing here is an opinion: every word follows from values that a solver has proven, and from the
ends of the games in the refutation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.game import Game
from plyground.solvers.refutation import Prover, Step, refutation
from plyground.vocabulary import Move, Outcome, Player, Proven, other

MIDDLE = (0.4, 0.6)  # of the width of a board


@dataclass(frozen=True)
class Why:
    """What is proven of a move: its value and the best one's, for who made it."""

    game: Game[Any]
    before: Any  # the position in which it was made
    move: Move
    score: Proven
    best: Move
    best_score: Proven
    refutation: Step | None = None  # of a mistake

    @property
    def player(self) -> Player:
        """Who made the move."""
        return self.score.player

    @property
    def is_mistake(self) -> bool:
        """Whether another move had a better result."""
        return self.best_score.result > self.score.result

    @property
    def sentence(self) -> str:
        """What there is to say, in one sentence."""
        mine, better = self.game.format_move(self.move), self.game.format_move(self.best)
        if self.is_mistake:
            return f"{better} {_does(self.best_score)}; after {mine} {self._punished()}."
        if self.best_score == self.score:
            return f"{mine} {_does(self.score)}: no move is better."
        late = "only " if self.score.result > 0 else "already "
        return f"{mine} {_does(self.score, late)}; {better} {_does(self.best_score)}."

    def _punished(self) -> str:
        who = self.game.players[other(self.player)]
        if self.score.result == 0:
            return f"{who} holds a draw"
        distance = None if self.score.distance is None else self.score.distance - 1
        if distance == 0:  # the move itself loses
            return f"{who} has won"
        plies = "" if distance is None else f" in {_plies(distance)}"
        how = common_end(self.game, self.before.play(self.move), self.refutation)
        return f"{who} forces a win{plies}{f': {how}' if how else ''}"


def _does(score: Proven, late: str = "") -> str:
    verb = ("loses", "draws", "wins")[score.result + 1]
    if score.result == 0 or score.distance is None:
        return verb
    return f"{verb} {late}in {_plies(score.distance)}"


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def why(prover: Prover, before: Any, move: Move) -> Why:
    """What is proven of a legal move; `OutOfReachError` if that is too little to say anything."""
    values = prover.values(before)
    score, best = values[move], max(values, key=lambda each: _rank(values[each]))
    if values[best].result > score.result and prover.game.legal(before.play(move)):
        tree = refutation(prover, before.play(move), -score.result)
    else:
        tree = None
    if _rank(score) == _rank(values[best]):
        best = move
    return Why(prover.game, before, move, score, best, values[best], tree)


def _rank(score: Proven) -> tuple[int, int]:
    """Larger is better: a quick win, a draw, a late loss."""
    return score.result, -score.result * (score.distance or 0)


# --- how it ends ----------------------------------------------------------------------------------


def common_end(game: Game[Any], position: Any, tree: Step | None) -> str:
    """By which rule, and where, every game of a refutation ends; empty if they differ."""
    if tree is None or not tree.is_complete:
        return ""
    ends = [_end(game, position, line) for line in tree.lines()]
    reasons = {outcome.reason for outcome, _ in ends if outcome}
    if len(reasons) != 1:
        return ""
    places = {place_of(game, cells) for _, cells in ends}
    return " ".join(filter(None, (*reasons, places.pop() if len(places) == 1 else "")))


def _end(
    game: Game[Any], position: Any, line: tuple[Step, ...]
) -> tuple[Outcome | None, list[int]]:
    for step in line:
        position = position.play(step.move)
    return game.outcome(position), list(game.line(position))


def place_of(game: Game[Any], cells: list[int]) -> str:
    """Where on the board these cells lie; empty if they reach over more than half of it."""
    if not cells:
        return ""
    width = game.shape.extent[0]
    across = [game.shape.centre(cell)[0] / width for cell in cells]
    middle = (min(across) + max(across)) / 2
    if max(across) - min(across) > 1 / 2:
        return ""
    side = "left" if middle < MIDDLE[0] else "right" if middle > MIDDLE[1] else ""
    return f"on the {side}" if side else "in the middle"
