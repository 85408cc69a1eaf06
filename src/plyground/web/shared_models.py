"""What goes over the wire about games that two people play together."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.web.models import GameName, Model, Number, ParameterValue, PositionView

LONGEST_CLOCK = 3 * 60 * 60  # seconds
LONGEST_INCREMENT = 3 * 60
MOST_MOVES = 600

Letters = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_-]+$")]
Seconds = Annotated[float, Field(ge=1, le=LONGEST_CLOCK)]
Increment = Annotated[float, Field(ge=0, le=LONGEST_INCREMENT)]
Action = Literal[
    "move", "resign", "offer_draw", "ask_takeback", "offer_rematch", "accept", "decline"
]
OfferKind = Literal["draw", "takeback", "rematch"]


class ShareRequest(Model):
    """A game to be played by two people."""

    game: GameName
    parameters: dict[str, ParameterValue] = Field({}, max_length=20)
    position: Annotated[str, Field(max_length=2000)] | None = Field(
        None, description="where the game begins; null: at its own start"
    )
    seconds: Seconds | None = Field(None, description="of each player; null: no clocks")
    increment: Increment = Field(0, description="seconds that each move adds")


class SharedKeysView(Model):
    """A game that was made: who knows its name may watch, who has a key may play."""

    shared: str = Field(description="the name of the shared game, for whoever may watch")
    keys: list[str] = Field(description="of the two seats, first mover first; each is a secret")


class ActRequest(Model):
    """What a player does."""

    key: Letters = Field(description="of the seat")
    ply: Annotated[int, Field(ge=0, le=MOST_MOVES)] = Field(
        description="moves that the player has seen; refused if the game has moved on"
    )
    action: Action
    move: Annotated[str, Field(max_length=60)] | Number | None = None
    offer: Number | None = Field(
        None,
        description="with accept and decline: the number of the offer that is answered; refused "
        "if it is no longer the one that stands",
    )


class SharedClockView(Model):
    """The clocks, when this was sent."""

    seconds: list[float] = Field(description="that each player has left")
    running: int | None = Field(description="whose clock runs")
    increment: float


class OfferView(Model):
    """What one player asks of the other."""

    kind: OfferKind
    player: int = Field(description="who asks")
    number: int = Field(description="of this offer in this game; an answer names it")


class SharedView(Model):
    """A shared game, as one of those who look at it sees it."""

    shared: str
    seat: int | None = Field(description="which player this is; null: a spectator")
    view: PositionView = Field(description="also says that one resigned, or has no time left")
    joined: list[bool] = Field(description="whether each player has been here; moves need both")
    present: list[bool] = Field(description="whether each player is connected")
    spectators: int
    clock: SharedClockView | None
    offer: OfferView | None
