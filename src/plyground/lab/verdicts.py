"""Whether what we found is what the report has, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import NormalDist
from typing import Literal, get_args

from plyground.lab.findings import Finding, Findings
from plyground.lab.sources import ReportNumber, numbers_of
from plyground.tournaments.statistics import Z

State = Literal["reproduced", "differs", "undecided", "not comparable", "not run"]
STATES: tuple[str, ...] = get_args(State)
LEVEL = 0.01  # two shares differ where chance alone would do it less often than this
WIDEST = 0.3  # an interval wider than this (of a share, or of an estimate) reproduces nothing
Z_OF_LEVEL = NormalDist().inv_cdf(1 - LEVEL / 2)
SHARE_UNITS = {"%": 100.0, "share": 1.0}


@dataclass(frozen=True)
class Verdict:
    """A number of the report beside ours."""

    number: ReportNumber
    finding: Finding | None
    state: State
    why: str


def verdicts(experiment: str, findings: Findings | None) -> list[Verdict]:
    """Every number of the report that the experiment is about, judged."""
    found = findings.numbers if findings else {}
    return [judge(number, found.get(number.key)) for number in numbers_of(experiment)]


def judge(number: ReportNumber, finding: Finding | None) -> Verdict:
    """The report's number beside ours, by the number's own rule."""
    if number.rule == "none":
        return Verdict(number, finding, "not comparable", number.why)
    if finding is None:
        return Verdict(number, None, "not run", "")
    if finding.value is None:
        return Verdict(number, finding, "undecided", finding.note)
    same, seen = _compare(number, finding)
    if same and _width(number, finding) > WIDEST:
        why = " ".join(filter(None, (finding.note, seen, "Too little was measured to tell.")))
        return Verdict(number, finding, "undecided", why)
    known = "" if same else number.why
    why = " ".join(filter(None, (finding.note, seen, known)))
    return Verdict(number, finding, "reproduced" if same else "differs", why)


def overall(found: Iterable[Verdict]) -> State:
    """One word for many verdicts: it differs if one of them does."""
    states = {verdict.state for verdict in found}
    for state in ("differs", "undecided", "not run", "reproduced"):
        if state in states:
            return state
    return "not comparable"


def counts(found: Iterable[Verdict]) -> dict[str, int]:
    """How many verdicts there are of each kind."""
    counted = Counter[str](verdict.state for verdict in found)
    return {state: counted[state] for state in STATES}


def _compare(number: ReportNumber, finding: Finding) -> tuple[bool, str]:
    """Whether they agree, and what is to be said about it."""
    ours, theirs = finding.value, number.value
    if number.rule == "claim":
        return ours == (True if theirs is None else theirs), ""
    if isinstance(ours, str) or isinstance(theirs, str):
        return ours == theirs, ""
    mine, printed = float(ours or 0), float(theirs or 0)
    if number.rule == "exact":
        return abs(mine - printed) <= number.tolerance * (1 + 1e-9), ""
    if number.rule == "estimate":
        return abs(mine - printed) <= number.tolerance + Z_OF_LEVEL * _error(number, finding), ""
    p = shares_p_value(printed / SHARE_UNITS[number.unit], number.games, mine, finding.trials)
    return p >= LEVEL, f"p = {p:.2g}." if p >= 0.001 else "p < 0.001."


def _error(number: ReportNumber, finding: Finding) -> float:
    """The standard error of the difference.

    Where the report has a mean of games, its games are taken to vary as much as ours.
    """
    ours = ((finding.high or 0.0) - (finding.low or 0.0)) / (2 * Z)
    if not (number.games and finding.trials):
        return ours
    return hypot(ours, ours * sqrt(finding.trials / number.games))


def _width(number: ReportNumber, finding: Finding) -> float:
    """How wide our interval is: of a share in itself, of an estimate beside its value."""
    width = (finding.high or 0.0) - (finding.low or 0.0)
    if number.rule == "interval":
        return width
    if number.rule == "estimate":
        return width / abs(float(finding.value or 0) or 1.0)
    return 0.0


def shares_p_value(one: float, games_one: int, two: float, games_two: int) -> float:
    """How likely two samples of one and the same share are to lie this far apart: Fisher's test."""
    from scipy.stats import fisher_exact  # type: ignore[import-untyped]

    wins = (round(one * games_one), round(two * games_two))
    table = [[wins[0], games_one - wins[0]], [wins[1], games_two - wins[1]]]
    return float(fisher_exact(table).pvalue)
