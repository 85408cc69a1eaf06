"""The reports' own numbers: every cell of their tables, every claim about their figures.

They are in `data/GAME.toml`, beside what is said of each experiment (`experiments`). A *source* is
a table, a figure or a section. It has a table of numbers (`columns`, `rows`; `each` says what a row
is), `claims` in words, or both; `exceptions` change what the columns say about one cell. Every
number has a *rule*, by which it is compared:

    exact   a count: the report's digits are ours, rounded or cut off
    share   a share of games
    mean    an average over games or positions
    ratio   how many times as much: of two times, two counts, or a time and a count
    claim   a sentence, decided by the `test` that stands beside it
    none    it cannot be compared; `because` is one of `BECAUSE`, and `why` may say more

Shares, means and ratios are compared by a test of equivalence: `MARGINS` is how far the report's
number and ours may lie apart, the same for every number of a kind. A report that says "3 to 4" has
a `range`, inside which our whole interval must lie. `margin` belongs to exact numbers: "almost
68,000". A `mark` says that a number is no independent evidence; it is shown and not counted.

A time of another machine names in `beside` the number that compares it all the same: a ratio of
two times of the report; `{row}` in it is the row's name. Where a number is known to differ, `why`
says why, and `shown_by` names the experiment that demonstrates it; or it is `unexplained`, and
`why` says what was tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from plyground.errors import InvalidReportError
from plyground.reading import read_toml

Rule = Literal["exact", "share", "mean", "ratio", "claim", "none"]
RULES: tuple[str, ...] = get_args(Rule)
MARGINS = {"share": 0.10, "mean": 0.05, "ratio": 0.15}  # of all games; of the report's number
Mark = Literal["derived", "arithmetic", "fitted afterwards"]
MARKS: dict[Mark, str] = {
    "derived": "it follows from another number of the report",
    "arithmetic": "it follows from the rules or from a definition",
    "fitted afterwards": "its formula was chosen because it gives the report's numbers",
}
BECAUSE = {
    "absent": "the report leaves it open, or the page is lost",
    "choice": "a rule or a choice, not a result",
    "machine": "the time of another program on another machine",
}
ABSENT = "N/A"  # a cell that the report itself leaves open


@dataclass(frozen=True)
class ReportNumber:
    """A number of a report, or a claim in words, and how it is compared."""

    report: str
    source: str  # key of the table or figure
    row: str
    column: str  # empty for a claim
    each: str  # what rows are, as in `level`; empty for claims and rows with names
    value: float | bool | str | None  # None for a claim
    says: str = ""  # the claim
    test: str = ""  # how the claim is decided
    mark: Mark | None = None
    unit: str = ""
    decimals: int = 0
    rule: Rule = "exact"
    experiment: str = ""
    because: str = ""  # it cannot be compared
    beside: str = ""  # key of the ratio that compares it all the same
    why: str = ""
    shown_by: str = ""
    unexplained: bool = False
    games: int = 0  # behind a share or a mean
    margin: float | None = None
    range: tuple[float, float] | None = None

    @property
    def last_digit(self) -> float:
        """The unit of the last digit that the report prints."""
        return 10.0**-self.decimals

    @property
    def key(self) -> str:
        """What an experiment files its finding under: `table-2/1/win rate`, or source and claim."""
        return "/".join(filter(None, (self.source, self.row, self.column)))


@dataclass(frozen=True)
class Source:
    """A table, a figure or a section of a report."""

    report: str
    key: str
    name: str
    says: str
    conditions: str
    numbers: tuple[ReportNumber, ...]

    @property
    def experiments(self) -> set[str]:
        """The experiments that measure something of it."""
        return {number.experiment for number in self.numbers}


@dataclass(frozen=True)
class AboutExperiment:
    """What is said of an experiment; `minutes` are about what it takes, quick and full."""

    name: str
    title: str
    measures: str
    minutes: tuple[float, float]  # on two cores


@dataclass(frozen=True)
class Report:
    """One of the reports."""

    game: str
    title: str
    year: int
    experiments: tuple[AboutExperiment, ...]
    sources: tuple[Source, ...]


@cache
def reported_games() -> tuple[str, ...]:
    """The games that there are reports on."""
    found = (entry.name for entry in (files("plyground.lab") / "data").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def read_report(game: str) -> Report:
    """The report on that game."""
    if game not in reported_games():
        raise InvalidReportError(f"no report on {game!r}; there are {', '.join(reported_games())}")
    text = (files("plyground.lab") / "data" / f"{game}.toml").read_text(encoding="utf-8")
    return parse_report(game, text)


def all_reports() -> list[Report]:
    """Every report."""
    return [read_report(game) for game in reported_games()]


def all_numbers() -> list[ReportNumber]:
    """Every number and claim of every report."""
    return [n for report in all_reports() for source in report.sources for n in source.numbers]


def numbers_of(experiment: str) -> list[ReportNumber]:
    """The numbers and claims that an experiment is about, in the order of the report."""
    return [number for number in all_numbers() if number.experiment == experiment]


def reported(game: str, source: str, column: str) -> list[tuple[str, float]]:
    """The numbers of a column by the name of their row, for a chart; open cells are left out."""
    numbers = (each for found in read_report(game).sources for each in found.numbers)
    return [
        (each.row, float(each.value))
        for each in numbers
        if (each.source, each.column) == (source, column) and isinstance(each.value, (int, float))
    ]


def source_of(number: ReportNumber) -> Source:
    """The table or figure that a number stands in."""
    sources = read_report(number.report).sources
    return next(source for source in sources if source.key == number.source)


def sources_of(experiment: str) -> list[Source]:
    """The tables and figures that an experiment is about."""
    found = (source for report in all_reports() for source in report.sources)
    return [source for source in found if experiment in source.experiments]


# --- reading ----------------------------------------------------------------------------------


def parse_report(game: str, text: str) -> Report:
    """The report that a data file describes; `InvalidReportError` says what is wrong in it."""
    try:
        data = read_toml(text)
        sources = tuple(_source(game, given) for given in data["sources"])
        experiments = tuple(map(_experiment, data.get("experiments", [])))
        report = Report(game, data["title"], data["year"], experiments, sources)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidReportError(f"data of {game}: {type(error).__name__} {error}") from error
    rules: dict[str, Rule] = {}
    numbers = [number for source in sources for number in source.numbers]
    for number in numbers:
        if number.key in rules:
            raise InvalidReportError(f"data of {game}: {number.key} is there twice")
        rules[number.key] = number.rule
    for number in numbers:
        if number.beside and rules.get(number.beside, "none") == "none":
            raise InvalidReportError(f"{game}, {number.key}: {number.beside!r} compares nothing")
    return report


def _experiment(given: Mapping[str, Any]) -> AboutExperiment:
    quick, full = given["minutes"]
    return AboutExperiment(given["name"], given["title"], given["measures"], (quick, full))


def _source(game: str, given: Mapping[str, Any]) -> Source:
    numbers = (*_cells(game, given), *_claims(game, given))
    return Source(
        game, given["key"], given["name"], given["says"], given["conditions"], tuple(numbers)
    )


def _cells(game: str, given: Mapping[str, Any]) -> Iterator[ReportNumber]:
    columns = given.get("columns", [])
    exceptions = {(e["row"], e["column"]): e for e in given.get("exceptions", [])}
    for row, *values in given.get("rows", []):
        if len(values) != len(columns):
            raise InvalidReportError(f"{game}, {given['key']}: row {row!r} has {len(values)} cells")
        for column, value in zip(columns, values, strict=True):
            special = dict(exceptions.pop((row, column["name"]), {}))
            special.pop("row", None), special.pop("column", None)
            about = {**column, **special}
            name = about.pop("name")
            about["beside"] = about.get("beside", "").format(row=row)
            if value == ABSENT:
                about |= {
                    "rule": "none",
                    "because": "absent",
                    "beside": "",
                    "why": "",
                    "mark": None,
                }
            yield _number(game, given, row, name, value, about)
    for place in exceptions:
        raise InvalidReportError(f"{game}, {given['key']}: an exception for {place}, which is none")


def _claims(game: str, given: Mapping[str, Any]) -> Iterator[ReportNumber]:
    for claim in given.get("claims", []):
        about = {"rule": "claim", **claim}
        yield _number(game, given, about.pop("name"), "", None, about)


def _number(
    game: str, given: Mapping[str, Any], row: str, column: str, value: Any, about: dict[str, Any]
) -> ReportNumber:
    if not all(isinstance(name, str) for name in (given["key"], row, column)):
        raise InvalidReportError(f"{game}: {row!r:.40} is no name of a row or column")
    experiment = about.pop("experiment", given["experiment"])
    number = ReportNumber(
        game,
        given["key"],
        row,
        column,
        given.get("each", "") if column else "",
        value,
        experiment=experiment,
        games=given.get("games", 0),
        **_ranged(about),
    )
    problem = _problem(number)
    if problem:
        raise InvalidReportError(f"{game}, {number.key}: {problem}")
    return number


def _ranged(about: dict[str, Any]) -> dict[str, Any]:
    """Return `about` with its range as two numbers, lower end first."""
    if "range" in about:
        low, high = sorted(map(float, about["range"]))
        about["range"] = (low, high)
    return about


def _problem(number: ReportNumber) -> str:
    """What is wrong with how a number is to be compared; empty if nothing is."""
    if number.rule not in RULES:
        return f"rule {number.rule!r} is none of {', '.join(RULES)}"
    if number.rule == "none" and number.because not in BECAUSE:
        return f"it is not compared: `because` must be one of {', '.join(BECAUSE)}"
    if number.rule == "share" and not number.games:
        return "a share needs the number of games"
    if number.mark is not None and number.mark not in MARKS:
        return f"mark {number.mark!r} is none of {', '.join(MARKS)}"
    if number.because == "choice" and not number.why:
        return "it is not compared, and nothing says whose choice it is"
    if (number.shown_by or number.unexplained) and not number.why:
        return "it has a cause, but `why` does not say it"
    return ""
