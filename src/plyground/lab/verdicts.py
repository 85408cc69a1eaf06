"""Compare our numbers with the report's, each by its own rule, and say how they agree.

    reproduced      our number is the report's: a count to its last digit, a claim that is decided,
                    a share, mean or ratio whose 95% interval of the difference lies inside the
                    margin of its kind (`plyground.lab.sources.MARGINS`), or inside the rounding
                    of a mean or ratio; a share must not differ at the 1% level, either
    consistent      nothing is rejected, but too few games were played to call it reproduced; for
                    a claim about all cases, no exception among those that were looked at
    differs         the difference is larger than chance explains at the 1% level
    undecided       a claim that our games do not decide
    not comparable  the report's number has no counterpart here

A verdict *flips* if another run contradicts it: one says that the numbers differ, the other that
they agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import NormalDist
from typing import Literal, get_args

from plyground.lab.findings import LEVEL, Finding, Findings, widened
from plyground.lab.sources import MARGINS, MARKS, ReportNumber, numbers_of
from plyground.tournaments.statistics import Interval, Z, wilson

State = Literal["reproduced", "consistent", "differs", "undecided", "not comparable", "not run"]
STATES: tuple[str, ...] = get_args(State)
AGREES = ("reproduced", "consistent")
Z_OF_LEVEL = NormalDist().inv_cdf(1 - LEVEL / 2)
Z_SEEN = Z_OF_LEVEL + NormalDist().inv_cdf(0.8)  # a difference that is seen four times in five
SHARE_UNITS = {"%": 100.0, "share": 1.0}


@dataclass(frozen=True)
class Verdict:
    """A number of the report beside ours, and what other runs of the experiment said of it."""

    number: ReportNumber
    finding: Finding | None
    state: State
    why: str
    repeats: tuple[State, ...] = ()  # of runs with other seeds

    @property
    def flips(self) -> int:
        """The number of other runs that contradict this verdict."""
        against = {"differs": AGREES, "reproduced": ("differs",), "consistent": ("differs",)}
        return sum(other in against.get(self.state, ()) for other in self.repeats)


def verdicts(
    experiment: str, findings: Findings | None, repeats: Sequence[Mapping[str, Finding]] = ()
) -> list[Verdict]:
    """Judge every number of the report that the experiment is about.

    `repeats` are the numbers that other runs of the experiment found.
    """
    ours = findings.numbers if findings else {}
    return [
        replace(
            judge(number, ours.get(number.key)),
            repeats=tuple(judge(number, other.get(number.key)).state for other in repeats),
        )
        for number in numbers_of(experiment)
    ]


def judge(number: ReportNumber, finding: Finding | None) -> Verdict:
    """Compare the report's number with ours by the number's own rule."""
    if number.rule == "none":
        return Verdict(number, finding, "not comparable", number.why)
    if finding is None:
        return Verdict(number, None, "not run", "")
    if finding.value is None:
        return Verdict(number, finding, "undecided", finding.note)
    state, seen = _compare(number, finding)
    known = number.why if state == "differs" else ""
    return Verdict(number, finding, state, " ".join(filter(None, (finding.note, seen, known))))


def overall(judged: Iterable[Verdict]) -> State:
    """Return the state of many verdicts: the first of those below that one of them has."""
    states = {verdict.state for verdict in judged if verdict.number.mark is None}
    order: tuple[State, ...] = ("differs", "undecided", "not run", "consistent", "reproduced")
    return next((state for state in order if state in states), "not comparable")


def counts(judged: Iterable[Verdict]) -> dict[str, int]:
    """Count the verdicts of each state; marked numbers are counted by their mark alone."""
    counted = Counter[str](verdict.number.mark or verdict.state for verdict in judged)
    return {kind: counted[kind] for kind in (*STATES, *MARKS)}


def shares_p_value(one: float, games_one: int, two: float, games_two: int) -> float:
    """Return how likely two samples of one share lie this far apart, by Fisher's exact test."""
    from scipy.stats import fisher_exact  # type: ignore[import-untyped]

    wins = (round(one * games_one), round(two * games_two))
    table = [[wins[0], games_one - wins[0]], [wins[1], games_two - wins[1]]]
    return float(fisher_exact(table).pvalue)


def share_difference(one: float, games_one: int, two: float, games_two: int) -> Interval:
    """Return `two` less `one` with its 95% interval, by Newcombe's method of Wilson scores."""
    first, second = (
        wilson(share * games, games) for share, games in ((one, games_one), (two, games_two))
    )
    value = second.value - first.value
    down = hypot(second.value - second.low, first.high - first.value)
    up = hypot(second.high - second.value, first.value - first.low)
    return Interval(value, value - down, value + up)


