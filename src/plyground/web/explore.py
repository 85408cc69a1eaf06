"""The endpoint of the opening explorer: what agents chose in the games that came to a position."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from plyground.game import Game
from plyground.game.registry import reference_of
from plyground.tournaments.beginnings import OPENINGS, beginnings_in
from plyground.tournaments.explorer import Choice, Explorer
from plyground.web.boards import read_place
from plyground.web.models import Model, Place
from plyground.web.problems import responses

router = APIRouter(prefix="/api")
MOST_AGENTS = 3  # that are named beside a move


class ExploreRequest(Place):
    """A position to look up."""

    own: bool = Field(False, description="count the games of this server's arena, too")


class ChosenView(Model):
    """An agent that chose a move, and how often."""

    agent: str
    games: int


class ChoiceRow(Model):
    """Moves that come down to the same, and how they did for who made them."""

    moves: list[str]
    wins: int
    draws: int
    losses: int
    agents: list[ChosenView] = Field(description="who chose it most often")


class ExploreView(Model):
    """What agents chose here, the most frequent first."""

    games: int = Field(description="that were looked at, whether they came here or not")
    moves: list[ChoiceRow]


@router.post("/explore", operation_id="explore", responses=responses(404))
def explore(request: Request, asked: ExploreRequest) -> ExploreView:
    """How often agents chose each move of a position, and what became of it."""
    reached = read_place(asked)
    store = request.app.state.jobs.path if asked.own else None
    explorer = _explorer(reached.game, store, _version(store))
    rows = [_row(reached.game, choice) for choice in explorer.choices(reached.position)]
    return ExploreView(games=explorer.games, moves=rows)


def _row(game: Game[Any], choice: Choice) -> ChoiceRow:
    tally, agents = choice.chosen.tally, choice.chosen.agents.most_common(MOST_AGENTS)
    return ChoiceRow(
        moves=list(map(game.format_move, choice.moves)),
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        agents=[ChosenView(agent=agent, games=games) for agent, games in agents],
    )


def _version(store: Path | None) -> tuple[int, ...]:
    """Numbers that change when games are added to a store."""
    if store is None:
        return ()
    files = (store, store.with_name(f"{store.name}-wal"))
    return tuple(file.stat().st_mtime_ns for file in files if file.is_file())


@lru_cache(maxsize=8)
def _explorer(game: Game[Any], store: Path | None, _version: tuple[int, ...]) -> Explorer:
    known = OPENINGS.on_board(game)
    own = beginnings_in([store], reference_of(type(game)), game) if store else ()
    return Explorer(game, (*(known.games if known else ()), *own))
