"""The rules of a game as steps to click through, each on a real board: the game's `tour`.

{
  "steps": [
    {"title": "...", "says": "...", "parameters": {"size": 4}, "moves": "a4 b4",
     "task": "Jump into the hole.", "answers": ["a2-a4"], "done": "..."},
    ...
  ]
}

A step without a task is there to be read. A task is done by one of its `answers`; a task without
answers is done by trying a `forbidden` move, so that one sees the rules refuse it. `check_step`
holds every step against the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import (
    IllegalMoveError,
    InvalidMoveError,
    NonconformingError,
    PlygroundError,
)
from plyground.game.declared_file import DeclaredFile
from plyground.game.game import Game
from plyground.game.parameters import Value, check_names
from plyground.game.playthrough import Playthrough

ANY = "any"  # among the answers: every legal move


@dataclass(frozen=True)
class Step:
    """A board, what is said about it, and what is to be done on it; moves are in the notation."""

    title: str
    says: str
    parameters: Mapping[str, Value] = field(default_factory=dict)
    position: str | None = None  # where the moves begin; None: at the start of the game
    moves: str = ""  # played before
    marked: tuple[str, ...] = ()  # cells, by name
    task: str = ""  # what to do; empty: only to look
    answers: tuple[str, ...] = ()  # moves that do it, or ANY
    forbidden: tuple[str, ...] = ()  # moves that the step says the rules forbid
    done: str = ""  # said once the task is done
    otherwise: str = ""  # said about legal moves that are no answer
    outcome: str = ""  # how the game has ended then, as in `Black won: White cannot jump`

    def reached(self, game: type[Game[Any]]) -> Playthrough:
        """The position that the step shows; an error if there is none."""
        check_names(game, self.parameters)
        return Playthrough.read(game(**self.parameters), self.position, self.moves)

    def right_moves(self, reached: Playthrough) -> list[str]:
        """The moves that do the task."""
        if ANY in self.answers:
            return reached.game.legal_moves(reached.position)
        return list(self.answers)


def _step(told: Mapping[str, Any]) -> Step:
    for name in ("marked", "answers", "forbidden"):
        if not isinstance(told.get(name, []), list):
            raise TypeError(f"{name} must be a list, not {told[name]!r}")
    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in told.items()}
    return Step(**given)


TOUR: DeclaredFile[tuple[Step, ...]] = DeclaredFile(
    "tour", "tour of the rules", lambda found: tuple(_step(each) for each in found["steps"])
)


def tour_of(game: type[Game[Any]] | Game[Any]) -> tuple[Step, ...]:
    """The steps that a game declares; none if it declares no tour."""
    return TOUR.of(game) or ()


def check_tour(game: type[Game[Any]]) -> None:
    """`NonconformingError` with the step that the rules contradict, if there is one."""
    for number, step in enumerate(tour_of(game), 1):
        try:
            check_step(game, step)
        except PlygroundError as error:
            told = f"step {number} of the tour of {game.name} ({step.title})"
            raise NonconformingError(f"{told}: {error}") from error


def check_step(game: type[Game[Any]], step: Step) -> None:
    """An error that says what in a step is against the rules, or cannot be done."""
    reached = step.reached(game)
    _require_cells(reached.game, step.marked)
    answers = step.right_moves(reached)
    if step.task and not (answers or step.forbidden):
        raise NonconformingError("its task can be done by no move")
    if not step.task and (answers or step.done or step.outcome):
        raise NonconformingError("it has answers, but no task")
    for move in answers:
        after = reached.play(move)
        ended = reached.game.outcome(after.position)
        told = "" if ended is None else reached.game.describe(ended)
        if step.outcome and told != step.outcome:
            raise NonconformingError(f"after {move}: {told or 'nobody has won'}")
    for move in step.forbidden:
        if _is_legal(reached, move):
            raise NonconformingError(f"{move} is legal here, but is called forbidden")


def _require_cells(game: Game[Any], names: Iterable[str]) -> None:
    for name in names:
        if game.shape.cell(name) is None:
            raise NonconformingError(f"{name!r} is no cell of this board")


def _is_legal(reached: Playthrough, move: str) -> bool:
    try:
        reached.play(move)
    except (IllegalMoveError, InvalidMoveError):
        return False
    return True
