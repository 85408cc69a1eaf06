"""The endpoint of tours: the rules of a game as steps on boards."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from plyground.errors import InvalidMoveError
from plyground.game import Game
from plyground.game.playthrough import Playthrough
from plyground.game.tour import Step, tour_of
from plyground.shapes import Grid
from plyground.web.boards import registered_class
from plyground.web.models import Model, ParameterValue
from plyground.web.problems import responses
from plyground.web.routes import NamedGame

router = APIRouter(prefix="/api/tours")


class TourStepView(Model):
    """A board, what is said about it, and what is to be done on it."""

    title: str
    says: str
    parameters: dict[str, ParameterValue]
    position: str | None
    moves: str
    marked: list[int] = Field(description="cells to mark")
    task: str = Field(description="what to do; empty: only to look")
    answers: list[str] = Field(description="moves that do it")
    tries: list[list[int]] = Field(
        description="paths that the rules refuse; without answers, trying one does the task, and "
        "where none is listed any move that is refused"
    )
    done: str
    otherwise: str = Field(description="to say about legal moves that are no answer")


class TourView(Model):
    """The rules of a game to click through; no steps if it has none."""

    game: str
    steps: list[TourStepView]


@router.get("/{game}", operation_id="tour", responses=responses(404))
def tour(game: NamedGame) -> TourView:
    """The rules of a game, step by step."""
    found = registered_class(game)
    return TourView(game=game, steps=[_view(found, step) for step in tour_of(found)])


def _view(found: type[Game[Any]], step: Step) -> TourStepView:
    reached = step.reached(found)
    game = reached.game
    return TourStepView(
        title=step.title,
        says=step.says,
        parameters=dict(step.parameters),
        position=step.position,
        moves=step.moves,
        marked=[cell for name in step.marked if (cell := game.shape.cell(name)) is not None],
        task=step.task,
        answers=step.right_moves(reached),
        tries=[path for move in step.forbidden if (path := _path(reached, move))],
        done=step.done,
        otherwise=step.otherwise,
    )


def _path(reached: Playthrough, move: str) -> list[int]:
    """The cells of a move that the rules refuse; none if no cells name it."""
    game = reached.game
    if isinstance(game.shape, Grid) and game.shape.drop:  # it lands nowhere
        return []
    try:
        return list(game.path(reached.position, game.parse_move(move)))
    except InvalidMoveError:
        return []
