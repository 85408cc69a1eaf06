"""What goes over the wire about the laboratory."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from plyground.web.models import Model

State = Literal["reproduced", "consistent", "differs", "undecided", "not comparable", "not run"]
Mark = Literal["derived", "arithmetic", "fitted afterwards"]
Whose = Literal["ours", "yours"]


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
    counts: dict[State | Mark, int] = Field(
        description="verdicts of each state; marked numbers by their mark alone"
    )
    your_counts: dict[State | Mark, int] | None = Field(description="those of the user's own run")
    progress: LabProgressView | None
    error: str | None = Field(description="why the last run failed, if it did")


class LabView(Model):
    """All experiments."""

    experiments: list[ExperimentSummary]


class VerdictView(Model):
    """A number of the report beside ours, and the user's own where both are there."""

    place: str
    report: str
    test: str = Field(description="how a claim is decided, if the report's data say so")
    ours: str = Field(description="with its 95% interval where it has one")
    state: State
    mark: Mark | None = Field(description="why the number is not counted, if it is not")
    flips: int = Field(description="runs with other seeds that contradict the state")
    repeats: int = Field(description="runs with other seeds")
    why: str
    shown_by: str = Field(
        description="the experiment that demonstrates why it differs, if one does"
    )
    beside: str = Field(description="what compares a number that cannot be compared itself")
    yours: str | None
    your_state: State | None
    your_why: str


class SourceView(Model):
    """A table or figure of the report."""

    name: str
    says: str
    conditions: str
    verdicts: list[VerdictView]


class LabTableView(Model):
    """A table of a result."""

    whose: Whose
    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str


class PointView(Model):
    """A point of a chart."""

    x: float | str = Field(description="a number, or a word on an axis of words")
    y: float
    low: float | None = Field(description="where its 95% interval begins, if it has one")
    high: float | None


class SeriesView(Model):
    """Points that belong together."""

    label: str
    points: list[PointView]
    curve: list[tuple[float, float]] | None = Field(
        description="in place of the line through the points; empty where no line is to be drawn"
    )


class ChartView(Model):
    """A figure of a result, as data."""

    whose: Whose
    title: str
    note: str
    x: str = Field(description="the name of the axis")
    y: str
    percent: bool = Field(description="whether y is a share")
    log_y: bool = Field(description="whether y is drawn by its logarithm")
    series: list[SeriesView]


class NoteView(Model):
    """Words of a result."""

    whose: Whose
    text: str


class LabRunView(Model):
    """How a result came about."""

    whose: Whose
    size: Literal["quick", "full"]
    seed: int
    text: str = Field(description="size, seed, date, seconds, version and machine")


class ExperimentView(ExperimentSummary):
    """An experiment with everything that was found."""

    report_title: str
    command: str
    minutes: float = Field(description="about what a quick run takes on two cores")
    runs: list[LabRunView] = Field(description="the result that ships, and the user's own")
    sources: list[SourceView]
    tables: list[LabTableView]
    charts: list[ChartView]
    notes: list[NoteView]


class LabRequest(Model):
    """A quick run of an experiment."""

    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
