"""The endpoints about games and positions."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import Field

from plyground.errors import InvalidParameterError
from plyground.game import Game
from plyground.game.registry import game_names
from plyground.web.boards import (
    game_summary,
    game_view,
    play_request,
    position_view,
    read_place,
    registered_class,
)
from plyground.web.models import (
    LONGEST_NAME,
    NAME,
    GameSummary,
    GameView,
    Model,
    MoveRequest,
    Place,
    PositionView,
    StatusView,
)
from plyground.web.problems import responses
from plyground.web.searching import Searchers

router = APIRouter(prefix="/api")

NamedGame = Annotated[str, Path(max_length=LONGEST_NAME, pattern=NAME)]
Assignments = Annotated[
    list[Annotated[str, Field(max_length=120, pattern=r"^[A-Za-z_][A-Za-z0-9_]*=[^\x00]+$")]],
    Query(alias="parameter", max_length=20, description="as in `size=6`; repeatable"),
]


class GamesView(Model):
    """All games."""

    games: list[GameSummary]


def assigned(name: str, assignments: list[str]) -> Game[Any]:
    """The game with parameters as they stand in a URL."""
    given: dict[str, str] = {}
    for assignment in assignments:
        key, _, value = assignment.partition("=")
        if key in given:
            raise InvalidParameterError(f"{key} is given twice")
        given[key] = value
    return registered_class(name).from_text(given)


def searchers_of(request: Request) -> Searchers:
    """The searchers of the application that got the request."""
    found: Searchers = request.app.state.searchers
    return found


@router.get("/status", operation_id="status")
async def status(request: Request) -> StatusView:
    """How the server is doing."""
    return searchers_of(request).status()


@router.get("/games", operation_id="games")
def games() -> GamesView:
    """All games."""
    return GamesView(games=[game_summary(registered_class(name)) for name in game_names()])


@router.get("/games/{game}", operation_id="game", responses=responses(404))
def game(game: NamedGame, assignments: Assignments = []) -> GameView:  # noqa: B006
    """A game with its parameters fixed, and its board."""
    return game_view(assigned(game, assignments))


@router.post("/position", operation_id="position", responses=responses(404, 409))
def position(request: Request, place: Place) -> PositionView:
    """Everything a board needs about a position; searches of that game are made ready."""
    reached = read_place(place)
    searchers_of(request).warm(reached.game)
    return position_view(reached)


@router.post("/play", operation_id="play", responses=responses(404, 409))
def play(asked: MoveRequest) -> PositionView:
    """The position after one more move."""
    return position_view(play_request(read_place(asked), asked))


@router.get(
    "/svg",
    operation_id="svg",
    response_class=Response,
    responses={
        **responses(404, 409),
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}},
    },
)
def svg(
    game: Annotated[str, Query(max_length=LONGEST_NAME, pattern=NAME)],
    assignments: Assignments = [],  # noqa: B006
    position: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=4000)] = "",
    theme: Annotated[str, Query(pattern="^(light|dark|css)$")] = "light",
    width: Annotated[int, Query(ge=16, le=4096)] = 360,
) -> Response:
    """A position as a picture."""
    made = assigned(game, assignments)
    place = Place(game=game, parameters=made.parameter_values, position=position, moves=moves)
    reached = read_place(place)
    before, move = (None, None)
    if reached.moves:
        before, move = reached.steps[-2].position, reached.moves[-1]
    picture = made.picture(reached.position, before, move)
    return Response(picture.svg(theme, width), media_type="image/svg+xml")
