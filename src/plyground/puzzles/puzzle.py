"""A puzzle: a position, a question, and the one move that answers it.

    win         the only move that wins
    quickest    of several moves that win, the only one that wins in so few plies
    save        the only move that draws, where none wins
    loses       the only move that loses

Which of them a position is follows from the values of its moves alone, so whoever has a solver can
check a puzzle. How hard it is was measured: the share of answers of weak agents that were wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from plyground.game import Game
from plyground.kernel import Monitor
from plyground.solvers.solver import Solver
from plyground.vocabulary import Limit, Move, Proven

Kind: TypeAlias = Literal["win", "quickest", "save", "loses"]
Grade: TypeAlias = Literal["easy", "medium", "hard"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GRADES: tuple[Grade, ...] = get_args(Grade)
FEWEST_MOVES = 3  # to choose from
AT_ONCE = 1  # plies: a move that ends the game is no puzzle
LONGEST = 17  # plies to the win that is to be found, or to that of the other side


@dataclass(frozen=True)
class Puzzle:
    """A position, what is asked, the answer and its proof; moves are in the game's notation."""

    kind: Kind
    position: str
    answer: str
    values: Mapping[str, str]  # of every legal move, as in `win in 5`
    failed: Mapping[str, float]  # by agent: the share of its answers that were wrong

    @property
    def difficulty(self) -> float:
        """The share of wrong answers, from 0 to 1; every agent counts the same."""
        return sum(self.failed.values()) / len(self.failed)

    @property
    def grade(self) -> Grade:
        """The third of the scale that the difficulty lies in."""
        return GRADES[min(2, int(3 * self.difficulty))]

    @property
    def question(self) -> str:
        """What is asked, in one sentence."""
        value = self.values[self.answer]
        if self.kind == "win":
            return f"Only one move wins ({value.removeprefix('win ')} plies): which?"
        if self.kind == "quickest":
            return f"{value.capitalize()} plies: only one move is that quick. Which?"
        if self.kind == "save":
            return "Only one move draws, and all others lose: which?"
        return "Only one move loses: which?"


def moves_that_answer(values: Mapping[Move, Proven]) -> dict[Kind, Move]:
    """What can be asked about a position whose moves have these values, with the answers."""
    if len(values) < FEWEST_MOVES:
        return {}
    by_result: dict[int, list[Move]] = {-1: [], 0: [], 1: []}
    for move, value in values.items():
        by_result[value.result].append(move)
    wins, draws, losses = by_result[1], by_result[0], by_result[-1]
    found: dict[Kind, Move] = {}
    plies = [values[move].distance or 0 for move in wins]  # 0: not known, and so no puzzle
    if wins and AT_ONCE < min(plies) <= LONGEST:
        quickest = [move for move in wins if values[move].distance == min(plies)]
        if len(quickest) == 1:
            found["win" if len(wins) == 1 else "quickest"] = quickest[0]
    if not wins and len(draws) == 1:
        found["save"] = draws[0]
    if len(losses) == 1 and (values[losses[0]].distance or 0) <= LONGEST + 1:
        found["loses"] = losses[0]
    return found


def proven_values(
    solver: Solver, position: Any, limit: Limit | None = None
) -> dict[Move, Proven] | None:
    """The value of every legal move; None if the limit comes before the last of them."""
    *_, known = (None, *solver.analyse(position, limit, Monitor()))
    if known is None or not known.finished:
        return None
    values = {report.move: report.score for report in known.moves}
    return {move: value for move, value in values.items() if isinstance(value, Proven)}


def written(game: Game[Any], values: Mapping[Move, Proven]) -> dict[str, str]:
    """The values as a puzzle keeps them, by move in the game's own order."""
    return {game.format_move(move): str(values[move]) for move in sorted(values)}
