"""What goes over the wire about the laboratory."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.web.models import Model

State = Literal["reproduced", "differs", "undecided", "not comparable", "not run"]


class LabProgressView(Model):
    """An experiment that is being run, or waits for the one before it."""

    done: int
    total: int = Field(description="0 before it has begun")
    step: str
    seed: int


class ExperimentSummary(Model):
    """An experiment of a report, and whether it came out the same."""

    name: str
    title: str
    report: str = Field(description="the game that the report is about")
    measures: str
    state: State
    counts: dict[State, int] = Field(description="verdicts of each kind")
    progress: LabProgressView | None
    error: str | None = Field(description="why the last run failed, if it did")


class LabView(Model):
    """All experiments."""

    experiments: list[ExperimentSummary]


class VerdictView(Model):
    """A number of the report beside ours."""

    place: str
    report: str
    ours: str = Field(description="with its 95% interval where it has one")
    state: State
    why: str


class SourceView(Model):
    """A table or figure of the report."""

    name: str
    says: str
    conditions: str
    verdicts: list[VerdictView]


class LabTableView(Model):
    """A table of ours."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str


class ChartView(Model):
    """A figure of ours; its picture is at `/api/lab/{name}/charts/{number}`."""

    number: int
    title: str
    note: str


class LabRunView(Model):
    """How the result came about."""

    size: Literal["quick", "full"]
    seed: int
    seconds: float
    version: str
    finished: str = Field(description="when, in UTC")


class ExperimentView(ExperimentSummary):
    """An experiment with everything it found."""

    report_title: str
    command: str
    minutes: float = Field(description="about what a quick run takes on two cores")
    run: LabRunView | None
    sources: list[SourceView]
    tables: list[LabTableView]
    charts: list[ChartView]
    notes: list[str]
    can_draw: bool = Field(description="whether the server can draw the charts")


class LabRequest(Model):
    """A quick run of an experiment."""

    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
