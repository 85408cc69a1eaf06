"""Rating a person after a game; what is known of the person is kept by the browser."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from plyground.agents.person import UNKNOWN, PersonRating, newcomer, opponent_of
from plyground.agents.request import MOST_LEVEL
from plyground.web.agents import read_spec
from plyground.web.boards import Reached, read_place
from plyground.web.models import Model, Place, SpecText
from plyground.web.problems import responses

router = APIRouter(prefix="/api")
Level = Annotated[float, Field(ge=-MOST_LEVEL, le=MOST_LEVEL, strict=False)]


class PersonModel(Model):
    """What is known of a person's strength at a game on one board."""

    rating: Level
    deviation: Annotated[float, Field(gt=0, le=UNKNOWN, strict=False)]
    games: Annotated[int, Field(ge=0, le=10**6)]


class RatingRequest(Place):
    """A finished game of a person against an agent, and what was known of the person before."""

    person: Annotated[int, Field(ge=0, le=1)] = Field(description="which side the person played")
    opponent: SpecText
    before: PersonModel | None = Field(None, description="None for somebody who has not played")


class PersonView(PersonModel):
    """What is known of the person after the game."""

    margin: int = Field(description="half of the interval around the rating")
    change: int = Field(description="by how much the game changed the rating")
    counted: bool = Field(description="whether the game was over and the opponent rated")


@router.post("/rating", operation_id="rate_person", responses=responses(404))
def rate_person(asked: RatingRequest) -> PersonView:
    """The rating of a person after a game; unchanged if the opponent has no rating."""
    reached = read_place(asked)
    game = reached.game
    read_spec(game, asked.opponent)
    opponent = opponent_of(game, asked.opponent)
    before = PersonRating(**asked.before.model_dump()) if asked.before else newcomer(game)
    score = _score(reached, asked.person)
    counted = score is not None and opponent is not None
    after = before
    if score is not None and opponent is not None:
        after = before.after(score, *opponent)
    return PersonView(
        rating=after.rating,
        deviation=after.deviation,
        games=after.games,
        margin=round(after.margin),
        change=round(after.rating) - round(before.rating),
        counted=counted,
    )


def _score(reached: Reached, person: int) -> float | None:
    """What the person got of one point; None for a game that is not over, or began elsewhere."""
    outcome = reached.game.outcome(reached.position)
    if outcome is None or reached.start is not None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner == person)
