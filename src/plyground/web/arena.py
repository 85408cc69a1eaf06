"""The endpoints about tournaments: jobs that live on the server and survive a restart.

A job is a run of the arena's store, under the run's number. Jobs are played one after the other in
processes of their own; one that was interrupted, or no longer waits its turn, is shown as stopped
and can be resumed.
"""

from __future__ import annotations

import os
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import Response
from pydantic import ValidationError

from plyground.agents import label_of
from plyground.errors import InvalidLimitError, PlygroundError, UnknownGameError, UsageError
from plyground.folders import data_directory
from plyground.game import Game
from plyground.game.registry import game_names, is_as_loaded, reference_of
from plyground.tournaments import (
    Conditions,
    GameRecord,
    Plan,
    Store,
    Tournament,
    gauntlet,
    local_workplace,
    make_plan,
    write_records,
)
from plyground.tournaments.plan import renewed
from plyground.tournaments.tables import Table, cost_table, cross_table, standings_table
from plyground.vocabulary import Limit
from plyground.web.agents import read_spec
from plyground.web.arena_models import (
    JobRequest,
    JobsView,
    JobView,
    LiveGameView,
    RecordsView,
    RecordView,
    ResultsView,
    State,
    TableView,
)
from plyground.web.boards import make_game, name_of
from plyground.web.models import LimitModel
from plyground.web.problems import complaint, responses

router = APIRouter(prefix="/api/arena")
JobNumber = Annotated[int, InPath(ge=1, le=2**31)]
GRACE = 0.5  # seconds that an agent may overrun: the machine also serves the page


def default_store() -> Path:
    """Where results are kept: PLYGROUND_STORE, or a file in the user's data folder."""
    given = os.environ.get("PLYGROUND_STORE")
    if given:
        return Path(given)
    return data_directory() / "arena.db"


