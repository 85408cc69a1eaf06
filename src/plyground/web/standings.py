"""The endpoints about what the games of a tournament prove, as numbers, and the games as CSV.

Results are summed up once for each number of games that were played: many pages may watch one
tournament.
"""

from __future__ import annotations

import csv
import io
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import Response
from pydantic import Field

from plyground.agents import label_of
from plyground.tournaments import GameRecord, Store
from plyground.tournaments.repeats import counted_games
from plyground.tournaments.standings import Standing, standings
from plyground.tournaments.statistics import Interval, Tally, first_player_tally, head_to_head
from plyground.web.arena import jobs_of
from plyground.web.models import Model
from plyground.web.problems import responses

router = APIRouter(prefix="/api/arena")
JobNumber = Annotated[int, InPath(ge=1, le=2**31)]
COLUMNS = ("pair", "first", "second", "winner", "reason", "forfeit", "opening", "moves")


class IntervalView(Model):
    """An estimate and the ends of its 95% interval."""

    value: float
    low: float
    high: float


class TallyView(Model):
    """Wins, draws and losses, the score per game, and whether wins and losses differ."""

    games: int
    wins: int
    draws: int
    losses: int
    score: IntervalView
    p: float = Field(description="exact binomial test of wins against losses")
    significant: bool = Field(description="at the 5% level")


class StandingView(Model):
    """Where an agent stands."""

    agent: str
    tally: TallyView
    rating: IntervalView = Field(description="Elo around the mean of the pool")
    milliseconds_per_move: float | None
    milliseconds_per_win: float | None
    forfeits: int


class MeetingView(Model):
    """How an agent did against another; against itself, as the side that moved first."""

    agent: str
    opponent: str
    tally: TallyView


class StandingsView(Model):
    """What the games prove so far."""

    number: int
    played: int
    distinct: int = Field(description="games that repeat no others, from which the rest follows")
    standings: list[StandingView] = Field(description="the highest rating first")
    meetings: list[MeetingView]
    first_player: TallyView


@router.get("/{number}/standings", operation_id="job_standings", responses=responses(404))
def job_standings(request: Request, number: JobNumber) -> StandingsView:
    """Standings and cross table, as numbers."""
    jobs = jobs_of(request)
    return _summed_up(jobs.path, number, jobs.view(number).played)


@lru_cache(maxsize=16)
def _summed_up(path: Path, number: int, played: int) -> StandingsView:
    with Store(path, create=False) as store:
        records = store.records(number)[:played]
    meetings = head_to_head(records)
    return StandingsView(
        number=number,
        played=len(records),
        distinct=len(counted_games(records)),
        standings=list(map(_standing, standings(records) if records else [])),
        meetings=[
            MeetingView(agent=label_of(agent), opponent=label_of(opponent), tally=_tally(found))
            for (agent, opponent), found in meetings.items()
        ],
        first_player=_tally(first_player_tally(records)),
    )


def _standing(each: Standing) -> StandingView:
    return StandingView(
        agent=label_of(each.agent),
        tally=_tally(each.tally),
        rating=_interval(each.rating),
        milliseconds_per_move=each.effort.milliseconds_per_move,
        milliseconds_per_win=each.milliseconds_per_win,
        forfeits=each.forfeits,
    )


def _tally(found: Tally) -> TallyView:
    return TallyView(
        games=found.games,
        wins=found.wins,
        draws=found.draws,
        losses=found.losses,
        score=_interval(found.score),
        p=found.p_value,
        significant=found.significant,
    )


def _interval(found: Interval) -> IntervalView:
    return IntervalView(value=found.value, low=found.low, high=found.high)


@router.get(
    "/{number}/games.csv",
    operation_id="job_games_csv",
    response_class=Response,
    responses={**responses(404), 200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
def games_csv(request: Request, number: JobNumber) -> Response:
    """The games, one a line."""
    written = _as_csv(jobs_of(request).records(number))
    name = f'attachment; filename="tournament-{number}.csv"'
    headers = {"Content-Disposition": name}
    return Response(written, media_type="text/csv; charset=utf-8", headers=headers)


def _as_csv(records: list[GameRecord]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for record in records:
        opening, moves = " ".join(record.opening), " ".join(each.move for each in record.moves)
        who, forfeit = record.winning_agent or "", int(record.forfeit)
        writer.writerow([record.pair, *record.agents, who, record.reason, forfeit, opening, moves])
    return written.getvalue()
