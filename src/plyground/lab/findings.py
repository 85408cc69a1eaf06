"""What an experiment found: numbers beside the report's, tables, charts, drawings and notes.

All of it is plain data that goes into the store and over the wire as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import NormalDist
from typing import Any, TypeAlias

from plyground.tournaments.statistics import Interval, Tally, Z, wilson

LEVEL = 0.01  # of every claim that rests on samples
WIDER = NormalDist().inv_cdf(1 - LEVEL / 2) / Z  # a 99% interval beside one of 95%

Value: TypeAlias = float | bool | str | None
Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True)
class Finding:
    """Our number for one of the report's, with its 95% interval where it has one.

    A share is from 0 to 1, and `trials` is the number of games behind it. For a claim the value is
    whether it holds, None if that cannot be decided. `note` says what was seen, or why it differs.
    """

    value: Value
    low: float | None = None
    high: float | None = None
    trials: int = 0
    note: str = ""


def share(wins: float, games: int, note: str = "") -> Finding:
    """A share of games with its Wilson interval."""
    return of_interval(wilson(wins, games), games, note)


def win_rate(tally: Tally, note: str = "") -> Finding:
    """The wins per game of a tally."""
    return of_interval(tally.win_rate, tally.games, note)


def of_interval(found: Interval, trials: int = 0, note: str = "") -> Finding:
    """An estimate with the ends of its interval."""
    return Finding(found.value, found.low, found.high, trials, note)


def claim(holds: bool | None, note: str) -> Finding:
    """Whether a claim holds (None if that is undecided), and what was seen.

    For exact counts, and for what `is_better`, `above` and `below` say of samples.
    """
    return Finding(None if holds is None else bool(holds), note=note)


def widened(found: Interval) -> Interval:
    """Return the 99% interval of a value that has this 95% interval."""
    low, high = (found.value + WIDER * (end - found.value) for end in (found.low, found.high))
    return Interval(found.value, low, high)


def above(found: Interval, bound: float) -> bool | None:
    """Return whether a measured value is above a bound, or None if its 99% interval contains it."""
    wide = widened(found)
    return None if wide.low <= bound <= wide.high else found.value > bound


def below(found: Interval, bound: float) -> bool | None:
    """Return whether a measured value is below a bound, or None if its 99% interval contains it."""
    known = above(found, bound)
    return None if known is None else not known


def all_of(parts: Iterable[bool | None]) -> bool | None:
    """Whether all parts of a claim hold: one that fails decides, one undecided leaves it open."""
    known = list(parts)
    return False if False in known else None if None in known else True


def is_better(found: Tally) -> bool | None:
    """Return whether one side is the better one, at the 1% level; None if the games do not say.

    It is not if it lost more, or if it is ahead by less than 5 points in 100.
    """
    if found.p_value < LEVEL:
        return found.wins > found.losses
    return False if below(found.score, 0.55) else None


def interval_text(found: Interval, form: str = ".2f", unit: str = "") -> str:
    """A value with its interval, as in `1.25 (1.10 to 1.42)`; the unit stands behind the value."""
    value, low, high = (format(each, form) for each in found)
    return f"{value}{unit} ({low} to {high})"


def rate_text(found: Tally) -> str:
    """A win rate with its interval, as in `62% (52 to 71) of 100`."""
    rate, low, high = found.win_rate
    return f"{100 * rate:.0f}% ({100 * low:.0f} to {100 * high:.0f}) of {found.games}"


@dataclass(frozen=True)
class DataTable:
    """A table of ours: cells are numbers or words, rows begin with their name."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True)
class Point:
    """A point of a chart: `x` is a number, or a word on an axis of words."""

    x: float | str
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """Points that belong together; `smooth` adds a local regression through them.

    Where the label begins with `report`, they are values of the report: marks without a line.
    """

    label: str
    points: tuple[Point, ...]
    smooth: bool = False

    @property
    def is_of_report(self) -> bool:
        """Return whether these are values of the report."""
        return self.label.startswith("report")


@dataclass(frozen=True)
class Chart:
    """A figure: lines with error bars where every point has an interval."""

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    note: str = ""
    log_y: bool = False
    percent: bool = False  # y is a share


@dataclass(frozen=True)
class Drawing:
    """A figure that is no chart, as an SVG document."""

    title: str
    svg: str
    note: str = ""


@dataclass(frozen=True)
class Findings:
    """Everything that an experiment found; `numbers` by `ReportNumber.key`."""

    numbers: Mapping[str, Finding] = field(default_factory=dict)
    tables: Sequence[DataTable] = ()
    charts: Sequence[Chart] = ()
    notes: Sequence[str] = ()
    drawings: Sequence[Drawing] = ()

    def data(self) -> dict[str, Any]:
        """As data for JSON; `from_data` makes findings of it again."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Findings:
        """The findings that `data` described."""
        return cls(
            {key: Finding(**given) for key, given in data["numbers"].items()},
            tuple(_table(given) for given in data["tables"]),
            tuple(_chart(given) for given in data["charts"]),
            tuple(data["notes"]),
            tuple(Drawing(**given) for given in data.get("drawings", ())),
        )


def _table(given: Mapping[str, Any]) -> DataTable:
    rows = tuple(map(tuple, given["rows"]))
    return DataTable(given["title"], tuple(given["columns"]), rows, given["note"])


def _chart(given: Mapping[str, Any]) -> Chart:
    series = tuple(
        Series(**{**each, "points": tuple(Point(**point) for point in each["points"])})
        for each in given["series"]
    )
    return Chart(**{**given, "series": series})