def _compare(number: ReportNumber, finding: Finding) -> tuple[State, str]:
    """Return how they agree, and what is to be said about it."""
    ours, theirs = finding.value, number.value
    if number.rule == "claim":
        return _claimed(finding, True if theirs is None else theirs)
    if isinstance(ours, str) or isinstance(theirs, str):
        return ("reproduced" if ours == theirs else "differs"), ""
    mine, printed = float(ours or 0), float(theirs or 0)
    if number.rule == "exact":
        return ("reproduced" if _same_digits(number, mine, printed) else "differs"), ""
    if number.rule == "share":
        return _compare_shares(number, finding, mine, printed / SHARE_UNITS[number.unit])
    if number.range is not None:
        return _compare_range(finding, mine, number.range)
    return _compare_values(number, finding, mine, printed)


def _claimed(finding: Finding, expected: object) -> tuple[State, str]:
    if finding.value != expected:
        return "differs", ""
    if finding.trials:
        return "consistent", f"No exception in {finding.trials:,}; not proven."
    return "reproduced", ""


def _same_digits(number: ReportNumber, mine: float, printed: float) -> bool:
    """Return whether the printed digits are ours, rounded or cut off."""
    off = (mine - printed) * (1 if printed >= 0 else -1)
    slack = 1e-9 * (1 + abs(printed))
    if number.margin is not None:
        return abs(off) <= number.margin + slack
    return -number.last_digit / 2 - slack <= off < number.last_digit - slack


def _compare_shares(
    number: ReportNumber, finding: Finding, mine: float, printed: float
) -> tuple[State, str]:
    games, margin = finding.trials, MARGINS["share"]
    between = share_difference(printed, number.games, mine, games)
    p = shares_p_value(printed, number.games, mine, games)
    points = " to ".join(f"{100 * end:+.0f}" for end in (between.low, between.high))
    seen = f"Difference {points} points, margin {100 * margin:.0f}; p {p_text(p)}."
    if p < LEVEL:
        return "differs", seen
    if -margin <= between.low and between.high <= margin:
        return "reproduced", seen
    pooled = (printed * number.games + mine * games) / (number.games + games)
    spread = max(pooled * (1 - pooled), 1 / (number.games + games))
    least = Z_SEEN * sqrt(spread * (1 / number.games + 1 / games))
    return "consistent", f"{seen} {_too_few(f'{100 * least:.0f} points')}"


def _compare_range(finding: Finding, mine: float, ends: tuple[float, float]) -> tuple[State, str]:
    low, high = finding.low or mine, finding.high or mine
    if ends[0] <= low and high <= ends[1]:
        return "reproduced", ""
    wide = widened(Interval(mine, low, high))
    if wide.high < ends[0] or wide.low > ends[1]:
        return "differs", ""
    return "consistent", "Our interval reaches beyond an end of the report's range."


def _compare_values(
    number: ReportNumber, finding: Finding, mine: float, printed: float
) -> tuple[State, str]:
    off, error = mine - printed, _error(number, finding)
    margin = max(MARGINS[number.rule] * abs(printed), number.last_digit / 2)
    ends = _percent(off, printed)
    if error:
        ends = f"{_percent(off - Z * error, printed)} to {_percent(off + Z * error, printed)}"
    seen = f"Difference {ends}, margin {100 * margin / abs(printed):.0f}%."
    if abs(off) + Z * error <= margin:
        return "reproduced", seen
    if abs(off) - number.last_digit / 2 > Z_OF_LEVEL * error:
        return "differs", seen
    return "consistent", f"{seen} {_too_few(_percent(Z_SEEN * error, printed))}"


def _error(number: ReportNumber, finding: Finding) -> float:
    """Return the standard error of the difference; games of the report vary as much as ours."""
    ours = ((finding.high or 0.0) - (finding.low or 0.0)) / (2 * Z)
    if not (number.games and finding.trials):
        return ours
    return hypot(ours, ours * sqrt(finding.trials / number.games))


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / abs(whole):+.0f}%"


def _too_few(least: str) -> str:
    return f"Too little was measured to tell: a difference of {least} would be seen."


def p_text(p: float) -> str:
    """Return a p-value to two digits."""
    return f"{p:.2g}" if p >= 0.001 else "< 0.001"
