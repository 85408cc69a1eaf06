"""The trainings that the page shows: how far each is, and how well its network plays by now.

They are read from the folders that `plyground train` writes, `training/` where the server was
started, or where PLYGROUND_TRAINING says; a run that is under way adds a line every few seconds.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from plyground.errors import TrainingError
from plyground.folders import read_whole
from plyground.learn.curve import KEPT, Curve, read_curve, read_strengths
from plyground.reading import read_json
from plyground.web.models import Model
from plyground.web.problems import responses

router = APIRouter(prefix="/api/trainings")
FOLDER = "training"  # where `plyground train` puts runs unless it is told otherwise
CURVE = "curve.csv"
STILL_SECONDS = 30.0  # without a new line, after which nobody seems to be training any more
MOST_TRAININGS = 20
MOST_POINTS = 60  # of a curve; more would not be told apart
LARGEST = 8_000_000  # bytes of a file


class TrainingPoint(Model):
    """A point of a learning curve."""

    minutes: float
    policy_loss: float
    value_loss: float
    kept: float | None = Field(
        description="share of positions in which the policy keeps the value, by an exact solver"
    )


class StrengthPoint(Model):
    """The score of a network that was kept, against a fixed opponent, with its interval."""

    minutes: float
    score: float
    low: float
    high: float


class TrainingView(Model):
    """A training."""

    name: str = Field(description="its folder, below the one of all trainings")
    game: str | None
    running: bool
    minutes: float
    planned: float | None = Field(description="how many minutes it is to take")
    games: int
    points: list[TrainingPoint]
    strengths: list[StrengthPoint]


class TrainingsView(Model):
    """All trainings, the one that changed last first."""

    folder: str
    trainings: list[TrainingView]


@router.get("", operation_id="trainings", responses=responses())
def trainings() -> TrainingsView:
    """How far trainings are, and how they got there."""
    folder = Path(os.environ.get("PLYGROUND_TRAINING") or FOLDER)
    found = [*folder.glob(f"*/{CURVE}"), *folder.glob(f"*/*/{CURVE}")]
    dated = sorted(((_changed(file), file) for file in found), reverse=True)
    views = [_view(folder, file, date) for date, file in dated[:MOST_TRAININGS]]
    return TrainingsView(folder=str(folder.resolve()), trainings=[each for each in views if each])


def _changed(file: Path) -> float:
    """When a file was changed last; long ago if it has just gone."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _view(folder: Path, file: Path, changed: float) -> TrainingView | None:
    """A training; None if its curve cannot be read, as while it is written anew."""
    config = _config(file.with_name("config.json"))
    strengths = file.with_name("strength.csv")
    try:
        if file.stat().st_size > LARGEST:
            return None
        curve = read_curve(file)
        measured = read_strengths(strengths) if strengths.exists() else {}
    except (OSError, TrainingError):
        return None
    return TrainingView(
        name=file.parent.relative_to(folder).as_posix(),
        game=config.get("game"),
        running=abs(time.time() - changed) < STILL_SECONDS,
        minutes=curve["seconds"][-1] / 60 if curve["seconds"] else 0.0,
        planned=config.get("minutes"),
        games=int(curve["games"][-1]) if curve["games"] else 0,
        points=_points(curve),
        strengths=[
            StrengthPoint(minutes=seconds / 60, score=score, low=low, high=high)
            for seconds, score, low, high in zip(*measured.values(), strict=True)
        ],
    )


def _points(curve: Curve) -> list[TrainingPoint]:
    """Points of a curve, evenly chosen from the last one back if there are too many."""
    columns = (curve["seconds"], curve["policy_loss"], curve["value_loss"], curve[KEPT])
    rows = list(zip(*columns, strict=True))
    step = max(1, -(-len(rows) // MOST_POINTS))
    return [
        TrainingPoint(minutes=seconds / 60, policy_loss=policy, value_loss=value, kept=kept or None)
        for seconds, policy, value, kept in rows[::-1][::step][::-1]
    ]


def _config(file: Path) -> dict[str, Any]:
    """What the configuration of a run says of its game and its minutes; empty if it is none."""
    try:
        found = read_json(read_whole(file, LARGEST))
    except (OSError, ValueError):
        return {}
    given = found if isinstance(found, dict) else {}
    kinds: dict[str, Any] = {"game": str, "minutes": (int, float)}
    return {name: given[name] for name, kind in kinds.items() if isinstance(given.get(name), kind)}
