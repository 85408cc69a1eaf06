"""The endpoint about the laboratory: the reports' experiments that are installed."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter

from plyground.web.models import Model

router = APIRouter(prefix="/api/lab")


class ExperimentView(Model):
    """An experiment of a report, and whether it came out the same."""

    name: str
    title: str
    report: str
    state: Literal["reproduced", "differs", "not run"]


class LabView(Model):
    """All experiments; none while no laboratory is installed."""

    experiments: list[ExperimentView]


@router.get("", operation_id="lab")
def lab() -> LabView:
    """The experiments that are installed."""
    return LabView(experiments=[])