class Jobs:
    """Tournaments of one server: at most one is played at a time, the others wait in a row."""

    def __init__(self, path: Path | None = None) -> None:
        """Nothing is opened before the first use."""
        self.path = path or default_store()
        self._changing = threading.RLock()
        self._waiting: dict[int, Tournament] = {}  # by number, in the order in which they begin
        self._playing: dict[int, Tournament] = {}  # the one under way, or just ending
        self._workers: dict[int, int] = {}  # that somebody wished for, by number
        self._failed: dict[int, str] = {}

    def store(self) -> Store:
        """The store, opened anew; close it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return Store(self.path)

    def start(self, plan: Plan, workers: int | None = None) -> int:
        """Begin or resume the run of this plan; its number.

        Without `workers`, as many processes as it had before, else one for each core.
        """
        with self.store() as store:
            number = store.begin(plan).run
        with self._changing:
            playing = self._playing.get(number)
            if number not in self._waiting and (playing is None or playing.stopped):
                if workers is not None:
                    self._workers[number] = workers
                workplace = local_workplace(self._workers.get(number))
                self._waiting[number] = Tournament(plan, self.path, workplace=workplace)
                self._play_next()
        return number

    def _play_next(self) -> None:
        """Begin with the first that waits, unless another one is still under way."""
        with self._changing:
            if not self._waiting or self._playing:
                return
            number = next(iter(self._waiting))
            self._failed.pop(number, None)
            self._playing[number] = tournament = self._waiting.pop(number)
            threading.Thread(target=self._play, args=(number, tournament), daemon=True).start()

    def _play(self, number: int, tournament: Tournament) -> None:
        try:
            tournament.run()
            if tournament.unplayable:
                self._failed[number] = next(iter(tournament.unplayable.values()))
        except Exception as error:
            kind = "" if isinstance(error, PlygroundError) else f"{type(error).__name__}: "
            self._failed[number] = f"{kind}{error}"
        with self._changing:
            del self._playing[number]
            self._play_next()

    def stop(self, number: int) -> None:
        """Have a job end soon, or wait no longer; it can be resumed."""
        with self._changing:
            self._waiting.pop(number, None)
            if number in self._playing:
                self._playing[number].stop()

    def close(self) -> None:
        """End all jobs."""
        with self._changing:
            self._waiting.clear()
            for tournament in self._playing.values():
                tournament.stop()

    def views(self) -> list[JobView]:
        """Every job, the newest first."""
        busy = self._busy()
        with self.store() as store:
            runs = store.runs()
        return [self._view(run, busy) for run in reversed(runs)]

    def view(self, number: int) -> JobView:
        """One job; an error if there is none."""
        busy = self._busy()
        with self.store() as store:
            return self._view(store.run(number), busy)

    def _busy(self) -> dict[int, State]:
        """The states of jobs that wait or are under way; asked before the store, which goes on."""
        with self._changing:
            busy: dict[int, State] = dict.fromkeys(self._playing, "running")
            return busy | dict.fromkeys(self._waiting, "waiting")

    def _view(self, run: Any, busy: dict[int, State]) -> JobView:
        plan: Plan = run.plan
        failed = None if run.number in busy else self._failed.get(run.number)
        ended: State = "complete" if run.complete else "failed" if failed else "stopped"
        return JobView(
            number=run.number,
            game=name_of(plan.game),
            parameters=dict(plan.parameters),
            agents=list(plan.agents),
            seed=plan.seed,
            begun=run.begun,
            planned=run.planned,
            played=run.played,
            state=busy.get(run.number, ended),
            error=failed,
            live=_live(self._playing.get(run.number)),
        )

    def records(self, number: int) -> list[GameRecord]:
        """The games of a job."""
        with self.store() as store:
            return store.records(store.run(number).number)

    def plan(self, number: int) -> Plan:
        """The plan of a job."""
        with self.store() as store:
            return store.run(number).plan


def _live(tournament: Tournament | None) -> list[LiveGameView]:
    return [
        LiveGameView(
            number=game.planned.number,
            agents=list(map(label_of, game.planned.agents)),
            moves=" ".join((*game.planned.opening, *game.moves)),
        )
        for game in (tournament.live() if tournament else ())
    ]


# --- endpoints --------------------------------------------------------------------------------


def jobs_of(request: Request) -> Jobs:
    """The jobs of the application that got the request."""
    found: Jobs = request.app.state.jobs
    return found


@router.get("", operation_id="jobs", responses=responses())
def jobs(request: Request) -> JobsView:
    """Every tournament, the newest first."""
    return JobsView(jobs=jobs_of(request).views())


@router.post("", operation_id="start_job", responses=responses(404))
def start(request: Request, asked: JobRequest) -> JobView:
    """Start a tournament, or resume the one that was asked for in the same words."""
    game = make_game(asked.game, asked.parameters)
    agents = [str(read_spec(game, spec).written) for spec in asked.agents]
    limit = Limit(asked.limit.seconds, asked.limit.nodes, asked.limit.depth)
    refuse_edited(game)
    plan = make_plan(
        reference_of(type(game)),
        agents,
        parameters=game.parameter_values,
        pairings=gauntlet(len(agents)) if asked.gauntlet else None,
        pairs=asked.pairs,
        openings=[tuple(opening.split()) for opening in asked.openings] or None,
        opening_plies=asked.opening_plies,
        conditions=Conditions(limit.or_none(), grace=GRACE, move_timeout=120.0),
        seed=asked.seed,
    )
    refuse_edited(game)  # it may have been meanwhile
    found = jobs_of(request)
    return found.view(found.start(plan, asked.workers))


@router.get("/{number}", operation_id="job", responses=responses(404))
def job(request: Request, number: JobNumber) -> JobView:
    """How far a tournament is, with the games under way."""
    return jobs_of(request).view(number)


@router.post("/{number}/stop", operation_id="stop_job", responses=responses(404))
def stop(request: Request, number: JobNumber) -> JobView:
    """Stop a tournament, or have it wait no longer; it can be resumed."""
    found = jobs_of(request)
    found.stop(number)
    return found.view(number)


@router.post("/{number}/resume", operation_id="resume_job", responses=responses(404))
def resume(request: Request, number: JobNumber) -> JobView:
    """Play what is left of a tournament; if its game was edited since, a new one."""
    found = jobs_of(request)
    plan = found.plan(number)
    if name_of(plan.game) not in game_names():
        raise UnknownGameError(
            f"{plan.game} is not among the games here; `plyground serve {plan.game}` adds it"
        )
    check_bounds(plan)
    game = make_game(name_of(plan.game), plan.parameters)
    refuse_edited(game)
    plan = renewed(plan)
    refuse_edited(game)
    return found.view(found.start(plan))


def refuse_edited(game: Game[Any]) -> None:
    """Refuse a game whose file was edited: the page would show other rules than are played."""
    if not is_as_loaded(type(game)):
        raise UsageError(
            f"the file of {game.title} was edited after this server had loaded it: restart the "
            "server, so that the page and its tournaments have the same rules"
        )


def check_bounds(plan: Plan) -> None:
    """Refuse a plan that nobody could have asked for here: the store may be another's."""
    for spec in plan.agents:
        read_spec(make_game(name_of(plan.game), plan.parameters), spec)
    limit = asdict(plan.conditions.limit) if plan.conditions.limit else {}
    asked = {"game": "any", "agents": list(plan.agents), "pairs": len(plan.openings)}
    try:
        JobRequest.model_validate({**asked, "limit": LimitModel.model_validate(limit)})
    except ValidationError as error:
        said = complaint(error.errors(include_url=False))
        raise InvalidLimitError(f"{said}; `plyground arena` plays this tournament") from error


@router.get("/{number}/results", operation_id="job_results", responses=responses(404))
def results(request: Request, number: JobNumber) -> ResultsView:
    """What the games prove: cross table, standings and costs."""
    records = jobs_of(request).records(number)
    tables = (cross_table(records), standings_table(records), cost_table(records))
    return ResultsView(number=number, tables=list(map(_table, tables)))


def _table(table: Table) -> TableView:
    return TableView(
        title=table.title,
        columns=[column.heading for column in table.columns],
        rows=table.texts(),
        notes=list(table.notes),
        csv=table.csv(),
    )


@router.get("/{number}/games", operation_id="job_games", responses=responses(404))
def games(request: Request, number: JobNumber) -> RecordsView:
    """Every game of a tournament, to be opened in the analysis."""
    records = jobs_of(request).records(number)
    return RecordsView(number=number, games=list(map(_record, records)))


def _record(record: GameRecord) -> RecordView:
    moves = " ".join((*record.opening, *(move.move for move in record.moves)))
    return RecordView(
        agents=list(map(label_of, record.agents)),
        start=record.start,
        opening_plies=len(record.opening),
        moves=moves,
        winner=record.winner,
        reason=record.reason,
        forfeit=record.forfeit,
        pair=record.pair,
    )


@router.get(
    "/{number}/games.txt",
    operation_id="job_games_text",
    response_class=Response,
    responses={**responses(404), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def games_text(request: Request, number: JobNumber) -> Response:
    """The games as text that `plyground` reads back."""
    written = write_records(jobs_of(request).records(number))
    return Response(written, media_type="text/plain; charset=utf-8")
