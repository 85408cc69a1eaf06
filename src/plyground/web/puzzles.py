"""The endpoints of puzzles: which games have some, and those of a game."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from plyground.errors import PlygroundError
from plyground.game.registry import game_names
from plyground.puzzles.files import PUZZLES
from plyground.puzzles.puzzle import Grade, Kind, Puzzle
from plyground.web.boards import registered_class
from plyground.web.models import Model, ParameterValue
from plyground.web.problems import responses
from plyground.web.routes import NamedGame

router = APIRouter(prefix="/api/puzzles")


class PuzzleCount(Model):
    """How many puzzles a game has."""

    game: str
    count: int


class PuzzleFault(Model):
    """A game whose puzzles cannot be read."""

    game: str
    says: str = Field(description="what is wrong, with the name of the file")


class PuzzleCounts(Model):
    """The games that have puzzles, and those that should have."""

    games: list[PuzzleCount]
    faults: list[PuzzleFault]


class PuzzleView(Model):
    """A position, what is asked about it, and the proof of the answer."""

    kind: Kind
    question: str
    position: str
    answer: str
    values: dict[str, str] = Field(description="by move, what is proven of it, as in `win in 5`")
    grade: Grade
    difficulty: float = Field(description="the share of wrong answers of weak agents")
    failed: dict[str, float] = Field(description="the same by agent")


class PuzzlesView(Model):
    """The puzzles of a game, the easiest first; they are on a board with these parameters."""

    game: str
    parameters: dict[str, ParameterValue]
    puzzles: list[PuzzleView]


@router.get("", operation_id="puzzle_games")
def puzzle_games() -> PuzzleCounts:
    """The games that have puzzles, and how many."""
    counts, faults = [], []
    for name in game_names():
        try:
            found = PUZZLES.of(registered_class(name))
        except PlygroundError as error:  # one damaged file is no reason to show none
            faults.append(PuzzleFault(game=name, says=str(error)))
        else:
            if found and found.game == name:  # a variant of a game has its knowledge, not its board
                counts.append(PuzzleCount(game=name, count=len(found.puzzles)))
    return PuzzleCounts(games=counts, faults=faults)


@router.get("/{game}", operation_id="puzzles", responses=responses(404))
def puzzles(game: NamedGame) -> PuzzlesView:
    """The puzzles of a game; an empty list if it has none."""
    found = PUZZLES.of(registered_class(game))
    if found is None:
        return PuzzlesView(game=game, parameters={}, puzzles=[])
    views = [_view(puzzle) for puzzle in found.puzzles]
    return PuzzlesView(game=game, parameters=dict(found.parameters), puzzles=views)


def _view(puzzle: Puzzle) -> PuzzleView:
    return PuzzleView(
        kind=puzzle.kind,
        question=puzzle.question,
        position=puzzle.position,
        answer=puzzle.answer,
        values=dict(puzzle.values),
        grade=puzzle.grade,
        difficulty=puzzle.difficulty,
        failed=dict(puzzle.failed),
    )
