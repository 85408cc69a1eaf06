"""The endpoint that says why a move is a mistake."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from plyground.errors import InvalidMoveError
from plyground.game import Game
from plyground.kernel import Monitor
from plyground.solvers.refutation import Prover, Step
from plyground.solvers.solver import solver_for
from plyground.solvers.why import why as explain
from plyground.vocabulary import Limit
from plyground.web.boards import read_place
from plyground.web.models import MOST_SECONDS, Model, Place, ScoreView
from plyground.web.problems import responses
from plyground.web.routes import searchers_of
from plyground.web.scores import score_view
from plyground.web.security import address_of

router = APIRouter(prefix="/api")


class WhyRequest(Place):
    """A game whose last move is to be explained."""

    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = 5.0


class StepView(Model):
    """A move of a refutation; who refutes has one answer, who erred has all of them."""

    move: str
    player: int
    distance: int | None = Field(description="plies from here to the end, where they are known")
    is_folded: bool = Field(description="the game goes on, which is proven and not shown")
    answers: list[StepView]


class WhyView(Model):
    """What is proven of a move, for who made it."""

    move: str
    player: int
    score: ScoreView
    best: str = Field(description="the best move; the one that was made if no other is better")
    best_score: ScoreView
    is_mistake: bool = Field(description="whether another move had a better result")
    sentence: str
    refutation: StepView | None = Field(description="how a mistake is punished")


@router.post("/why", operation_id="why", responses=responses(404, 409, 429))
async def why(request: Request, asked: WhyRequest) -> WhyView:
    """Why the last move of a game is a mistake, and how it is refuted; 422 if nothing is proven."""
    monitor = Monitor()

    def work() -> WhyView:
        return _explained(asked, monitor)

    return await searchers_of(request).in_turn(work, monitor, address_of(request))


# --- in a thread ------------------------------------------------------------------------------


def _explained(asked: WhyRequest, monitor: Monitor) -> WhyView:
    reached = read_place(asked)
    if not reached.moves:
        raise InvalidMoveError("there is no move to explain")
    game, before, move = reached.game, reached.steps[-2].position, reached.moves[-1]
    prover = Prover(solver_for(game), Limit(seconds=asked.seconds), monitor)
    found = explain(prover, before, move)
    score, best_score = score_view(game, found.score), score_view(game, found.best_score)
    assert score is not None
    assert best_score is not None
    return WhyView(
        move=game.format_move(move),
        player=found.player,
        score=score,
        best=game.format_move(found.best),
        best_score=best_score,
        is_mistake=found.is_mistake,
        sentence=found.sentence,
        refutation=None if found.refutation is None else _step(game, found.refutation),
    )


def _step(game: Game[Any], step: Step) -> StepView:
    return StepView(
        move=game.format_move(step.move),
        player=step.player,
        distance=step.distance,
        is_folded=step.is_folded,
        answers=[_step(game, answer) for answer in step.answers],
    )
