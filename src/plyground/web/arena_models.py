"""What goes over the wire about tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.web.models import GameName, LimitModel, Model, ParameterValue, SpecText

State = Literal["waiting", "running", "stopped", "complete", "failed"]


class JobRequest(Model):
    """A tournament to start."""

    game: GameName
    parameters: dict[str, ParameterValue] = Field({}, max_length=20)
    agents: Annotated[list[SpecText], Field(min_length=2, max_length=20)]
    pairs: Annotated[int, Field(ge=1, le=10_000)] = Field(
        10, description="pairs of games for each two agents, sides swapped"
    )
    gauntlet: bool = Field(False, description="only the first against each other one")
    limit: LimitModel = LimitModel()
    openings: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=100)] = Field(
        [], description="moves to begin with; without any, they are random"
    )
    opening_plies: Annotated[int, Field(ge=0, le=40)] | None = Field(
        None, description="random moves to begin with; None: 4, fewer in short games"
    )
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
    workers: Annotated[int, Field(ge=1, le=16)] | None = Field(
        None, description="processes to play in; None: one for each core"
    )


class LiveGameView(Model):
    """A game under way."""

    number: int
    agents: list[str]
    moves: str


class JobView(Model):
    """A tournament and how far it is."""

    number: int
    game: str
    parameters: dict[str, int | str]
    agents: list[str]
    seed: int
    begun: str = Field(description="when, in UTC")
    planned: int
    played: int
    state: State
    error: str | None
    live: list[LiveGameView]


class JobsView(Model):
    """Every tournament, the newest first."""

    jobs: list[JobView]


class TableView(Model):
    """A table of results, as people read it and as CSV."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str]
    csv: str


class ResultsView(Model):
    """What the games prove so far."""

    number: int
    tables: list[TableView]


class RecordView(Model):
    """A game that was played; `moves` include the opening."""

    agents: list[str]
    start: str | None
    opening_plies: int
    moves: str
    winner: int | None
    reason: str
    forfeit: bool
    pair: int


class RecordsView(Model):
    """The games of a tournament."""

    number: int
    games: list[RecordView]
