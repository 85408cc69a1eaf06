"""The endpoint of a whole line: every position of a game, to look at, as an embedded board does.

It is answered by GET and makes nothing ready: pages of other sites may have it asked for.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from plyground.web.boards import Reached, game_view, position_view, read_place
from plyground.web.models import LONGEST_NAME, NAME, GameView, Model, Place
from plyground.web.problems import responses
from plyground.web.routes import Assignments, assigned

router = APIRouter(prefix="/api")


class FrameView(Model):
    """A position of a line, with what is marked on it; the fields are those of a `PositionView`."""

    move: str = Field(description="the move that led here; empty at the start")
    cells: list[int]
    player: int
    status: str
    last: list[int]
    captured: list[int]
    line: list[int]
    links: list[tuple[int, int]]
    text: str


class WholeLineView(Model):
    """A game and every position of a line of it, the first one first."""

    game: GameView
    frames: list[FrameView]


@router.get("/line", operation_id="line", responses=responses(404, 409))
def line(
    game: Annotated[str, Query(max_length=LONGEST_NAME, pattern=NAME)],
    assignments: Assignments = [],  # noqa: B006
    position: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=4000)] = "",
) -> WholeLineView:
    """Every position of a game, to look at."""
    made = assigned(game, assignments)
    place = Place(game=game, parameters=made.parameter_values, position=position, moves=moves)
    reached = read_place(place)
    frames = [_frame(reached, plies) for plies in range(len(reached.moves) + 1)]
    return WholeLineView(game=game_view(made), frames=frames)


def _frame(reached: Reached, plies: int) -> FrameView:
    """The position after so many of the moves."""
    part = reached._replace(moves=reached.moves[:plies], steps=reached.steps[: plies + 1])
    view = position_view(part)
    shared = view.model_dump(include=set(FrameView.model_fields) - {"move"})
    return FrameView(move=view.plies[-1].text if view.plies else "", **shared)
